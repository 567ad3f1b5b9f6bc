//! Probability of finishing first if the remaining deals are equally good for all seats.

use std::sync::OnceLock;

/// Resolution of the normal distribution table per standard deviation, and its range in deviations on either
/// side.
const TABLE_STEPS: usize = 64;
const TABLE_RANGE: usize = 8;

/// Cumulative normal distribution.
fn normal_cdf(x: f64) -> f64 {
    static TABLE: OnceLock<Vec<f64>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let at = |i: usize| i as f64 / TABLE_STEPS as f64 - TABLE_RANGE as f64;
        let root = std::f64::consts::SQRT_2;
        (0..=2 * TABLE_RANGE * TABLE_STEPS).map(|i| 0.5 * libm::erfc(-at(i) / root)).collect()
    });
    let place = (x + TABLE_RANGE as f64) * TABLE_STEPS as f64;
    if place <= 0.0 {
        return 0.0;
    }
    let (at, rest) = (place as usize, place.fract());
    match table.get(at..at + 2) {
        Some([low, high]) => low + (high - low) * rest,
        _ => 1.0,
    }
}

/// Smallest spread in points; anything below counts as certain.
const MIN_SPREAD: f64 = 1e-6;

/// Step of the numerical integration over a seat's own result, in deviations, and number of steps on either
/// side of the mean. The integrand is so smooth that few steps give many digits.
const STEP: f64 = 0.5;
const PLACES: i32 = 12;

/// Probability that a seat finishes first, given its leads over its rivals in points. The points to come of
/// the seats are independent, each with this standard deviation. If nothing is to come, seats that tie for
/// first share it.
#[must_use]
pub fn first(leads: &[f64], spread: f64) -> f64 {
    if spread < MIN_SPREAD {
        if leads.iter().any(|lead| *lead < 0.0) {
            return 0.0;
        }
        let others = leads.iter().filter(|lead| **lead == 0.0).count();
        return 1.0 / (1 + others) as f64;
    }
    let at = |place: i32| {
        let own = STEP * f64::from(place);
        let density = libm::exp(-0.5 * own * own);
        let ahead: f64 = leads.iter().map(|lead| normal_cdf(own + lead / spread)).product();
        density * ahead
    };
    let root = libm::sqrt(2.0 * std::f64::consts::PI);
    (-PLACES..=PLACES).map(at).sum::<f64>() * STEP / root
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chances(standings: &[f64], spread: f64) -> Vec<f64> {
        let of = |own: usize| {
            let others = (0..standings.len()).filter(|&other| other != own);
            let leads: Vec<f64> = others.map(|other| standings[own] - standings[other]).collect();
            first(&leads, spread)
        };
        (0..standings.len()).map(of).collect()
    }

    #[test]
    fn chances_sum_to_one() {
        for standings in [&[0.0, 0.0][..], &[30.0, -10.0, 5.0], &[0.0, 80.0, 81.0, -200.0, 3.0]] {
            for spread in [0.0, 0.5, 10.0, 60.0, 500.0] {
                let all = chances(standings, spread);
                let sum: f64 = all.iter().sum();
                assert!((sum - 1.0).abs() < 2e-4, "{standings:?} {spread}: {all:?} come to {sum}");
            }
        }
        assert_eq!(chances(&[0.0; 4], 0.0), [0.25; 4]);
        chances(&[0.0; 4], 9.0).into_iter().for_each(|one| assert!((one - 0.25).abs() < 1e-4));
    }

    #[test]
    fn chance_is_monotonic_in_points() {
        for spread in [0.0, 3.0, 40.0, 150.0] {
            let of = |own: i32| first(&[f64::from(own), f64::from(own) - 25.0], spread);
            for own in -400..400 {
                assert!(of(own + 1) >= of(own), "{own}, {spread}");
            }
            // With two seats it is the normal distribution itself.
            let two = first(&[20.0], spread.max(1.0));
            let known = normal_cdf(20.0 / (spread.max(1.0) * std::f64::consts::SQRT_2));
            assert!((two - known).abs() < 1e-4, "{two} {known}");
        }
    }

    #[test]
    fn zero_spread_is_decided_by_standing() {
        assert_eq!(first(&[1.0, 40.0], 0.0), 1.0);
        assert_eq!(first(&[0.0, 40.0], 0.0), 0.5);
        assert_eq!(first(&[-1.0, 40.0], 0.0), 0.0);
        assert!(first(&[1.0, 40.0], 0.1) > 0.999);
    }
}
