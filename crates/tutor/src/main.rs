//! Teaches the nets of `upcard_bots::value`: bots play against each other, the nets are fitted to
//! what came of the afterstates they met, then they play by the new nets, and so on.

mod fit;
mod giving;
mod play;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use fit::{Learner, Sample};
use play::{Met, play, uniform};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use upcard_arena::{ArenaError, rules};
use upcard_bots::value::{Learnt, STAGES, Taught, ValueNets};
use upcard_engine::Rules;

/// The games that the nets of the bots were taught on.
const GAMES: &str = "contract-rummy*5,progressive-rummy*3,ill-buy-it*2,shanghai-rummy*2,\
    progression*2,rummy*2,contract-rummy-classic,liverpool-rummy,may-i,shanghai-powe,\
    shanghai-kolsov,progressive-rummy-15,zioncheck,block-rummy";

/// Teaches the bots what an afterstate is worth.
#[derive(Parser)]
struct Options {
    /// Games to play, with how often: contract-rummy*3,rummy
    #[arg(long, default_value = GAMES)]
    games: String,
    /// Rounds of matches to learn from; with the seed they decide what is learnt, whatever the machine
    #[arg(long, default_value_t = 200)]
    rounds: u32,
    /// Nets to go on with; without them it begins from scratch
    #[arg(long)]
    from: Option<PathBuf>,
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
    /// Decides all that is left to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A game with how often it is played: at tables of four, or the nearest size, and at others.
struct Course {
    usual: Arc<Rules>,
    others: Vec<Arc<Rules>>,
    often: usize,
}

/// Matches of a course in each round, for each time that it is to be played.
const MATCHES: usize = 10;
/// Samples of a stage that are kept.
const KEPT: usize = 3_000_000;
/// Samples after which the learners play by what they have learnt.
const GROUNDING: usize = 1_000_000;
/// Samples of a step, and how often each sample is looked at on average.
const BATCH: usize = 256;
const LOOKS: usize = 3;

fn course(name: &str) -> Result<Course, String> {
    let (name, often) = name.split_once('*').unwrap_or((name, "1"));
    let often = often.parse().map_err(|_| format!("{name}*{often}: how often is no number"))?;
    let usual = rules(name, &[], None).map_err(|e: ArenaError| e.to_string())?;
    let others: Vec<_> = (2..=6).filter_map(|n| rules(name, &[], Some(n)).ok()).collect();
    Ok(Course { usual, others, often })
}

impl Course {
    fn matches(&self) -> impl Iterator<Item = &Arc<Rules>> {
        (0..self.often * MATCHES).map(|i| {
            let other = self.others.get(i % self.others.len().max(1));
            if i % 10 < 7 { &self.usual } else { other.unwrap_or(&self.usual) }
        })
    }
}

/// The latest samples of a stage.
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
    fn train(&self, learner: &mut Learner, fresh: usize, rate: f32, seed: u64) -> f32 {
        if self.samples.len() < BATCH {
            return 0.0;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let steps = (fresh * LOOKS / BATCH).max(1);
        let mut any = || &self.samples[rng.next_u32() as usize % self.samples.len()];
        let error: f32 = (0..steps)
            .map(|_| learner.step(&(0..BATCH).map(|_| any()).collect::<Vec<_>>(), rate))
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

fn write(path: &Path, worth: ValueNets, taught: &Taught) -> Result<(), String> {
    let learnt = Learnt { worth, taught: taught.clone() };
    std::fs::write(path, learnt.write()).map_err(|e| about(path, e))
}

fn run(options: &Options) -> Result<(), String> {
    if let Some(game) = &options.giving {
        let rules = rules(game, &[], None).map_err(|e| e.to_string())?;
        if rules.deal(0).sequences.is_none() {
            return Err(format!("{game}: hands need no sequences there"));
        }
        let (weights, cards) = giving::fit(&rules, options.rounds, options.seed);
        println!("{game}, {cards} cards: {weights:.2?}");
        return Ok(());
    }
    let taught = upcard_digest::frozen::taught(&options.games).map_err(|e| e.to_string())?;
    match (&options.stamp, &options.out) {
        (Some(path), _) => write(path, nets(path)?, &taught),
        (None, Some(out)) => train(options, out, &taught),
        (None, None) => Ok(()),
    }
}

fn train(options: &Options, out: &Path, taught: &Taught) -> Result<(), String> {
    let courses: Vec<Course> = options.games.split(',').map(course).collect::<Result<_, _>>()?;
    let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
    let mut learners: Vec<Learner> = match &options.from {
        Some(from) => nets(from)?.nets.into_iter().map(Learner::of).collect(),
        None => (0..STAGES).map(|_| Learner::new(|| uniform(&mut rng))).collect(),
    };
    let mut replays: [Replay; STAGES] = Default::default();
    let mut total = 0;
    let start = Instant::now();
    for round in 0..=u64::from(options.rounds) {
        let worth = ValueNets { nets: std::array::from_fn(|i| learners[i].averaged()) };
        let done = round as f32 / options.rounds.max(1) as f32;
        if round % 20 == 0 || done >= 1.0 {
            write(out, worth.clone(), taught)?;
        }
        if done >= 1.0 {
            break;
        }
        let trained = options.from.is_some() || total > GROUNDING;
        let jobs: Vec<_> = courses.iter().flat_map(Course::matches).zip(0u64..).collect();
        let seed = |job: u64| options.seed << 48 | round << 20 | job;
        let met: Vec<Met> =
            jobs.par_iter().map(|(rules, job)| play(rules, seed(*job), &worth, trained)).collect();
        let mut fresh = [0; STAGES];
        for (stage, sample) in met.into_iter().flat_map(|met| (0..).zip(met)).flat_map(
            |(stage, samples): (usize, Vec<Sample>)| samples.into_iter().map(move |s| (stage, s)),
        ) {
            fresh[stage] += 1;
            replays[stage].keep(sample);
        }
        total += fresh.iter().sum::<usize>();
        // Ever smaller steps, so that what is learnt settles.
        let rate = options.rate * (1.0 - done).max(0.02);
        let seeds: Vec<u64> = (0..STAGES).map(|_| rng.next_u64()).collect();
        let errors: Vec<f32> = (learners.par_iter_mut().zip(&replays))
            .zip(fresh)
            .zip(seeds)
            .map(|(((learner, replay), fresh), seed)| replay.train(learner, fresh, rate, seed))
            .collect();
        if round % 20 == 0 {
            let minutes = start.elapsed().as_secs_f32() / 60.0;
            println!(
                "round {round}, {minutes:.1} minutes, {total} afterstates, errors {errors:.3?}"
            );
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
