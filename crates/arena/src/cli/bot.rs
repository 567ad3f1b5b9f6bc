//! `upcard bot`.

use std::time::{Duration, Instant};

use upcard_bots::{Budget, Level, player};

use crate::nets::Nets;
use crate::protocol::{ServeError, serve};

/// Runs a built-in bot that speaks the protocol for programs on standard input and output.
#[derive(clap::Args, Clone, Debug)]
pub struct BotArgs {
    /// Level: random, beginner, casual, novice, steady, sharp or expert.
    #[arg(long, default_value = "sharp")]
    level: Level,
    /// Seed of its random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Playouts per decision of a searching bot; without it, --budget-ms applies.
    #[arg(long)]
    playouts: Option<u32>,
    /// Milliseconds per decision of a searching bot.
    #[arg(long, default_value_t = 20)]
    budget_ms: u64,
    #[command(flatten)]
    nets: Nets,
}

impl BotArgs {
    /// Answers requests until the input ends.
    ///
    /// # Errors
    /// The input violates the protocol, or the nets cannot be loaded.
    pub fn run(&self) -> Result<(), ServeError> {
        self.nets.install()?;
        let mut bot = player(self.level, self.seed);
        let mut timed = Timed { bot: bot.as_mut(), limit: Duration::from_millis(self.budget_ms) };
        let (from, to) = (std::io::stdin().lock(), std::io::stdout().lock());
        match self.playouts {
            Some(most) => serve(bot.as_mut(), &Budget::Playouts(most), from, to),
            None => serve(&mut timed, &Budget::Playouts(0), from, to),
        }
    }
}

/// Starts a fresh time budget for each decision.
struct Timed<'a> {
    bot: &'a mut dyn upcard_bots::Bot,
    limit: Duration,
}

impl upcard_bots::Bot for Timed<'_> {
    fn decide(&mut self, view: &upcard_engine::View<'_>, _: &Budget<'_>) -> upcard_engine::Action {
        let start = Instant::now();
        self.bot.decide(view, &Budget::While(&|| start.elapsed() < self.limit))
    }
}
