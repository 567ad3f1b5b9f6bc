//! First lay-downs of a deal with a minimum of points: several melds at once.
//!
//! Clauses: K40-05, K40-09.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use upcard_cards::{Card, Cards, Meld, ShortSort};
use upcard_solver::meter;

use super::singles;
use crate::action::Action;
use crate::position::Position;
use crate::rules::showing;

/// Maximum number of single melds that are combined, and of combinations tried: about a millisecond.
const MAX_MELDS: usize = 400;
const MAX_COMBINATIONS: u32 = 20_000;

/// Search for combinations of melds.
struct MeldCombiner<'p> {
    position: &'p Position<'p>,
    melds: Vec<(i32, Meld, Cards)>,
    least: i32,
    most: usize,
    combinations: u32,
    chosen: Vec<Meld>,
    found: Vec<Action>,
}

/// Lists lay-downs with at least these points, containing the given card if any, found within this many
/// solver steps. Highest points first. Returns `true` if there are or may be more.
pub(super) fn list(
    position: &Position<'_>,
    (least, with): (i32, Option<Card>),
    most: usize,
    steps: &mut u32,
    all: &mut Vec<Action>,
) -> bool {
    let mut melds = Vec::new();
    let more = singles::each(position, steps, |meld| {
        melds.push((showing::points(position, &[*meld]), *meld, meld.cards()));
        if melds.len() < MAX_MELDS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    melds.short_sort_by_key(|(points, ..)| Reverse(*points));
    let mut together = MeldCombiner {
        position,
        melds,
        least,
        most,
        combinations: 0,
        chosen: Vec::new(),
        found: Vec::new(),
    };
    let hand = *position.hand;
    let through = match with {
        None => together.choose(&hand, 0, 0),
        Some(card) => (0..together.melds.len()).all(|at| {
            let (points, meld, cards) = together.melds[at];
            !cards.has(card) || together.add(&hand, (points, meld, cards), 0, 0)
        }),
    };
    all.append(&mut together.found);
    more || !through
}

impl MeldCombiner<'_> {
    /// Adds a meld to the chosen ones, and then others from this index on; `false` if there are too many
    /// combinations.
    fn add(
        &mut self,
        left: &Cards,
        (points, meld, cards): (i32, Meld, Cards),
        before: i32,
        next: usize,
    ) -> bool {
        let Some(left) = left.minus(&cards) else { return true };
        self.chosen.push(meld);
        let points = before + points;
        if points >= self.least {
            self.found.push(Action::Down(self.position.deal.specs(&self.chosen)));
        }
        let through = self.choose(&left, points, next);
        self.chosen.pop();
        through
    }

    fn choose(&mut self, left: &Cards, points: i32, from: usize) -> bool {
        for at in from..self.melds.len() {
            self.combinations += 1;
            meter::step(1);
            if self.combinations > MAX_COMBINATIONS
                || self.found.len() >= self.most
                || meter::is_interrupted()
            {
                return false;
            }
            let meld = self.melds[at];
            if !self.add(left, meld, points, at) {
                return false;
            }
        }
        true
    }
}
