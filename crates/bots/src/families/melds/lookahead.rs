//! Evaluates candidate moves with the value network: each is played on in sampled worlds to the seat's next
//! discard, and the afterstate there is valued by the net.

use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use upcard_engine::{Action, Game, MAX_PLAYERS, Seat, View};
use upcard_solver::meter;

use super::proposals::proposals;
use super::steady;
use crate::beliefs::Worlds;
use crate::equity::Stake;
use crate::objective::SurveyCache;
use crate::search::{Candidate, Trials, gain, play_on, play_out, race, without_priors};
use crate::value::{Breadth, EvaluatedMove, ValueNets, evaluate, unit};

/// Maximum number of candidates, and their maximum distance from the best in points.
const MAX_CANDIDATES: usize = 5;
const MARGIN: f64 = 4.0;

/// The stake of the viewing seat in this deal; `None` if points themselves are the aim.
fn stake(view: &View<'_>) -> Option<Stake> {
    Stake::of(view, play_out_steadily)
}

/// What a deal that was played out has gained the seat, in points.
fn result(game: &Game, before: &Game, me: Seat, stake: Option<&Stake>) -> f64 {
    match stake {
        Some(stake) => stake.of_result(game, before),
        None => gain(game, before.table(), me),
    }
}

/// Candidate moves, the first guess first.
pub(crate) fn choices(view: &View<'_>) -> Vec<Candidate> {
    match near_best(view, ValueNets::trained()) {
        none if none.is_empty() => without_priors(proposals(view)),
        near => near.into_iter().map(|(candidate, _)| candidate).collect(),
    }
}

/// The candidates close to the best by these nets, the best first. Empty if there is nothing to evaluate.
fn near_best(view: &View<'_>, nets: &ValueNets) -> Vec<(Candidate, EvaluatedMove)> {
    let options = evaluate(view, nets, Breadth::All);
    let Some(best) = options.first() else { return Vec::new() };
    let unit = unit(view.rules);
    let points = |option: &EvaluatedMove| f64::from(option.worth) * unit;
    let best = points(best);
    let near =
        options.into_iter().filter(|option| best - points(option) <= MARGIN).take(MAX_CANDIDATES);
    near.map(|option| {
        let prior = Some(points(&option));
        (Candidate::new(option.action.clone(), prior), option)
    })
    .collect()
}

/// The candidates close to the best by these nets, the best first, each played out as the expert does, but
/// for points rather than for the match. Empty if there is nothing to evaluate.
#[must_use]
pub fn explore_by_nets(
    view: &View<'_>,
    nets: &ValueNets,
    trials: &mut Trials<'_>,
) -> Vec<(Candidate, EvaluatedMove)> {
    let (mut all, weighed): (Vec<_>, Vec<_>) = near_best(view, nets).into_iter().unzip();
    if all.len() > 1 {
        let play_on = |_, game: &mut Game, before: &Game| {
            play_to_discard(game, view.seat, before, (nets, None))
        };
        race(view, &mut all, trials, false, worlds(view), play_on);
    }
    all.into_iter().zip(weighed).collect()
}

/// Decisions after which a playout stops.
const MAX_DECISIONS: u32 = 200;

/// Plays on to the seat's next discard and returns what the seat then stands to gain, in points.
fn play_to_discard(
    game: &mut Game,
    me: Seat,
    before: &Game,
    (nets, stake): (&ValueNets, Option<&Stake>),
) -> f64 {
    let mut caches: [SurveyCache; MAX_PLAYERS] = Default::default();
    let reached = play_on(game, MAX_DECISIONS, |view| {
        let own = (view.seat == me).then(|| evaluate(view, nets, Breadth::Likely));
        match own.and_then(|options| options.into_iter().next()) {
            Some(best) if matches!(best.action, Action::Discard { .. }) && view.hand.len() > 1 => {
                let points = f64::from(best.worth) * unit(view.rules);
                ControlFlow::Break(stake.map_or(points, |stake| stake.of_expected(points)))
            }
            Some(best) => ControlFlow::Continue(best.action),
            None => ControlFlow::Continue(steady::answer(view, &mut caches[view.seat.index()])),
        }
    });
    reached.unwrap_or_else(|| result(game, before, me, stake))
}

/// Returns `true` if the distance of a hand from its contract is known by table lookup, without a search.
/// Each world needs it some hundred times.
fn measures_by_table(view: &View<'_>) -> bool {
    let solver = &view.table.deal_rules(view.rules).solver;
    let distance = || solver.distance(&solver.state(view.hand));
    view.rules.has_contracts() && meter::metered_uncounted(0, distance).found.is_some()
}

/// Samples worlds that are consistent with the view; likely ones in games with contracts.
fn worlds<'v>(view: &View<'v>) -> impl FnMut(&mut ChaCha8Rng) -> Game + use<'v> {
    let (view, likely) = (*view, measures_by_table(view).then(|| Worlds::of(view)));
    move |rng| match &likely {
        Some(worlds) => worlds.world(rng),
        None => view.sample_world(rng),
    }
}

/// Plays the candidates on to the seat's next discard, valued by the nets.
pub(crate) fn try_out(view: &View<'_>, all: &mut [Candidate], trials: &mut Trials<'_>) {
    if all.len() < 2 {
        return;
    }
    let stake = stake(view);
    let by = (ValueNets::trained(), stake.as_ref());
    let play_on = |_, game: &mut Game, before: &Game| play_to_discard(game, view.seat, before, by);
    race(view, all, trials, true, worlds(view), play_on);
}

/// Plays the candidates out to the end of the deal, without the nets.
pub(crate) fn try_out_to_end(view: &View<'_>, all: &mut [Candidate], trials: &mut Trials<'_>) {
    if all.len() < 2 {
        return;
    }
    let stake = stake(view);
    let play_on = |_, game: &mut Game, before: &Game| {
        play_out_steadily(game);
        result(game, before, view.seat, stake.as_ref())
    };
    race(view, all, trials, true, worlds(view), play_on);
}

/// Decisions after which a playout stops and the hands are counted as they are.
const MAX_DEAL_DECISIONS: u32 = 600;

/// Plays a deal to its end with the steady player at every seat.
pub(crate) fn play_out_steadily(game: &mut Game) {
    let mut caches: [SurveyCache; MAX_PLAYERS] = Default::default();
    play_out(game, MAX_DEAL_DECISIONS, |view| steady::answer(view, &mut caches[view.seat.index()]));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand_core::SeedableRng;
    use upcard_engine::chance::Chance;
    use upcard_engine::table::Down;
    use upcard_engine::{Deal, Phase, Rules};
    use upcard_solver::Remainder;

    use super::*;
    use crate::bot::rules;
    use crate::equity::Results;

    fn results(game: &str, choices: &[(&str, &str)]) -> (Arc<Rules>, Arc<Results>) {
        let rules = rules(game, 4, choices);
        let results = Results::of(&rules, play_out_steadily);
        assert!(Arc::ptr_eq(&results, &Results::of(&rules, play_out_steadily)), "{game}");
        (rules, results)
    }

    #[test]
    fn deal_statistics_are_cached_for_house_rules() {
        let (rules, plain) = results("contract-rummy", &[]);
        let deals = rules.schedule.len();
        for deal in 0..deals {
            assert!(plain.variance(deal) > 100.0, "{deal}: {}", plain.variance(deal));
        }
        // The last deal, in which the whole hand goes down at once, decides more than the first.
        assert!(plain.variance(deals - 1) > 2.0 * plain.variance(0));
        assert!(plain.variance_from(0, deals) > plain.variance_from(deals - 1, deals));
        assert_eq!(plain.variance_from(deals, deals), 0.0);
        let (_, double) = results("contract-rummy", &[("scoring.last-deal", "double")]);
        assert_eq!(double.variance(deals - 1), 4.0 * plain.variance(deals - 1));
        assert_eq!(double.variance(0), plain.variance(0));
        let (_, unsold) = results("contract-rummy", &[("buying.deals", "none")]);
        assert_ne!(unsold.variance(0), plain.variance(0));
        // If it is too expensive to play, there is still an estimate.
        let (_, dear) = results("contract-rummy", &[("pack.packs", "4"), ("dealing.hand", "40")]);
        assert!(dear.variance(0) > 0.0);
    }

    /// Belief about a card in the sampled worlds of a position from play.
    struct Guess {
        /// Share of the worlds in which a rival has the card, and whether it does.
        share: f64,
        is: bool,
    }

    const WORLDS: usize = 150;

    /// Beliefs about each unseen card in each rival's hand, by likely worlds and by uniform ones; and in how
    /// many hands of either a rival was ready to go down although it did not when it could.
    fn guesses(
        view: &View<'_>,
        game: &Game,
        rng: &mut ChaCha8Rng,
    ) -> ([Vec<Guess>; 2], [usize; 2]) {
        let mut draw = worlds(view);
        let likely: Vec<Game> = (0..WORLDS).map(|_| draw(rng)).collect();
        let any: Vec<Game> = (0..WORLDS).map(|_| view.sample_world(rng)).collect();
        let (mut guesses, mut contradict) = ([Vec::new(), Vec::new()], [0; 2]);
        for rival in Seat::all(view.table.players()).filter(|rival| *rival != view.seat) {
            let known = view.known_of(rival);
            let hidden = |game: &Game| game.hand(rival).without(&known);
            let state = view.table.seat(rival);
            let played = view.table.discards().iter().any(|discard| discard.by == Some(rival));
            let could = state.opened(view.rules) == Down::No && state.bought == 0 && played;
            let solver = &view.table.deal_rules(view.rules).solver;
            let ready = |game: &&Game| solver.feasible(game.hand(rival), Remainder::ANY);
            assert!(!could || !ready(&game));
            for (at, worlds) in [&likely, &any].into_iter().enumerate() {
                contradict[at] += if could { worlds.iter().filter(ready).count() } else { 0 };
                for (card, _) in view.unseen().iter_counts() {
                    let has = worlds.iter().filter(|world| hidden(world).has(card)).count();
                    let share = has as f64 / WORLDS as f64;
                    guesses[at].push(Guess { share, is: hidden(game).has(card) });
                }
            }
        }
        (guesses, contradict)
    }

    /// Beliefs are calibrated, they know more than a uniform distribution, and no likely world contradicts
    /// that a rival did not lay down.
    #[test]
    fn believed_hands_are_calibrated() {
        let (rules, _) = results("contract-rummy", &[]);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let (mut all, mut contradicted) = ([Vec::new(), Vec::new()], [0; 2]);
        for number in 0..36 {
            let chance = Chance::numbered(number);
            let deal = Deal::new(1 + number as u8 % 6).unwrap();
            let mut game = Game::new(rules.clone(), chance).without_undo().starting_at(deal);
            game.next_deal(&mut ());
            let mut caches: [SurveyCache; MAX_PLAYERS] = Default::default();
            for decision in 0.. {
                let Some(seat) = game.to_act() else { break };
                let view = game.view(seat);
                if view.table.phase() == Phase::Play && decision % 9 == 0 {
                    let (guesses, contradict) = guesses(&view, &game, &mut rng);
                    for (all, guesses) in all.iter_mut().zip(guesses) {
                        all.extend(guesses);
                    }
                    contradicted = [0, 1].map(|at| contradicted[at] + contradict[at]);
                }
                let action = steady::answer(&view, &mut caches[seat.index()]);
                game.act(seat, &action, &mut ()).unwrap();
            }
        }
        assert!(contradicted[0] == 0 && contradicted[1] > 50, "{contradicted:?}");
        let loss = |all: &[Guess]| -> f64 {
            let chance = |one: &Guess| (one.share * WORLDS as f64 + 0.5) / (WORLDS + 1) as f64;
            let of = |one: &Guess| libm::log(if one.is { chance(one) } else { 1.0 - chance(one) });
            -all.iter().map(of).sum::<f64>()
        };
        let [likely, any] = [loss(&all[0]), loss(&all[1])];
        assert!(likely < 0.985 * any, "{likely} {any}");
        for tenth in 0..10 {
            let of = |one: &&Guess| (one.share * 10.0) as usize == tenth;
            let some: Vec<&Guess> = all[0].iter().filter(of).collect();
            let said = some.iter().map(|one| one.share).sum::<f64>() / some.len().max(1) as f64;
            let are = some.iter().filter(|one| one.is).count() as f64 / some.len().max(1) as f64;
            let of = some.len();
            assert!(of < 300 || (said - are).abs() < 0.07, "{said}: {are} of {of}");
        }
    }
}
