//! Statistics over clusters: matches of the same deals are no independent samples, clusters are.

use serde::{Deserialize, Deserializer, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean with its 95 % interval. What is unknown is not finite, and is `null` in JSON: the
/// mean of no samples, the ends for a single one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate.
    #[serde(deserialize_with = "number_or_null")]
    pub mean: f64,
    /// The lower end.
    #[serde(deserialize_with = "number_or_null")]
    pub low: f64,
    /// The upper end.
    #[serde(deserialize_with = "number_or_null")]
    pub high: f64,
}

fn number_or_null<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or(f64::NAN))
}

/// The point that Student's distribution stays below with a probability of 97.5 %: how many standard
/// errors an interval of 95 % reaches to each side. Without a degree of freedom nothing is known.
pub(crate) fn student(degrees: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees).map_or(f64::INFINITY, |t| t.inverse_cdf(0.975))
}

impl Interval {
    /// Of nothing.
    pub const UNKNOWN: Interval = Interval { mean: f64::NAN, low: f64::NAN, high: f64::NAN };

    /// An estimate of one sample: its ends are unknown.
    fn alone(mean: f64) -> Interval {
        Interval { mean, ..Interval::UNKNOWN }
    }

    /// The same as a part of a whole, which is from 0 to 1.
    #[must_use]
    pub fn within_one(self) -> Interval {
        Interval { low: self.low.max(0.0), high: self.high.min(1.0), ..self }
    }

    /// For people: the mean and the ends, multiplied, with this many decimals.
    #[must_use]
    pub fn text(&self, scale: f64, decimals: usize) -> String {
        // What is rounded to zero has no sign.
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

    /// The ratio of two sums over clusters, such as points to deals; clusters vary together.
    #[must_use]
    pub fn ratio(clusters: &[(f64, f64)]) -> Interval {
        let n = clusters.len() as f64;
        let (above, below) = clusters.iter().fold((0.0, 0.0), |s, c| (s.0 + c.0, s.1 + c.1));
        if below == 0.0 {
            return Interval::UNKNOWN;
        }
        let mean = above / below;
        if clusters.len() < 2 {
            return Interval::alone(mean);
        }
        let square: f64 = clusters.iter().map(|(a, b)| (a - mean * b).powi(2)).sum();
        let error = (square * n / (n - 1.0)).sqrt() / below;
        let reach = student(n - 1.0) * error;
        Interval { mean, low: mean - reach, high: mean + reach }
    }

    /// From an estimate and those that leave one group of clusters out each (the jackknife).
    #[must_use]
    pub fn jackknife(mean: f64, without: &[f64]) -> Interval {
        let n = without.len() as f64;
        if without.is_empty() {
            return Interval::UNKNOWN;
        }
        if without.len() < 2 {
            return Interval::alone(mean);
        }
        let centre = without.iter().sum::<f64>() / n;
        let square: f64 = without.iter().map(|x| (x - centre).powi(2)).sum();
        let reach = student(n - 1.0) * ((n - 1.0) / n * square).sqrt();
        Interval { mean, low: mean - reach, high: mean + reach }
    }
}

/// Ratings on Elo's scale by which contestants beat each other as often as they did (the model of
/// Bradley and Terry, with half a drawn game added to each pair); their mean is 1500.
/// `beaten[a][b]` is how often a came before b, ties counting half.
#[must_use]
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
        let one = Interval::ratio(&[(2.0, 1.0), (4.0, 1.0), (3.0, 1.0), (3.0, 1.0)]);
        assert!((one.mean - 3.0).abs() < 1e-9);
        // The standard error is 0.408, the factor for three degrees 3.18.
        assert!((one.high - one.mean - 1.299).abs() < 0.001, "{one:?}");
    }

    /// As every table of the distribution has them.
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
            assert!((student(degrees) - point).abs() < 1e-6, "{degrees}: {}", student(degrees));
        }
        assert_eq!(student(0.0), f64::INFINITY);
    }

    #[test]
    fn ratings_follow_the_odds() {
        let rated = ratings(&[vec![0.0, 750.0], vec![250.0, 0.0]]);
        assert!((rated[0] - rated[1] - 190.8).abs() < 1.0, "{rated:?}");
    }
}
