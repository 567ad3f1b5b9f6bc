//! Insertion sort for short slices.
//!
//! The standard library's sorts cost about two kilobytes of code per type and comparator, which is
//! noticeable on a page that sorts in fifty places. For a few dozen items insertion sort is as
//! fast; the standard sorts use it for short slices, too.

use std::cmp::Ordering;

/// Stable insertion sort for short slices.
pub trait ShortSort<T> {
    /// Sorts with a comparator.
    fn short_sort_by(&mut self, order: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by a key.
    fn short_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.short_sort_by(|a, b| key(a).cmp(&key(b)));
    }

    /// Sorts by `Ord`.
    fn short_sort(&mut self)
    where
        T: Ord,
    {
        self.short_sort_by(T::cmp);
    }
}

impl<T> ShortSort<T> for [T] {
    fn short_sort_by(&mut self, mut order: impl FnMut(&T, &T) -> Ordering) {
        for sorted in 1..self.len() {
            let mut place = sorted;
            while let Some([before, item]) = self.get_mut(place - 1..=place) {
                if order(before, item) != Ordering::Greater {
                    break;
                }
                std::mem::swap(before, item);
                place -= 1;
                if place == 0 {
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::ShortSort;

    proptest! {
        #[test]
        fn matches_std_stable_sort(items: Vec<(u8, u8)>) {
            let (mut ours, mut theirs) = (items.clone(), items.clone());
            ours.short_sort();
            theirs.sort();
            prop_assert_eq!(&ours, &theirs);
            let (mut ours, mut theirs) = (items.clone(), items);
            ours.short_sort_by_key(|item| item.0 / 16);
            theirs.sort_by_key(|item| item.0 / 16);
            prop_assert_eq!(ours, theirs);
        }
    }
}
