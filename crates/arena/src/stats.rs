//! Statistics over clusters: matches of the same deals are not independent samples, clusters are.

use serde::{Deserialize, Deserializer, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean with its 95 % confidence interval. Unknown values are not finite, and `null` in JSON: the mean of
/// no samples, the ends for a single sample.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// Estimate.
    #[serde(deserialize_with = "number_or_null")]
    pub mean: f64,
    /// Lower end.
    #[serde(deserialize_with = "number_or_null")]
    pub low: f64,
    /// Upper end.
    #[serde(deserialize_with = "number_or_null")]
    pub high: f64,
}

/// Unknown values compare equal.
impl PartialEq for Interval {
    fn eq(&self, other: &Interval) -> bool {
        let same = |one: f64, other: f64| one == other || one.is_nan() && other.is_nan();
        same(self.mean, other.mean) && same(self.low, other.low) && same(self.high, other.high)
    }
}

/// Deserializes `null` as NaN.
pub(crate) fn number_or_null<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(f64::NAN))
}

/// 97.5 % quantile of Student's t-distribution: half-width of a 95 % interval in standard errors. Infinite
/// without degrees of freedom.
pub(crate) fn student_t(degrees: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees).map_or(f64::INFINITY, |t| t.inverse_cdf(0.975))
}

impl Interval {
    /// No estimate.
    pub const UNKNOWN: Interval = Interval { mean: f64::NAN, low: f64::NAN, high: f64::NAN };

    /// Estimate from a single sample, with unknown ends.
    pub(crate) fn single_sample(mean: f64) -> Interval {
        Interval { mean, ..Interval::UNKNOWN }
    }

    /// An estimate with this half-width; over a single sample the ends are unknown.
    pub(crate) fn around(mean: f64, half_width: f64, samples: f64) -> Interval {
        if samples < 2.0 {
            return Interval::single_sample(mean);
        }
        Interval { mean, low: mean - half_width, high: mean + half_width }
    }

    /// Clamps to non-negative values.
    pub(crate) fn non_negative(self) -> Interval {
        // `clamp` keeps NaN; `max` would not.
        Interval { low: self.low.clamp(0.0, f64::INFINITY), ..self }
    }

    /// Clamps to the range of a difference of two shares.
    pub(crate) fn clamp_share_difference(self) -> Interval {
        Interval { low: self.low.clamp(-1.0, 1.0), high: self.high.clamp(-1.0, 1.0), ..self }
    }

    /// Wilson interval of a share, from the estimate and its standard error over `samples` samples, which
    /// stays within 0 to 1. The number of trials is the one that would have that error; without an error, as
    /// when all or none succeed, it is `trials`.
    pub(crate) fn wilson(mean: f64, error: f64, samples: f64, trials: f64) -> Interval {
        if samples < 2.0 {
            return Interval::single_sample(mean);
        }
        let spread = mean * (1.0 - mean);
        // If all matches came out alike, fall back to the number of trials.
        let n = if spread > 0.0 && error > 0.0 { spread / (error * error) } else { trials };
        let z = student_t(samples - 1.0);
        let (square, scale) = (z * z / n, 1.0 / (1.0 + z * z / n));
        let centre = (mean + square / 2.0) * scale;
        let half_width = scale * z * (spread / n + square / (4.0 * n)).sqrt();
        // Keep the estimate inside despite rounding.
        let low = (centre - half_width).max(0.0).min(mean);
        Interval { mean, low, high: (centre + half_width).min(1.0).max(mean) }
    }

    /// Returns `true` if there is no estimate.
    pub(crate) fn is_unknown(&self) -> bool {
        !self.mean.is_finite()
    }

    /// Formats the mean and the ends, scaled, with this many decimals.
    #[must_use]
    pub fn text(&self, scale: f64, decimals: usize) -> String {
        // Avoid a negative zero.
        let least = 0.5 * 0.1f64.powi(decimals as i32);
        let [mean, low, high] = [self.mean, self.low, self.high]
            .map(|number| number * scale)
            .map(|number| if number.abs() < least { 0.0 } else { number });
        match (mean.is_finite(), low.is_finite() && high.is_finite()) {
            (false, _) => "–".to_owned(),
            (true, false) => format!("{mean:.decimals$} [–]"),
            (true, true) => format!("{mean:.decimals$} [{low:.decimals$}, {high:.decimals$}]"),
        }
    }

    /// Formats the mean alone.
    pub(crate) fn mean_text(&self, scale: f64, decimals: usize) -> String {
        let mean = self.mean * scale;
        if mean.is_finite() { format!("{mean:.decimals$}") } else { "–".to_owned() }
    }

    /// Ratio of two sums over clusters, such as points to deals, with the clusters as samples.
    #[must_use]
    pub fn ratio(clusters: impl Iterator<Item = (f64, f64)> + Clone) -> Interval {
        let n = clusters.clone().count() as f64;
        let Some((mean, error)) = ratio_with_error(clusters) else { return Interval::UNKNOWN };
        Interval::around(mean, student_t(n - 1.0) * error, n)
    }

    /// As `ratio`, for a share, such as matches won of matches played.
    #[must_use]
    pub fn ratio_share(clusters: impl Iterator<Item = (f64, f64)> + Clone) -> Interval {
        let (samples, trials) = (clusters.clone().count(), clusters.clone().map(|c| c.1).sum());
        let Some((mean, error)) = ratio_with_error(clusters) else { return Interval::UNKNOWN };
        Interval::wilson(mean, error, samples as f64, trials)
    }

    /// From an estimate and those with one group of clusters left out each (jackknife).
    #[must_use]
    pub fn jackknife(mean: f64, without: &[f64]) -> Interval {
        let n = without.len() as f64;
        if without.is_empty() {
            return Interval::UNKNOWN;
        }
        let centre = without.iter().sum::<f64>() / n;
        let square: f64 = without.iter().map(|x| (x - centre).powi(2)).sum();
        Interval::around(mean, student_t(n - 1.0) * ((n - 1.0) / n * square).sqrt(), n)
    }
}

/// Ratio of two sums over clusters, and its standard error.
fn ratio_with_error(clusters: impl Iterator<Item = (f64, f64)> + Clone) -> Option<(f64, f64)> {
    let n = clusters.clone().count() as f64;
    let (above, below) = clusters.clone().fold((0.0, 0.0), |s, c| (s.0 + c.0, s.1 + c.1));
    if below == 0.0 {
        return None;
    }
    let mean = above / below;
    let square: f64 = clusters.map(|(a, b)| (a - mean * b).powi(2)).sum();
    Some((mean, (square * n / (n - 1.0)).sqrt() / below))
}

/// Elo ratings under the Bradley-Terry model, with half a drawn game added per pair; their mean is 1500.
/// `beaten[a][b]` is how often a finished before b, ties counting half.
pub(crate) fn ratings(beaten: &[Vec<f64>]) -> Vec<f64> {
    let n = beaten.len();
    let mut strength = vec![1.0f64; n];
    for _ in 0..400 {
        let mut next = strength.clone();
        for a in 0..n {
            let mut wins = 0.0;
            let mut weight = 0.0;
            for b in (0..n).filter(|&b| b != a) {
                wins += beaten[a][b] + 0.5;
                weight += (beaten[a][b] + beaten[b][a] + 1.0) / (strength[a] + strength[b]);
            }
            if weight > 0.0 {
                next[a] = wins / weight;
            }
        }
        let mean = next.iter().map(|s| s.ln()).sum::<f64>() / n as f64;
        strength = next.iter().map(|s| (s.ln() - mean).exp()).collect();
    }
    strength.iter().map(|s| 1500.0 + 400.0 * s.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals() {
        let one = Interval::ratio([2.0, 4.0, 3.0, 3.0].into_iter().map(|points| (points, 1.0)));
        assert!((one.mean - 3.0).abs() < 1e-9);
        // The standard error is 0.408, the factor for three degrees of freedom 3.18.
        assert!((one.high - one.mean - 1.299).abs() < 0.001, "{one:?}");
    }

    #[test]
    fn shares_stay_between_0_and_1() {
        // Wilson's example: 8 of 10; for many samples the factor is the normal distribution's 1.96.
        let error = (0.8f64 * 0.2 / 10.0).sqrt();
        let eight = Interval::wilson(0.8, error, 1e4, 10.0);
        let near = |end: f64, known: f64| (end - known).abs() < 1e-3;
        assert!(near(eight.low, 0.4902) && near(eight.high, 0.9433), "{eight:?}");
        let none = Interval::wilson(0.0, 0.0, 1e4, 10.0);
        assert!(none.low == 0.0 && near(none.high, 0.2775), "{none:?}");
        let all = Interval::ratio_share([(2.0, 2.0), (3.0, 3.0)].into_iter());
        assert!(all.mean == 1.0 && all.high == 1.0 && all.low > 0.0 && all.low < 1.0, "{all:?}");
        let few = Interval::ratio_share([1.0, 0.0, 0.0].into_iter().map(|won| (won, 4.0)));
        assert!(few.low >= 0.0 && few.low < few.mean && few.high < 1.0, "{few:?}");
    }

    /// Clamping does not turn unknown ends into known ones.
    #[test]
    fn unknown_bounds_stay_unknown() {
        let sample = Interval::single_sample(0.5);
        for one in [sample.non_negative(), sample.clamp_share_difference()] {
            assert!(one.mean == 0.5 && one.low.is_nan() && one.high.is_nan(), "{one:?}");
        }
        let wide = Interval { mean: 0.5, low: -1.5, high: 2.5 };
        let ends = |interval: Interval| (interval.low, interval.high);
        assert_eq!(ends(wide.non_negative()), (0.0, 2.5));
        assert_eq!(ends(wide.clamp_share_difference()), (-1.0, 1.0));
    }

    /// Values from published tables.
    #[test]
    fn student_agrees_with_the_tables() {
        let table = [
            (1.0, 12.706_204_736),
            (2.0, 4.302_652_730),
            (3.0, 3.182_446_305),
            (5.0, 2.570_581_836),
            (10.0, 2.228_138_852),
            (30.0, 2.042_272_456),
            (1000.0, 1.962_339_081),
        ];
        for (degrees, point) in table {
            assert!((student_t(degrees) - point).abs() < 1e-6, "{degrees}: {}", student_t(degrees));
        }
        assert_eq!(student_t(0.0), f64::INFINITY);
    }

    #[test]
    fn ratings_follow_the_odds() {
        let rated = ratings(&[vec![0.0, 750.0], vec![250.0, 0.0]]);
        assert!((rated[0] - rated[1] - 190.8).abs() < 1.0, "{rated:?}");
    }
}
