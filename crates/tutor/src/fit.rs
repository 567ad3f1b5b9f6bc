//! Fits the net to samples: stochastic gradient descent with Adam (Kingma and Ba, 2015) and averaged weights.

use std::array;

use rayon::prelude::*;
use upcard_bots::value::{FIRST, Net, ONE, SECOND, SIZE, STAGES, Stage, WEIGHTS};

/// An afterstate and its result.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    /// Its features, in fixed point.
    pub(crate) features: [i16; SIZE],
    /// The seat's stage.
    pub(crate) stage: Stage,
    /// Points gained by the end of the deal, in the nets' unit.
    pub(crate) gain: f32,
}

/// The net being fitted, as the weights of [`Net::from_weights`].
pub(crate) struct Learner {
    weights: Vec<f32>,
    /// Moving average of the weights.
    mean: Vec<f32>,
    moment: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

/// Adam's decay rates, and the share of the averaged weights kept at each step.
const FORGET: (f32, f32) = (0.9, 0.999);
const KEEP: f32 = 0.9998;

/// Samples per gradient chunk and weights per update chunk: fixed, so that the result does not depend on the
/// number of threads.
const PIECE: usize = 64;
const RANGE: usize = 2048;

/// Number of weights of a stage after the shared first layer.
const HEAD: usize = (WEIGHTS - SIZE * FIRST) / STAGES;

/// The weights of a stage by layer.
struct Parts<'w> {
    /// By feature, then by unit.
    first: &'w [[f32; FIRST]],
    first_offset: &'w [f32; FIRST],
    second: &'w [[f32; SECOND]],
    second_offset: &'w [f32; SECOND],
    last: &'w [f32; SECOND],
    last_offset: f32,
}

/// Index of the first weight of a stage.
fn head(stage: Stage) -> usize {
    SIZE * FIRST + stage as usize * HEAD
}

impl<'w> Parts<'w> {
    fn of(weights: &'w [f32], stage: Stage) -> Option<Parts<'w>> {
        let first = weights[..SIZE * FIRST].as_chunks().0;
        let (first_offset, rest) = weights[head(stage)..].split_first_chunk()?;
        let (second, rest) = rest.split_at(FIRST * SECOND);
        let (second_offset, rest) = rest.split_first_chunk()?;
        let (last, rest) = rest.split_first_chunk()?;
        let second = second.as_chunks().0;
        Some(Parts { first, first_offset, second, second_offset, last, last_offset: rest[0] })
    }
}

impl Learner {
    /// A net with small random initial weights; `uniform` gives numbers from 0 to 1.
    pub(crate) fn new(mut uniform: impl FnMut() -> f32) -> Learner {
        // Wide enough to preserve the variance of the inputs (He and others, 2015). About thirty features are
        // not zero.
        let mut wide = |wide: f32| (uniform() * 2.0 - 1.0) * wide;
        let mut weights: Vec<f32> =
            (0..SIZE * FIRST).map(|_| wide((2.0 / 30.0f32).sqrt())).collect();
        for _ in 0..STAGES {
            weights.extend([0.0; FIRST]);
            weights.extend((0..FIRST * SECOND).map(|_| wide((2.0 / FIRST as f32).sqrt())));
            weights.extend([0.0; SECOND]);
            weights.extend((0..SECOND).map(|_| wide((1.0 / SECOND as f32).sqrt())));
            weights.push(0.0);
        }
        Learner::of(weights)
    }

    /// Continues with a net, given by its weights.
    pub(crate) fn of(weights: Vec<f32>) -> Learner {
        let mean = weights.clone();
        Learner { weights, mean, moment: vec![0.0; WEIGHTS], square: vec![0.0; WEIGHTS], steps: 0 }
    }

    /// The net of averaged weights; `None` if a sum could overflow.
    pub(crate) fn averaged(&self) -> Option<Net> {
        let mut weights = self.mean.iter();
        Net::from_weights(|| *weights.next().unwrap_or(&0.0))
    }

    /// One gradient step on these samples; returns their mean squared error before it.
    pub(crate) fn step(&mut self, samples: &[&Sample], rate: f32) -> f32 {
        let weights = &self.weights;
        let slopes: Vec<(Vec<f32>, f32)> = samples
            .par_chunks(PIECE)
            .map(|samples| {
                let mut slope = vec![0.0; WEIGHTS];
                let errors = samples.iter().map(|sample| add(&mut slope, weights, sample));
                let error = errors.sum();
                (slope, error)
            })
            .collect();
        self.steps += 1;
        let n = samples.len() as f32;
        let (b1, b2) = FORGET;
        let (c1, c2) = (1.0 - b1.powi(self.steps), 1.0 - b2.powi(self.steps));
        let keep = KEEP.min(1.0 - 1.0 / self.steps as f32);
        let moments = self.moment.par_chunks_mut(RANGE).zip(self.square.par_chunks_mut(RANGE));
        let weights = self.weights.par_chunks_mut(RANGE).zip(self.mean.par_chunks_mut(RANGE));
        weights.zip(moments).enumerate().for_each(
            |(range, ((weights, mean), (moment, square)))| {
                let mut sums = vec![0.0; weights.len()];
                for (slope, _) in &slopes {
                    for (sum, slope) in sums.iter_mut().zip(&slope[range * RANGE..]) {
                        *sum += slope;
                    }
                }
                let moments = moment.iter_mut().zip(square);
                let weights = weights.iter_mut().zip(mean);
                for ((sum, (moment, square)), (weight, mean)) in
                    sums.iter().zip(moments).zip(weights)
                {
                    let g = sum / n;
                    *moment = b1 * *moment + (1.0 - b1) * g;
                    *square = b2 * *square + (1.0 - b2) * g * g;
                    *weight -= rate * (*moment / c1) / ((*square / c2).sqrt() + 1e-8);
                    *mean = keep * *mean + (1.0 - keep) * *weight;
                }
            },
        );
        slopes.iter().map(|(_, error)| error).sum::<f32>() / n
    }
}

/// Adds the gradient of a sample's squared error; returns the squared error.
fn add(slope: &mut [f32], weights: &[f32], sample: &Sample) -> f32 {
    let Some(net) = Parts::of(weights, sample.stage) else { return 0.0 };
    let inputs = sample.features.map(|x| f32::from(x) / ONE as f32);
    let mut first = *net.first_offset;
    for (x, weights) in inputs.iter().zip(net.first).filter(|(x, _)| **x != 0.0) {
        for (sum, weight) in first.iter_mut().zip(weights) {
            *sum += x * weight;
        }
    }
    let first = first.map(|x| x.max(0.0));
    let mut second = *net.second_offset;
    for (x, weights) in first.iter().zip(net.second).filter(|(x, _)| **x > 0.0) {
        for (sum, weight) in second.iter_mut().zip(weights) {
            *sum += x * weight;
        }
    }
    let second = second.map(|x| x.max(0.0));
    let terms = second.iter().zip(net.last).map(|(x, w)| x * w);
    let error = net.last_offset + terms.sum::<f32>() - sample.gain;
    let d_second: [f32; SECOND] =
        array::from_fn(|j| if second[j] > 0.0 { error * net.last[j] } else { 0.0 });
    let d_first: [f32; FIRST] = array::from_fn(|i| {
        if first[i] <= 0.0 {
            return 0.0;
        }
        d_second.iter().zip(&net.second[i]).map(|(from, weight)| from * weight).sum()
    });
    let (slope_first, slope_heads) = slope.split_at_mut(SIZE * FIRST);
    for (x, row) in inputs.iter().zip(slope_first.as_chunks_mut::<FIRST>().0) {
        if *x != 0.0 {
            row.iter_mut().zip(&d_first).for_each(|(slope, d)| *slope += x * d);
        }
    }
    let slope = &mut slope_heads[head(sample.stage) - SIZE * FIRST..];
    let (offsets, slope) = slope.split_at_mut(FIRST);
    offsets.iter_mut().zip(&d_first).for_each(|(slope, d)| *slope += d);
    let (rows, slope) = slope.split_at_mut(FIRST * SECOND);
    for (x, row) in first.iter().zip(rows.as_chunks_mut::<SECOND>().0) {
        if *x > 0.0 {
            row.iter_mut().zip(&d_second).for_each(|(slope, d)| *slope += x * d);
        }
    }
    slope[..SECOND].iter_mut().zip(&d_second).for_each(|(slope, d)| *slope += d);
    slope[SECOND..2 * SECOND].iter_mut().zip(&second).for_each(|(slope, x)| *slope += error * x);
    slope[2 * SECOND] += error;
    error * error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_learner_comes_to_know_what_its_samples_say() {
        let mut state = 1u32;
        let mut uniform = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        };
        let mut learner = Learner::new(&mut uniform);
        let stages = [Stage::Ahead, Stage::Whole];
        let samples: Vec<Sample> = (0..512)
            .map(|i| {
                let mut features = [0; SIZE];
                features[..4].fill_with(|| (uniform() * 2048.0) as i16);
                let [a, b, ..] = features.map(|x| f32::from(x) / 1024.0);
                let (stage, sign) = (stages[i % 2], [1.0, -1.0][i % 2]);
                Sample { features, stage, gain: sign * (a - 0.5 * b) + 0.2 }
            })
            .collect();
        let all: Vec<&Sample> = samples.iter().collect();
        let errors: Vec<f32> = (0..400).map(|_| learner.step(&all, 0.003)).collect();
        assert!(errors[0] > 0.3 && errors[399] < 0.003, "{} {}", errors[0], errors[399]);
        let net = learner.averaged().unwrap();
        let off = samples.iter().map(|one| {
            let begun = net.begin(one.stage, one.features.first_chunk().unwrap());
            (net.eval(one.stage, &begun, &one.features) - one.gain).abs()
        });
        assert!(off.sum::<f32>() / 512.0 < 0.1);
    }

    #[test]
    fn what_is_learnt_does_not_depend_on_the_number_of_threads() {
        let learnt = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut state = 7u32;
            let mut uniform = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / (1 << 24) as f32
            };
            let mut learner = Learner::new(&mut uniform);
            let samples: Vec<Sample> = (0..200)
                .map(|_| Sample {
                    features: array::from_fn(|_| (uniform() * 900.0) as i16),
                    stage: Stage::Laid,
                    gain: uniform(),
                })
                .collect();
            let all: Vec<&Sample> = samples.iter().collect();
            pool.install(|| {
                for _ in 0..3 {
                    learner.step(&all, 0.01);
                }
            });
            learner.weights
        };
        assert_eq!(learnt(1), learnt(3));
    }
}
