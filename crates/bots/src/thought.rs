//! A decision with bounded work that can be cancelled.
//!
//! If a level is too expensive in a position, a lower level answers. Work is counted in steps, not timed, so
//! that seed and position alone determine which level that is, unless the budget is a clock.

use std::sync::Arc;

use upcard_engine::chance::Chance;
use upcard_engine::{Action, Game, Level, Phase, Rules, View};
use upcard_solver::meter::{self, Metered};

use crate::bot::{Bot, fallback};
use crate::budget::{Budget, EACH_PLAYOUT};
use crate::levels::{Novice, player};

/// The result of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The chosen action. Legal whenever a legal action exists.
    pub action: Action,
    /// The level that answered: the requested one, or a lower one if that was too expensive.
    /// [`Level::Random`] for the simplest legal action.
    pub level: Level,
    /// Steps of all searches, as [`upcard_solver::meter`] counts them.
    pub steps: u64,
}

/// The request was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abandoned;

/// Step limit of a level, playouts excluded: more than it takes in any game of the catalogue with any of its
/// variations.
const fn allowance(level: Level) -> u64 {
    match level {
        Level::Expert | Level::Sharp => 1_200_000,
        Level::Steady => 1_000_000,
        Level::Novice | Level::Beginner | Level::Casual | Level::Random => 200_000,
    }
}

/// Step limit for finding some legal action.
const SIMPLEST: u64 = 100_000;

/// The fallback level if this one is too expensive. The expert evaluates all that the sharp player evaluates,
/// so a position too expensive for one is so for the other.
const fn below(level: Level) -> Option<Level> {
    match level {
        Level::Expert | Level::Sharp => Some(Level::Steady),
        Level::Steady | Level::Beginner | Level::Casual => Some(Level::Novice),
        Level::Novice | Level::Random => None,
    }
}

/// Maximum number of steps of a decision of this level with this many playouts, whatever the rules and the
/// position.
#[must_use]
pub fn most_steps(level: Level, playouts: u32) -> u64 {
    let levels = std::iter::successors(Some(level), |level| below(*level));
    let playouts = if level == Level::Expert { u64::from(playouts) * EACH_PLAYOUT } else { 0 };
    levels.map(allowance).sum::<u64>() + playouts + SIMPLEST
}

/// Returns the answer of a player of this level. The seed determines all its random choices.
///
/// # Errors
///
/// When `wanted`, which is polled regularly, returns `false`.
pub fn think(
    level: Level,
    seed: u64,
    view: &View<'_>,
    budget: &Budget<'_>,
    wanted: &dyn Fn() -> bool,
) -> Result<Thought, Abandoned> {
    think_by(&|level| player(level, seed), level, view, budget, wanted)
}

/// The same with these players, for a program that does not link all of them.
///
/// # Errors
///
/// When `wanted` returns `false`.
pub fn think_by(
    players: &dyn Fn(Level) -> Box<dyn Bot>,
    level: Level,
    view: &View<'_>,
    budget: &Budget<'_>,
    wanted: &dyn Fn() -> bool,
) -> Result<Thought, Abandoned> {
    let (mut next, mut steps) = (Some(level), 0);
    while let Some(level) = next {
        let tried = attempt(&mut *players(level), level, view, budget, wanted);
        steps += tried.steps;
        if let Some(action) = tried.found {
            return if wanted() { Ok(Thought { action, level, steps }) } else { Err(Abandoned) };
        }
        if !wanted() {
            return Err(Abandoned);
        }
        next = below(level);
    }
    let tried = meter::metered(SIMPLEST, wanted, || fallback(view));
    if !wanted() {
        return Err(Abandoned);
    }
    steps += tried.steps;
    let action = tried.found.unwrap_or_else(|| unjudged(view));
    Ok(Thought { action, level: Level::Random, steps })
}

/// The answer of a level within its step limit.
fn attempt(
    bot: &mut dyn Bot,
    level: Level,
    view: &View<'_>,
    budget: &Budget<'_>,
    wanted: &dyn Fn() -> bool,
) -> Metered<Action> {
    let decide = || bot.decide(view, budget);
    match (level, budget) {
        (Level::Steady | Level::Sharp, Budget::While(more)) => {
            meter::metered(allowance(level), &|| wanted() && more(), decide)
        }
        // An expert watches the clock itself; the lowest levels answer even after the time is over.
        _ => meter::metered(allowance(level), wanted, decide),
    }
}

/// Bots cannot play by these rules: a novice's answer, or carrying it out, is too expensive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooDear;

/// Number of decisions tried per match, number of matches, and total step limit.
const TRIED: usize = 120;
const MATCHES: u64 = 2;
const TRIAL: u64 = 2_000_000;

/// Checks that bots can play by these rules. They cannot if a novice's answer, or carrying it out, exceeds
/// its step limit in the first turns of some deals played by novices: then not even the lowest level would be
/// reliable. It takes some tenths of a second at most, and almost no time for games of the catalogue.
///
/// # Errors
///
/// If they cannot.
pub fn affordable(rules: &Arc<Rules>) -> Result<(), TooDear> {
    let mut left = TRIAL;
    (0..MATCHES).try_for_each(|number| tried(rules, number, &mut left))
}

/// Lets novices play the beginning of the match with this number while steps are left.
fn tried(rules: &Arc<Rules>, number: u64, left: &mut u64) -> Result<(), TooDear> {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
    let limit = allowance(Level::Novice);
    for _ in 0..TRIED {
        if *left < 2 * limit || game.table().phase() == Phase::MatchOver {
            break;
        }
        let Some(seat) = game.to_act() else {
            game.next_deal(&mut ());
            continue;
        };
        let view = game.view(seat);
        let novice = attempt(&mut Novice, Level::Novice, &view, &Budget::Playouts(0), &|| true);
        let action = novice.found.ok_or(TooDear)?;
        let act = || game.act(seat, &action, &mut ()).is_ok();
        let acted = meter::metered(limit, &|| true, act);
        *left -= novice.steps + acted.steps;
        // An action that turns out to be illegal says nothing about the work.
        if !acted.found.ok_or(TooDear)? {
            break;
        }
    }
    Ok(())
}

/// An action that is nearly always legal, for positions too expensive to judge.
fn unjudged(view: &View<'_>) -> Action {
    let first = view.hand.iter_counts().next();
    match (view.table.phase(), first) {
        (Phase::Draw, _) => Action::Draw,
        (Phase::Play, Some((card, _))) => Action::Discard { card, shanghai: false },
        (Phase::Play, None) => Action::Keep,
        (Phase::Show { .. }, _) => Action::Show(Vec::new()),
        _ => Action::Pass,
    }
}
