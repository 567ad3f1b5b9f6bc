//! A small feed-forward net: features in, one number out.

use super::features::SIZE;

/// Units of the first hidden layer.
pub const FIRST: usize = 48;
/// Units of the second hidden layer.
pub const SECOND: usize = 16;

/// Numbers that make up a net.
pub const WEIGHTS: usize = SIZE * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND + 1;

/// A net of two hidden layers, rectified.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// By feature, then by unit.
    pub first: Vec<[f32; FIRST]>,
    /// The first layer's offsets.
    pub first_offset: [f32; FIRST],
    /// By unit of the first layer, then by unit of the second.
    pub second: Vec<[f32; SECOND]>,
    /// The second layer's offsets.
    pub second_offset: [f32; SECOND],
    /// By unit of the second layer.
    pub last: [f32; SECOND],
    /// The result's offset.
    pub last_offset: f32,
}

impl Net {
    /// A net of zeros.
    #[must_use]
    pub fn zero() -> Net {
        Net {
            first: vec![[0.0; FIRST]; SIZE],
            first_offset: [0.0; FIRST],
            second: vec![[0.0; SECOND]; FIRST],
            second_offset: [0.0; SECOND],
            last: [0.0; SECOND],
            last_offset: 0.0,
        }
    }

    /// A net from its numbers, in the order of its fields.
    #[must_use]
    pub fn from_numbers(mut numbers: impl FnMut() -> f32) -> Net {
        let mut net = Net::zero();
        net.rows_mut().flatten().for_each(|number| *number = numbers());
        net
    }

    /// Its numbers row by row, in the order of its fields.
    pub fn rows_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let first = self.first.iter_mut().chain([&mut self.first_offset]).map(|row| &mut row[..]);
        let second = self.second.iter_mut().map(|row| &mut row[..]);
        let rest = [&mut self.second_offset[..], &mut self.last[..]];
        first.chain(second).chain(rest).chain([std::slice::from_mut(&mut self.last_offset)])
    }

    /// Its numbers, in the order of its fields.
    pub fn numbers(&self) -> impl Iterator<Item = f32> + '_ {
        let first = self.first.iter().flatten().chain(&self.first_offset);
        let second = self.second.iter().flatten().chain(&self.second_offset);
        first.chain(second).chain(&self.last).copied().chain([self.last_offset])
    }

    /// The first layer before it is rectified.
    #[must_use]
    pub fn sums(&self, features: &[f32; SIZE]) -> [f32; FIRST] {
        let mut sums = self.first_offset;
        for (x, weights) in features.iter().zip(&self.first) {
            // Many features are zero.
            if *x != 0.0 {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += x * weight;
                }
            }
        }
        sums
    }

    /// The second layer before it is rectified, from the rectified first.
    #[must_use]
    pub fn second_sums(&self, first: &[f32; FIRST]) -> [f32; SECOND] {
        let mut sums = self.second_offset;
        for (x, weights) in first.iter().zip(&self.second) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += x * weight;
            }
        }
        sums
    }

    /// The number for these features.
    #[must_use]
    pub fn eval(&self, features: &[f32; SIZE]) -> f32 {
        let first = self.sums(features).map(|x| x.max(0.0));
        let second = self.second_sums(&first);
        let terms = second.iter().zip(&self.last).map(|(x, w)| x.max(0.0) * w);
        self.last_offset + terms.sum::<f32>()
    }
}
