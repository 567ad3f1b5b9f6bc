//! Fitting a net to samples: stochastic gradient descent with Adam's step sizes (Kingma and Ba,
//! 2015), and the weights averaged over the steps.

use upcard_bots::value::{FIRST, Net, SECOND, SIZE, WEIGHTS};

/// An afterstate and what came of it.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    /// What it looked like.
    pub(crate) features: [f32; SIZE],
    /// The points gained by the end of the deal, in units.
    pub(crate) gain: f32,
}

/// A net that is being fitted.
pub(crate) struct Learner {
    pub(crate) net: Net,
    /// Its weights, averaged over the last steps.
    mean: Vec<f32>,
    moment: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

/// How the squared error changes with each weight, summed over samples.
struct Slope {
    net: Net,
}

/// Adam's two rates of forgetting, and how much of the averaged weights stays at each step.
const FORGET: (f32, f32) = (0.9, 0.999);
const KEEP: f32 = 0.9998;

impl Learner {
    /// A net with small random weights to begin with; `uniform` gives numbers from 0 to 1.
    pub(crate) fn new(mut uniform: impl FnMut() -> f32) -> Learner {
        let mut net = Net::zero();
        // Wide enough that what comes in keeps its spread (He and others, 2015). Of the features
        // about thirty are not zero.
        let mut fill = |row: &mut [f32], wide: f32| {
            row.iter_mut().for_each(|x| *x = (uniform() * 2.0 - 1.0) * wide);
        };
        net.first.iter_mut().for_each(|row| fill(row, (2.0 / 30.0f32).sqrt()));
        net.second.iter_mut().for_each(|row| fill(row, (2.0 / FIRST as f32).sqrt()));
        fill(&mut net.last, (1.0 / SECOND as f32).sqrt());
        Learner::of(net)
    }

    /// Goes on with a net.
    pub(crate) fn of(net: Net) -> Learner {
        let mean = net.numbers().collect();
        Learner { net, mean, moment: vec![0.0; WEIGHTS], square: vec![0.0; WEIGHTS], steps: 0 }
    }

    /// The net of averaged weights.
    pub(crate) fn averaged(&self) -> Net {
        let mut numbers = self.mean.iter();
        Net::from_numbers(|| *numbers.next().unwrap_or(&0.0))
    }

    /// One step down the slope of these samples; their mean squared error before it.
    pub(crate) fn step(&mut self, samples: &[&Sample], rate: f32) -> f32 {
        let mut slope = Slope { net: Net::from_numbers(|| 0.0) };
        let mut error = 0.0;
        for sample in samples {
            error += slope.add(&self.net, sample);
        }
        self.steps += 1;
        let n = samples.len() as f32;
        let (b1, b2) = FORGET;
        let (c1, c2) = (1.0 - b1.powi(self.steps), 1.0 - b2.powi(self.steps));
        let slopes: Vec<f32> = slope.net.numbers().map(|x| x / n).collect();
        let mut at = 0;
        let old: Vec<f32> = self.net.numbers().collect();
        let (moment, square, mean) = (&mut self.moment, &mut self.square, &mut self.mean);
        let keep = KEEP.min(1.0 - 1.0 / self.steps as f32);
        self.net = Net::from_numbers(|| {
            let i = at;
            at += 1;
            let g = slopes[i];
            moment[i] = b1 * moment[i] + (1.0 - b1) * g;
            square[i] = b2 * square[i] + (1.0 - b2) * g * g;
            let new = old[i] - rate * (moment[i] / c1) / ((square[i] / c2).sqrt() + 1e-8);
            mean[i] = keep * mean[i] + (1.0 - keep) * new;
            new
        });
        error / n
    }
}

impl Slope {
    fn add(&mut self, net: &Net, sample: &Sample) -> f32 {
        let first = net.sums(&sample.features).map(|x| x.max(0.0));
        let second = net.second_sums(&first).map(|x| x.max(0.0));
        let out: f32 =
            net.last_offset + second.iter().zip(&net.last).map(|(x, w)| x * w).sum::<f32>();
        let error = out - sample.gain;
        self.net.last_offset += error;
        let mut d_second = [0.0f32; SECOND];
        for (j, d) in d_second.iter_mut().enumerate() {
            self.net.last[j] += error * second[j];
            *d = if second[j] > 0.0 { error * net.last[j] } else { 0.0 };
            self.net.second_offset[j] += *d;
        }
        let mut d_first = [0.0f32; FIRST];
        for (i, d) in d_first.iter_mut().enumerate().filter(|(i, _)| first[*i] > 0.0) {
            for (slope, from) in self.net.second[i].iter_mut().zip(&d_second) {
                *slope += from * first[i];
            }
            *d = d_second.iter().zip(&net.second[i]).map(|(from, weight)| from * weight).sum();
            self.net.first_offset[i] += *d;
        }
        for (x, row) in sample.features.iter().zip(&mut self.net.first) {
            if *x != 0.0 {
                for (w, d) in row.iter_mut().zip(&d_first) {
                    *w += x * d;
                }
            }
        }
        error * error
    }
}
