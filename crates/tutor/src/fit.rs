//! Fits the net to samples: stochastic gradient descent with Adam (Kingma and Ba, 2015) and averaged weights.

use std::array;

use rayon::prelude::*;
use upcard_bots::value::{FIRST_UNITS, Net, ONE, SECOND_UNITS, SIZE, STAGES, Stage, WEIGHTS};

/// An afterstate and its result.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    /// Its features, in fixed point.
    pub(crate) features: [i16; SIZE],
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
const MOMENT_DECAY: (f32, f32) = (0.9, 0.999);
const MEAN_DECAY: f32 = 0.9998;

/// Samples per gradient chunk and weights per update chunk: fixed, so that the result does not depend on the
/// number of threads.
const SAMPLE_CHUNK: usize = 64;
const WEIGHT_CHUNK: usize = 2048;

/// Number of weights of a stage after the shared first layer.
const STAGE_WEIGHTS: usize = (WEIGHTS - SIZE * FIRST_UNITS) / STAGES;

struct StageWeights<'w> {
    /// By feature, then by unit.
    first: &'w [[f32; FIRST_UNITS]],
    first_offset: &'w [f32; FIRST_UNITS],
    second: &'w [[f32; SECOND_UNITS]],
    second_offset: &'w [f32; SECOND_UNITS],
    last: &'w [f32; SECOND_UNITS],
    last_offset: f32,
}

/// Index of the first weight of a stage.
fn stage_offset(stage: Stage) -> usize {
    SIZE * FIRST_UNITS + stage as usize * STAGE_WEIGHTS
}

impl<'w> StageWeights<'w> {
    fn of(weights: &'w [f32], stage: Stage) -> Option<StageWeights<'w>> {
        let first = weights[..SIZE * FIRST_UNITS].as_chunks().0;
        let (first_offset, rest) = weights[stage_offset(stage)..].split_first_chunk()?;
        let (second, rest) = rest.split_at(FIRST_UNITS * SECOND_UNITS);
        let (second_offset, rest) = rest.split_first_chunk()?;
        let (last, rest) = rest.split_first_chunk()?;
        let (second, last_offset) = (second.as_chunks().0, rest[0]);
        Some(StageWeights { first, first_offset, second, second_offset, last, last_offset })
    }
}

impl Learner {
    /// A net with small random initial weights; `uniform` gives numbers from 0 to 1.
    pub(crate) fn new(mut uniform: impl FnMut() -> f32) -> Learner {
        // Wide enough to preserve the variance of the inputs (He and others, 2015). About thirty features are
        // not zero.
        let mut random_weight = |bound: f32| (uniform() * 2.0 - 1.0) * bound;
        let mut weights: Vec<f32> =
            (0..SIZE * FIRST_UNITS).map(|_| random_weight((2.0 / 30.0f32).sqrt())).collect();
        for _ in 0..STAGES {
            weights.extend([0.0; FIRST_UNITS]);
            weights.extend(
                (0..FIRST_UNITS * SECOND_UNITS)
                    .map(|_| random_weight((2.0 / FIRST_UNITS as f32).sqrt())),
            );
            weights.extend([0.0; SECOND_UNITS]);
            weights.extend(
                (0..SECOND_UNITS).map(|_| random_weight((1.0 / SECOND_UNITS as f32).sqrt())),
            );
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
        let gradients: Vec<(Vec<f32>, f32)> = samples
            .par_chunks(SAMPLE_CHUNK)
            .map(|samples| {
                let mut gradient = vec![0.0; WEIGHTS];
                let errors =
                    samples.iter().map(|sample| add_gradient(&mut gradient, weights, sample));
                let error = errors.sum();
                (gradient, error)
            })
            .collect();
        self.steps += 1;
        let n = samples.len() as f32;
        let (b1, b2) = MOMENT_DECAY;
        let (c1, c2) = (1.0 - b1.powi(self.steps), 1.0 - b2.powi(self.steps));
        let keep = MEAN_DECAY.min(1.0 - 1.0 / self.steps as f32);
        let moments =
            self.moment.par_chunks_mut(WEIGHT_CHUNK).zip(self.square.par_chunks_mut(WEIGHT_CHUNK));
        let weights =
            self.weights.par_chunks_mut(WEIGHT_CHUNK).zip(self.mean.par_chunks_mut(WEIGHT_CHUNK));
        weights.zip(moments).enumerate().for_each(
            |(range, ((weights, mean), (moment, square)))| {
                let mut sums = vec![0.0; weights.len()];
                for (gradient, _) in &gradients {
                    for (sum, gradient) in sums.iter_mut().zip(&gradient[range * WEIGHT_CHUNK..]) {
                        *sum += gradient;
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
        gradients.iter().map(|(_, error)| error).sum::<f32>() / n
    }
}

/// Adds the gradient of a sample's squared error; returns the squared error.
fn add_gradient(gradient: &mut [f32], weights: &[f32], sample: &Sample) -> f32 {
    let Some(net) = StageWeights::of(weights, sample.stage) else { return 0.0 };
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
    let d_second: [f32; SECOND_UNITS] =
        array::from_fn(|j| if second[j] > 0.0 { error * net.last[j] } else { 0.0 });
    let d_first: [f32; FIRST_UNITS] = array::from_fn(|i| {
        if first[i] <= 0.0 {
            return 0.0;
        }
        d_second.iter().zip(&net.second[i]).map(|(from, weight)| from * weight).sum()
    });
    let (gradient_first, gradient_stages) = gradient.split_at_mut(SIZE * FIRST_UNITS);
    for (x, row) in inputs.iter().zip(gradient_first.as_chunks_mut::<FIRST_UNITS>().0) {
        if *x != 0.0 {
            row.iter_mut().zip(&d_first).for_each(|(gradient, d)| *gradient += x * d);
        }
    }
    let gradient = &mut gradient_stages[stage_offset(sample.stage) - SIZE * FIRST_UNITS..];
    let (offsets, gradient) = gradient.split_at_mut(FIRST_UNITS);
    offsets.iter_mut().zip(&d_first).for_each(|(gradient, d)| *gradient += d);
    let (rows, gradient) = gradient.split_at_mut(FIRST_UNITS * SECOND_UNITS);
    for (x, row) in first.iter().zip(rows.as_chunks_mut::<SECOND_UNITS>().0) {
        if *x > 0.0 {
            row.iter_mut().zip(&d_second).for_each(|(gradient, d)| *gradient += x * d);
        }
    }
    gradient[..SECOND_UNITS].iter_mut().zip(&d_second).for_each(|(gradient, d)| *gradient += d);
    gradient[SECOND_UNITS..2 * SECOND_UNITS]
        .iter_mut()
        .zip(&second)
        .for_each(|(gradient, x)| *gradient += error * x);
    gradient[2 * SECOND_UNITS] += error;
    error * error
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudo-random numbers from 0 to 1.
    fn uniform(mut state: u32) -> impl FnMut() -> f32 {
        move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        }
    }

    #[test]
    fn a_learner_fits_its_samples() {
        let mut uniform = uniform(1);
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
            let partial_sums = net.partial_sums(one.stage, one.features.first_chunk().unwrap());
            (net.eval(one.stage, &partial_sums, &one.features) - one.gain).abs()
        });
        assert!(off.sum::<f32>() / 512.0 < 0.1);
    }

    #[test]
    fn training_does_not_depend_on_the_number_of_threads() {
        let learnt = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut uniform = uniform(7);
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
