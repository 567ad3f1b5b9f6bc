//! Candidate moves for hidden melds, and playing them out to the end of the deal in shared sampled worlds.
//!
//! A candidate is played out with several plans for the rest of the deal, such as knocking as soon as that is
//! allowed or waiting for gin. It is worth what its best plan is worth.

use upcard_engine::{Action, Game, Phase, Seat, View};

use super::gain::gain;
use super::hand::goes_out;
use super::last_turns;
use super::quick::{self, Plan};
use crate::beliefs::Worlds;
use crate::measure;
use crate::search::{Candidate, Trials, play_out, race};

/// Maximum number of discards that are played out.
pub(in crate::families) const MAX_DISCARDS: usize = 5;

/// Decisions after which a playout stops.
pub(in crate::families) const MAX_DECISIONS: u32 = 400;

/// Maximum lead of the cheapest discard over another candidate, where costs are in points.
const MARGIN: f64 = 6.0;

/// The first choice and other sensible candidates, from these draws and discards. Costs of discards count
/// only if `in_points`.
pub(in crate::families) fn choices(
    view: &View<'_>,
    first: Action,
    draws: impl FnOnce() -> Vec<Action>,
    discards: impl FnOnce() -> Vec<(f64, Action)>,
    in_points: bool,
) -> Vec<Candidate> {
    let mut all = vec![Candidate::new(first, None)];
    if last_turns::is_last_turn(view) && last_turns::is_final(view) {
        // The answer has been computed exactly: no need to model the others' play.
        return all;
    }
    let mut add = |action: Action| {
        if all.iter().all(|one| one.action != action) && view.allows(&action) {
            all.push(Candidate::new(action, None));
        }
    };
    match view.table.phase() {
        Phase::Draw | Phase::Upcard { .. } => draws().into_iter().for_each(&mut add),
        Phase::Play => {
            let out = goes_out(view);
            let ends = out.is_some() && view.knock_limit().is_none();
            if let Some(action) = out {
                add(action);
            }
            if !ends {
                let mut discards = discards();
                discards.truncate(MAX_DISCARDS);
                if in_points {
                    return near(discards, all);
                }
                discards.into_iter().for_each(|(_, action)| add(action));
            }
        }
        _ => {}
    }
    all
}

/// The discards close to the cheapest, with their estimated worth, if the cheapest is the first choice;
/// otherwise the first choice alone.
fn near(discards: Vec<(f64, Action)>, first: Vec<Candidate>) -> Vec<Candidate> {
    let cheapest = discards.first().map(|(cost, action)| (*cost, action.clone()));
    let Some((least, _)) = cheapest.filter(|(_, action)| *action == first[0].action) else {
        return first;
    };
    let near = discards.into_iter().filter(|(cost, _)| cost - least <= MARGIN);
    near.map(|(cost, action)| Candidate::new(action, Some(least - cost))).collect()
}

/// Plays the candidates out in worlds with likely hands. Does nothing if a hand is so large that grouping it
/// takes long.
pub(in crate::families) fn in_likely_worlds(
    view: &View<'_>,
    all: &mut [Candidate],
    trials: &mut Trials<'_>,
    play_out: impl Fn(usize, &mut Game),
) {
    if all.len() < 2 || measure::has_large(view) {
        return;
    }
    let worlds = Worlds::of(view);
    let play_on = |arm, game: &mut Game, before: &Game| {
        play_out(arm, game);
        gain(game, before, view.seat)
    };
    race(view, all, trials, true, |rng| worlds.world(rng), play_on);
}

/// Plays the candidates out. Afterwards each appears once, with its best plan.
pub(super) fn try_out(view: &View<'_>, all: &mut Vec<Candidate>, trials: &mut Trials<'_>) {
    let choices = all.len();
    if choices < 2 {
        return;
    }
    let ends = |one: &Candidate| matches!(one.action, Action::Knock { .. });
    let mut plans = vec![Plan::AT_ONCE; choices];
    for plan in PATIENT_PLANS.into_iter().filter(|_| view.knock_limit().is_some()) {
        let waiting: Vec<Candidate> =
            all[..choices].iter().filter(|one| !ends(one)).cloned().collect();
        plans.resize(plans.len() + waiting.len(), plan);
        all.extend(waiting);
    }
    in_likely_worlds(view, all, trials, |arm, game| {
        play_by_plan(game, Some(view.seat), plans[arm])
    });
    // The first plan has one entry per action; a better plan replaces it.
    for other in all.split_off(choices) {
        if let Some(one) = all.iter_mut().find(|one| one.action == other.action)
            && other.belief_alone() > one.belief_alone()
        {
            *one = other;
        }
    }
}

/// Alternatives to knocking at once: gin only, and with little deadwood.
const PATIENT_PLANS: [Plan; 2] = [Plan { knocks_with: 0 }, Plan { knocks_with: 4 }];

/// Plays to the end of the deal, this seat by its plan.
pub(super) fn play_by_plan(game: &mut Game, me: Option<Seat>, plan: Plan) {
    play_out(game, MAX_DECISIONS, |view| {
        quick::answer(view, if me == Some(view.seat) { plan } else { Plan::AT_ONCE })
    });
}
