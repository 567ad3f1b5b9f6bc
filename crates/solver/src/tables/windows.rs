//! One run beside sets of one size: the places of the run are counted in all suits at once.
//!
//! A run that takes a natural from the sets gains nothing where they would lack it. So the ranks
//! that the sets need are taken out of the run's suits first; ranks that can spare some cards, but
//! not as many as a run might ask for, are looked at place by place.

use upcard_cards::AceMode;

use super::common::Words;
use super::levels::{Donors, Levels};
use super::places::Places;
use super::suit_table::SuitTable;
use super::{Tables, VECTORS};
use crate::hand::{HandState, LANES, Planes, faces_of};
use crate::problem::Problem;
use crate::rank_counts::RankCounts;

/// Where runs of one size may lie: lanes of 16 places, a bit a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Windows {
    size: u32,
    /// The lowest places that a run may have.
    lows: u64,
    /// The ranks that come again after the king: the ace high, or more of them round the corner.
    again: u64,
}

/// The ranks of a hand in one suit, from a bit a rank to a nibble a rank.
const SPREAD: [u16; 16] = {
    let mut spread = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        spread[bits] = (bits & 1 | (bits & 2) << 3 | (bits & 4) << 6 | (bits & 8) << 9) as u16;
        bits += 1;
    }
    spread
};

impl Windows {
    /// None where a lane has no room for all places.
    pub(super) fn new(problem: &Problem, size: u8) -> Option<Windows> {
        let (first, last) = problem.melds.places();
        let (top, again) = match problem.melds.ace {
            AceMode::Corner if size > 4 => return None,
            AceMode::Corner => (12, (1 << (size - 1)) - 1),
            AceMode::Low => (13 - size, 0),
            AceMode::High | AceMode::Either => (last + 1 - size, 1),
        };
        let lows = (1u64 << (top + 1)) - (1 << first);
        Some(Windows { size: u32::from(size), lows: lows * LANES, again: again * LANES })
    }

    /// The places of these faces.
    #[inline]
    const fn places(&self, faces: u64) -> u64 {
        faces | (faces & self.again) << 13
    }

    /// The bits of the run at this place, among the places.
    #[inline]
    const fn held(&self, places: u64, low: u32) -> u64 {
        places >> low & ((1 << self.size) - 1)
    }

    /// The faces of the run at this place.
    const fn faces(&self, low: u32) -> u64 {
        let run = ((1u64 << self.size) - 1) << (low & 15);
        (run & 0x1fff | run >> 13) << (low & 48)
    }

    /// How many of these ranks of a suit the run has at each place; none where it cannot lie.
    pub(super) fn counts(&self, ranks: u16) -> [u8; 16] {
        let places = self.places(u64::from(ranks));
        std::array::from_fn(|low| match self.lows & 1 << low {
            0 => 0,
            _ => self.held(places, low as u32).count_ones() as u8,
        })
    }

    /// The ranks of the run at this place.
    #[inline]
    const fn ranks(&self, places: u64, low: u32) -> u16 {
        // Places from the high ace on are ranks from the ace on.
        let held = self.held(places, low) << (low & 15);
        ((held | held >> 13) & 0x1fff) as u16
    }

    /// The naturals of the run at this place.
    #[inline]
    fn naturals(&self, places: u64, low: u32) -> RankCounts {
        let held = self.held(places, low);
        let mut spread = u64::from(SPREAD[held as usize & 15]);
        if self.size > 4 {
            spread |= u64::from(SPREAD[held as usize >> 4 & 15]) << 16
                | u64::from(SPREAD[held as usize >> 8 & 15]) << 32
                | u64::from(SPREAD[held as usize >> 12]) << 48;
        }
        let at = 4 * (low & 15);
        // Places from the high ace on are ranks from the ace on. From the low ace on there are none:
        // no run of a contract has more than thirteen cards.
        let again = spread >> (52 - at) & ((1 << at) - 1);
        RankCounts::from_bits((spread << at) & 0x000f_ffff_ffff_ffff | again)
    }

    /// How many of these places each run would have: the binary digits of the sums.
    #[inline]
    fn sums(&self, places: u64) -> [u64; 4] {
        if self.size == 4 {
            let next = places >> 1 & LANE_MASKS[1];
            let (odd, both) = (places ^ next, places & next);
            let (odd2, both2) = (odd >> 2 & LANE_MASKS[2], both >> 2 & LANE_MASKS[2]);
            let carry = odd & odd2;
            return [odd ^ odd2, both ^ both2 ^ carry, both & both2 | carry & (both ^ both2), 0];
        }
        let mut sums = [0u64; 4];
        for (slot, mask) in LANE_MASKS.iter().enumerate().take(self.size as usize) {
            let mut carry = places >> slot & mask;
            for digit in &mut sums {
                let both = *digit & carry;
                *digit ^= carry;
                carry = both;
            }
        }
        sums
    }

    /// The lowest places of the runs with this many.
    #[inline]
    fn with(&self, sums: &[u64; 4], held: u32) -> u64 {
        sums.iter().enumerate().fold(self.lows, |lows, (i, digit)| {
            lows & if held & 1 << i != 0 { *digit } else { !*digit }
        })
    }
}

impl Tables {
    /// What one run and sets of one size lack together; any number that is not more than `enough`
    /// if there is one.
    #[inline]
    pub(super) fn one_run(
        &self,
        windows: &Windows,
        table: &SuitTable,
        planes: &Planes,
        ranks: RankCounts,
        enough: u8,
    ) -> u8 {
        let known = match self.sets[0] {
            3 => self.one_run_of::<3>(windows, table, planes.one, ranks),
            4 => self.one_run_of::<4>(windows, table, planes.one, ranks),
            _ => None,
        };
        known.unwrap_or_else(|| self.one_run_by_places(windows, planes, ranks, enough))
    }

    /// The same where no rank holds more than two sets. Mostly the run that lacks the least without
    /// the ranks that the sets need asks for no card in vain.
    #[inline]
    fn one_run_of<const SIZE: usize>(
        &self,
        windows: &Windows,
        table: &SuitTable,
        one: u64,
        ranks: RankCounts,
    ) -> Option<u8> {
        let donors = Donors::<SIZE>::of(ranks, self.sets.len() as u8, self.same_rank_sets)?;
        Some(self.run_beside(windows, table, one, &donors))
    }

    /// What the run lacks, and the sets that give it what they can.
    #[inline(always)]
    pub(super) fn run_beside<const SIZE: usize>(
        &self,
        windows: &Windows,
        table: &SuitTable,
        one: u64,
        donors: &Donors<SIZE>,
    ) -> u8 {
        if VECTORS && let Some(shortfall) = self.run_at_all_places(windows, one, donors) {
            return shortfall;
        }
        self.run_at_the_best_place(windows, table, one, donors)
    }

    #[inline(always)]
    pub(super) fn run_at_all_places<const SIZE: usize>(
        &self,
        windows: &Windows,
        one: u64,
        donors: &Donors<SIZE>,
    ) -> Option<u8> {
        let places = self.places.get(|| Places::of(windows, &self.context)).as_ref()?;
        // Of sets of one rank even the cards beyond the first are wanted.
        Some(places.missing(one, donors, windows.size as u8, self.same_rank_sets))
    }

    #[inline(always)]
    pub(super) fn run_at_the_best_place<const SIZE: usize>(
        &self,
        windows: &Windows,
        table: &SuitTable,
        one: u64,
        donors: &Donors<SIZE>,
    ) -> u8 {
        let free = one & !(u64::from(donors.bound) * LANES);
        let (shortfall, low) = table.best_runs().best(free);
        let asked = windows.ranks(windows.places(free), low);
        let lost = donors.lost(asked);
        let best = donors.missing + shortfall + lost;
        if lost == 0 { best } else { donors.best_place(windows, one, best) }
    }

    #[inline(never)]
    fn one_run_by_places(
        &self,
        windows: &Windows,
        planes: &Planes,
        ranks: RankCounts,
        enough: u8,
    ) -> u8 {
        let levels = self.levels(windows, ranks);
        let sums = windows.sums(windows.places(planes.one & !faces_of(levels.needed)));
        let mut best = u8::MAX;
        windows.each_place(levels.missing, &sums, |low, shortfall| {
            if shortfall >= best {
                return false;
            }
            best = best.min(shortfall + levels.lost(windows, planes.one, low));
            best > enough
        });
        best
    }

    /// What the best places for the run have in common.
    pub(super) fn one_run_survey(&self, windows: &Windows, hand: &HandState) -> Words {
        let Planes { one, two, .. } = hand.planes;
        let levels = self.levels(windows, hand.ranks);
        let sums = windows.sums(windows.places(one & !faces_of(levels.needed)));
        let mut common = Words::none();
        let sets = (self.sets[0], self.sets.len() as u8);
        windows.each_place(levels.missing, &sums, |low, shortfall| {
            if shortfall > common.missing {
                return false;
            }
            let missing = shortfall + levels.lost(windows, one, low);
            if missing <= common.missing {
                let rest = hand.ranks.minus(windows.naturals(windows.places(one), low));
                let sets = Levels::of(rest, sets, self.same_rank_sets, 0);
                let run = windows.faces(low);
                common.join(Words {
                    missing,
                    needed: (run & one & !two) | (faces_of(sets.needed) & one),
                    used: (run | faces_of(sets.used)) & one,
                    helpful: (run & !one) | faces_of(sets.helpful),
                });
            }
            true
        });
        common
    }

    #[inline]
    fn levels(&self, windows: &Windows, ranks: RankCounts) -> Levels {
        let sets = (self.sets[0], self.sets.len() as u8);
        Levels::of(ranks, sets, self.same_rank_sets, windows.size as u8)
    }
}

impl Windows {
    /// Visits the places for the run with what it and the sets lack, if the sets, which lack this many
    /// by themselves, give away whatever they can give some of; those that lack the least first,
    /// until the visitor says no.
    #[inline]
    fn each_place(&self, missing: u8, sums: &[u64; 4], mut visit: impl FnMut(u32, u8) -> bool) {
        for held in (0..=self.size).rev() {
            let shortfall = missing + (self.size - held) as u8;
            let mut lows = self.with(sums, held);
            while lows != 0 {
                let low = lows.trailing_zeros();
                lows &= lows - 1;
                if !visit(low, shortfall) {
                    return;
                }
            }
        }
    }
}

impl<const SIZE: usize> Donors<SIZE> {
    /// What the sets and the run lack together, at the best place for the run.
    #[inline(never)]
    fn best_place(&self, windows: &Windows, one: u64, mut best: u8) -> u8 {
        let places = windows.places(one & !(u64::from(self.bound) * LANES));
        windows.each_place(self.missing, &windows.sums(places), |low, shortfall| {
            if shortfall >= best {
                return false;
            }
            let asked = windows.ranks(places, low);
            best = best.min(shortfall + self.lost(asked));
            true
        });
        best
    }
}

impl Levels {
    /// The cards that the run at this place would ask for in vain.
    fn lost(&self, windows: &Windows, one: u64, low: u32) -> u8 {
        let run = windows.faces(low) & one;
        let given = |&(ranks, _): &(u64, u8)| (faces_of(ranks) & run).count_ones() as u8;
        let spare = self.spare.iter().filter(|(ranks, _)| *ranks != 0);
        spare.map(|level| given(level).saturating_sub(level.1)).sum()
    }
}

/// For each shift, the bits that stay in their lane.
const LANE_MASKS: [u64; 16] = {
    let mut masks = [0; 16];
    let mut shift = 0;
    while shift < 16 {
        masks[shift] = (0xffff >> shift) * LANES;
        shift += 1;
    }
    masks
};
