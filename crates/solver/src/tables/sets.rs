//! Sets, from the number of cards of each rank.

use crate::rank_counts::{COUNTS_BITS, ONES, RankCounts, ranks_of};

/// Number of ranks in a mask that has the highest bit of each rank's nibble.
#[inline]
pub(super) const fn count(tops: u64) -> u8 {
    if COUNTS_BITS {
        tops.count_ones() as u8
    } else {
        // Their sum is in the highest nibble.
        ((tops >> 3).wrapping_mul(ONES) >> 60) as u8
    }
}

/// Minimum number of cards that sets of these sizes lack, the largest size first.
#[inline]
pub(super) fn missing(ranks: RankCounts, sizes: &[u8], same_rank: bool) -> u8 {
    let (Some(&size), Some(&last)) = (sizes.first(), sizes.last()) else { return 0 };
    if size != last {
        return mixed(ranks, sizes, same_rank);
    }
    let number = sizes.len() as u8;
    match size {
        3 => of_one_size::<3>(ranks, number, same_rank),
        4 => of_one_size::<4>(ranks, number, same_rank),
        5 => of_one_size::<5>(ranks, number, same_rank),
        2 => of_one_size::<2>(ranks, number, same_rank),
        _ => of_size(ranks, number, same_rank, size),
    }
}

#[inline]
fn of_one_size<const SIZE: u8>(ranks: RankCounts, number: u8, same_rank: bool) -> u8 {
    of_size(ranks, number, same_rank, SIZE)
}

/// The same for sets of one size.
#[inline(always)]
fn of_size(ranks: RankCounts, number: u8, same_rank: bool, size: u8) -> u8 {
    let crowded = same_rank && ranks.at_least(size + 1) != 0;
    let mut filled = 0;
    // A rank gives up to `size` cards to its first set, of the rest to its second, and so on. For each level,
    // count the sets that get their card of it; the best are taken.
    for level in 1..=size {
        let mut there = count(ranks.at_least(level));
        if crowded {
            let mut more = level + size;
            while more < 16 {
                let reached = ranks.at_least(more);
                if reached == 0 {
                    break;
                }
                there += count(reached);
                more += size;
            }
        }
        filled += there.min(number);
    }
    size * number - filled
}

/// The same for different sizes: the largest set takes the largest rank.
///
/// Exact if a rank is used once: exchanging the ranks of two sets never improves the larger set with the
/// smaller rank. If a rank may be used again, all are tried.
fn mixed(ranks: RankCounts, sizes: &[u8], same_rank: bool) -> u8 {
    let Some((&size, rest)) = sizes.split_first() else { return 0 };
    let mut best = size + missing(ranks, rest, same_rank);
    let mut above = 0;
    for value in (1..=size).rev() {
        let reached = ranks.at_least(value);
        let of_value = reached & !above;
        above = reached;
        for rank in ranks_of(of_value) {
            let left = if same_rank { ranks.less(rank, value) } else { ranks.without(rank) };
            best = best.min(size - value + missing(left, rest, same_rank));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use upcard_cards::RANKS;

    #[test]
    fn missing_cards_of_sets() {
        let ranks = 0x0fed_cba9_8765_4321_u64;
        let ranks = RankCounts::from_bits(ranks & 0x000f_ffff_ffff_ffff);
        assert_eq!(count(ranks.at_least(3)), 11);
        for tops in (0..1u64 << 13).map(|ranks| {
            RANKS
                .iter()
                .fold(0, |tops, rank| tops | (ranks >> rank.index() & 1) << (4 * rank.index() + 3))
        }) {
            assert_eq!(u32::from(count(tops)), tops.count_ones());
        }
        let lack = |ranks, sizes: &[u8], same| missing(RankCounts::from_bits(ranks), sizes, same);
        assert_eq!(lack(0x33, &[3, 3, 3], true), 3);
        assert_eq!(lack(0x35, &[3, 3, 3], true), 1);
        assert_eq!(lack(0x35, &[3, 3, 3], false), 3);
        assert_eq!(lack(0x47, &[5, 2], true), 0);
        assert_eq!(lack(0x07, &[5, 2], true), 0);
        assert_eq!(lack(0x22, &[5, 2], true), 3);
    }
}
