//! A bot in a page of Rust: it keeps cards that go together and discards its most expensive unmatched card.
//!
//! Build it with `cargo build -p upcard-arena --example bot`, and run it in the arena:
//! `upcard arena --game gin --bots "cmd2:target/debug/examples/bot,novice"`

use std::io::{BufRead, Write};

use serde_json::{Value, json};

fn place(card: &str) -> usize {
    "A23456789TJQK".find(&card[..1]).unwrap_or(0)
}

fn points(card: &str) -> usize {
    if card == "JK" { 25 } else { [15, (place(card) + 1).min(10)][usize::from(place(card) > 0)] }
}

/// Number of cards in the hand that could form a meld with this one, including itself.
fn company(card: &str, hand: &[&str]) -> usize {
    let near = |other: &&&str| other[1..] == card[1..] && place(other).abs_diff(place(card)) <= 2;
    let fits = |other: &&&str| **other != "JK" && (other[..1] == card[..1] || near(other));
    if card == "JK" { 9 } else { hand.iter().filter(fits).count() }
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Chooses one of the offered actions, all of which are legal.
fn choose(ask: &Value) -> String {
    let (offered, hand) = (texts(&ask["offered"]), texts(&ask["view"]["hand"]));
    let begins = |word: &str| offered.iter().find(|action| action.split(' ').next() == Some(word));
    // Prefer ending the deal, laying cards, or showing the hand: the first such action offered.
    if let Some(found) = ["declare", "knock", "down", "off", "show"].into_iter().find_map(begins) {
        return (*found).to_owned();
    }
    let upcard = ask["view"]["discards"].as_array().and_then(|pile| pile.last()?["card"].as_str());
    if offered.contains(&"take") && upcard.is_some_and(|card| company(card, &hand) >= 2) {
        return "take".to_owned();
    }
    // No buying, calling or rejoining; otherwise draw from the stock.
    let simple = ["pass", "leave", "draw"].into_iter().find(|action| offered.contains(action));
    let discards = offered.iter().filter_map(|action| action.strip_prefix("discard "));
    let worst = discards
        .filter(|card| !card.contains(' '))
        .min_by_key(|card| (company(card, &hand) > 1, usize::MAX - points(card)));
    let chosen = simple.map(str::to_owned).or(worst.map(|card| format!("discard {card}")));
    chosen.unwrap_or_else(|| offered[0].to_owned())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in std::io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        if message["type"] == "decide" {
            println!("{}", json!({ "action": choose(&message) }));
            std::io::stdout().flush()?;
        }
    }
    Ok(())
}
