//! Fixed-size caches of results for the cards of a suit.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytemuck::allocation::zeroed_slice_box;

use crate::hand::Held;

/// Number of sets of ranks of a suit.
pub(crate) const RANK_SETS: usize = 1 << 13;

/// A hash table of results of some words each, by their query. A newer result overwrites an older one.
pub(crate) struct Cache<const WORDS: usize>(Box<[Slot<WORDS>]>);

/// The check is the XOR of the words and the key, so that words written by different threads do not match. No
/// key is zero, so nothing matches an empty slot.
struct Slot<const WORDS: usize> {
    check: AtomicU64,
    words: [AtomicU64; WORDS],
}

impl<const WORDS: usize> Cache<WORDS> {
    /// Size in bytes for this many slots.
    pub(crate) const fn bytes(places: usize) -> usize {
        places * size_of::<Slot<WORDS>>()
    }

    /// A cache with this many slots, a power of two.
    pub(crate) fn new(places: usize) -> Cache<WORDS> {
        let empty = |_| Slot {
            check: AtomicU64::new(0),
            words: std::array::from_fn(|_| AtomicU64::new(0)),
        };
        Cache((0..places).map(empty).collect())
    }

    /// The result for this suit and query, a number below a million.
    #[inline]
    pub(crate) fn get(
        &self,
        [one, two, three]: Held,
        asked: usize,
        compute: impl FnOnce() -> [u64; WORDS],
    ) -> [u64; WORDS] {
        let ranks = u64::from(one) | u64::from(two) << 13 | u64::from(three) << 26;
        let key = ranks | (asked as u64) << 40 | 1 << 63;
        // The upper half of the product is mixed best.
        let at = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let place = &self.0[at as usize & (self.0.len() - 1)];
        let known: [u64; WORDS] = std::array::from_fn(|i| place.words[i].load(Relaxed));
        if known.iter().fold(place.check.load(Relaxed), |mixed, word| mixed ^ word) == key {
            return known;
        }
        let found = compute();
        place.words.iter().zip(found).for_each(|(place, word)| place.store(word, Relaxed));
        place.check.store(found.iter().fold(key, |mixed, word| mixed ^ word), Relaxed);
        found
    }
}

/// One-word results about suits: those without duplicate cards have a slot each.
pub(crate) struct SuitCache {
    once: Box<[AtomicU64]>,
    twice: Cache<1>,
}

impl SuitCache {
    /// Size in bytes, for this many queries about a suit and slots for suits with duplicates.
    pub(crate) const fn bytes(queries: usize, places: usize) -> usize {
        8 * RANK_SETS * queries + Cache::<1>::bytes(places)
    }

    pub(crate) fn new(queries: usize, places: usize) -> SuitCache {
        SuitCache { once: zeroed_slice_box(RANK_SETS * queries), twice: Cache::new(places) }
    }

    /// The result for this suit and query; no result is zero.
    #[inline]
    pub(crate) fn get(&self, suit: Held, query: usize, compute: impl FnOnce() -> u64) -> u64 {
        if suit[1] != 0 {
            return self.twice.get(suit, query, || [compute()])[0];
        }
        let place = &self.once[RANK_SETS * query + usize::from(suit[0]) % RANK_SETS];
        match place.load(Relaxed) {
            0 => {
                let word = compute();
                place.store(word, Relaxed);
                word
            }
            known => known,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More suits than slots: each result is still correct.
    #[test]
    fn full_cache_returns_correct_results() {
        let cache = Cache::<2>::new(16);
        for _ in 0..2 {
            for ranks in 1..200u16 {
                let answer = [u64::from(ranks), 1 << 40];
                assert_eq!(cache.get([ranks, ranks, 0], 3, || answer), answer);
            }
        }
        let mut asked = 0;
        for _ in 0..2 {
            let found = cache.get([9, 8, 0], 0, || {
                asked += 1;
                [7; 2]
            });
            assert_eq!(found, [7; 2]);
        }
        assert_eq!(asked, 1);
    }
}
