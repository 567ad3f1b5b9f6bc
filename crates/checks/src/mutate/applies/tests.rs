//! Ineffective changes are recognized.

use super::*;
use upcard_engine::{Library, Value};

fn applies_to(game: &str, path: &str, value: Value) -> bool {
    let library = Library::standard().unwrap();
    let before = library.select(game, &[]).unwrap();
    let after = library.select(game, &[(path.to_owned(), value)]).unwrap();
    applies(path, &before, &after)
}

fn text(word: &str) -> Value {
    Value::Text(word.to_owned())
}

#[test]
fn choices_of_absent_features_do_not_apply() {
    // No contracts, no jokers, no buying.
    assert!(!applies_to("rummy", "buying.chain", text("dead")));
    assert!(!applies_to("rummy", "wilds.slide", text("run-end")));
    assert!(applies_to("rummy+jokers", "wilds.slide", text("run-end")));
    // Same points under another name.
    assert!(!applies_to("contract-rummy", "scoring.court", text("face")));
    assert!(applies_to("contract-rummy", "scoring.court", Value::Int(11)));
}

#[test]
fn limits_beyond_the_pack_do_not_apply() {
    // Four cards of a rank, thirteen of a suit.
    assert!(!applies_to("rummy", "melds.set-max", Value::Int(5)));
    assert!(applies_to("rummy", "melds.set-max", Value::Int(3)));
    assert!(applies_to("rummy+jokers", "melds.set-max", Value::Int(5)));
    assert!(!applies_to("rummy+ace-high-or-low", "melds.run-max", Value::Int(14)));
    assert!(applies_to("contract-rummy", "melds.run-max", Value::Int(13)));
    assert!(!applies_to("shanghai-rummy", "melds.run-max", Value::Int(14)));
    // At most two jokers, and no meld of two.
    assert!(!applies_to("contract-rummy-classic", "wilds.only", text("any")));
    assert!(applies_to("contract-rummy", "wilds.only", text("any")));
}

#[test]
fn choices_overridden_by_others_do_not_apply() {
    // If a lay-off requires the whole contract, no meld can follow it.
    assert!(!applies_to("contract-rummy", "turn.order", text("strict")));
    assert!(applies_to("progressive-rummy", "turn.order", text("strict")));
    assert!(!applies_to("ill-buy-it", "buying.then-draw", text("normal")));
    assert!(applies_to("contract-rummy", "buying.then-draw", text("normal")));
    // A discard covers the closed card in the same turn.
    assert!(!applies_to("contract-rummy-classic", "buying.chain", text("dead")));
    assert!(applies_to("contract-rummy-classic", "buying.chain", text("anyone")));
    assert!(!applies_to("progression", "buying.dead", text("this-turn")));
    assert!(applies_to("progression", "buying.dead", text("for-good")));
    // There is no pack for two players.
    assert!(!applies_to("progression", "players.min", Value::Int(2)));
    assert!(applies_to("progression", "players.min", Value::Int(4)));
}
