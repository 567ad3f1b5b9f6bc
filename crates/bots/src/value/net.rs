//! A feed-forward net in integer arithmetic: features in, one number out.

use arrayvec::ArrayVec;

use super::features::{MAX_FEATURE, ONE, SHARED, SIZE, Stage};

/// Number of stages of a deal, each with layers of its own after the first.
pub const STAGES: usize = 6;
/// Units of the first hidden layer, which all stages share.
pub const FIRST_UNITS: usize = 128;
/// Units of the second hidden layer.
pub const SECOND_UNITS: usize = 16;

/// Number of parameters of a net.
pub const WEIGHTS: usize = SIZE * FIRST_UNITS
    + STAGES * (FIRST_UNITS + FIRST_UNITS * SECOND_UNITS + SECOND_UNITS + SECOND_UNITS + 1);

/// Fixed-point representation of a weight of 1.
const UNIT: f32 = 4096.0;

/// Maximum sum of the magnitudes of a unit's weights, so that no sum overflows 32 bits.
const MAX_UNIT_SUM: i64 = i32::MAX as i64 / MAX_FEATURE as i64;

#[derive(Clone, Debug, PartialEq)]
struct Head {
    first_offset: [i16; FIRST_UNITS],
    /// By unit of the first layer, then by unit of the second.
    second: Vec<[i16; SECOND_UNITS]>,
    second_offset: [i16; SECOND_UNITS],
    /// By unit of the second layer.
    last: [i16; SECOND_UNITS],
    last_offset: i16,
}

/// A net with two hidden layers of rectified linear units; all stages share the weights of the first.
///
/// Integer sums are the same in any order and on any machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// By feature, then by unit.
    first: Vec<[i16; FIRST_UNITS]>,
    heads: Vec<Head>,
}

/// The first layer of a decision, as far as all its candidates share it.
#[derive(Clone, Debug)]
pub struct PartialSums([i32; FIRST_UNITS]);

impl Net {
    /// A net of zeros.
    #[must_use]
    pub fn zero() -> Net {
        let head = Head {
            first_offset: [0; FIRST_UNITS],
            second: vec![[0; SECOND_UNITS]; FIRST_UNITS],
            second_offset: [0; SECOND_UNITS],
            last: [0; SECOND_UNITS],
            last_offset: 0,
        };
        Net { first: vec![[0; FIRST_UNITS]; SIZE], heads: vec![head; STAGES] }
    }

    /// A net from its weights: those of the first layer by feature; then for each stage the biases of the
    /// first layer, the second layer by unit of the first with its biases, and the last layer with its bias.
    /// `None` if the sum of a unit may overflow.
    #[must_use]
    pub fn from_weights(mut weights: impl FnMut() -> f32) -> Option<Net> {
        let mut net = Net::zero();
        let most = f32::from(i16::MAX);
        net.rows_mut().flatten().for_each(|whole| {
            *whole = (weights() * UNIT).round().clamp(-most, most) as i16;
        });
        net.is_sound().then_some(net)
    }

    /// Its weights, in the order of [`Net::from_weights`].
    pub fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        self.rows().flatten().map(|whole| f32::from(*whole) / UNIT)
    }

    /// Its integer weights row by row, in the order of [`Net::from_weights`].
    pub(super) fn rows(&self) -> impl Iterator<Item = &[i16]> {
        self.first.iter().map(|row| &row[..]).chain(self.heads.iter().flat_map(|head| {
            let second = head.second.iter().map(|row| &row[..]);
            let rest =
                [&head.second_offset[..], &head.last, std::slice::from_ref(&head.last_offset)];
            std::iter::once(&head.first_offset[..]).chain(second).chain(rest)
        }))
    }

    /// The same, mutable.
    pub(super) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [i16]> {
        self.first.iter_mut().map(|row| &mut row[..]).chain(self.heads.iter_mut().flat_map(
            |head| {
                let second = head.second.iter_mut().map(|row| &mut row[..]);
                let last_offset = std::slice::from_mut(&mut head.last_offset);
                let rest = [&mut head.second_offset[..], &mut head.last, last_offset];
                std::iter::once(&mut head.first_offset[..]).chain(second).chain(rest)
            },
        ))
    }

    /// Returns `true` if no sum can overflow, whatever the features are.
    pub(super) fn is_sound(&self) -> bool {
        let size = |weight: i16| i64::from(weight.unsigned_abs());
        let fits = |sum: i64, offset: i16| sum + size(offset) <= MAX_UNIT_SUM;
        let of_first = |unit: usize| self.first.iter().map(|row| size(row[unit])).sum::<i64>();
        let firsts: Vec<i64> = (0..FIRST_UNITS).map(of_first).collect();
        self.heads.iter().all(|head| {
            let of_second = |unit: usize| head.second.iter().map(|row| size(row[unit])).sum();
            firsts.iter().zip(head.first_offset).all(|(sum, offset)| fits(*sum, offset))
                && (0..SECOND_UNITS).all(|unit| fits(of_second(unit), head.second_offset[unit]))
                && fits(head.last.iter().map(|weight| size(*weight)).sum(), head.last_offset)
        })
    }

    /// The part of the first layer that all candidates of a decision in this stage share.
    #[must_use]
    pub fn partial_sums(&self, stage: Stage, shared: &[i16; SHARED]) -> PartialSums {
        let mut sums = self.heads[stage.place()].first_offset.map(|offset| i32::from(offset) * ONE);
        add(&mut sums, shared, &self.first[..SHARED]);
        PartialSums(sums)
    }

    /// Evaluates these features.
    #[must_use]
    pub fn eval(&self, stage: Stage, partial_sums: &PartialSums, features: &[i16; SIZE]) -> f32 {
        let head = &self.heads[stage.place()];
        let mut first = partial_sums.0;
        add(&mut first, &features[SHARED..], &self.first[SHARED..]);
        let mut second = head.second_offset.map(|offset| i32::from(offset) * ONE);
        add(&mut second, &first.map(rectified), &head.second);
        let terms =
            second.iter().zip(head.last).map(|(sum, w)| i32::from(rectified(*sum)) * i32::from(w));
        let sum = i32::from(head.last_offset) * ONE + terms.sum::<i32>();
        sum as f32 / (ONE as f32 * UNIT)
    }
}

/// Number of units summed together, so that the sums stay in registers.
const BLOCK: usize = 16;

/// Two inputs, each with the weights of all units.
type InputPair<'w> = [(i16, &'w [[i16; BLOCK]]); 2];

/// Adds the inputs, weighted.
fn add<const N: usize>(sums: &mut [i32; N], numbers: &[i16], weights: &[[i16; N]]) {
    // Many are zero.
    let mut rest = numbers.iter().zip(weights).filter(|(number, _)| **number != 0);
    let mut pairs: ArrayVec<InputPair<'_>, { FIRST_UNITS.div_ceil(2) }> = ArrayVec::new();
    while let Some((one, weights)) = rest.next() {
        let (other, other_weights) = rest.next().unwrap_or((&0, weights));
        pairs.push([(*one, weights.as_chunks().0), (*other, other_weights.as_chunks().0)]);
    }
    for (at, sums) in sums.as_chunks_mut().0.iter_mut().enumerate() {
        add_pairs(sums, &pairs, at);
    }
}

/// Adds them for one block of units. Compilers turn two 16-bit products and their sum into one instruction,
/// if this is a separate function.
#[inline(never)]
fn add_pairs(sums: &mut [i32; BLOCK], pairs: &[InputPair<'_>], at: usize) {
    for [(one, weights), (other, other_weights)] in pairs {
        let both = weights[at].iter().zip(&other_weights[at]);
        for (sum, (weight, other_weight)) in sums.iter_mut().zip(both) {
            *sum +=
                i32::from(*one) * i32::from(*weight) + i32::from(*other) * i32::from(*other_weight);
        }
    }
}

/// Rectifies a sum for the next layer: at least 0, rounded to the nearest step.
fn rectified(sum: i32) -> i16 {
    const STEP: i32 = UNIT as i32;
    ((sum.max(0).saturating_add(STEP / 2)) / STEP).min(MAX_FEATURE) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A net of pseudo-random weights of at most this magnitude.
    fn net(most: f32) -> Option<Net> {
        let mut state = 1u32;
        Net::from_weights(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 8) as f32 / (1 << 23) as f32 - 1.0) * most
        })
    }

    #[test]
    fn integer_net_agrees_with_float_net() {
        let net = net(0.25).unwrap();
        let weights: Vec<f32> = net.weights().collect();
        assert_eq!(weights.len(), WEIGHTS);
        for (stage, place) in [(Stage::Ahead, 0), (Stage::Whole, 5)] {
            let features: [i16; SIZE] =
                std::array::from_fn(|i| ((i * 37 + place * 11) % 2048) as i16 - 700);
            let inputs: Vec<f32> = features.iter().map(|x| f32::from(*x) / ONE as f32).collect();
            let (first, heads) = weights.split_at(SIZE * FIRST_UNITS);
            let head = &heads[place * (heads.len() / STAGES)..][..heads.len() / STAGES];
            let (first_offset, rest) = head.split_at(FIRST_UNITS);
            let (second, rest) = rest.split_at(FIRST_UNITS * SECOND_UNITS);
            let layer = |inputs: &[f32], weights: &[f32], offsets: &[f32]| -> Vec<f32> {
                let n = offsets.len();
                let sum = |unit: usize| {
                    let terms = inputs.iter().enumerate().map(|(i, x)| x * weights[i * n + unit]);
                    (offsets[unit] + terms.sum::<f32>()).clamp(0.0, 8.0)
                };
                (0..n).map(sum).collect()
            };
            let hidden = layer(&inputs, first, first_offset);
            let hidden = layer(&hidden, second, &rest[..SECOND_UNITS]);
            let terms = hidden.iter().zip(&rest[SECOND_UNITS..]).map(|(x, w)| x * w);
            let expected = rest[2 * SECOND_UNITS] + terms.sum::<f32>();
            let partial_sums = net.partial_sums(stage, features.first_chunk().unwrap());
            let found = net.eval(stage, &partial_sums, &features);
            assert!((found - expected).abs() < 0.01, "{found} {expected}");
            assert!(expected.abs() > 0.1, "{expected}");
        }
    }

    #[test]
    fn overflowing_weights_are_rejected() {
        assert_eq!(net(7.0), None);
        let sound = net(0.5).unwrap();
        assert!(sound.is_sound());
        let partial_sums = sound.partial_sums(Stage::Laid, &[MAX_FEATURE as i16; SHARED]);
        assert!(sound.eval(Stage::Laid, &partial_sums, &[-MAX_FEATURE as i16; SIZE]).is_finite());
    }
}
