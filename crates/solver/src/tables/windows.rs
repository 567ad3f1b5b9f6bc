//! Places of a run beside sets of one size, counted in all suits at once.

use upcard_cards::AceMode;

use super::levels::{Donors, Levels};
use crate::hand::{LANES, faces_of};
use crate::problem::Problem;
use crate::rank_counts::RankCounts;

/// Places of runs of one size: lanes of 16 places, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Windows {
    pub(super) size: u32,
    /// The possible lowest places of a run.
    lows: u64,
    /// The ranks that are repeated after the king: the ace high, or more of them round the corner.
    again: u64,
}

/// Spreads the ranks of a hand in one suit from a bit per rank to a nibble per rank.
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
    /// `None` if a lane has no room for all places.
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

    #[inline]
    pub(super) const fn places(&self, faces: u64) -> u64 {
        faces | (faces & self.again) << 13
    }

    /// The bits of the run at this place.
    #[inline]
    const fn held(&self, places: u64, low: u32) -> u64 {
        places >> low & ((1 << self.size) - 1)
    }

    /// The faces of the run at this place.
    pub(super) const fn faces(&self, low: u32) -> u64 {
        let run = ((1u64 << self.size) - 1) << (low & 15);
        (run & 0x1fff | run >> 13) << (low & 48)
    }

    #[inline]
    pub(super) const fn ranks(&self, places: u64, low: u32) -> u16 {
        // Places from the high ace on are ranks from the ace on.
        let held = self.held(places, low) << (low & 15);
        ((held | held >> 13) & 0x1fff) as u16
    }

    #[inline]
    pub(super) fn naturals(&self, places: u64, low: u32) -> RankCounts {
        let held = self.held(places, low);
        let mut spread = u64::from(SPREAD[held as usize & 15]);
        if self.size > 4 {
            spread |= u64::from(SPREAD[held as usize >> 4 & 15]) << 16
                | u64::from(SPREAD[held as usize >> 8 & 15]) << 32
                | u64::from(SPREAD[held as usize >> 12]) << 48;
        }
        let at = 4 * (low & 15);
        // Places from the high ace on are ranks from the ace on. From the low ace on there are none: no run
        // of a contract has more than thirteen cards.
        let again = spread >> (52 - at) & ((1 << at) - 1);
        RankCounts::from_bits((spread << at) & 0x000f_ffff_ffff_ffff | again)
    }

    /// For each run, the number of these places in it, as bit planes of the binary digits.
    #[inline]
    pub(super) fn sums(&self, places: u64) -> [u64; 4] {
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

    /// Visits the places for the run with a lower bound on what it and the sets lack, assuming that the sets,
    /// which lack `missing` by themselves, can spare any card that they can spare at all; in rising order,
    /// until the visitor returns `false`.
    #[inline]
    pub(super) fn each_place(
        &self,
        missing: u8,
        sums: &[u64; 4],
        mut visit: impl FnMut(u32, u8) -> bool,
    ) {
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
    pub(super) fn best_place(&self, windows: &Windows, one: u64, mut best: u8) -> u8 {
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
    /// Number of cards that the run at this place takes but the sets would lack.
    pub(super) fn lost(&self, windows: &Windows, one: u64, low: u32) -> u8 {
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
