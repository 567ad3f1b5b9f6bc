//! A decision with bounded work that can be cancelled.
//!
//! If a level is too expensive in a position, a lower level answers. Work is counted in steps, not timed, so
//! that seed and position alone determine which level that is, unless the budget is a clock.

use std::sync::Arc;

use upcard_engine::chance::Chance;
use upcard_engine::{Action, Game, Level, Phase, Rules, View};
use upcard_solver::meter::{self, Metered};

use crate::bot::{Bot, fallback};
use crate::budget::{Budget, PLAYOUT_STEPS};
use crate::levels::{Novice, player};

/// The result of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotDecision {
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
pub struct Cancelled;

/// Step limit of a level, playouts excluded: more than it takes in any game of the catalogue with any of its
/// variations.
const fn step_limit(level: Level) -> u64 {
    match level {
        Level::Expert | Level::Sharp => 1_200_000,
        Level::Steady => 1_000_000,
        Level::Novice | Level::Beginner | Level::Casual | Level::Random => 200_000,
    }
}

/// Step limit for finding some legal action.
const FALLBACK_STEPS: u64 = 100_000;

/// The fallback level if this one is too expensive. The expert evaluates all that the sharp player evaluates,
/// so a position too expensive for one is so for the other.
const fn fallback_level(level: Level) -> Option<Level> {
    match level {
        Level::Expert | Level::Sharp => Some(Level::Steady),
        Level::Steady | Level::Beginner | Level::Casual => Some(Level::Novice),
        Level::Novice | Level::Random => None,
    }
}

/// Maximum number of steps of a decision of this level with this many playouts, whatever the rules and the
/// position.
#[must_use]
pub fn max_steps(level: Level, playouts: u32) -> u64 {
    let levels = std::iter::successors(Some(level), |level| fallback_level(*level));
    let playouts = if level == Level::Expert { u64::from(playouts) * PLAYOUT_STEPS } else { 0 };
    levels.map(step_limit).sum::<u64>() + playouts + FALLBACK_STEPS
}

/// Returns the answer of a player of this level. The seed determines all its random choices.
///
/// # Errors
///
/// When `is_wanted`, which is polled regularly, returns `false`.
pub fn think(
    level: Level,
    seed: u64,
    view: &View<'_>,
    budget: &Budget<'_>,
    is_wanted: &dyn Fn() -> bool,
) -> Result<BotDecision, Cancelled> {
    think_by(&|level| player(level, seed), level, view, budget, is_wanted)
}

/// The same with these players, for a program that does not link all of them.
///
/// # Errors
///
/// When `is_wanted` returns `false`.
pub fn think_by(
    players: &dyn Fn(Level) -> Box<dyn Bot>,
    level: Level,
    view: &View<'_>,
    budget: &Budget<'_>,
    is_wanted: &dyn Fn() -> bool,
) -> Result<BotDecision, Cancelled> {
    let (mut next, mut steps) = (Some(level), 0);
    while let Some(level) = next {
        let tried = attempt(&mut *players(level), level, view, budget, is_wanted);
        steps += tried.steps;
        if !is_wanted() {
            return Err(Cancelled);
        }
        if let Some(action) = tried.found {
            return Ok(BotDecision { action, level, steps });
        }
        next = fallback_level(level);
    }
    let tried = meter::metered(FALLBACK_STEPS, is_wanted, || fallback(view));
    if !is_wanted() {
        return Err(Cancelled);
    }
    steps += tried.steps;
    let action = tried.found.unwrap_or_else(|| unvalidated_action(view));
    Ok(BotDecision { action, level: Level::Random, steps })
}

fn attempt(
    bot: &mut dyn Bot,
    level: Level,
    view: &View<'_>,
    budget: &Budget<'_>,
    is_wanted: &dyn Fn() -> bool,
) -> Metered<Action> {
    let decide = || bot.decide(view, budget);
    match (level, budget) {
        (Level::Steady | Level::Sharp, Budget::While(more)) => {
            meter::metered(step_limit(level), &|| is_wanted() && more(), decide)
        }
        // An expert watches the clock itself; the lowest levels answer even after the time is over.
        _ => meter::metered(step_limit(level), is_wanted, decide),
    }
}

/// Bots cannot play by these rules: a novice's answer, or carrying it out, is too expensive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooExpensive;

/// Number of decisions tried per match, number of matches, and total step limit.
const TRIAL_DECISIONS: usize = 120;
const TRIAL_MATCHES: u64 = 2;
const TRIAL_STEPS: u64 = 2_000_000;

/// Checks that bots can play by these rules. They cannot if a novice's answer, or carrying it out, exceeds
/// its step limit in the first turns of some deals played by novices: then not even the lowest level would be
/// reliable. It takes some tenths of a second at most, and almost no time for games of the catalogue.
///
/// # Errors
///
/// If they cannot.
pub fn check_affordable(rules: &Arc<Rules>) -> Result<(), TooExpensive> {
    let mut left = TRIAL_STEPS;
    (0..TRIAL_MATCHES).try_for_each(|number| try_match(rules, number, &mut left))
}

/// Lets novices play the beginning of the match with this number while steps are left.
fn try_match(rules: &Arc<Rules>, number: u64, left: &mut u64) -> Result<(), TooExpensive> {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
    let limit = step_limit(Level::Novice);
    for _ in 0..TRIAL_DECISIONS {
        if *left < 2 * limit || game.table().phase() == Phase::MatchOver {
            break;
        }
        let Some(seat) = game.to_act() else {
            game.next_deal(&mut ());
            continue;
        };
        let view = game.view(seat);
        let novice = attempt(&mut Novice, Level::Novice, &view, &Budget::Playouts(0), &|| true);
        let action = novice.found.ok_or(TooExpensive)?;
        let act = || game.act(seat, &action, &mut ()).is_ok();
        let acted = meter::metered(limit, &|| true, act);
        *left -= novice.steps + acted.steps;
        // An action that turns out to be illegal says nothing about the work.
        if !acted.found.ok_or(TooExpensive)? {
            break;
        }
    }
    Ok(())
}

/// An action that is nearly always legal, for positions too expensive to judge.
fn unvalidated_action(view: &View<'_>) -> Action {
    let first = view.hand.iter_counts().next();
    match (view.table.phase(), first) {
        (Phase::Draw, _) => Action::Draw,
        (Phase::Play, Some((card, _))) => Action::Discard { card, shanghai: false },
        (Phase::Play, None) => Action::Keep,
        (Phase::Show { .. }, _) => Action::Show(Vec::new()),
        _ => Action::Pass,
    }
}
