//! Benchmark: encoded steps per second of one core, in random legal play: `cargo run --release -p upcard-gym
//! --example steps -- contract-rummy 4 5`.
//!
//! Optional arguments: game, players, rounds, and steps per match. Each round plays the same matches; prints
//! its rate, and a digest of all output, so that optimized builds can be checked for identical output.

use std::sync::Arc;
use std::time::Instant;

use upcard_engine::{Library, Rules};
use upcard_gym::{Many, Mask, Options, StepBuffers};

const MATCHES: usize = 64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let game = asked.first().map_or("contract-rummy", String::as_str);
    let players = asked.get(1).map_or(Ok(4), |text| text.parse())?;
    let rounds = asked.get(2).map_or(Ok(5), |text| text.parse::<usize>())?;
    let steps = asked.get(3).map_or(Ok(8000), |text| text.parse::<usize>())?;
    let rules = Arc::new(Rules::of(&Library::standard()?, game, &[], Some(players))?);
    let mut many = Many::new(&rules, Options::default(), MATCHES, 1, Vec::new(), 1)?;
    let width = many.layout().size();
    let mut observations = vec![0i16; MATCHES * width];
    let mut masks = vec![0u8; MATCHES * Mask::BYTES];
    let mut rewards = vec![0f32; MATCHES * usize::from(players)];
    let (mut over, mut seats) = (vec![0u8; MATCHES], vec![0u8; MATCHES]);
    for _ in 0..rounds {
        let mut to = |many: &mut Many, steps: Option<usize>| {
            let stepping = StepBuffers {
                observations: &mut observations,
                masks: &mut masks,
                rewards: &mut rewards,
                over: &mut over,
                seats: &mut seats,
                finals: &mut [],
            };
            match steps {
                None => many.reset(1, stepping),
                Some(steps) => many.play_at_random(steps, stepping),
            }
        };
        to(&mut many, None)?;
        let began = Instant::now();
        to(&mut many, Some(steps))?;
        let took = began.elapsed().as_secs_f64();
        let digest = observations
            .iter()
            .map(|value| *value as u64)
            .chain(masks.iter().map(|byte| u64::from(*byte)))
            .fold(0u64, |sum, value| (sum ^ value).wrapping_mul(0x0100_0000_01b3).rotate_left(7));
        let speed = (MATCHES * steps) as f64 / took;
        println!("{game}, {players} players: {speed:.0} steps a second, {digest:016x}");
    }
    Ok(())
}
