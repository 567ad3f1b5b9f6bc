//! Law of bots: whatever the rules and the position, a decision takes no more steps than its level allows,
//! and ends soon after it is cancelled. Steps are counted, never time.

use std::cell::Cell;
use std::sync::{Arc, LazyLock};

use rayon::prelude::*;
use upcard_bench::decision_time::{EXPENSIVE_RULES, ExpensiveRules, PLAYOUTS, positions};
use upcard_bots::hints::{advise, steady_action};
use upcard_bots::review::{Decision, review};
use upcard_bots::{Budget, Cancelled, Level, check_affordable, max_steps, think};
use upcard_engine::{Action, Game, Library, Rules, Seat, View};
use upcard_solver::meter::{POLL_INTERVAL, metered};
use upcard_testkit::combinations::Combination;

/// Returns the number of random rule sets to try; refused ones do not count.
fn combinations() -> u64 {
    if crate::is_long() { 120 } else { 60 }
}

/// More steps than any search takes between two checks whether to go on.
const MAX_STEPS_PER_CHECK: u64 = POLL_INTERVAL as u64 + 4_096;

/// Positions from play under expensive and random rules, cached because generating them takes as long as the
/// tests.
static POSITIONS: LazyLock<Vec<(String, Seat, Game)>> = LazyLock::new(|| {
    let library = Library::standard().unwrap();
    let of = |name: &str, rules: &Arc<Rules>, most: usize| {
        let some = positions(rules, 5, 40).into_iter().step_by(40 / most);
        some.map(|(seat, game)| (name.to_owned(), seat, game)).collect::<Vec<_>>()
    };
    let expensive = EXPENSIVE_RULES.iter();
    let expensive = expensive.map(|one| of(&one.name(), &one.rules(&library).unwrap(), 3));
    let random = |number| {
        let combination = Combination::numbered(&library, 1_000 + number);
        let rules = Arc::new(combination.rules(&library).ok()?);
        Some(of(&combination.name(), &rules, 2))
    };
    let random: Vec<_> = (0..combinations()).into_par_iter().filter_map(random).collect();
    expensive.chain(random).flatten().collect()
});

/// Checks that an action is legal, or that judging it takes too long to tell.
fn assert_allowed(name: &str, view: &View<'_>, action: &Action) {
    let judged = metered(10_000_000, &|| true, || view.allows(action));
    assert_ne!(judged.found, Some(false), "{name}: {action}");
}

fn each_position(mut visit: impl FnMut(&str, &Game, Seat)) {
    POSITIONS.iter().for_each(|(name, seat, game)| visit(name, game, *seat));
}

#[test]
fn decisions_stay_within_the_step_limit_of_their_level() {
    let (mut whole, mut lower) = (0, 0);
    each_position(|name, game, seat| {
        let view = game.view(seat);
        for level in Level::ALL {
            let budget = Budget::Playouts(PLAYOUTS);
            let all = metered(u64::MAX, &|| true, || think(level, 7, &view, &budget, &|| true));
            let thought = all.found.unwrap().unwrap();
            let most = max_steps(level, PLAYOUTS);
            assert!(all.steps <= most, "{name}: {level} takes {} of {most}", all.steps);
            assert_eq!(all.steps, thought.steps, "{name}: {level}");
            // Full caches make no difference.
            let again = think(level, 7, &view, &budget, &|| true);
            assert_eq!(again, Ok(thought.clone()), "{name}: {level}");
            *if thought.level == level { &mut whole } else { &mut lower } += 1;
            assert_allowed(&format!("{name}: {level}"), &view, &thought.action);
        }
    });
    // The sample contains both kinds.
    assert!(whole > 100 && lower > 5, "{whole} by their own levels, {lower} by lower ones");
}

/// Step limits of a decision review and of advice, excluding playouts.
const MAX_REVIEW_STEPS: u64 = 30_000_000;
const MAX_ADVICE_STEPS: u64 = 50_000_000;

#[test]
fn advice_and_the_review_of_a_decision_are_bounded() {
    let (mut number, mut reviewed) = (0, 0);
    each_position(|name, game, seat| {
        number += 1;
        if number % 5 > 0 {
            return;
        }
        let action = steady_action(&game.view(seat));
        let decision = Decision { at: 1, view: game.own_view(Some(seat)), action };
        let (rules, budget) = (game.rules(), Budget::Playouts(4));
        let all = metered(u64::MAX, &|| true, || review(rules, &[decision], &budget, 7, 3));
        let most = MAX_REVIEW_STEPS + max_steps(Level::Expert, 4);
        assert!(all.steps <= most, "{name}: a review takes {} of {most}", all.steps);
        reviewed += 1;
        // The slowest part: a sample is enough.
        if number % 25 > 0 {
            return;
        }
        let view = game.view(seat);
        let advice = metered(u64::MAX, &|| true, || advise(&view, &budget, 7));
        let most = MAX_ADVICE_STEPS + max_steps(Level::Expert, 4);
        assert!(advice.steps <= most, "{name}: advice takes {} of {most}", advice.steps);
        let best = advice.found.unwrap().best.action;
        assert_allowed(name, &view, &best.parse().unwrap());
    });
    assert!(reviewed > 10, "{reviewed}");
}

/// Fallback answer of a table for a seat without one.
#[test]
fn the_fallback_answer_is_found_quickly() {
    const MAX_STEPS: u64 = 800_000;
    each_position(|name, game, seat| {
        let view = game.view(seat);
        let all = metered(u64::MAX, &|| true, || view.default_action());
        assert!(all.steps <= MAX_STEPS, "{name}: it takes {} steps", all.steps);
        assert_allowed(name, &view, &all.found.unwrap().unwrap());
    });
}

#[test]
fn a_cancelled_decision_ends_soon() {
    let mut ended = 0;
    each_position(|name, game, seat| {
        let view = game.view(seat);
        for level in Level::ALL {
            for yes in [0u64, 1, 6, 40] {
                let asked = Cell::new(0u64);
                let wanted = || asked.replace(asked.get() + 1) < yes;
                // The time never runs out.
                let budget = Budget::While(&|| asked.get() < 1_000);
                let all = metered(u64::MAX, &|| true, || think(level, 7, &view, &budget, &wanted));
                if all.found.unwrap() == Err(Cancelled) {
                    let most = yes * MAX_STEPS_PER_CHECK;
                    assert!(all.steps <= most, "{name}: {level} goes on for {} steps", all.steps);
                    ended += 1;
                }
            }
        }
    });
    assert!(ended > 300, "{ended}");
}

#[test]
fn a_decision_ends_soon_after_its_time_is_over() {
    each_position(|name, game, seat| {
        let view = game.view(seat);
        for level in Level::ALL {
            for yes in [0u64, 3, 30] {
                let asked = Cell::new(0u64);
                let more = || asked.replace(asked.get() + 1) < yes;
                let found = think(level, 7, &view, &Budget::While(&more), &|| true).unwrap();
                let most = max_steps(level, 0) + yes * MAX_STEPS_PER_CHECK;
                assert!(found.steps <= most, "{name}: {level} takes {} steps", found.steps);
            }
        }
    });
}

#[test]
fn bots_are_refused_if_even_a_novice_is_too_expensive() {
    let library = Library::standard().unwrap();
    for id in library.ids() {
        let rules = Arc::new(Rules::of(&library, id, &[], None).unwrap());
        assert_eq!(check_affordable(&rules), Ok(()), "{id}");
    }
    let refused = |one: &&ExpensiveRules| check_affordable(&one.rules(&library).unwrap()).is_err();
    let refused: Vec<String> =
        EXPENSIVE_RULES.iter().filter(refused).map(|one| one.name()).collect();
    assert_eq!(refused, ["gin pack.packs=3 pack.jokers=4 dealing.hand=30"]);
}

/// Rules that need more sequences than any game of the catalogue. Deciding that a hand is not ready then
/// takes a look at its suits, without a search.
#[test]
fn bots_play_with_several_required_sequences() {
    let library = Library::standard().unwrap();
    for (sequences, pure) in [(2, 0), (3, 0), (3, 1), (3, 3), (4, 1), (4, 2), (4, 4)] {
        for players in [2, 4, 6] {
            let needs = format!("{{ sequences = {sequences}, pure = {pure} }}");
            let choices = [("declaring.needs", &*needs)];
            let rules = Rules::of(&library, "points-rummy", &choices, Some(players));
            let rules = Arc::new(rules.unwrap());
            assert_eq!(check_affordable(&rules), Ok(()), "{sequences}, {pure} pure, for {players}");
        }
    }
}
