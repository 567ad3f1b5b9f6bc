//! One run beside several sets: the places of the run are counted in all suits at once.

use upcard_cards::AceMode;

use super::{Fast, sets};
use crate::problem::Problem;
use crate::state::LANES;

/// Where runs of one size may lie: lanes of 16 places, a bit a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
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

    /// The naturals of the run at this place: a one in the nibble of each rank.
    #[inline]
    fn naturals(&self, places: u64, low: u32) -> u64 {
        let held = places >> low & ((1 << self.size) - 1);
        let mut spread = u64::from(SPREAD[held as usize & 15]);
        if self.size > 4 {
            spread |= u64::from(SPREAD[held as usize >> 4 & 15]) << 16
                | u64::from(SPREAD[held as usize >> 8 & 15]) << 32
                | u64::from(SPREAD[held as usize >> 12]) << 48;
        }
        let at = 4 * (low & 15);
        // Places from the high ace on are ranks from the ace on.
        (spread << at) & 0x000f_ffff_ffff_ffff
            | if at == 0 { spread >> 52 } else { spread >> (52 - at).min(63) & ((1 << at) - 1) }
    }
}

impl Fast {
    /// What one run and the sets lack together.
    pub(super) fn run_first(
        &self,
        windows: &Windows,
        one: u64,
        ranks: u64,
        run: u8,
        enough: u8,
    ) -> u8 {
        let places = one | (one & windows.again) << 13;
        // How many naturals each place would have: the bits of the sum over the run's cards.
        let mut sum = [0u64; 4];
        for slot in 0..windows.size {
            let mut carry = places >> slot & LANE_MASKS[slot as usize];
            for bit in &mut sum {
                let both = *bit & carry;
                *bit ^= carry;
                carry = both;
            }
        }
        let least = sets::missing(ranks, &self.sets, self.same_rank_sets);
        let mut best = u8::MAX;
        for lacking in run..=windows.size as u8 {
            if lacking + least >= best {
                break;
            }
            let held = windows.size as u8 - lacking;
            let mut lows = windows.lows;
            for (i, bit) in sum.iter().enumerate() {
                lows &= if held >> i & 1 == 1 { *bit } else { !*bit };
            }
            while lows != 0 {
                let low = lows.trailing_zeros();
                lows &= lows - 1;
                let rest = ranks - windows.naturals(places, low);
                best = best.min(lacking + sets::missing(rest, &self.sets, self.same_rank_sets));
                if best == lacking + least || best <= enough {
                    return best;
                }
            }
        }
        best
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
