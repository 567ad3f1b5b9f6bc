//! Choices by what nets have learnt: each is played on in imagined worlds to the seat's next discard, and
//! the afterstate there is valued by the nets.

use std::ops::ControlFlow;

use upcard_engine::{Action, Game, MAX_PLAYERS, Seat, View};

use super::proposals::proposals;
use super::steady;
use crate::objective::SurveyCache;
use crate::search::{Candidate, Trials, gain, play_on, play_out, race, untold};
use crate::value::{Breadth, ValueNets, Weighed, unit, weigh};

/// The most choices that are looked into, and how many points less than the best they may seem
/// worth.
const MOST: usize = 5;
const MARGIN: f64 = 4.0;

/// What could sensibly be done, the first guess first.
pub(crate) fn choices(view: &View<'_>) -> Vec<Candidate> {
    let options = weigh(view, ValueNets::trained(), Breadth::All);
    let Some(best) = options.first() else { return untold(proposals(view)) };
    let unit = unit(view.rules);
    let points = |o: &Weighed| f64::from(o.worth) * unit;
    let near = options.iter().filter(|o| points(best) - points(o) <= MARGIN);
    near.take(MOST).map(|o| Candidate::new(o.action.clone(), Some(points(o)))).collect()
}

/// Decisions after which a world is left as it is.
const MOST_DECISIONS: u32 = 200;

/// Plays on to the seat's next discard; what the seat then stands to gain, in points.
fn to_the_discard(game: &mut Game, me: Seat, before: &Game) -> f64 {
    let nets = ValueNets::trained();
    let mut caches: [SurveyCache; MAX_PLAYERS] = Default::default();
    let reached = play_on(game, MOST_DECISIONS, |view| {
        let own = (view.seat == me).then(|| weigh(view, nets, Breadth::Likely));
        match own.and_then(|options| options.into_iter().next()) {
            Some(best) if matches!(best.action, Action::Discard { .. }) && view.hand.len() > 1 => {
                ControlFlow::Break(f64::from(best.worth) * unit(view.rules))
            }
            Some(best) => ControlFlow::Continue(best.action),
            None => ControlFlow::Continue(steady::answer(view, &mut caches[view.seat.index()])),
        }
    });
    reached.unwrap_or_else(|| gain(game, before.table(), me))
}

/// Tries these choices out so.
pub(crate) fn try_out(view: &View<'_>, all: &mut [Candidate], trials: &mut Trials<'_>) {
    let play_on = |_, game: &mut Game, before: &Game| to_the_discard(game, view.seat, before);
    race(view, all, trials, true, |rng| view.imagined(rng), play_on);
}

/// Tries these choices out in imagined worlds that are played to the end of the deal, without the nets.
pub(crate) fn try_to_the_end(view: &View<'_>, all: &mut [Candidate], trials: &mut Trials<'_>) {
    let play_on = |_, game: &mut Game, before: &Game| {
        steadily(game);
        gain(game, before.table(), view.seat)
    };
    race(view, all, trials, true, |rng| view.imagined(rng), play_on);
}

/// Decisions after which a playout is broken off and the hands are counted as they are.
const MOST_OF_A_DEAL: u32 = 600;

/// Plays a deal to its end with the steady player at every seat.
pub(crate) fn steadily(game: &mut Game) {
    let mut caches: [SurveyCache; MAX_PLAYERS] = Default::default();
    play_out(game, MOST_OF_A_DEAL, |view| steady::answer(view, &mut caches[view.seat.index()]));
}
