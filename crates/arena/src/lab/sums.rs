//! Sums over matches. All are integers, so that the result does not depend on the order of addition or the
//! number of cores.

use crate::stats::{Interval, student};

/// A count of a match and its denominator, such as turns and deals.
pub(super) type Pair = (i64, i64);

/// Sums of a figure over matches, and of its squares.
#[derive(Clone, Copy, Default)]
pub(super) struct Moments {
    of: i128,
    by: i128,
    squares: Cross,
}

/// Cross products of one rule set's figure with another's on the same deals.
#[derive(Clone, Copy, Default)]
pub(super) struct Cross {
    of_of: i128,
    of_by: i128,
    by_of: i128,
    by_by: i128,
}

impl Moments {
    pub(super) fn add(&mut self, pair: Pair) {
        self.of += i128::from(pair.0);
        self.by += i128::from(pair.1);
        self.squares.add(pair, pair);
    }

    pub(super) fn merge(&mut self, other: &Moments) {
        self.of += other.of;
        self.by += other.by;
        self.squares.merge(&other.squares);
    }

    fn mean(&self) -> f64 {
        self.of as f64 / self.by as f64
    }

    /// Sum of squared residuals of the ratio estimate.
    fn squared_residuals(&self) -> f64 {
        let mean = self.mean();
        let Cross { of_of, of_by, by_by, .. } = self.squares;
        let off = of_of as f64 - 2.0 * mean * of_by as f64;
        (off + mean * mean * by_by as f64).max(0.0)
    }

    /// Estimates the ratio over this many matches.
    pub(super) fn interval(&self, matches: u64) -> Interval {
        if self.by == 0 {
            return Interval::UNKNOWN;
        }
        around(self.mean(), self.squared_residuals(), self.by as f64, matches)
    }

    /// Estimates the ratio as a share.
    pub(super) fn share(&self, matches: u64) -> Interval {
        if self.by == 0 {
            return Interval::UNKNOWN;
        }
        let (n, by) = (matches as f64, self.by as f64);
        let error = (self.squared_residuals() * n / (n - 1.0)).sqrt() / by;
        Interval::share(self.mean(), error, n, by)
    }

    /// Estimates the difference from another rule set's figure in the same matches.
    pub(super) fn less(&self, other: &Moments, cross: &Cross, matches: u64) -> Interval {
        if self.by == 0 || other.by == 0 {
            return Interval::UNKNOWN;
        }
        let (mean, theirs) = (self.mean(), other.mean());
        let common = cross.of_of as f64 - theirs * cross.of_by as f64 - mean * cross.by_of as f64
            + mean * theirs * cross.by_by as f64;
        // In units of this figure's own denominator.
        let scale = self.by as f64 / other.by as f64;
        let square = self.squared_residuals() - 2.0 * scale * common
            + scale * scale * other.squared_residuals();
        around(mean - theirs, square.max(0.0), self.by as f64, matches)
    }
}

impl Cross {
    pub(super) fn add(&mut self, (of, by): Pair, (their_of, their_by): Pair) {
        let (of, by) = (i128::from(of), i128::from(by));
        let (their_of, their_by) = (i128::from(their_of), i128::from(their_by));
        self.of_of += of * their_of;
        self.of_by += of * their_by;
        self.by_of += by * their_of;
        self.by_by += by * their_by;
    }

    pub(super) fn merge(&mut self, other: &Cross) {
        self.of_of += other.of_of;
        self.of_by += other.of_by;
        self.by_of += other.by_of;
        self.by_by += other.by_by;
    }
}

/// Calls `add` for each sum with its new value, extending the list as needed.
pub(super) fn each<T: Clone + Default, U>(
    sums: &mut Vec<T>,
    more: impl ExactSizeIterator<Item = U>,
    add: impl Fn(&mut T, U),
) {
    if sums.len() < more.len() {
        sums.resize(more.len(), T::default());
    }
    sums.iter_mut().zip(more).for_each(|(sum, more)| add(sum, more));
}

fn around(mean: f64, square: f64, by: f64, matches: u64) -> Interval {
    if matches < 2 {
        return Interval { mean, ..Interval::UNKNOWN };
    }
    let n = matches as f64;
    let reach = student(n - 1.0) * (square * n / (n - 1.0)).sqrt() / by;
    Interval { mean, low: mean - reach, high: mean + reach }
}

/// Histogram by length.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
#[serde(transparent)]
pub struct Spread(pub Vec<u64>);

impl Spread {
    pub(super) fn count(&mut self, length: u32) {
        let at = length as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] += 1;
    }

    pub(super) fn merge(&mut self, other: &Spread) {
        each(&mut self.0, other.0.iter(), |mine, more| *mine += more);
    }

    /// Total count.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Smallest length that at least `part` of the entries do not exceed; `None` if it is empty.
    #[must_use]
    pub fn quantile(&self, part: f64) -> Option<u32> {
        let want = (self.all() as f64 * part).ceil().max(1.0) as u64;
        let mut sum = 0;
        self.0.iter().zip(0..).find_map(|(count, length)| {
            sum += count;
            (sum >= want).then_some(length)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_say_what_the_samples_say() {
        let mine: [Pair; 5] = [(31, 7), (40, 7), (28, 6), (55, 7), (33, 5)];
        let theirs: [Pair; 5] = [(20, 7), (33, 7), (19, 6), (41, 7), (29, 6)];
        let (mut a, mut b, mut cross) = (Moments::default(), Moments::default(), Cross::default());
        for (mine, theirs) in mine.into_iter().zip(theirs) {
            a.add(mine);
            b.add(theirs);
            cross.add(mine, theirs);
        }
        let floats: Vec<(f64, f64)> = mine.iter().map(|p| (p.0 as f64, p.1 as f64)).collect();
        let (one, other) = (a.interval(5), Interval::ratio(&floats));
        assert!((one.low - other.low).abs() < 1e-9 && (one.high - other.high).abs() < 1e-9);
        // The difference from itself has no error; the difference from another has.
        let mut same = Cross::default();
        mine.iter().for_each(|p| same.add(*p, *p));
        let none = a.less(&a, &same, 5);
        assert!(none.mean == 0.0 && none.high < 1e-6, "{none:?}");
        let less = a.less(&b, &cross, 5);
        let alone = a.interval(5);
        assert!((less.mean - (187.0 / 32.0 - 142.0 / 33.0)).abs() < 1e-9);
        assert!(less.high - less.mean < alone.high - alone.mean, "the same deals tell more");
    }

    #[test]
    fn quantiles() {
        let mut spread = Spread::default();
        [3, 3, 4, 5, 9].into_iter().for_each(|length| spread.count(length));
        assert_eq!((spread.quantile(0.5), spread.quantile(0.9)), (Some(4), Some(9)));
        assert_eq!(Spread::default().quantile(0.5), None);
    }
}
