//! Cost of bot decisions in expensive rule sets, in steps and time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use upcard_bots::{BotDecision, Budget, Level, think};
use upcard_engine::{Flaws, Game, Library, Rules, Seat};

use crate::policies::play_match;

/// An expensive rule set: a game with overridden choices and larger hands than any game of the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpensiveRules {
    /// The game.
    pub game: &'static str,
    /// Overridden choices, by path and value.
    pub choices: &'static [(&'static str, &'static str)],
    /// Number of players.
    pub players: u8,
}

const fn expensive(
    game: &'static str,
    choices: &'static [(&'static str, &'static str)],
    players: u8,
) -> ExpensiveRules {
    ExpensiveRules { game, choices, players }
}

/// Playouts per expert decision: as many as in the terminal program.
pub const PLAYOUTS: u32 = 24;

/// Expensive rule sets.
pub const EXPENSIVE_RULES: [ExpensiveRules; 7] = [
    expensive("rummy", &[("pack.packs", "7"), ("dealing.hand", "80")], 4),
    expensive("points-rummy", &[("pack.packs", "2"), ("dealing.hand", "16")], 4),
    expensive("points-rummy", &[("pack.packs", "4"), ("dealing.hand", "21")], 4),
    expensive("gin", &[("dealing.hand", "24")], 2),
    expensive("gin", &[("pack.packs", "3"), ("pack.jokers", "4"), ("dealing.hand", "30")], 2),
    expensive("contract-rummy", &[("pack.packs", "4"), ("dealing.hand", "40")], 4),
    expensive("rummy-500", &[("pack.packs", "4"), ("dealing.hand", "40")], 4),
];

impl ExpensiveRules {
    /// Compiles the rules.
    ///
    /// # Errors
    /// Contradictions between the choices.
    pub fn rules(&self, library: &Library) -> Result<Arc<Rules>, Flaws> {
        Rules::of(library, self.game, self.choices, Some(self.players)).map(Arc::new)
    }

    /// Formats the rule set as on the command line.
    #[must_use]
    pub fn name(&self) -> String {
        let sets = self.choices.iter().map(|(path, value)| format!(" {path}={value}"));
        format!("{}{}", self.game, sets.collect::<String>())
    }
}

/// Positions from play under these rules, before a decision: the first turns of each deal and samples of the
/// rest.
#[must_use]
pub fn positions(rules: &Arc<Rules>, number: u64, max: usize) -> Vec<(Seat, Game)> {
    let mut all = Vec::new();
    let mut decisions = 0;
    play_match(rules, number, |game, seat| {
        if all.len() == max {
            return None;
        }
        decisions += 1;
        // Most of a deal is alike: keep some turns of every 60.
        if decisions % 60 < 12 {
            all.push((seat, game.clone()));
        }
        let view = game.view(seat);
        let thought = think(Level::Steady, number, &view, &Budget::Playouts(0), &|| true);
        thought.ok().map(|decision| decision.action)
    });
    all
}

/// A bot's decision in a position, and its duration. `None` if it was cancelled, which does not happen here.
#[must_use]
pub fn time_decision(level: Level, game: &Game, seat: Seat) -> Option<(BotDecision, Duration)> {
    let start = Instant::now();
    let thought = think(level, 1, &game.view(seat), &Budget::Playouts(PLAYOUTS), &|| true).ok()?;
    Some((thought, start.elapsed()))
}

/// Longest decision of a level in these positions, in milliseconds.
#[must_use]
pub fn slowest_decision(level: Level, positions: &[(Seat, Game)]) -> f64 {
    let each = positions.iter().filter_map(|(seat, game)| time_decision(level, game, *seat));
    each.map(|(_, took)| took.as_secs_f64() * 1e3).fold(0.0, f64::max)
}

/// Longest delay in milliseconds from cancelling a decision to its end, over these positions. Decisions that
/// finish before the cancellation are ignored.
#[must_use]
pub fn slowest_cancellation(level: Level, positions: &[(Seat, Game)]) -> f64 {
    let waits = [1, 3, 9, 27].map(Duration::from_millis).into_iter().cycle();
    let delays = positions
        .iter()
        .zip(waits)
        .filter_map(|((seat, game), after)| cancellation_delay(level, game, *seat, after));
    delays.map(|took| took.as_secs_f64() * 1e3).fold(0.0, f64::max)
}

/// Delay from cancelling a decision, after the given time, to its end. `None` if it finishes before.
fn cancellation_delay(level: Level, game: &Game, seat: Seat, after: Duration) -> Option<Duration> {
    let wanted = AtomicBool::new(true);
    std::thread::scope(|scope| {
        let thought = scope.spawn(|| {
            let is_wanted = || wanted.load(Ordering::Relaxed);
            let found = think(level, 1, &game.view(seat), &Budget::While(&|| true), &is_wanted);
            (found.is_err(), Instant::now())
        });
        std::thread::sleep(after);
        let cancelled = Instant::now();
        wanted.store(false, Ordering::Relaxed);
        let (was_cancelled, end) = thought.join().ok()?;
        was_cancelled.then(|| end.saturating_duration_since(cancelled))
    })
}
