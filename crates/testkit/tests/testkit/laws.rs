//! The laws, for every game and single variation, and for choices that once left a seat without an answer.

use std::sync::Arc;

use upcard_engine::{Library, Rules};
use upcard_testkit::combinations::check_combinations;
use upcard_testkit::laws::{Effort, all_games, check_game, check_match};

#[test]
fn every_game_obeys_the_laws() {
    let library = Library::standard().unwrap();
    let (mut matches, mut decisions) = (0, 0);
    for game in all_games(&library) {
        let tally = check_game(&library, &game, 0, 4, EFFORT).unwrap();
        assert!(tally.violations.is_empty(), "{}", tally.violations[0]);
        matches += tally.matches;
        decisions += tally.played.decisions;
    }
    println!("{matches} matches, {decisions} answers, no law broken");
}

const EFFORT: Effort = Effort { every: 29, guesses: 6, clients: true };

/// Plays some matches of a game with these choices changed.
fn plays(game: &str, changes: &[(&str, &str)]) {
    let library = Library::standard().unwrap();
    let rules = Arc::new(Rules::of(&library, game, changes, Some(4)).unwrap());
    for number in 0..8 {
        check_match(game, &rules, number, EFFORT).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn a_chosen_dealer_replays() {
    plays("contract-rummy", &[("dealing.first-dealer", "chosen")]);
}

#[test]
fn a_duty_to_lay_down_never_leaves_a_seat_without_an_answer() {
    let compulsory = ("laying-down.duty", "compulsory");
    plays("ill-buy-it", &[compulsory, ("discarding.taken-card", "refused")]);
    plays("progressive-rummy", &[compulsory, ("turn.order", "strict")]);
    plays("progressive-rummy+discard-optional", &[compulsory]);
    plays("contract-rummy-classic", &[("discarding.taken-card", "refused")]);
}

/// A card can be taken only if it can be used, whatever else the game requires.
#[test]
fn a_deep_take_never_leaves_a_seat_without_an_answer() {
    let deep = ("drawing.deep", "true");
    let spread = ("discarding.pile", "spread");
    let later = ("drawing.deep-use", "this-turn");
    let top = ("drawing.top-use", "must-meld");
    plays("contract-rummy", &[deep, spread]);
    plays("contract-rummy", &[deep, spread, later, top]);
    plays("progressive-rummy", &[deep, spread, later, ("laying-off.needs", "none")]);
    plays("ill-buy-it", &[deep, ("drawing.top-use", "must-use")]);
    plays("shanghai-rummy", &[deep, spread, ("shanghai.price", "none")]);
    plays("rummy+jokers", &[deep, spread, later, ("swapping.freed", "play-now")]);
    let contracts = ("contracts.deals", "[\"2S\", \"S R4\"]");
    let at_once = ("laying-down.mode", "at-once");
    let long = ("dealing.hand", "10");
    plays("rummy-500", &[contracts, at_once, long, ("laying-off.needs", "contract")]);
    plays("rummy-500+jokers", &[later, ("wilds.slide", "run-end"), ("swapping.who", "anyone")]);
    plays("rummy-500", &[("going-out.discard", "forbidden"), ("laying-down.runs", "exact")]);
}

#[test]
fn random_choices_are_refused_or_play_a_match_to_its_end() {
    let library = Library::standard().unwrap();
    let effort = Effort { every: 97, guesses: 4, clients: true };
    let tally = check_combinations(&library, 0, 400, effort);
    assert!(tally.violations.is_empty(), "{}", tally.violations[0]);
    assert!(tally.refused > 40 && tally.played > 40, "{tally:?}");
}
