//! The points of deadwood by a lookup table, where a hand has no wilds and no card twice.
//!
//! Runs are local to a suit: a table says for each set of ranks what its runs leave over at the
//! least. Sets cross the suits, but there are few ranks of which a hand has three cards: with and
//! without each of them the suits are looked up again.

use std::fmt;

use upcard_cards::{AceMode, Cards, Faces, MAX_RUN, MeldRules, SUITS};

use super::deadwood;

/// The sets of ranks of a suit.
const RANK_SETS: usize = 1 << 13;

/// Deadwood under the rules of one game, made ready to be asked often: a bot asks it for each card
/// that it could throw.
#[derive(Clone)]
pub struct DeadwoodTable {
    rules: MeldRules,
    values: [u8; 53],
    /// What the runs of a suit leave over at the least, by the suit's ranks: 16 KiB. None where the
    /// rules or values do not fit in a table.
    left: Option<Box<[u16; RANK_SETS]>>,
}

impl fmt::Debug for DeadwoodTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeadwoodTable").field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl DeadwoodTable {
    /// The table for these rules and values.
    #[must_use]
    pub fn new(rules: &MeldRules, values: &[u8; 53]) -> DeadwoodTable {
        let alike = |rank: usize| (1..4).all(|suit| values[13 * suit + rank] == values[rank]);
        let fits = rules.ace != AceMode::Corner
            && rules.set_min >= 3
            && rules.run_min >= 1
            && (0..13).all(alike);
        let left = fits.then(|| left_by_runs(rules, values));
        DeadwoodTable { rules: *rules, values: *values, left }
    }

    /// What the cards left over are worth if the hand is grouped best: exactly what [`deadwood`] says.
    ///
    /// ```
    /// use upcard_cards::{AceMode, Cards, MeldRules};
    /// use upcard_solver::DeadwoodTable;
    /// let rules = MeldRules { run_min: 3, ace: AceMode::Low, ..MeldRules::default() };
    /// let values = std::array::from_fn(|face| (face as u8 % 13 + 1).min(10));
    /// let table = DeadwoodTable::new(&rules, &values);
    /// let hand: Cards = "7C 7D 7H 8H 9H KS KD 2C 3C 4C".parse().unwrap();
    /// assert_eq!(table.points(&hand), 34);
    /// ```
    #[must_use]
    #[inline]
    pub fn points(&self, hand: &Cards) -> u32 {
        let faces = Faces::of(hand);
        let wilds = faces & (Faces::JOKER | Faces::of_ranks(self.rules.wild_ranks));
        match &self.left {
            Some(left) if wilds.is_empty() && Faces::held(hand, 2).is_empty() => {
                let suits = SUITS.map(|suit| faces.ranks_in(suit));
                let [a, b, c, d] = suits;
                let three = a & b & (c | d) | c & d & (a | b);
                self.with_sets(left, suits, three)
            }
            _ => deadwood(hand, &self.rules, &self.values).points,
        }
    }

    /// The least left over with any sets of these ranks, of which there are three cards at least.
    fn with_sets(&self, left: &[u16; RANK_SETS], suits: [u16; 4], ranks: u16) -> u32 {
        if ranks == 0 {
            return suits.iter().map(|suit| u32::from(left[usize::from(*suit) % RANK_SETS])).sum();
        }
        let rank = ranks & ranks.wrapping_neg();
        let others = ranks & !rank;
        let mut best = self.with_sets(left, suits, others);
        let rest = suits.map(|suit| suit & !rank);
        let of_rank = suits.iter().filter(|suit| **suit & rank != 0).count() as u8;
        if self.allows(of_rank) {
            best = best.min(self.with_sets(left, rest, others));
        }
        if of_rank == 4 && self.allows(3) {
            for suit in 0..4 {
                let mut with = rest;
                with[suit] |= rank;
                best = best.min(self.with_sets(left, with, others));
            }
        }
        best
    }

    /// May a set have so many cards?
    fn allows(&self, cards: u8) -> bool {
        cards >= self.rules.set_min && self.rules.set_limit().is_none_or(|most| cards <= most)
    }
}

/// What runs leave over at the least of each set of ranks.
fn left_by_runs(rules: &MeldRules, values: &[u8; 53]) -> Box<[u16; RANK_SETS]> {
    let value = |place: u32| u16::from(values[place as usize % 13]);
    // By places first, the high ace apart: the lowest card is left over, or begins a run.
    let mut by_places = vec![0u16; 1 << 14];
    for places in 1..by_places.len() {
        let low = places.trailing_zeros();
        let mut best = value(low) + by_places[places & (places - 1)];
        let mut rest = places;
        for size in 1..=u32::from(rules.run_max).min(MAX_RUN as u32) {
            let place = low + size - 1;
            if place > 13 || places & 1 << place == 0 {
                break;
            }
            rest &= !(1 << place);
            if size >= u32::from(rules.run_min) {
                best = best.min(by_places[rest]);
            }
        }
        by_places[places] = best;
    }
    let mut left = Box::new([0; RANK_SETS]);
    for (ranks, left) in left.iter_mut().enumerate() {
        let high = ranks & !1 | (ranks & 1) << 13;
        *left = match rules.ace {
            AceMode::Low | AceMode::Corner => by_places[ranks],
            AceMode::High => by_places[high],
            AceMode::Either => by_places[ranks].min(by_places[high]),
        };
    }
    left
}
