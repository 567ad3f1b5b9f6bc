//! Small net that predicts a seat's result of the deal from a position.

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_engine::chance::below;

/// Number of inputs per seat.
pub(super) const INPUTS: usize = 128;

/// Nodes of the hidden layer.
const NODES: usize = 64;

/// Maximum number of training steps, maximum steps per sample, and initial learning rate.
const SHOWN: usize = 4_000_000;
const TIMES: usize = 6;
const STEP: f32 = 0.006;

/// Inputs of the net.
pub(super) type Inputs = [f32; INPUTS];

/// One hidden layer; the output is in standard deviations of the training targets.
pub(super) struct Net {
    /// By input, then by node.
    hidden: [[f32; NODES]; INPUTS],
    out: [f32; NODES],
    /// Mean and standard deviation of the training targets.
    mean: f32,
    spread: f32,
}

impl Net {
    /// Trains a net. Deterministic for the same samples and seed.
    pub(super) fn learnt(samples: &[(&Inputs, f32)], seed: u64) -> Net {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let count = samples.len().max(1) as f64;
        let mean = samples.iter().map(|(_, found)| f64::from(*found)).sum::<f64>() / count;
        let square = |(_, found): &(&Inputs, f32)| (f64::from(*found) - mean).powi(2);
        let spread = (samples.iter().map(square).sum::<f64>() / count).sqrt().max(1e-6);
        let mut any = || (below(&mut rng, 2001) as f32 / 1000.0 - 1.0) * 0.25;
        let mut net = Net {
            hidden: [[0.0; NODES]; INPUTS],
            out: [0.0; NODES],
            mean: mean as f32,
            spread: spread as f32,
        };
        net.hidden.iter_mut().flatten().for_each(|weight| *weight = any());
        net.out.iter_mut().for_each(|weight| *weight = any());
        net.learn_more(samples, seed);
        net
    }

    /// Continues training.
    pub(super) fn learn_more(&mut self, samples: &[(&Inputs, f32)], seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let steps = SHOWN.min(TIMES * samples.len());
        for step in 0..steps {
            let shown = below(&mut rng, samples.len() as u32) as usize;
            let (inputs, found) = &samples[shown];
            let left = 1.0 - step as f32 / steps as f32;
            self.learn(inputs, *found, STEP * left);
        }
    }

    fn nodes(&self, inputs: &Inputs) -> [f32; NODES] {
        let mut nodes = [0.0; NODES];
        for (input, weights) in inputs.iter().zip(&self.hidden) {
            // Many inputs are zero.
            if *input != 0.0 {
                nodes.iter_mut().zip(weights).for_each(|(node, weight)| *node += input * weight);
            }
        }
        nodes.map(|node| node.max(0.0))
    }

    fn said(&self, nodes: &[f32; NODES]) -> f32 {
        nodes.iter().zip(&self.out).map(|(node, weight)| node * weight).sum()
    }

    /// Predicted result of the deal.
    pub(super) fn value(&self, inputs: &Inputs) -> f64 {
        f64::from(self.said(&self.nodes(inputs)) * self.spread + self.mean)
    }

    fn learn(&mut self, inputs: &Inputs, found: f32, step: f32) {
        let nodes = self.nodes(inputs);
        let wrong = self.said(&nodes) - (found - self.mean) / self.spread;
        // Clip the gradient for outliers.
        let step = step * wrong.clamp(-3.0, 3.0);
        let back: [f32; NODES] =
            std::array::from_fn(|node| if nodes[node] > 0.0 { step * self.out[node] } else { 0.0 });
        self.out.iter_mut().zip(nodes).for_each(|(weight, node)| *weight -= step * node);
        for (input, weights) in inputs.iter().zip(&mut self.hidden) {
            if *input != 0.0 {
                weights.iter_mut().zip(back).for_each(|(weight, back)| *weight -= back * input);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_learns_what_depends_on_two_things_together() {
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
        let net = Net::learnt(&samples.iter().map(|(x, found)| (x, *found)).collect::<Vec<_>>(), 3);
        let square = |off: f64| off * off;
        let wrong: f64 =
            samples.iter().map(|(x, found)| square(net.value(x) - f64::from(*found))).sum();
        let spread: f64 =
            samples.iter().map(|(_, found)| square(f64::from(net.mean - *found))).sum();
        assert!(wrong < 0.1 * spread, "{wrong} of {spread}");
    }
}
