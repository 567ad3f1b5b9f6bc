//! Whole matches by key presses, with a game for each kind of mechanism.

use std::collections::BTreeSet;

use upcard_client::{LocalTable, call_places};
use upcard_engine::record::Record;
use upcard_engine::table::Phase;
use upcard_engine::{Action, Library};

use super::person::Person;
use super::table;
use crate::app::App;

/// Plays a match, and checks that each of these kinds of actions was made with keys and nothing had to be
/// typed. Also checks that the record exists and replays.
fn play(game: &str, players: u8, changes: &[(&str, &str)], seed: u8, kinds: &[&str]) {
    play_wishing(game, players, changes, seed, kinds, |_| None);
}

fn play_wishing(
    game: &str,
    players: u8,
    changes: &[(&str, &str)],
    seed: u8,
    kinds: &[&str],
    wish: impl Fn(&App) -> Option<Action>,
) {
    let mut app = table(game, players, changes, seed);
    let mut person = Person::default();
    person.play(&mut app, wish);
    let made: BTreeSet<&str> = person.by_keys.keys().map(String::as_str).collect();
    let missing: Vec<_> = kinds.iter().filter(|kind| !made.contains(**kind)).collect();
    assert!(missing.is_empty(), "{game}: no {missing:?} among {:?}", person.by_keys);
    assert!(person.typed.is_empty(), "{game}: typed {:?}", person.typed);
    let record = app.record().expect("a match that is over has a record");
    let record = Record::parse(&record).unwrap();
    assert!(record.replay(|_, _| {}).unwrap().is_over());
}

const SHORT: (&str, &str) = ("match.deals", "3");

#[test]
fn each_kind_of_action_is_made_with_keys() {
    play("progressive-rummy", 4, &[SHORT], 1, &["draw", "take", "down", "discard"]);
    play("contract-rummy", 5, &[SHORT], 2, &["buy", "pass", "down", "off", "discard"]);
    play("liverpool-rummy", 3, &[SHORT], 3, &["cut", "down", "discard"]);
    play("gin", 2, &[], 5, &["pass", "take", "knock", "show", "discard"]);
    play("rummy-500", 3, &[], 6, &["take-deep", "down", "off", "discard"]);
    play("points-rummy", 3, &[], 7, &["draw", "discard"]);
    play("pool-101", 4, &[], 8, &["drop", "discard"]);
    play("three-thirteen", 3, &[], 9, &["declare", "discard"]);
    play("rummy", 4, &[("rearranging.allowed", "same-turn")], 10, &["down", "off", "arrange"]);
    let claims = [SHORT, ("swapping.timing", "claims"), ("swapping.who", "anyone")];
    play("contract-rummy", 4, &claims, 14, &["swap", "down", "off"]);
}

/// Calls whenever that is allowed.
fn calls(app: &App) -> Option<Action> {
    let view = app.play.view()?;
    call_places(&view).into_iter().map(|place| place.action).next()
}

#[test]
fn a_discard_is_called_and_a_card_is_drawn_blindly() {
    let kinds = ["call", "pass", "down", "off", "discard"];
    play_wishing("shanghai-rummy", 5, &[SHORT], 4, &kinds, calls);
}

/// Discards the cheapest card, and so loses; rejoins.
fn loses(app: &App) -> Option<Action> {
    let view = app.play.view()?;
    let cheapest = view.hand.iter_counts().map(|(card, _)| card);
    let cheapest = cheapest.min_by_key(|card| view.contract_rules().values[card.index()]);
    let throws = cheapest.map(|card| Action::Discard { card, shanghai: false });
    let draws = (view.table.phase() == Phase::Draw).then_some(Action::Draw);
    throws.into_iter().chain(draws).chain([Action::Rejoin]).find(|action| view.allows(action))
}

#[test]
fn a_player_who_is_out_comes_back() {
    play_wishing("pool-101", 3, &[], 12, &["rejoin"], loses);
}

#[test]
fn a_pool_is_shared() {
    let shares = |app: &App| app.play.view()?.allows(&Action::Split).then_some(Action::Split);
    play_wishing("pool-101+split-by-agreement", 3, &[], 13, &["split"], shares);
}

/// Every game of the catalogue, at its usual table size, in the shortest possible match: everything can be
/// done with keys.
#[test]
fn every_game_can_be_played_by_keys() {
    let library = Library::standard().unwrap();
    for game in library.ids() {
        let players = library.select(game, &[]).unwrap().usual_players();
        let short = upcard_client::first_game::short_match_changes(&library, game, players)
            .unwrap_or_default();
        let changes: Vec<(&str, &str)> =
            short.iter().map(|(path, value)| (path.as_str(), value.as_str())).collect();
        play(game, players, &changes, 20, &["discard"]);
    }
}

#[test]
fn a_saved_match_is_resumed() {
    let mut app = table("progressive-rummy", 4, &[SHORT], 21);
    let library = app.play.session().library().clone();
    for step in 0..40u64 {
        // Save and restore again and again, also while bots are thinking.
        let entries = LocalTable::parse_saved(&app.saved_text()).unwrap();
        let scores = app.play.view().map(|view| view.table.scores().to_vec());
        app = App::resumed(library.clone(), entries, [step as u8; 32], 10_000 * step).unwrap();
        let again = app.play.view().map(|view| view.table.scores().to_vec());
        assert_eq!(again, scores);
        if app.match_over().is_some() {
            break;
        }
        Person::default().step(&mut app, &|_| None);
    }
    Person::default().play(&mut app, |_| None);
    let record = Record::parse(&app.record().unwrap()).unwrap();
    assert!(record.replay(|_, _| {}).unwrap().is_over());
}
