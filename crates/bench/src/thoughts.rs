//! What bots' thoughts take in rule sets in which they are dear, in steps and in time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use upcard_bots::{Budget, Level, Thought, think};
use upcard_engine::chance::Chance;
use upcard_engine::{Flaws, Game, Library, Rules, Seat};

/// A game with some choices, in which hands are larger than in any game of the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dear {
    /// The game.
    pub game: &'static str,
    /// Its choices, by path and value.
    pub choices: &'static [(&'static str, &'static str)],
    /// How many play.
    pub players: u8,
}

const fn dear(
    game: &'static str,
    choices: &'static [(&'static str, &'static str)],
    players: u8,
) -> Dear {
    Dear { game, choices, players }
}

/// How many playouts an expert makes here: as many as at a table in a terminal.
pub const PLAYOUTS: u32 = 24;

/// Such games.
pub const DEAR: [Dear; 7] = [
    dear("rummy", &[("pack.packs", "7"), ("dealing.hand", "80")], 4),
    dear("points-rummy", &[("pack.packs", "2"), ("dealing.hand", "16")], 4),
    dear("points-rummy", &[("pack.packs", "4"), ("dealing.hand", "21")], 4),
    dear("gin", &[("dealing.hand", "24")], 2),
    dear("gin", &[("pack.packs", "3"), ("pack.jokers", "4"), ("dealing.hand", "30")], 2),
    dear("contract-rummy", &[("pack.packs", "4"), ("dealing.hand", "40")], 4),
    dear("rummy-500", &[("pack.packs", "4"), ("dealing.hand", "40")], 4),
];

impl Dear {
    /// The rules.
    ///
    /// # Errors
    /// What contradicts in them.
    pub fn rules(&self, library: &Library) -> Result<Arc<Rules>, Flaws> {
        Rules::of(library, self.game, self.choices, Some(self.players)).map(Arc::new)
    }

    /// As on the command line.
    #[must_use]
    pub fn name(&self) -> String {
        let sets = self.choices.iter().map(|(path, value)| format!(" {path}={value}"));
        format!("{}{}", self.game, sets.collect::<String>())
    }
}

/// Positions of play by these rules, a round of each deal and then some: where a seat is asked.
#[must_use]
pub fn positions(rules: &Arc<Rules>, number: u64, most: usize) -> Vec<(Seat, Game)> {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
    let mut all = Vec::new();
    let mut decisions = 0;
    while all.len() < most
        && let Some(seat) = game.next_to_act(&mut ())
    {
        decisions += 1;
        // Most of a deal is alike: its first turns, and then some.
        if decisions % 60 < 12 {
            all.push((seat, game.clone()));
        }
        let view = game.view(seat);
        let thought = think(Level::Steady, number, &view, &Budget::Playouts(0), &|| true);
        let Ok(Thought { action, .. }) = thought else { break };
        if game.act(seat, &action, &mut ()).is_err() {
            break;
        }
    }
    all
}

/// A bot's thought in a position, and how long it took; none where it was abandoned, as it is not.
#[must_use]
pub fn timed(level: Level, game: &Game, seat: Seat) -> Option<(Thought, Duration)> {
    let start = Instant::now();
    let thought = think(level, 1, &game.view(seat), &Budget::Playouts(PLAYOUTS), &|| true).ok()?;
    Some((thought, start.elapsed()))
}

/// The longest thought of a level in these positions, in milliseconds.
#[must_use]
pub fn longest(level: Level, positions: &[(Seat, Game)]) -> f64 {
    let each = positions.iter().filter_map(|(seat, game)| timed(level, game, *seat));
    each.map(|(_, took)| took.as_secs_f64() * 1e3).fold(0.0, f64::max)
}

/// How long a thought goes on after nobody waits for it any more, in milliseconds: the longest of these
/// positions. Those that are over before that do not count.
#[must_use]
pub fn longest_after_the_end(level: Level, positions: &[(Seat, Game)]) -> f64 {
    let waits = [1, 3, 9, 27].map(Duration::from_millis).into_iter().cycle();
    let each = positions.iter().zip(waits);
    let each = each.filter_map(|((seat, game), after)| abandoned(level, game, *seat, after));
    each.map(|took| took.as_secs_f64() * 1e3).fold(0.0, f64::max)
}

/// How long a thought goes on after nobody waits for it any more, which is after this long. None where
/// it is at its end before that.
fn abandoned(level: Level, game: &Game, seat: Seat, after: Duration) -> Option<Duration> {
    let wanted = AtomicBool::new(true);
    std::thread::scope(|scope| {
        let thought = scope.spawn(|| {
            let still = || wanted.load(Ordering::Relaxed);
            let found = think(level, 1, &game.view(seat), &Budget::While(&|| true), &still);
            (found.is_err(), Instant::now())
        });
        std::thread::sleep(after);
        let cancelled = Instant::now();
        wanted.store(false, Ordering::Relaxed);
        let (was_abandoned, end) = thought.join().ok()?;
        was_abandoned.then(|| end.saturating_duration_since(cancelled))
    })
}
