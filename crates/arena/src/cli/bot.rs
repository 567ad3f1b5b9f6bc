//! `upcard bot`.

use upcard_bots::{Level, player};

use crate::nets::Nets;
use crate::options::Thinking;
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
        let thinking = self.playouts.map_or(Thinking::Millis(self.budget_ms), Thinking::Playouts);
        serve(bot.as_mut(), thinking, std::io::stdin().lock(), std::io::stdout().lock())
    }
}
