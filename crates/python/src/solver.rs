//! The solver for Python: questions about hands.

use std::ops::ControlFlow;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use upcard_cards::{Cards, Faces, Meld};
use upcard_engine::{DealRules, Rules};
use upcard_solver::Remainder;

use crate::convert::{rules, value_error};

/// Questions about hands under the rules of one deal of a game.
#[pyclass(frozen, module = "upcard")]
pub(crate) struct Solver {
    rules: Arc<Rules>,
    deal: u8,
}

/// Step limit of the solver for listing lay-downs: about a second.
const MAX_STEPS: u32 = 5_000_000;

fn cards(text: &str) -> PyResult<Cards> {
    text.parse().map_err(value_error)
}

fn texts(faces: Faces) -> Vec<String> {
    let held = upcard_cards::Card::all().filter(|card| faces.has(*card));
    held.map(|card| card.to_string()).collect()
}

impl Solver {
    fn of(&self) -> &DealRules {
        self.rules.deal(self.deal)
    }

    /// Parses a hand; also returns the rest of the pack.
    fn dealt(&self, text: &str) -> PyResult<(Cards, Cards)> {
        let hand = cards(text)?;
        let mut left = self.rules.pack;
        match hand.iter().find(|card| !left.remove(*card)) {
            Some(card) => Err(value_error(format!("more copies of {card} than in the pack"))),
            None => Ok((hand, left)),
        }
    }

    fn hand(&self, text: &str) -> PyResult<Cards> {
        self.dealt(text).map(|(hand, _)| hand)
    }

    fn meld_texts(&self, melds: &[Meld]) -> Vec<String> {
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
            None => Err(value_error(format!("deals go from 1 to {}", rules.deals.len()))),
        }
    }

    /// Contract of the deal, as `S3` or `R4`; empty in games without contracts.
    #[getter]
    fn contract(&self) -> Vec<String> {
        let elements = self.of().contract.elements.iter();
        elements.map(|e| format!("{}{}", e.kind.letter(), e.size)).collect()
    }

    /// Returns whether the contract can be laid down from this hand, with a card left to discard if the game
    /// requires one.
    fn feasible(&self, hand: &str) -> PyResult<bool> {
        let hand = self.hand(hand)?;
        let solver = &self.of().solver;
        Ok(!solver.problem().contract.is_empty() && solver.feasible(&hand, Remainder::ANY))
    }

    /// Number of cards missing for laying down the contract; `None` if no cards would do.
    fn distance(&self, hand: &str) -> PyResult<Option<u8>> {
        let solver = &self.of().solver;
        Ok(solver.distance(&solver.state(&self.hand(hand)?)))
    }

    /// Faces of which one more card would bring the hand closer to the contract. Faces with all cards in the
    /// hand are excluded.
    fn useful(&self, hand: &str) -> PyResult<Vec<String>> {
        let (hand, left) = self.dealt(hand)?;
        let solver = &self.of().solver;
        Ok(texts(solver.survey(&solver.state(&hand)).useful & Faces::of(&left)))
    }

    /// Faces of which no card can be spared.
    fn needed(&self, hand: &str) -> PyResult<Vec<String>> {
        let solver = &self.of().solver;
        Ok(texts(solver.survey(&solver.state(&self.hand(hand)?)).needed))
    }

    /// Lay-downs of the contract, each as its melds, up to a maximum number.
    #[pyo3(signature = (hand, most = 100))]
    fn lay_downs(&self, hand: &str, most: usize) -> PyResult<Vec<Vec<String>>> {
        let hand = self.hand(hand)?;
        let mut found: Vec<Vec<String>> = Vec::new();
        if most > 0 {
            self.of().solver.each_within(&hand, Remainder::ANY, &mut { MAX_STEPS }, |lay_down| {
                found.push(self.meld_texts(&lay_down.melds));
                if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        Ok(found)
    }

    /// The lay-down that leaves the fewest points in the hand, as its melds; `None` if there is none.
    fn best(&self, hand: &str) -> PyResult<Option<Vec<String>>> {
        let deal = self.of();
        let best = deal.solver.best(&self.hand(hand)?, Remainder::ANY, &deal.values);
        Ok(best.map(|best| self.meld_texts(&best.melds)))
    }

    /// The best grouping in legal melds: the points left over, the melds, and the cards left over.
    fn deadwood(&self, hand: &str) -> PyResult<(u32, Vec<String>, Vec<String>)> {
        let found = self.of().deadwood(&self.hand(hand)?);
        let left = found.left.iter().map(|card| card.to_string()).collect();
        Ok((found.points, self.meld_texts(&found.melds), left))
    }

    /// Cost of these cards when left in the hand.
    fn points(&self, hand: &str) -> PyResult<i32> {
        Ok(self.of().points(&cards(hand)?))
    }
}
