//! A thought: a decision with a bound on its work, which ends soon after nobody waits for it any more.
//!
//! What is too dear for a level in the position that it has before it, a lower level answers. Work is
//! counted in steps and not timed, so that seed and position alone decide which level that is, unless
//! the budget is a clock.

use std::sync::Arc;

use upcard_engine::chance::Chance;
use upcard_engine::{Action, Game, Level, Phase, Rules, View};
use upcard_solver::meter::{self, Metered};

use crate::bot::{Bot, fallback};
use crate::budget::{Budget, EACH_PLAYOUT};
use crate::levels::{Novice, player};

/// What a bot has thought of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The answer to what the seat is asked. It is legal wherever anything is.
    pub action: Action,
    /// Who answered: the level that was asked, or a lower one where that one's answer is too dear.
    /// [`Level::Random`] where it is what is simplest.
    pub level: Level,
    /// The steps of all searches, as [`upcard_solver::meter`] counts them.
    pub steps: u64,
}

/// Nobody waits for the answer any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abandoned;

/// The steps that a level may take, its playouts apart: more than it takes in any game of the catalogue
/// with any of its variations.
const fn allowance(level: Level) -> u64 {
    match level {
        Level::Expert | Level::Sharp => 1_200_000,
        Level::Steady => 1_000_000,
        Level::Novice | Level::Beginner | Level::Casual | Level::Random => 200_000,
    }
}

/// The steps in which some legal action must be found.
const SIMPLEST: u64 = 100_000;

/// The level that answers where this one's answer is too dear. An expert looks at all that a sharp player
/// looks at, and where it is too much for one it is for the other.
const fn below(level: Level) -> Option<Level> {
    match level {
        Level::Expert | Level::Sharp => Some(Level::Steady),
        Level::Steady | Level::Beginner | Level::Casual => Some(Level::Novice),
        Level::Novice | Level::Random => None,
    }
}

/// The most steps of a thought of this level in which so many playouts are planned, whatever the rules
/// and the position are.
#[must_use]
pub fn most_steps(level: Level, playouts: u32) -> u64 {
    let levels = std::iter::successors(Some(level), |level| below(*level));
    let playouts = if level == Level::Expert { u64::from(playouts) * EACH_PLAYOUT } else { 0 };
    levels.map(allowance).sum::<u64>() + playouts + SIMPLEST
}

/// What a player of this level answers. The seed decides all that it leaves to chance.
///
/// # Errors
///
/// When `wanted` says no, which it is asked every now and then.
pub fn think(
    level: Level,
    seed: u64,
    view: &View<'_>,
    budget: &Budget<'_>,
    wanted: &dyn Fn() -> bool,
) -> Result<Thought, Abandoned> {
    think_by(&|level| player(level, seed), level, view, budget, wanted)
}

/// The same by these players, for a program that does not have all of them.
///
/// # Errors
///
/// When `wanted` says no.
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

/// The answer of a level within what it is allowed.
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
        // An expert minds the time by itself; the lowest answer when it is over, too.
        _ => meter::metered(allowance(level), wanted, decide),
    }
}

/// Bots cannot play by these rules: what a novice does is too dear already, or what comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooDear;

/// Decisions that are tried out, in each of so many matches, and the steps after which nothing more is.
const TRIED: usize = 120;
const MATCHES: u64 = 2;
const TRIAL: u64 = 2_000_000;

/// Can bots play by these rules? So they can unless a novice's answer takes more steps than it is
/// allowed, or carrying it out does, in the first turns of some deals that novices play: then not even
/// the lowest level could be relied on. It takes some tenths of a second at the most, and next to none
/// for games of the catalogue.
///
/// # Errors
///
/// Where they cannot.
pub fn affordable(rules: &Arc<Rules>) -> Result<(), TooDear> {
    let mut left = TRIAL;
    (0..MATCHES).try_for_each(|number| tried(rules, number, &mut left))
}

/// Lets novices play the beginning of the match of this number, as long as steps are left.
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
        // An action that was not legal after all says nothing about the work.
        if !acted.found.ok_or(TooDear)? {
            break;
        }
    }
    Ok(())
}

/// What is nearly always legal: it was too dear to judge.
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
