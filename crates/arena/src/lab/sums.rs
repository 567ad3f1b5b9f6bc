//! Sums over matches. All are integers, so that the result does not depend on the order of addition or the
//! number of cores.

use crate::stats::{Interval, student_t};

/// A count of a match and its denominator, such as turns and deals.
pub(super) type Fraction = (i64, i64);

/// Sums of a figure over matches, and of its squares.
#[derive(Clone, Copy, Default)]
pub(super) struct Moments {
    numerator: i128,
    denominator: i128,
    squares: Cross,
}

/// Cross products of one rule set's figure with another's on the same deals.
#[derive(Clone, Copy, Default)]
pub(super) struct Cross {
    num_num: i128,
    num_den: i128,
    den_num: i128,
    den_den: i128,
}

impl Moments {
    pub(super) fn add(&mut self, pair: Fraction) {
        self.numerator += i128::from(pair.0);
        self.denominator += i128::from(pair.1);
        self.squares.add(pair, pair);
    }

    pub(super) fn merge(&mut self, other: &Moments) {
        self.numerator += other.numerator;
        self.denominator += other.denominator;
        self.squares.merge(&other.squares);
    }

    fn mean(&self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Sum of squared residuals of the ratio estimate.
    fn squared_residuals(&self) -> f64 {
        let mean = self.mean();
        let Cross { num_num, num_den, den_den, .. } = self.squares;
        let residuals = num_num as f64 - 2.0 * mean * num_den as f64;
        (residuals + mean * mean * den_den as f64).max(0.0)
    }

    /// Estimates the ratio over this many matches.
    pub(super) fn interval(&self, matches: u64) -> Interval {
        if self.denominator == 0 {
            return Interval::UNKNOWN;
        }
        interval_around(self.mean(), self.squared_residuals(), self.denominator as f64, matches)
    }

    /// Estimates the ratio as a share.
    pub(super) fn share(&self, matches: u64) -> Interval {
        if self.denominator == 0 {
            return Interval::UNKNOWN;
        }
        let (n, denominator) = (matches as f64, self.denominator as f64);
        let error = (self.squared_residuals() * n / (n - 1.0)).sqrt() / denominator;
        Interval::wilson(self.mean(), error, n, denominator)
    }

    /// Estimates the difference from another rule set's figure in the same matches.
    pub(super) fn difference(&self, other: &Moments, cross: &Cross, matches: u64) -> Interval {
        if self.denominator == 0 || other.denominator == 0 {
            return Interval::UNKNOWN;
        }
        let (mean, theirs) = (self.mean(), other.mean());
        let common =
            cross.num_num as f64 - theirs * cross.num_den as f64 - mean * cross.den_num as f64
                + mean * theirs * cross.den_den as f64;
        // In units of this figure's own denominator.
        let scale = self.denominator as f64 / other.denominator as f64;
        let square = self.squared_residuals() - 2.0 * scale * common
            + scale * scale * other.squared_residuals();
        interval_around(mean - theirs, square.max(0.0), self.denominator as f64, matches)
    }
}

impl Cross {
    pub(super) fn add(
        &mut self,
        (numerator, denominator): Fraction,
        (their_num, their_den): Fraction,
    ) {
        let (numerator, denominator) = (i128::from(numerator), i128::from(denominator));
        let (their_num, their_den) = (i128::from(their_num), i128::from(their_den));
        self.num_num += numerator * their_num;
        self.num_den += numerator * their_den;
        self.den_num += denominator * their_num;
        self.den_den += denominator * their_den;
    }

    pub(super) fn merge(&mut self, other: &Cross) {
        self.num_num += other.num_num;
        self.num_den += other.num_den;
        self.den_num += other.den_num;
        self.den_den += other.den_den;
    }
}

/// Calls `add` for each sum with its new value, extending the list as needed.
pub(super) fn add_each<T: Clone + Default, U>(
    sums: &mut Vec<T>,
    more: impl ExactSizeIterator<Item = U>,
    add: impl Fn(&mut T, U),
) {
    if sums.len() < more.len() {
        sums.resize(more.len(), T::default());
    }
    sums.iter_mut().zip(more).for_each(|(sum, more)| add(sum, more));
}

fn interval_around(mean: f64, square: f64, denominator: f64, matches: u64) -> Interval {
    let n = matches as f64;
    let half_width = student_t(n - 1.0) * (square * n / (n - 1.0)).sqrt() / denominator;
    Interval::around(mean, half_width, n)
}

/// Histogram by length.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize)]
#[serde(transparent)]
pub struct Histogram(pub Vec<u64>);

impl Histogram {
    pub(super) fn count(&mut self, length: u32) {
        let at = length as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] += 1;
    }

    pub(super) fn merge(&mut self, other: &Histogram) {
        add_each(&mut self.0, other.0.iter(), |mine, more| *mine += more);
    }

    /// Total count.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Smallest length that at least `part` of the entries do not exceed; `None` if it is empty.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<u32> {
        let want = (self.total() as f64 * share).ceil().max(1.0) as u64;
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
    fn sums_give_the_intervals_of_the_samples() {
        let mine: [Fraction; 5] = [(31, 7), (40, 7), (28, 6), (55, 7), (33, 5)];
        let theirs: [Fraction; 5] = [(20, 7), (33, 7), (19, 6), (41, 7), (29, 6)];
        let (mut a, mut b, mut cross) = (Moments::default(), Moments::default(), Cross::default());
        for (mine, theirs) in mine.into_iter().zip(theirs) {
            a.add(mine);
            b.add(theirs);
            cross.add(mine, theirs);
        }
        let floats = mine.iter().map(|p| (p.0 as f64, p.1 as f64));
        let (one, other) = (a.interval(5), Interval::ratio(floats));
        assert!((one.low - other.low).abs() < 1e-9 && (one.high - other.high).abs() < 1e-9);
        // The difference from itself has no error; the difference from another has.
        let mut same = Cross::default();
        mine.iter().for_each(|p| same.add(*p, *p));
        let none = a.difference(&a, &same, 5);
        assert!(none.mean == 0.0 && none.high < 1e-6, "{none:?}");
        let difference = a.difference(&b, &cross, 5);
        let alone = a.interval(5);
        assert!((difference.mean - (187.0 / 32.0 - 142.0 / 33.0)).abs() < 1e-9);
        let half_width = |interval: Interval| interval.high - interval.mean;
        assert!(half_width(difference) < half_width(alone), "the same deals tell more");
    }

    #[test]
    fn quantiles() {
        let mut spread = Histogram::default();
        [3, 3, 4, 5, 9].into_iter().for_each(|length| spread.count(length));
        assert_eq!((spread.quantile(0.5), spread.quantile(0.9)), (Some(4), Some(9)));
        assert_eq!(Histogram::default().quantile(0.5), None);
    }
}
