//! The opponent's answer to a knock: its own melds, and lay-offs on the knocker's.

use std::collections::HashSet;

use upcard_cards::{Card, Cards, End, Meld};

use super::grouped::Deadwood;
use super::grouper::Grouper;
use crate::meter;
use rustc_hash::FxBuildHasher;

/// Limit of positions examined. A hand of a game's size has some dozens; one with many wilds, which fit
/// everywhere, gets the best among this many.
const MAX_POSITIONS: usize = 20_000;

/// Steps charged per position.
const POSITION_STEPS: u32 = 10;

/// Total step limit: less than a second. Hands of dozens of cards of several packs reach it, and get the best
/// answer found by then.
const MAX_STEPS: u64 = 20_000_000;

/// The best answer to a knock.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Defence {
    /// The cards laid off, in order: on which of the knocker's melds, and at which end if both fit.
    pub lay_offs: Vec<(usize, Card, Option<End>)>,
    /// The rest of the hand, grouped.
    pub deadwood: Deadwood,
}

struct Search<'a> {
    grouper: &'a Grouper,
    /// Visited positions: index of the current meld, its present form, and the hand.
    visited: HashSet<(usize, Meld, Cards), FxBuildHasher>,
    laid: Vec<(usize, Card, Option<End>)>,
    best: u32,
    best_laid: Vec<(usize, Card, Option<End>)>,
}

impl Grouper {
    /// The lay-offs on the knocker's melds and the grouping of the rest that together leave the least
    /// deadwood: a card may be worth more on one of those melds than in an own one.
    ///
    /// ```
    /// use upcard_cards::{AceMode, Cards, Meld, MeldRules, Stage};
    /// use upcard_solver::Grouper;
    /// let rules = MeldRules { run_min: 3, ace: AceMode::Low, ..MeldRules::default() };
    /// let values = std::array::from_fn(|face| (face as u8 % 13 + 1).min(10));
    /// let knocked = ["run 4H 5H 6H", "set QC QD QS"];
    /// let melds =
    ///     knocked.map(|meld| Meld::new(&meld.parse().unwrap(), &rules, Stage::First).unwrap());
    /// let hand: Cards = "7H 7C 7D 8H QH 2S".parse().unwrap();
    /// // The sevens would be a set, but would leave the eight of hearts without a place.
    /// let best = Grouper::new(&rules, &values).defence(&hand, &melds);
    /// assert_eq!(best.deadwood.points, 10);
    /// ```
    #[must_use]
    pub fn defence(&self, hand: &Cards, knocked: &[Meld]) -> Defence {
        let mut search = Search {
            grouper: self,
            visited: HashSet::default(),
            laid: Vec::new(),
            best: u32::MAX,
            best_laid: Vec::new(),
        };
        // Usually nothing fits: a card that fits a meld later fits it now, or extends a card that does.
        let rules = self.rules();
        let fits = |card| knocked.iter().any(|meld| meld.fit(card, rules).any());
        let melds = if hand.iter_counts().any(|(card, _)| fits(card)) { knocked } else { &[] };
        let _ = meter::metered(MAX_STEPS, &|| true, || search.lay_off(melds, 0, *hand));
        let mut rest = *hand;
        for (_, card, _) in &search.best_laid {
            rest.remove(*card);
        }
        Defence { lay_offs: search.best_laid, deadwood: self.best(&rest) }
    }
}

impl Search<'_> {
    /// Lays off on the first of these melds, or continues with the next.
    fn lay_off(&mut self, melds: &[Meld], at: usize, hand: Cards) {
        let Some((meld, others)) = melds.split_first() else {
            let points = self.grouper.points(&hand);
            if points < self.best && !meter::is_interrupted() {
                self.best = points;
                self.best_laid.clone_from(&self.laid);
            }
            return;
        };
        self.on(*meld, others, at, hand);
    }

    /// Lays off any cards on this meld, and continues with the others.
    fn on(&mut self, meld: Meld, others: &[Meld], at: usize, hand: Cards) {
        // Fewest lay-offs first, so that no card is laid off for nothing.
        let ends =
            self.best == 0 || self.visited.len() >= MAX_POSITIONS || !meter::step(POSITION_STEPS);
        if ends || !self.visited.insert((at, meld, hand)) {
            return;
        }
        self.lay_off(others, at + 1, hand);
        let rules = self.grouper.rules();
        for (card, _) in hand.iter_counts() {
            let fit = meld.fit(card, rules);
            let both = fit.low && fit.high;
            let fits = [(fit.set, None), (fit.low, Some(End::Low)), (fit.high, Some(End::High))];
            for (_, end) in fits.into_iter().filter(|(fits, _)| *fits) {
                let Ok(longer) = meld.with(card, end, rules) else { continue };
                let mut rest = hand;
                rest.remove(card);
                self.laid.push((at, card, end.filter(|_| both)));
                self.on(longer, others, at, rest);
                self.laid.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use upcard_cards::{AceMode, MeldRules, Stage};

    use super::*;
    use crate::samples::Samples;

    /// The answer is legal, and leaves no more than without lay-offs.
    #[test]
    fn large_hands_are_answered_within_the_step_limit() {
        let rules = MeldRules { run_min: 3, ace: AceMode::Low, ..MeldRules::default() };
        let grouper =
            Grouper::new(&rules, &std::array::from_fn(|face| (face as u8 % 13 + 1).min(10)));
        let melds =
            ["set 2C 2D 2S", "set 9C 9D 9S", "run 4H 5H 6H", "run 8D 9D TD", "set KC KD KS"];
        let melds = melds.map(|meld| {
            Meld::new(&meld.parse().expect("a meld"), &rules, Stage::First).expect("a legal one")
        });
        let mut samples = Samples(11);
        for _ in 0..2 {
            let hand = samples.hand(&Cards::packs(3, 8), 50);
            let found = meter::metered(u64::MAX, &|| true, || grouper.defence(&hand, &melds));
            // The rest is grouped once more.
            assert!(found.steps <= MAX_STEPS + 3_000_000, "{hand}: {} steps", found.steps);
            let found = found.found.expect("an answer");
            assert!(found.deadwood.points <= grouper.points(&hand), "{hand}");
        }
    }
}
