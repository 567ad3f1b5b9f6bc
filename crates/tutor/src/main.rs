//! Teaches the nets of `upcard_bots::value`: bots play against each other, the nets are fitted to
//! what came of the afterstates they met, then they play by the new nets, and so on.

mod course;
mod fit;
mod giving;
mod imitated;
mod play;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use course::Course;
use fit::{Learner, Sample};
use imitated::{Imitated, Imitating};
use play::{Learning, Lesson, play, uniform};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use upcard_bots::value::{Learnt, Net, Taught, ValueNets, WEIGHTS};
use upcard_engine::Rules;

/// The games that the nets of the bots were taught on. At other tables of Shanghai Rummy, with more packs, hands
/// are measured far more slowly than in any other game.
const GAMES: &str = "contract-rummy*5,progressive-rummy*3,ill-buy-it*2,progression*2,rummy*2,\
    contract-rummy-classic,liverpool-rummy,may-i,shanghai-powe,shanghai-kolsov,progressive-rummy-15,\
    zioncheck,block-rummy,carioca,telefunken,continental,shanghai-rummy@4";

/// Teaches the bots what an afterstate is worth.
#[derive(Parser)]
struct Options {
    /// Games to play, with how often, and with how many players if not at tables of all sizes:
    /// contract-rummy*3,rummy@4
    #[arg(long, default_value = GAMES)]
    games: String,
    /// Rounds of matches to learn from; with the seed they decide what is learnt, whatever the machine
    #[arg(long, default_value_t = 400)]
    rounds: u32,
    /// Nets to go on with; without them it begins from scratch
    #[arg(long)]
    from: Option<PathBuf>,
    /// Learn what the six nets of version 0.1.0 say of all choices, instead of what came of those that were made
    #[arg(long, value_name = "FILE")]
    imitate: Option<PathBuf>,
    /// Teach nothing: write the mean of these nets, each with its weight, to --out: one.nets*2,other.nets
    #[arg(long, value_name = "FILES", conflicts_with_all = ["from", "imitate"])]
    mean: Option<String>,
    /// Where the nets go
    #[arg(long, required_unless_present_any = ["stamp", "giving"])]
    out: Option<PathBuf>,
    /// Teach no nets: print what tells how likely a discard brings the next player nearer in this game, fitted
    /// to that many rounds of deals
    #[arg(long, value_name = "GAME", conflicts_with_all = ["out", "from", "stamp"])]
    giving: Option<String>,
    /// Teach nothing: write at the head of this file of nets that it was taught on these games, and on
    /// the features and rules as they are now
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "from"])]
    stamp: Option<PathBuf>,
    /// The greatest step
    #[arg(long, default_value_t = 0.0015)]
    rate: f32,
    /// Afterstates of a step: with fewer it learns from fewer, with more what it knows is spoilt less
    #[arg(long, default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    batch: u32,
    /// Playouts with which pupils try their best choices out. They learn how those compare, and nothing of what came
    /// of them in the end but in new games: +kalooki
    #[arg(long, default_value_t = 0, requires = "from", conflicts_with = "imitate")]
    playouts: u32,
    /// What positions are worth in the games that these nets were taught on stays what they say, but for how choices
    /// compare. In other games it stays what those of --from say
    #[arg(long, value_name = "FILE", requires = "playouts")]
    anchor: Option<PathBuf>,
    /// Decides all that is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Samples that are kept.
const KEPT: usize = 6_000_000;
/// Samples after which the learners play by what they have learnt.
const GROUNDING: usize = 1_000_000;
/// How often each sample is looked at on average: oftener where playouts compared choices, which leave less to luck
/// than the end of a deal.
const LOOKS: usize = 3;
const LOOKS_AT_PLAYOUTS: usize = 8;

/// How the learner goes down the slope: the greatest step, the samples of each, and how often it looks at one.
struct Pace {
    rate: f32,
    batch: usize,
    looks: usize,
}

/// The latest samples.
#[derive(Default)]
struct Replay {
    samples: Vec<Sample>,
    oldest: usize,
}

impl Replay {
    fn keep(&mut self, sample: Sample) {
        if self.samples.len() < KEPT {
            self.samples.push(sample);
        } else {
            self.samples[self.oldest] = sample;
            self.oldest = (self.oldest + 1) % KEPT;
        }
    }

    /// Fits the learner to what is here; the mean squared error.
    fn train(&self, learner: &mut Learner, fresh: usize, by: &Pace, rng: &mut ChaCha8Rng) -> f32 {
        if self.samples.len() < by.batch {
            return 0.0;
        }
        let steps = (fresh * by.looks / by.batch).max(1);
        let mut any = || &self.samples[rng.next_u32() as usize % self.samples.len()];
        let error: f32 = (0..steps)
            .map(|_| learner.step(&(0..by.batch).map(|_| any()).collect::<Vec<_>>(), by.rate))
            .sum();
        error / steps as f32
    }
}

fn about(path: &Path, fault: impl Display) -> String {
    format!("{}: {fault}", path.display())
}

/// The nets of a file, also of one that does not say what they were taught on.
fn nets(path: &Path) -> Result<ValueNets, String> {
    let bytes = std::fs::read(path).map_err(|e| about(path, e))?;
    match Learnt::read(&bytes) {
        Ok(learnt) => Ok(learnt.worth),
        Err(fault) => ValueNets::read(&bytes).map_err(|_| about(path, fault)),
    }
}

/// The nets of a file that says what they were taught on.
fn learnt(path: &Path) -> Result<Learnt, String> {
    let bytes = std::fs::read(path).map_err(|e| about(path, e))?;
    Learnt::read(&bytes).map_err(|e| about(path, e))
}

/// What says what positions are worth.
struct Anchor {
    /// Nets for the games that they were taught on.
    known: Option<Learnt>,
    /// Those that learning began from, for the others.
    first: ValueNets,
}

impl Anchor {
    fn of(&self, rules: &Rules) -> &ValueNets {
        let taught =
            |known: &&Learnt| Taught::ids(&known.taught.games).any(|id| id == rules.set.id);
        let known = self.known.as_ref().filter(taught);
        known.map_or(&self.first, |known| &known.worth)
    }
}

fn write(path: &Path, worth: ValueNets, taught: &Taught) -> Result<(), String> {
    let learnt = Learnt { worth, taught: taught.clone() };
    std::fs::write(path, learnt.write()).map_err(|e| about(path, e))
}

fn run(options: &Options) -> Result<(), String> {
    if let Some(game) = &options.giving {
        let rules = course::rules(game, None)?;
        if rules.deal(0).sequences.is_none() {
            return Err(format!("{game}: hands need no sequences there"));
        }
        let (weights, cards) = giving::fit(&rules, options.rounds, options.seed);
        println!("{game}, {cards} cards: {weights:.2?}");
        return Ok(());
    }
    let courses: Vec<Course> =
        options.games.split(',').map(Course::read).collect::<Result<_, _>>()?;
    let games = options.games.replace('+', "");
    let taught = upcard_digest::frozen::taught(&games).map_err(|e| e.to_string())?;
    match (&options.stamp, &options.out) {
        (Some(path), _) => write(path, nets(path)?, &taught),
        (None, Some(out)) => match &options.mean {
            Some(files) => write(out, mean(files)?, &taught),
            None => train(options, &courses, out, &taught),
        },
        (None, None) => Ok(()),
    }
}

/// The mean of the weights of several nets. Nets that go on from the same one have each forgotten something else:
/// their mean plays better than each of them.
fn mean(files: &str) -> Result<ValueNets, String> {
    let mut sums = vec![0.0; WEIGHTS];
    let mut all = 0.0;
    for file in files.split(',') {
        let (path, often) = file.split_once('*').unwrap_or((file, "1"));
        let often: f32 = often.parse().map_err(|_| format!("{file}: its weight is no number"))?;
        if !(often > 0.0 && often.is_finite()) {
            return Err(format!("{file}: its weight is not above zero"));
        }
        all += often;
        for (sum, weight) in sums.iter_mut().zip(nets(Path::new(path))?.net.weights()) {
            *sum += often * weight;
        }
    }
    let mut weights = sums.iter().map(|sum| sum / all);
    let net = Net::from_weights(|| weights.next().unwrap_or(0.0)).ok_or(TOO_GREAT)?;
    Ok(ValueNets { net })
}

const TOO_GREAT: &str = "the weights have grown too great to be summed";

fn train(options: &Options, courses: &[Course], out: &Path, taught: &Taught) -> Result<(), String> {
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let mut learner = match &options.from {
        Some(from) => Learner::of(nets(from)?.net.weights().collect()),
        None => Learner::new(|| uniform(&mut rng)),
    };
    let anchor = Anchor {
        known: options.anchor.as_deref().map(learnt).transpose()?,
        first: ValueNets { net: learner.averaged().ok_or(TOO_GREAT)? },
    };
    let read = |path: &PathBuf| {
        let bytes = std::fs::read(path).map_err(|e| about(path, e))?;
        Imitated::read(&bytes).ok_or_else(|| about(path, "not the nets of version 0.1.0"))
    };
    let imitated = options.imitate.as_ref().map(read).transpose()?;
    let mut replay = Replay::default();
    let mut total = 0;
    let start = Instant::now();
    for round in 0..=u64::from(options.rounds) {
        let net = learner.averaged().ok_or(TOO_GREAT)?;
        let worth = ValueNets { net };
        let done = round as f32 / options.rounds.max(1) as f32;
        if round % 20 == 0 || done >= 1.0 {
            write(out, worth.clone(), taught)?;
        }
        if done >= 1.0 {
            break;
        }
        let trained = options.from.is_some() || total > GROUNDING;
        let jobs: Vec<_> = courses.iter().flat_map(Course::matches).zip(0u64..).collect();
        let playouts = options.playouts;
        let seed = |job: u64| options.seed << 48 | round << 20 | job;
        let play = |((course, rules), job): &((&Course, &Arc<Rules>), u64)| match &imitated {
            Some(nets) => {
                let mut pupil = Imitating::new(nets);
                play(rules, seed(*job), &mut pupil);
                pupil.samples
            }
            None => {
                let (anchor, ends) = (anchor.of(rules), course.new || playouts == 0);
                let lesson = Lesson { nets: &worth, trained, playouts, anchor, ends };
                let mut pupil = Learning::new(lesson);
                play(rules, seed(*job), &mut pupil);
                pupil.samples
            }
        };
        // One after the other, the longest do not all come at the end.
        let met: Vec<Vec<Sample>> = jobs.par_iter().with_max_len(1).map(play).collect();
        let before = total;
        for sample in met.into_iter().flatten() {
            total += 1;
            replay.keep(sample);
        }
        // Ever smaller steps, so that what is learnt settles.
        let rate = options.rate * (1.0 - done).max(0.02);
        let looks = if playouts > 0 { LOOKS_AT_PLAYOUTS } else { LOOKS };
        let by = Pace { rate, batch: options.batch as usize, looks };
        let error = replay.train(&mut learner, total - before, &by, &mut rng);
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
