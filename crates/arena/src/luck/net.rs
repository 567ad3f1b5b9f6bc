//! Small net that predicts a seat's result of the deal from a position.

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_engine::chance::below;

pub(super) const INPUTS: usize = 128;

const HIDDEN: usize = 64;

/// Maximum number of training steps, maximum steps per sample, and initial learning rate.
const MAX_STEPS: usize = 4_000_000;
const MAX_EPOCHS: usize = 6;
const LEARNING_RATE: f32 = 0.006;

pub(super) type Inputs = [f32; INPUTS];

/// One hidden layer; the output is in standard deviations of the training targets.
pub(super) struct Net {
    /// By input, then by node.
    hidden: [[f32; HIDDEN]; INPUTS],
    out: [f32; HIDDEN],
    /// Mean and standard deviation of the training targets.
    mean: f32,
    spread: f32,
}

impl Net {
    /// Trains a net. Deterministic for the same samples and seed.
    pub(super) fn train(samples: &[(&Inputs, f32)], seed: u64) -> Net {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let count = samples.len().max(1) as f64;
        let mean = samples.iter().map(|(_, target)| f64::from(*target)).sum::<f64>() / count;
        let square = |(_, target): &(&Inputs, f32)| (f64::from(*target) - mean).powi(2);
        let spread = (samples.iter().map(square).sum::<f64>() / count).sqrt().max(1e-6);
        let mut any = || (below(&mut rng, 2001) as f32 / 1000.0 - 1.0) * 0.25;
        let (mean, spread) = (mean as f32, spread as f32);
        let mut net = Net { hidden: [[0.0; HIDDEN]; INPUTS], out: [0.0; HIDDEN], mean, spread };
        net.hidden.iter_mut().flatten().for_each(|weight| *weight = any());
        net.out.iter_mut().for_each(|weight| *weight = any());
        net.continue_training(samples, seed);
        net
    }

    pub(super) fn continue_training(&mut self, samples: &[(&Inputs, f32)], seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let steps = MAX_STEPS.min(MAX_EPOCHS * samples.len());
        for step in 0..steps {
            let picked = below(&mut rng, samples.len() as u32) as usize;
            let (inputs, target) = &samples[picked];
            let decay = 1.0 - step as f32 / steps as f32;
            self.train_step(inputs, *target, LEARNING_RATE * decay);
        }
    }

    fn nodes(&self, inputs: &Inputs) -> [f32; HIDDEN] {
        let mut nodes = [0.0; HIDDEN];
        for (input, weights) in inputs.iter().zip(&self.hidden) {
            // Many inputs are zero.
            if *input != 0.0 {
                nodes.iter_mut().zip(weights).for_each(|(node, weight)| *node += input * weight);
            }
        }
        nodes.map(|node| node.max(0.0))
    }

    fn output(&self, nodes: &[f32; HIDDEN]) -> f32 {
        nodes.iter().zip(&self.out).map(|(node, weight)| node * weight).sum()
    }

    pub(super) fn value(&self, inputs: &Inputs) -> f64 {
        f64::from(self.output(&self.nodes(inputs)) * self.spread + self.mean)
    }

    fn train_step(&mut self, inputs: &Inputs, target: f32, step: f32) {
        let nodes = self.nodes(inputs);
        let error = self.output(&nodes) - (target - self.mean) / self.spread;
        // Clip the gradient for outliers.
        let step = step * error.clamp(-3.0, 3.0);
        let gradient: [f32; HIDDEN] =
            std::array::from_fn(|node| if nodes[node] > 0.0 { step * self.out[node] } else { 0.0 });
        self.out.iter_mut().zip(nodes).for_each(|(weight, node)| *weight -= step * node);
        for (input, weights) in inputs.iter().zip(&mut self.hidden) {
            if *input != 0.0 {
                weights
                    .iter_mut()
                    .zip(gradient)
                    .for_each(|(weight, gradient)| *weight -= gradient * input);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn net_learns_an_interaction_of_two_inputs() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut sample = || {
            let mut inputs = [0.0; INPUTS];
            inputs[0] = 1.0;
            let [x, y] = [1, 2].map(|at| {
                inputs[at] = below(&mut rng, 100) as f32 / 100.0;
                inputs[at]
            });
            (inputs, if x > y { 30.0 * (x - y) } else { 0.0 })
        };
        let samples: Vec<_> = (0..20_000).map(|_| sample()).collect();
        let net =
            Net::train(&samples.iter().map(|(x, target)| (x, *target)).collect::<Vec<_>>(), 3);
        let square = |off: f64| off * off;
        let error: f64 =
            samples.iter().map(|(x, target)| square(net.value(x) - f64::from(*target))).sum();
        let spread: f64 =
            samples.iter().map(|(_, target)| square(f64::from(net.mean - *target))).sum();
        assert!(error < 0.1 * spread, "{error} of {spread}");
    }
}
