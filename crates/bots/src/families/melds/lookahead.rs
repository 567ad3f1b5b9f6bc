//! Choices by what nets have learnt: each is played on in imagined worlds to the seat's next discard, and
//! the afterstate there is valued by the nets.

use std::ops::ControlFlow;

use upcard_engine::{Action, Game, MAX_PLAYERS, Seat, View};

use super::proposals::proposals;
use super::steady;
use crate::equity::Stake;
use crate::objective::SurveyCache;
use crate::search::{Candidate, Trials, gain, play_on, play_out, race, untold};
use crate::value::{Breadth, ValueNets, Weighed, unit, weigh};

/// The most choices that are looked into, and how many points less than the best they may seem
/// worth.
const MOST: usize = 5;
const MARGIN: f64 = 4.0;

/// What is at stake in this deal for the seat that views; none where points themselves are.
fn stake(view: &View<'_>) -> Option<Stake> {
    Stake::of(view, steadily)
}

/// What a deal that was played on has brought the seat, in points.
fn result(game: &Game, before: &Game, me: Seat, stake: Option<&Stake>) -> f64 {
    match stake {
        Some(stake) => stake.of_result(game, before),
        None => gain(game, before.table(), me),
    }
}

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
fn to_the_discard(game: &mut Game, me: Seat, before: &Game, stake: Option<&Stake>) -> f64 {
    let nets = ValueNets::trained();
    let mut caches: [SurveyCache; MAX_PLAYERS] = Default::default();
    let reached = play_on(game, MOST_DECISIONS, |view| {
        let own = (view.seat == me).then(|| weigh(view, nets, Breadth::Likely));
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

/// Tries these choices out so.
pub(crate) fn try_out(view: &View<'_>, all: &mut [Candidate], trials: &mut Trials<'_>) {
    let stake = stake(view);
    let play_on =
        |_, game: &mut Game, before: &Game| to_the_discard(game, view.seat, before, stake.as_ref());
    race(view, all, trials, true, |rng| view.imagined(rng), play_on);
}

/// Tries these choices out in imagined worlds that are played to the end of the deal, without the nets.
pub(crate) fn try_to_the_end(view: &View<'_>, all: &mut [Candidate], trials: &mut Trials<'_>) {
    let stake = stake(view);
    let play_on = |_, game: &mut Game, before: &Game| {
        steadily(game);
        result(game, before, view.seat, stake.as_ref())
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use upcard_engine::{Library, Rules, Value};

    use super::*;
    use crate::equity::Results;

    fn results(game: &str, choices: &[(&str, &str)]) -> (Arc<Rules>, Arc<Results>) {
        let set =
            |(choice, value): &(&str, &str)| ((*choice).to_owned(), Value::from_argument(value));
        let choices: Vec<_> = choices.iter().map(set).collect();
        let set = Library::standard().unwrap().select(game, &choices).unwrap();
        let rules = Arc::new(Rules::new(set, 4).unwrap());
        let results = Results::of(&rules, steadily);
        assert!(Arc::ptr_eq(&results, &Results::of(&rules, steadily)), "{game}");
        (rules, results)
    }

    #[test]
    fn what_deals_bring_is_known_for_house_rules_too() {
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
        // Where it is too dear to play, something is said all the same.
        let (_, dear) = results("contract-rummy", &[("pack.packs", "4"), ("dealing.hand", "40")]);
        assert!(dear.variance(0) > 0.0);
    }
}
