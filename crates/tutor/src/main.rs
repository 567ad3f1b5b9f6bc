//! Trains the nets of `upcard_bots::value`: bots play against each other, the nets are fitted to the results
//! of the afterstates they met, then the bots play by the new nets, and so on.

mod course;
mod fit;
mod giving;
mod old_nets;
mod play;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use course::Course;
use fit::{Learner, Sample};
use old_nets::{ImitatingPlayer, OldNets};
use play::{LearningSettings, SelfPlayer, play, uniform};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use upcard_bots::value::{Net, TrainedNets, TrainingInfo, ValueNets, WEIGHTS};
use upcard_engine::Rules;

/// The games on which the bots' nets were trained. At other table sizes of Shanghai Rummy, with more packs,
/// measuring hands is far slower than in any other game.
const GAMES: &str = "contract-rummy*5,progressive-rummy*3,ill-buy-it*2,progression*2,rummy*2,\
    contract-rummy-classic,liverpool-rummy,may-i,shanghai-powe,shanghai-kolsov,progressive-rummy-15,\
    zioncheck,block-rummy,carioca,telefunken,continental,shanghai-rummy@4";

/// Trains the bots' value network.
#[derive(Parser)]
struct Options {
    /// Games to play, with frequencies, and with a number of players unless at tables of all sizes:
    /// contract-rummy*3,rummy@4
    #[arg(long, default_value = GAMES)]
    games: String,
    /// Rounds of matches to learn from; with the seed they determine the result, whatever the number of
    /// threads
    #[arg(long, default_value_t = 400)]
    rounds: u32,
    /// Nets to continue from instead of starting from scratch
    #[arg(long)]
    from: Option<PathBuf>,
    /// Learn the values that the six nets of version 0.1.0 give all candidates, instead of the results of
    /// those played
    #[arg(long, value_name = "FILE")]
    imitate: Option<PathBuf>,
    /// Do not train: write the weighted mean of these nets to --out: one.nets*2,other.nets
    #[arg(long, value_name = "FILES", conflicts_with_all = ["from", "imitate"])]
    mean: Option<String>,
    /// Output file for the nets
    #[arg(long, required_unless_present_any = ["stamp", "giving"])]
    out: Option<PathBuf>,
    /// Do not train nets: print a fit of how likely a discard helps the next player in this game, from that
    /// many rounds of deals
    #[arg(long, value_name = "GAME", conflicts_with_all = ["out", "from", "stamp"])]
    giving: Option<String>,
    /// Do not train: record in the header of this file of nets that it was trained on these games, with the
    /// current features and rules
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "from"])]
    stamp: Option<PathBuf>,
    /// Initial learning rate
    #[arg(long, default_value_t = 0.0015)]
    rate: f32,
    /// Batch size, in afterstates: small batches learn from fewer samples, large ones disturb existing
    /// knowledge less
    #[arg(long, default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    batch: u32,
    /// Playouts for the best candidates. The nets learn how these compare, and learn final results only in
    /// new games: +kalooki
    #[arg(long, default_value_t = 0, requires = "from", conflicts_with = "imitate")]
    playouts: u32,
    /// Keep the values of these nets in the games they were trained on, except for the comparison of
    /// candidates. In other games those of --from are kept
    #[arg(long, value_name = "FILE", requires = "playouts")]
    anchor: Option<PathBuf>,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Capacity of the replay buffer, in samples.
const REPLAY_CAPACITY: usize = 6_000_000;
/// Samples after which the learners play by the nets.
const WARM_UP_SAMPLES: usize = 1_000_000;
/// Average number of uses of each sample; more with playouts, which depend less on luck than the end of a
/// deal.
const USES_PER_SAMPLE: usize = 3;
const USES_PER_SAMPLE_WITH_PLAYOUTS: usize = 8;

/// Parameters of gradient descent: learning rate, batch size, and uses per sample.
struct TrainingParameters {
    rate: f32,
    batch: usize,
    uses: usize,
}

/// Replay buffer: the latest samples.
#[derive(Default)]
struct Replay {
    samples: Vec<Sample>,
    oldest: usize,
}

impl Replay {
    fn push(&mut self, sample: Sample) {
        if self.samples.len() < REPLAY_CAPACITY {
            self.samples.push(sample);
        } else {
            self.samples[self.oldest] = sample;
            self.oldest = (self.oldest + 1) % REPLAY_CAPACITY;
        }
    }

    /// Fits the learner to samples from the buffer; returns the mean squared error.
    fn train(
        &self,
        learner: &mut Learner,
        new_samples: usize,
        parameters: &TrainingParameters,
        rng: &mut ChaCha8Rng,
    ) -> f32 {
        if self.samples.len() < parameters.batch {
            return 0.0;
        }
        let steps = (new_samples * parameters.uses / parameters.batch).max(1);
        let mut any = || &self.samples[rng.next_u32() as usize % self.samples.len()];
        let error: f32 = (0..steps)
            .map(|_| {
                let batch: Vec<_> = (0..parameters.batch).map(|_| any()).collect();
                learner.step(&batch, parameters.rate)
            })
            .sum();
        error / steps as f32
    }
}

fn file_error(path: &Path, fault: impl Display) -> String {
    format!("{}: {fault}", path.display())
}

/// The nets of a file, with or without a description of their training data.
fn read_nets(path: &Path) -> Result<ValueNets, String> {
    let bytes = std::fs::read(path).map_err(|e| file_error(path, e))?;
    match TrainedNets::read(&bytes) {
        Ok(trained) => Ok(trained.nets),
        Err(fault) => ValueNets::read(&bytes).map_err(|_| file_error(path, fault)),
    }
}

/// The nets of a file with a description of their training data.
fn read_trained_nets(path: &Path) -> Result<TrainedNets, String> {
    let bytes = std::fs::read(path).map_err(|e| file_error(path, e))?;
    TrainedNets::read(&bytes).map_err(|e| file_error(path, e))
}

/// The nets whose values of positions are to be kept.
struct Anchor {
    /// Nets for the games that they were trained on.
    known: Option<TrainedNets>,
    /// The initial nets, for the others.
    first: ValueNets,
}

impl Anchor {
    fn of(&self, rules: &Rules) -> &ValueNets {
        let training = |known: &&TrainedNets| {
            TrainingInfo::ids(&known.training.games).any(|id| id == rules.set.id)
        };
        let known = self.known.as_ref().filter(training);
        known.map_or(&self.first, |known| &known.nets)
    }
}

fn write(path: &Path, worth: ValueNets, training: &TrainingInfo) -> Result<(), String> {
    let trained = TrainedNets { nets: worth, training: training.clone() };
    std::fs::write(path, trained.write()).map_err(|e| file_error(path, e))
}

fn run(options: &Options) -> Result<(), String> {
    if let Some(game) = &options.giving {
        let rules = course::rules(game, None)?;
        if rules.deal(0).sequences.is_none() {
            return Err(format!("{game}: hands need no runs in this game"));
        }
        let (weights, cards) = giving::fit(&rules, options.rounds, options.seed);
        println!("{game}, {cards} cards: {weights:.2?}");
        return Ok(());
    }
    let courses: Vec<Course> =
        options.games.split(',').map(Course::parse).collect::<Result<_, _>>()?;
    let games = options.games.replace('+', "");
    let training = upcard_digest::frozen::training_data(&games).map_err(|e| e.to_string())?;
    match (&options.stamp, &options.out) {
        (Some(path), _) => write(path, read_nets(path)?, &training),
        (None, Some(out)) => match &options.mean {
            Some(files) => write(out, mean(files)?, &training),
            None => train(options, &courses, out, &training),
        },
        (None, None) => Ok(()),
    }
}

/// The weighted mean of the weights of several nets. Nets continued from the same one have each forgotten
/// something else: their mean plays better than each of them.
fn mean(files: &str) -> Result<ValueNets, String> {
    let mut sums = vec![0.0; WEIGHTS];
    let mut all = 0.0;
    for file in files.split(',') {
        let (path, share) = file.split_once('*').unwrap_or((file, "1"));
        let share: f32 =
            share.parse().map_err(|_| format!("{file}: its weight is not a number"))?;
        if !(share > 0.0 && share.is_finite()) {
            return Err(format!("{file}: its weight is not positive"));
        }
        all += share;
        for (sum, weight) in sums.iter_mut().zip(read_nets(Path::new(path))?.net.weights()) {
            *sum += share * weight;
        }
    }
    let mut weights = sums.iter().map(|sum| sum / all);
    let net = Net::from_weights(|| weights.next().unwrap_or(0.0)).ok_or(WEIGHTS_TOO_LARGE)?;
    Ok(ValueNets { net })
}

const WEIGHTS_TOO_LARGE: &str = "the sum of the weights overflows";

fn train(
    options: &Options,
    courses: &[Course],
    out: &Path,
    training: &TrainingInfo,
) -> Result<(), String> {
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let mut learner = match &options.from {
        Some(from) => Learner::of(read_nets(from)?.net.weights().collect()),
        None => Learner::new(|| uniform(&mut rng)),
    };
    let anchor = Anchor {
        known: options.anchor.as_deref().map(read_trained_nets).transpose()?,
        first: ValueNets { net: learner.averaged().ok_or(WEIGHTS_TOO_LARGE)? },
    };
    let read = |path: &PathBuf| {
        let bytes = std::fs::read(path).map_err(|e| file_error(path, e))?;
        OldNets::read(&bytes).ok_or_else(|| file_error(path, "not the nets of version 0.1.0"))
    };
    let old_nets = options.imitate.as_ref().map(read).transpose()?;
    let mut replay = Replay::default();
    let mut total = 0;
    let start = Instant::now();
    for round in 0..=u64::from(options.rounds) {
        let net = learner.averaged().ok_or(WEIGHTS_TOO_LARGE)?;
        let worth = ValueNets { net };
        let done = round as f32 / options.rounds.max(1) as f32;
        if round % 20 == 0 || done >= 1.0 {
            write(out, worth.clone(), training)?;
        }
        if done >= 1.0 {
            break;
        }
        let trained = options.from.is_some() || total > WARM_UP_SAMPLES;
        let jobs: Vec<_> = courses.iter().flat_map(Course::matches).zip(0u64..).collect();
        let playouts = options.playouts;
        let seed = |job: u64| options.seed << 48 | round << 20 | job;
        let play = |((course, rules), job): &((&Course, &Arc<Rules>), u64)| match &old_nets {
            Some(nets) => {
                let mut player = ImitatingPlayer::new(nets);
                play(rules, seed(*job), &mut player);
                player.samples
            }
            None => {
                let (anchor, learn_results) = (anchor.of(rules), course.new || playouts == 0);
                let settings =
                    LearningSettings { nets: &worth, trained, playouts, anchor, learn_results };
                let mut player = SelfPlayer::new(settings);
                play(rules, seed(*job), &mut player);
                player.samples
            }
        };
        // One job at a time, so that the longest ones do not all run at the end.
        let played: Vec<Vec<Sample>> = jobs.par_iter().with_max_len(1).map(play).collect();
        let before = total;
        for sample in played.into_iter().flatten() {
            total += 1;
            replay.push(sample);
        }
        // Decaying learning rate, so that the nets settle.
        let rate = options.rate * (1.0 - done).max(0.02);
        let uses = if playouts > 0 { USES_PER_SAMPLE_WITH_PLAYOUTS } else { USES_PER_SAMPLE };
        let parameters = TrainingParameters { rate, batch: options.batch as usize, uses };
        let error = replay.train(&mut learner, total - before, &parameters, &mut rng);
        if round % 20 == 0 {
            let minutes = start.elapsed().as_secs_f32() / 60.0;
            println!("round {round}, {minutes:.1} minutes, {total} afterstates, error {error:.4}");
        }
    }
    Ok(())
}

fn main() -> std::process::ExitCode {
    match run(&Options::parse()) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            std::process::ExitCode::FAILURE
        }
    }
}
