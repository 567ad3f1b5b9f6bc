//! The six nets of version 0.1.0, in floating point and one per stage, for imitation.

use rand_chacha::ChaCha8Rng;
use rand_core::Rng;
use upcard_bots::or_rearranged;
use upcard_bots::value::{Breadth, ONE, SIZE, STAGES, Stage, ValueNets, evaluate};
use upcard_engine::{Action, Game, Seat};

use crate::fit::Sample;
use crate::play::{EXPLORATION_RATE, TrainingPlayer, sample, steadily, uniform};

/// Number of their features, and units of the two hidden layers.
const INPUTS: usize = 84;
const FIRST: usize = 48;
const SECOND: usize = 16;

/// A layer: by input, then by unit; the biases come last.
struct Layer {
    rows: Vec<Vec<f32>>,
}

impl Layer {
    fn sums(&self, inputs: &[f32]) -> Vec<f32> {
        let Some((offsets, rows)) = self.rows.split_last() else { return Vec::new() };
        let mut sums = offsets.clone();
        for (x, row) in inputs.iter().zip(rows) {
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += x * weight);
        }
        sums
    }
}

/// The nets, by stage: three layers each.
pub(crate) struct OldNets(Vec<[Layer; 3]>);

impl OldNets {
    /// Parses the file of that version: after an empty line, rows of integers, each preceded by its scale.
    pub(crate) fn read(bytes: &[u8]) -> Option<OldNets> {
        let end = bytes.windows(2).position(|two| two == b"\n\n")?;
        let mut bytes = &bytes[end + 2..];
        let mut row = |units: usize| {
            let (scale, rest) = bytes.split_first_chunk()?;
            let (numbers, rest) = rest.split_at_checked(units)?;
            bytes = rest;
            let scale = f32::from_le_bytes(*scale);
            Some(numbers.iter().map(|x| f32::from(x.cast_signed()) * scale).collect::<Vec<f32>>())
        };
        let mut net = || {
            let mut layer = |inputs: usize, units: usize| {
                Some(Layer { rows: (0..=inputs).map(|_| row(units)).collect::<Option<_>>()? })
            };
            let (first, second) = (layer(INPUTS, FIRST)?, layer(FIRST, SECOND)?);
            // The last layer has one unit, and its weights are one row.
            let weights = row(SECOND)?.into_iter().map(|weight| vec![weight]);
            let last = Layer { rows: weights.chain([row(1)?]).collect() };
            Some([first, second, last])
        };
        let nets = (0..STAGES).map(|_| net()).collect::<Option<_>>()?;
        bytes.is_empty().then_some(OldNets(nets))
    }

    /// Their value of an afterstate, in units.
    pub(crate) fn value(&self, stage: Stage, features: &[i16; SIZE]) -> f32 {
        // They have four rule features, which come last, and no counts by rank.
        let read = features[..32].iter().chain(&features[41..89]).chain(&features[32..36]);
        let mut numbers: Vec<f32> = read.map(|x| f32::from(*x) / ONE as f32).collect();
        let Some([hidden @ .., last]) = self.0.get(stage as usize) else { return 0.0 };
        for layer in hidden {
            numbers = layer.sums(&numbers).into_iter().map(|x| x.max(0.0)).collect();
        }
        last.sums(&numbers).first().copied().unwrap_or(0.0)
    }
}

/// A player that uses these nets, and learns their value of all its candidates.
pub(crate) struct ImitatingPlayer<'n> {
    old_nets: &'n OldNets,
    /// Does not evaluate, but gives the features of candidates.
    zero: ValueNets,
    pub(crate) samples: Vec<Sample>,
}

impl<'n> ImitatingPlayer<'n> {
    pub(crate) fn new(old_nets: &'n OldNets) -> ImitatingPlayer<'n> {
        ImitatingPlayer { old_nets, zero: ValueNets::zero(), samples: Vec::new() }
    }
}

impl TrainingPlayer for ImitatingPlayer<'_> {
    fn answer(&mut self, game: &Game, seat: Seat, rng: &mut ChaCha8Rng) -> Action {
        let view = game.view(seat);
        let mut options = evaluate(&view, &self.zero, Breadth::All);
        let values: Vec<f32> = options
            .iter()
            .map(|option| self.old_nets.value(option.stage, &option.features))
            .collect();
        let samples = options.iter().zip(&values);
        self.samples.extend(samples.map(|(option, value)| sample(option, *value)));
        let best = (0..options.len()).max_by(|a, b| values[*a].total_cmp(&values[*b]));
        match best {
            None => steadily(&view),
            Some(_) if uniform(rng) < EXPLORATION_RATE => {
                let random = rng.next_u32() as usize % options.len();
                or_rearranged(&view, options.swap_remove(random).action)
            }
            Some(best) => or_rearranged(&view, options.swap_remove(best).action),
        }
    }
}
