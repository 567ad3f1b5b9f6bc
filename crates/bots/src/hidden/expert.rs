//! The expert of hidden hands: plays its choices on in the same imagined worlds, to the end of the
//! deal.
//!
//! A choice is tried with several plans for the rest of the deal, such as to knock as soon as that is
//! allowed, or to wait for gin; it is worth what it is worth with the best of them.

use rand_chacha::ChaCha8Rng;
use upcard_engine::choices::{BoxWhen, Money, WhoScores, Winner};
use upcard_engine::{Action, Game, Phase, Seat, View};

use super::quick::{self, Plan};
use super::rivals::Worlds;
use super::{goes_out, last, sharp};
use crate::bot::{Budget, checked, decides, fallback};
use crate::declared::{self, Distances};
use crate::lookahead::{Candidate, explore_by};
use crate::{measure, staying};

/// The discards that are tried.
const MOST_DISCARDS: usize = 5;

/// Decisions after which a world is left as it is.
const MOST_DECISIONS: u32 = 400;

/// How many points more than the cheapest a discard may seem to cost, where the costs are in points.
const MARGIN: f64 = 6.0;

/// What could sensibly be done, the sharp player's choice first. Legal, all of it.
pub(crate) fn choices(view: &View<'_>) -> Vec<Action> {
    candidates(view).into_iter().map(|candidate| candidate.action).collect()
}

/// The same, with what the sharp player thinks of discards where that is in points.
fn candidates(view: &View<'_>) -> Vec<Candidate> {
    let first = first_choice(view);
    if last::is_on(view) && last::is_final(view) {
        // It has been worked out: nobody's play is to be imagined.
        return vec![Candidate::new(first, None)];
    }
    let mut all = vec![Candidate::new(first, None)];
    let mut add = |action: Action| {
        if all.iter().all(|one| one.action != action) && view.allows(&action) {
            all.push(Candidate::new(action, None));
        }
    };
    match view.table.phase() {
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
                let mut discards = sharp::discards(view, MOST_DISCARDS);
                discards.truncate(MOST_DISCARDS);
                if in_points(view) {
                    return near(discards, all);
                }
                discards.into_iter().for_each(|(_, action)| add(action));
            }
        }
        _ => {}
    }
    all
}

/// The first choice: the sharp player's, but that a better estimate says whether to stay in a deal.
fn first_choice(view: &View<'_>) -> Action {
    if !sharp::needs_sequences(view) || view.table.phase() != Phase::Draw {
        return sharp::answer(view);
    }
    if staying::drops(view) {
        Action::Drop
    } else {
        checked(view, sharp::draws(view).swap_remove(0))
    }
}

/// Are the sharp player's costs of discards points of a deal?
fn in_points(view: &View<'_>) -> bool {
    view.knock_limit().is_none() && !sharp::needs_sequences(view)
}

/// The discards that are not far from the cheapest, which is the first choice, each with what it
/// seems to be worth; the first choice alone where that is no discard.
fn near(discards: Vec<(f64, Action)>, first: Vec<Candidate>) -> Vec<Candidate> {
    let cheapest = discards.first().map(|(cost, action)| (*cost, action.clone()));
    let Some((least, _)) = cheapest.filter(|(_, action)| *action == first[0].action) else {
        return first;
    };
    let near = discards.into_iter().filter(|(cost, _)| cost - least <= MARGIN);
    near.map(|(cost, action)| Candidate::new(action, Some(least - cost))).collect()
}

/// Tries the choices out. Each stands once in what comes back, with the plan that suits it best.
///
/// Where hands need sequences, what a deal brings depends on so much beside one choice that hundreds of
/// worlds decided no better than the first choice; that one stands alone.
pub(crate) fn explored(
    view: &View<'_>,
    budget: &Budget<'_>,
    rng: &mut ChaCha8Rng,
) -> Vec<Candidate> {
    let found = budget.in_time(|| match sharp::needs_sequences(view) {
        true => vec![Candidate::new(first_choice(view), None)],
        false => candidates(view),
    });
    match found {
        Some(all) if !sharp::needs_sequences(view) => try_out(view, all, budget, rng),
        found => found.unwrap_or_default(),
    }
}

/// Tries these actions out; the others are held against the first.
pub(crate) fn tried_out(
    view: &View<'_>,
    actions: Vec<Action>,
    budget: &Budget<'_>,
    rng: &mut ChaCha8Rng,
) -> Vec<Candidate> {
    let all = actions.into_iter().map(|action| Candidate::new(action, None)).collect();
    try_out(view, all, budget, rng)
}

fn try_out(
    view: &View<'_>,
    all: Vec<Candidate>,
    budget: &Budget<'_>,
    rng: &mut ChaCha8Rng,
) -> Vec<Candidate> {
    let choices = all.len();
    if choices < 2 || measure::has_large(view) {
        return all;
    }
    let patient = || PATIENT.into_iter().filter(|_| view.knock_limit().is_some());
    let ends = |action: &Action| matches!(action, Action::Knock { .. });
    let waiting: Vec<(Candidate, Plan)> = patient()
        .flat_map(|plan| all.iter().map(move |one| (one.clone(), plan)))
        .filter(|(one, _)| !ends(&one.action))
        .collect();
    let arms = all.into_iter().map(|one| (one, Plan::AT_ONCE)).chain(waiting);
    let (mut tried, plans): (Vec<Candidate>, Vec<Plan>) = arms.unzip();
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
    let with_others = tried.split_off(choices);
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

/// Plays on to the end of the deal, the seat by its plan.
fn play_on(game: &mut Game, me: Seat, plan: Plan) {
    let mut distances = Distances::default();
    for _ in 0..MOST_DECISIONS {
        let Some(seat) = game.to_act().filter(|_| decides()) else { return };
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
    let table = game.table();
    let players = usize::from(table.players());
    if matches!(table.phase(), Phase::DealOver { .. } | Phase::MatchOver) {
        let points = |s: usize| standing(game, s) - standing(before, s);
        let others: f64 = (0..players).filter(|&s| s != seat.index()).map(points).sum();
        return points(seat.index()) - others / (players - 1) as f64;
    }
    let deal = table.deal_rules(game.rules());
    let points = |s: usize| f64::from(deal.deadwood_points(game.hand(Seat::at(s))));
    let others: f64 = (0..players).filter(|&s| s != seat.index()).map(points).sum();
    others / (players - 1) as f64 - points(seat.index())
}

/// How a seat stands in the match, the more the better: in points, with what its won hands will earn;
/// where the losers of a deal pay its winner, by what it has been paid.
fn standing(game: &Game, seat: usize) -> f64 {
    let (table, choices) = (game.table(), &game.rules().set.choices);
    if choices.settling.money == Money::PerPoint {
        return table.paid()[seat] as f64 / f64::from(choices.settling.unit.max(1));
    }
    let points = match choices.matching.winner {
        Winner::Highest => f64::from(table.scores()[seat]),
        Winner::Lowest => -f64::from(table.scores()[seat]),
        Winner::Chips => f64::from(table.pool().chips[seat]),
    };
    let kept = choices.scoring.who == WhoScores::Difference;
    if !kept || table.phase() == Phase::MatchOver {
        return points;
    }
    let boxes = match choices.matching.box_when {
        BoxWhen::AtEnd => f64::from(table.hands().boxes[seat]) * f64::from(choices.matching.boxes),
        BoxWhen::AtOnce => 0.0,
    };
    points + boxes + f64::from(choices.matching.game_bonus) * first(game, seat)
}

/// The chance to be the first at the target, as an estimate from the points alone.
fn first(game: &Game, seat: usize) -> f64 {
    let table = game.table();
    let Some(target) = game.rules().target else { return 0.0 };
    let own = f64::from(table.scores()[seat]);
    let scores = table.scores().iter().enumerate();
    let best = scores.filter(|(other, _)| *other != seat).map(|(_, score)| *score).max();
    let best = f64::from(best.unwrap_or(0));
    let left = (f64::from(target) - own.max(best)).max(1.0);
    1.0 / (1.0 + libm::exp(-(own - best) / (0.35 * left + 12.0)))
}
