//! The expert of hidden hands: plays its choices on in the same imagined worlds, to the end of the
//! deal.
//!
//! A choice is tried with several plans for the rest of the deal, such as to knock as soon as that is
//! allowed, or to wait for gin; it is worth what it is worth with the best of them.

use rand_chacha::ChaCha8Rng;
use upcard_engine::choices::{BoxWhen, WhoScores, Winner};
use upcard_engine::{Action, Game, Phase, Seat, View};

use super::quick::{self, Plan};
use super::rivals::Worlds;
use super::{goes_out, sharp};
use crate::bot::{Budget, fallback};
use crate::declared::{self, Distances};
use crate::lookahead::{Candidate, explore_by};

/// The discards that are tried.
const MOST_DISCARDS: usize = 5;

/// Decisions after which a world is left as it is.
const MOST_DECISIONS: u32 = 400;

/// What could sensibly be done, the sharp player's choice first. Legal, all of it.
pub(crate) fn choices(view: &View<'_>) -> Vec<Action> {
    let first = sharp::answer(view);
    let mut all = vec![first];
    let mut add = |action: Action| {
        if !all.contains(&action) && view.allows(&action) {
            all.push(action);
        }
    };
    match view.table.phase {
        Phase::Draw if sharp::needs_sequences(view) => {
            let dropping = [Action::Drop, Action::Draw];
            dropping.into_iter().filter(|_| declared::may_drop(view)).for_each(&mut add);
        }
        Phase::Draw | Phase::Upcard { .. }
            if view.table.upcard().is_some_and(|card| quick::joins_or_helps(view, card)) =>
        {
            sharp::draws(view).into_iter().for_each(&mut add);
        }
        Phase::Play => {
            let out = goes_out(view);
            let ends = out.is_some() && view.knock_limit().is_none();
            if let Some(action) = out {
                add(action);
            }
            if !ends {
                let discards = sharp::discards(view).into_iter().take(MOST_DISCARDS);
                discards.for_each(|(_, action)| add(action));
            }
        }
        _ => {}
    }
    all
}

/// Tries the choices out. Each stands once in what comes back, with the plan that suits it best.
pub(crate) fn explored(
    view: &View<'_>,
    budget: &Budget<'_>,
    rng: &mut ChaCha8Rng,
) -> Vec<Candidate> {
    tried_out(view, choices(view), budget, rng)
}

/// Tries these actions out; the others are held against the first.
pub(crate) fn tried_out(
    view: &View<'_>,
    actions: Vec<Action>,
    budget: &Budget<'_>,
    rng: &mut ChaCha8Rng,
) -> Vec<Candidate> {
    let all =
        |plan: Plan| actions.iter().map(move |action| (Candidate::new(action.clone(), None), plan));
    let mut arms: Vec<(Candidate, Plan)> = all(Plan::AT_ONCE).collect();
    if actions.len() < 2 {
        return arms.into_iter().map(|(tried, _)| tried).collect();
    }
    if view.knock_limit().is_some() {
        let ends = |action: &Action| matches!(action, Action::Knock { .. });
        arms.extend(PATIENT.into_iter().flat_map(all).filter(|(tried, _)| !ends(&tried.action)));
    }
    let (mut tried, plans): (Vec<Candidate>, Vec<Plan>) = arms.into_iter().unzip();
    let worlds = Worlds::of(view);
    explore_by(
        view.seat,
        &mut tried,
        budget,
        || worlds.world(rng),
        |arm, game, before| {
            play_on(game, view.seat, plans[arm]);
            gain(game, before, view.seat)
        },
    );
    // With the first plan each action stands there once; a better plan's takes its place.
    let with_others = tried.split_off(actions.len());
    for other in with_others {
        if let Some(one) = tried.iter_mut().find(|one| one.action == other.action)
            && other.belief_alone() > one.belief_alone()
        {
            *one = other;
        }
    }
    tried
}

/// Other plans than to knock at once: with little, and with nothing.
const PATIENT: [Plan; 2] = [Plan { knocks_with: 0 }, Plan { knocks_with: 4 }];

/// Plays the deal to its end, the seat by its plan.
fn play_on(game: &mut Game, me: Seat, plan: Plan) {
    let mut distances = Distances::default();
    for _ in 0..MOST_DECISIONS {
        let Some(seat) = game.to_act() else { return };
        let plan = if seat == me { plan } else { Plan::AT_ONCE };
        let action = quick::answer(&game.view(seat), plan, &mut distances);
        if game.act(seat, &action, &mut ()).is_err() {
            let action = fallback(&game.view(seat));
            if game.act(seat, &action, &mut ()).is_err() {
                return;
            }
        }
    }
}

/// What the deal has brought the seat, in points: beside the others' average, and where hands that are
/// won earn something at the end, with that.
fn gain(game: &Game, before: &Game, seat: Seat) -> f64 {
    let (table, rules) = (game.table(), game.rules());
    let players = usize::from(table.players);
    if matches!(table.phase, Phase::DealOver { .. } | Phase::MatchOver) {
        let high = rules.set.choices.matching.winner == Winner::Highest;
        let sign = if high { 1.0 } else { -1.0 };
        let points = |s: usize| sign * standing(game, s) - sign * standing(before, s);
        let others: f64 = (0..players).filter(|&s| s != seat.index()).map(points).sum();
        return points(seat.index()) - others / (players - 1) as f64;
    }
    let deal = table.deal_rules(rules);
    let points = |s: usize| f64::from(deal.deadwood_points(game.hand(Seat::at(s))));
    let others: f64 = (0..players).filter(|&s| s != seat.index()).map(points).sum();
    others / (players - 1) as f64 - points(seat.index())
}

/// The points that a seat has in the match, with what its won hands will earn.
fn standing(game: &Game, seat: usize) -> f64 {
    let (table, choices) = (game.table(), &game.rules().set.choices);
    let points = f64::from(table.scores[seat]);
    let kept = choices.scoring.who == WhoScores::Difference;
    if !kept || table.phase == Phase::MatchOver {
        return points;
    }
    let boxes = match choices.matching.box_when {
        BoxWhen::AtEnd => f64::from(table.hands.boxes[seat]) * f64::from(choices.matching.boxes),
        BoxWhen::AtOnce => 0.0,
    };
    points + boxes + f64::from(choices.matching.game_bonus) * first(game, seat)
}

/// The chance to be the first at the target, as an estimate from the points alone.
fn first(game: &Game, seat: usize) -> f64 {
    let table = game.table();
    let Some(target) = game.rules().target else { return 0.0 };
    let own = f64::from(table.scores[seat]);
    let scores = table.seated(&table.scores).iter().enumerate();
    let best = scores.filter(|(other, _)| *other != seat).map(|(_, score)| *score).max();
    let best = f64::from(best.unwrap_or(0));
    let left = (f64::from(target) - own.max(best)).max(1.0);
    1.0 / (1.0 + libm::exp(-(own - best) / (0.35 * left + 12.0)))
}
