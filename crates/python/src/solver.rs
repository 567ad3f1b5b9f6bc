//! The solver, for Python: questions about hands.

use std::ops::ControlFlow;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use upcard_cards::{Cards, Faces, Meld};
use upcard_engine::{DealRules, Rules};
use upcard_solver::Leave;

use crate::given::{rules, wrong};

/// Questions about hands under the rules of one deal of a game.
#[pyclass(frozen, module = "upcard")]
pub(crate) struct Solver {
    rules: Arc<Rules>,
    deal: u8,
}

/// The solver's steps in which lay-downs are listed: about a second.
const STEPS: u32 = 5_000_000;

/// Cards as text.
fn cards(text: &str) -> PyResult<Cards> {
    text.parse().map_err(wrong)
}

fn texts(faces: Faces) -> Vec<String> {
    let held = upcard_cards::Card::all().filter(|card| faces.has(*card));
    held.map(|card| card.to_string()).collect()
}

impl Solver {
    fn of(&self) -> &DealRules {
        self.rules.deal(self.deal)
    }

    /// A hand as text, and what is left of the pack that it was dealt from.
    fn dealt(&self, text: &str) -> PyResult<(Cards, Cards)> {
        let hand = cards(text)?;
        let mut left = self.rules.pack;
        match hand.iter().find(|card| !left.remove(*card)) {
            Some(card) => Err(wrong(format!("{card} is there more often than in the pack"))),
            None => Ok((hand, left)),
        }
    }

    fn hand(&self, text: &str) -> PyResult<Cards> {
        self.dealt(text).map(|(hand, _)| hand)
    }

    fn spelled(&self, melds: &[Meld]) -> Vec<String> {
        melds.iter().map(|meld| meld.spec_under(&self.of().melds).to_string()).collect()
    }
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (game, deal = 1, players = None, rules = None))]
    fn new(
        game: &str,
        deal: i64,
        players: Option<i64>,
        rules: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Solver> {
        let rules = self::rules(game, players, rules)?;
        let from_zero = deal.checked_sub(1).and_then(|deal| u8::try_from(deal).ok());
        match from_zero.filter(|deal| usize::from(*deal) < rules.deals.len()) {
            Some(deal) => Ok(Solver { rules, deal }),
            None => Err(wrong(format!("deals go from 1 to {}", rules.deals.len()))),
        }
    }

    /// The contract of the deal, as `S3` or `R4`; empty in games without.
    #[getter]
    fn contract(&self) -> Vec<String> {
        let elements = self.of().contract.elements.iter();
        elements.map(|e| format!("{}{}", e.kind.letter(), e.size)).collect()
    }

    /// Can the contract be laid down from this hand, with a card left to throw where the game wants one?
    fn feasible(&self, hand: &str) -> PyResult<bool> {
        let hand = self.hand(hand)?;
        let solver = &self.of().solver;
        Ok(!solver.problem().contract.is_empty() && solver.feasible(&hand, Leave::ANY))
    }

    /// How many cards must come before the contract can be laid down; none where none would do.
    fn distance(&self, hand: &str) -> PyResult<Option<u8>> {
        let solver = &self.of().solver;
        Ok(solver.distance(&solver.state(&self.hand(hand)?)))
    }

    /// The faces of which one more card would bring the hand nearer to the contract. One whose cards are all in the
    /// hand cannot come.
    fn useful(&self, hand: &str) -> PyResult<Vec<String>> {
        let (hand, left) = self.dealt(hand)?;
        let solver = &self.of().solver;
        Ok(texts(solver.survey(&solver.state(&hand)).useful & Faces::of(&left)))
    }

    /// The faces of which no card can be spared.
    fn needed(&self, hand: &str) -> PyResult<Vec<String>> {
        let solver = &self.of().solver;
        Ok(texts(solver.survey(&solver.state(&self.hand(hand)?)).needed))
    }

    /// The lay-downs of the contract, each as its melds; so many at the most.
    #[pyo3(signature = (hand, most = 100))]
    fn lay_downs(&self, hand: &str, most: usize) -> PyResult<Vec<Vec<String>>> {
        let hand = self.hand(hand)?;
        let mut found: Vec<Vec<String>> = Vec::new();
        if most > 0 {
            self.of().solver.each_within(&hand, Leave::ANY, &mut { STEPS }, |lay_down| {
                found.push(self.spelled(&lay_down.melds));
                if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        Ok(found)
    }

    /// The lay-down that leaves the fewest points in the hand, as its melds; none where there is none.
    fn best(&self, hand: &str) -> PyResult<Option<Vec<String>>> {
        let deal = self.of();
        let best = deal.solver.best(&self.hand(hand)?, Leave::ANY, &deal.values);
        Ok(best.map(|best| self.spelled(&best.melds)))
    }

    /// The grouping in legal melds that leaves the fewest points: those, the melds, and the cards left over.
    fn deadwood(&self, hand: &str) -> PyResult<(u32, Vec<String>, Vec<String>)> {
        let found = self.of().deadwood(&self.hand(hand)?);
        let left = found.left.iter().map(|card| card.to_string()).collect();
        Ok((found.points, self.spelled(&found.melds), left))
    }

    /// What these cards cost who is left with them.
    fn points(&self, hand: &str) -> PyResult<i32> {
        Ok(self.of().points(&cards(hand)?))
    }
}
