//! Distance from a declaration of runs alone, by a lookup table.
//!
//! Runs are local to a suit. By their number and by the number `K` of naturals that they cover, a table gives
//! the minimum number `x` of empty places in runs of the suit's cards, to be filled by wilds or cards to
//! come. Then the suits are combined. A run without any card in hand has as many empty places as the shortest
//! run has cards, and one of them needs a natural. With `W` wilds and `n` such runs, `max(size - W - K, n)`
//! cards must come, provided that `K + x` does not exceed the number of declared cards: if it is less, runs
//! are extended at their ends.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use upcard_cards::{AceMode, AllWild, Cards, MeldRules, SUITS, WildCap};

use super::outline::longest;
use super::suits::lines;
use crate::cache::Cache;
use crate::context::Context;
use crate::hand::{HandState, Held};
use crate::meter;
use crate::plan::{NeedsSearch, TableResult};

/// Maximum number of runs of a declaration, and of cards: limited by a nibble.
const MAX_RUNS: usize = 5;
const MAX_CARDS: u8 = 15;

/// Marks impossible runs: with so many empty places they would have too many cards.
const NONE: u8 = 15;

/// Number of cache slots for suits.
const PLACES: usize = 1 << 14;

/// Steps charged per hand.
const HAND_STEPS: u32 = 6;

/// Minimum number of empty places of runs, by their number and the naturals that they cover.
type Fewest = [[u8; MAX_CARDS as usize + 1]; MAX_RUNS + 1];

const NO_RUNS: Fewest = {
    let mut none = [[NONE; MAX_CARDS as usize + 1]; MAX_RUNS + 1];
    none[0][0] = 0;
    none
};

#[derive(Clone, PartialEq, Eq, Debug)]
struct Key {
    ace: AceMode,
    min: u8,
    longest: u8,
}

pub(super) struct RunsAlone {
    key: Key,
    suits: Cache<MAX_RUNS>,
}

impl RunsAlone {
    /// The table for these rules; `None` if it does not cover them, or the context has no room.
    pub(super) fn of(rules: &MeldRules, context: &Context) -> Option<Arc<RunsAlone>> {
        let fits = rules.set_min == MeldRules::NO_SETS
            && (3..=longest(rules)).contains(&rules.run_min)
            && rules.wild_cap == WildCap::None
            && rules.all_wild == AllWild::Never
            && (rules.wild_faces.is_empty() || !rules.natural_place)
            && rules.ace != AceMode::Corner;
        let key = Key { ace: rules.ace, min: rules.run_min, longest: longest(rules) };
        let make = || RunsAlone { key: key.clone(), suits: Cache::new(PLACES) };
        let bytes = Cache::<MAX_RUNS>::bytes(PLACES);
        fits.then(|| context.table(key.clone(), bytes, make))?
    }

    /// Minimum number of cards to come until this many are declared, in at least `runs` runs.
    pub(super) fn distance(
        &self,
        hand: &Cards,
        rules: &MeldRules,
        runs: u8,
        size: u8,
    ) -> TableResult<u8> {
        let Key { min, longest, .. } = self.key;
        let (fewest, max) = (runs.max(size.div_ceil(longest)), size / min);
        let known = size <= MAX_CARDS && fewest <= max && usize::from(max) <= MAX_RUNS;
        let state = HandState::new(hand, rules);
        if !known || state.crowded || !meter::step(HAND_STEPS) {
            return Err(NeedsSearch);
        }
        let mut all = NO_RUNS;
        for suit in 0..SUITS.len() {
            let suit = state.planes.of_suit(suit);
            if suit[0] != 0 {
                all = joined(&all, self.suits.get(suit, 0, || packed(&self.compute(suit))));
            }
        }
        let mut distance = size;
        for (number, row) in all.iter().enumerate().take(usize::from(max) + 1) {
            let new = fewest.saturating_sub(number as u8);
            for (covered, &empty) in row.iter().enumerate().filter(|(_, empty)| **empty < NONE) {
                let covered = covered as u8;
                if covered + empty + new * min <= size {
                    distance = distance.min((size - covered).saturating_sub(state.wilds).max(new));
                }
            }
        }
        Ok(distance)
    }

    #[cold]
    fn compute(&self, suit: Held) -> Fewest {
        let mut known = FxHashMap::default();
        let mut best = NO_RUNS;
        for line in lines(suit, self.key.ace) {
            add(&mut best, &self.from(0, line, &mut known), Run::default());
        }
        best
    }

    /// The runs of these cards whose lowest natural is at this place or a higher one.
    fn from(
        &self,
        place: usize,
        copies: [u8; 14],
        known: &mut FxHashMap<(usize, [u8; 14]), Fewest>,
    ) -> Fewest {
        let Some(low) = (place..14).find(|low| copies[*low] > 0) else { return NO_RUNS };
        if let Some(best) = known.get(&(low, copies)) {
            return *best;
        }
        let mut others = copies;
        others[low] = 0;
        let mut best = self.from(low, others, known);
        let (mut rest, mut naturals) = (copies, 0);
        for high in low..14.min(low + usize::from(self.key.longest)) {
            if rest[high] == 0 {
                continue;
            }
            rest[high] -= 1;
            naturals += 1;
            let size = ((high - low) as u8 + 1).max(self.key.min);
            let run = Run { number: 1, covered: naturals, empty: size - naturals };
            add(&mut best, &self.from(low, rest, known), run);
        }
        known.insert((low, copies), best);
        best
    }
}

/// Summary of some runs.
#[derive(Clone, Copy, Default)]
struct Run {
    number: usize,
    covered: u8,
    empty: u8,
}

/// Updates the minima with combinations of others and these runs.
fn add(best: &mut Fewest, others: &Fewest, runs: Run) {
    let rows = best.iter_mut().skip(runs.number).zip(others);
    for (row, others) in rows {
        for (place, &empty) in row.iter_mut().skip(runs.covered.into()).zip(others) {
            *place = (*place).min(empty + runs.empty).min(NONE);
        }
    }
}

/// Adds the runs of one more suit.
fn joined(all: &Fewest, suit: [u64; MAX_RUNS]) -> Fewest {
    let mut more = *all;
    for (number, word) in (1..).zip(suit) {
        for covered in 1..=MAX_CARDS {
            let empty = (word >> (4 * covered)) as u8 % 16;
            if empty < NONE {
                add(&mut more, all, Run { number, covered, empty });
            }
        }
    }
    more
}

/// Packs the minima: a nibble for each number of naturals.
fn packed(best: &Fewest) -> [u64; MAX_RUNS] {
    std::array::from_fn(|number| {
        let row = best[number + 1].iter().rev();
        row.fold(0, |word, empty| word << 4 | u64::from(*empty))
    })
}
