//! Laying down where the contract is not all that may be laid, or where melds need a minimum of points.

use std::sync::Arc;

use crate::common::{rules, rules_with, seat};
use upcard_bots::hints::{grouping, reasons, steady_action};
use upcard_bots::{Budget, Level, player};
use upcard_cards::Cards;
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Game, Phase, Rules, Setup, SetupPhase};

fn position(rules: Arc<Rules>, deal: u8, hand: &str) -> Game {
    position_in(SetupPhase::Play, rules, deal, hand)
}

fn position_in(phase: SetupPhase, rules: Arc<Rules>, deal: u8, hand: &str) -> Game {
    let discards = vec![Some("TC".parse().unwrap())];
    let setup = Setup { deal, phase, discards, seats: vec![seat(hand)], ..Setup::default() };
    Game::set_up(rules, &setup, Chance::numbered(1)).unwrap()
}

#[test]
fn whole_suit_replaces_the_contract_runs() {
    let suit = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH";
    let told = |choices: &[(&str, &str)], hand: &str| {
        let game = position(rules_with("kalooki", 3, choices), 4, hand);
        let view = game.view(game.to_act().unwrap());
        let action = steady_action(&view);
        assert!(view.allows(&action), "{action}");
        (action.to_string(), reasons(&view, &action).missing)
    };
    let whole = [("laying-down.whole-suit", "true")];
    let (action, missing) = told(&whole, &format!("{suit} KC"));
    assert!(action.starts_with("down run") && missing == Some(0), "{action}, {missing:?}");
    assert_eq!(action.split(' ').filter(|word| word.ends_with('H')).count(), 13, "{action}");
    let (action, missing) = told(&[], &format!("{suit} KC"));
    assert!(action.starts_with("discard") && missing > Some(0), "{action}, {missing:?}");
    // Nearly a suit: only the one card is missing.
    let (_, missing) = told(&whole, &format!("{} KC 9D", suit.replace("5H ", "")));
    assert_eq!(missing, Some(1));
}

/// If laying the contract requires going out in the same turn, a bot brings all cards into melds, then goes
/// out.
#[test]
fn hand_is_completed_when_laying_requires_going_out() {
    let chueca = rules("telefunken+chueca-last", 4);
    let ready = "9S 9S 9D 4H 5H 6H 7H";
    for level in [Level::Steady, Level::Sharp, Level::Expert] {
        let told = |phase, more: &str| {
            let game = position_in(phase, chueca.clone(), 7, &format!("{ready} {more}"));
            let view = game.view(game.to_act().unwrap());
            let action = player(level, 1).decide(&view, &Budget::Playouts(0));
            assert!(view.allows(&action), "{action}");
            action.to_string()
        };
        // Two tens may become a set; the others are isolated.
        let thrown = told(SetupPhase::Play, "TD TC 8S 2C QS");
        assert!(["discard 8S", "discard 2C", "discard QS"].contains(&&thrown[..]), "{thrown}");
        assert_eq!(told(SetupPhase::Draw, "TD TS 2C QS"), "take", "{level}");
        assert_eq!(told(SetupPhase::Draw, "3D 3S 2C QS"), "draw", "{level}");

        let mut game = position(chueca.clone(), 7, &format!("{ready} TD TC TS 8H 2C"));
        let seat = game.to_act().unwrap();
        for _ in 0..6 {
            if game.to_act() != Some(seat) {
                break;
            }
            let action = player(level, 1).decide(&game.view(seat), &Budget::Playouts(0));
            game.act(seat, &action, &mut ()).unwrap();
        }
        let over = Phase::DealOver { winner: Some(seat) };
        assert_eq!(game.table().phase(), over, "{level}");
    }
}

#[test]
fn melds_are_held_until_the_first_lay_down_minimum() {
    let told = |hand: &str| {
        let game = position(rules("kalooki-40", 2), 1, hand);
        let view = game.view(game.to_act().unwrap());
        let action = steady_action(&view);
        assert!(view.allows(&action), "{action}");
        let grouped = grouping(&view);
        (action, grouped)
    };
    let (action, grouped) = told("KH KD KC 3S 4S 5S 9D 2C 7H JS 6C 8D QS 2D");
    assert!(matches!(action, Action::Down(ref melds) if melds.len() == 2), "{action}");
    assert_eq!(grouped.missing, Some(0));
    // Thirty points are ready, and a queen would add ten in a run, or a fourth king in the set.
    let (action, grouped) = told("KH KD KC 3S 4S 9D 2C 7H JS 6C 8D QH 2D 7C");
    assert!(matches!(action, Action::Discard { .. }), "{action}");
    assert_eq!(grouped.missing, Some(1));
    let useful: Cards = grouped.useful.iter().copied().collect();
    assert!(useful.has("KS".parse().unwrap()) && useful.has("5S".parse().unwrap()), "{useful}");
    // A two of spades makes nine with three and four: thirty-nine are not forty.
    assert!(!useful.has("2S".parse().unwrap()), "{useful}");
}

#[test]
fn going_out_uses_the_highest_payment() {
    let thrown = |hand: &str| {
        let game = position(rules("continental-15", 4), 1, hand);
        let view = game.view(game.to_act().unwrap());
        match steady_action(&view) {
            Action::Declare { finish, .. } => finish.map(|card| card.to_string()),
            other => panic!("{other}"),
        }
    };
    // Ten for a hand without wilds are more than one for a deuce.
    let deuce = Some("2H".to_owned());
    assert_eq!(thrown("3H 4H 5H 8S 9S TS 5D 6D 7D JC QC KC 7C 8C 9C 2H"), deuce);
    // With a joker that must be melded a deuce earns one more, so a natural is discarded.
    let natural = thrown("3H 4H JK 8S 9S TS 5D 6D 7D JC QC KC 7C 8C 9C 2H");
    assert!(natural != deuce && natural != Some("JK".to_owned()), "{natural:?}");
}
