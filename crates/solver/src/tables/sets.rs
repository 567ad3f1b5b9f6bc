//! Sets by rank counts, four bits a rank.

/// A one in every nibble.
const ONES: u64 = 0x1111_1111_1111_1111;
/// The highest bit of every nibble.
const TOPS: u64 = 0x8888_8888_8888_8888;

/// The ranks with at least this many cards, 1 to 15: the highest bit of each rank's nibble.
#[inline]
pub(super) const fn at_least(ranks: u64, number: u8) -> u64 {
    let low = ranks & !TOPS;
    if number <= 8 {
        ((low + (8 - number) as u64 * ONES) | ranks) & TOPS
    } else {
        (low + (16 - number) as u64 * ONES) & ranks & TOPS
    }
}

/// How many ranks such a mask names.
#[inline]
pub(super) const fn count(tops: u64) -> u8 {
    tops.count_ones() as u8
}

/// What sets of these sizes, the largest first, lack at the least.
#[inline]
pub(super) fn missing(ranks: u64, sizes: &[u8], same_rank: bool) -> u8 {
    let (Some(&size), Some(&last)) = (sizes.first(), sizes.last()) else { return 0 };
    if size != last {
        return mixed(ranks, sizes, same_rank);
    }
    let number = sizes.len() as u8;
    match size {
        3 => alike::<3>(ranks, number, same_rank),
        4 => alike::<4>(ranks, number, same_rank),
        5 => alike::<5>(ranks, number, same_rank),
        2 => alike::<2>(ranks, number, same_rank),
        _ => alike_of(ranks, number, same_rank, size),
    }
}

#[inline]
fn alike<const SIZE: u8>(ranks: u64, number: u8, same_rank: bool) -> u8 {
    alike_of(ranks, number, same_rank, SIZE)
}

/// The same for sets of one size.
#[inline(always)]
fn alike_of(ranks: u64, number: u8, same_rank: bool, size: u8) -> u8 {
    let crowded = same_rank && at_least(ranks, size + 1) != 0;
    let mut filled = 0;
    // A rank gives to its first set up to `size` cards, to its second of the rest, and so on: so
    // many sets there are that get their first card, their second, …; the best are taken.
    for level in 1..=size {
        let mut there = count(at_least(ranks, level));
        if crowded {
            let mut more = level + size;
            while more < 16 {
                let reached = at_least(ranks, more);
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
/// Exact as long as a rank is used once: exchanging the ranks of two sets never makes the larger
/// set better off with the smaller rank. Where a rank may be used again, all are tried.
fn mixed(ranks: u64, sizes: &[u8], same_rank: bool) -> u8 {
    let Some((&size, rest)) = sizes.split_first() else { return 0 };
    let mut best = size + missing(ranks, rest, same_rank);
    let mut above = 0;
    for value in (1..=size).rev() {
        let reached = at_least(ranks, value);
        let mut of_value = reached & !above;
        above = reached;
        while of_value != 0 {
            let rank = of_value.trailing_zeros() & !3;
            of_value &= of_value - 1;
            let left =
                if same_rank { ranks - (u64::from(value) << rank) } else { ranks & !(15 << rank) };
            best = best.min(size - value + missing(left, rest, same_rank));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_compared_nibble_by_nibble() {
        let ranks = 0x0fed_cba9_8765_4321_u64;
        for number in 1..=15 {
            let tops = at_least(ranks, number);
            for rank in 0..16 {
                let held = ranks >> (4 * rank) & 15;
                assert_eq!(tops >> (4 * rank + 3) & 1 == 1, held >= u64::from(number));
            }
        }
        assert_eq!(count(at_least(ranks & 0x000f_ffff_ffff_ffff, 3)), 11);
        assert_eq!(missing(0x33, &[3, 3, 3], true), 3);
        assert_eq!(missing(0x35, &[3, 3, 3], true), 1);
        assert_eq!(missing(0x35, &[3, 3, 3], false), 3);
        assert_eq!(missing(0x47, &[5, 2], true), 0);
        assert_eq!(missing(0x07, &[5, 2], true), 0);
        assert_eq!(missing(0x22, &[5, 2], true), 3);
    }
}
