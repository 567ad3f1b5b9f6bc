//! Matches that are told in lines and played by typed ones.

use upcard_engine::record::Record;

use super::{let_bots_play, table};
use crate::app::{App, Looks};
use crate::drive::Front;
use crate::place::Came;
use crate::plain::Plain;

/// Tells what there is to tell, and types this.
fn types(app: &mut App, plain: &mut Plain<Vec<u8>>, line: &str) -> String {
    let before = plain.out().len();
    let_bots_play(app);
    plain.show(app).unwrap();
    plain.take(app, Came::Line(line.to_owned())).unwrap();
    plain.go_on(app).unwrap();
    let_bots_play(app);
    plain.show(app).unwrap();
    String::from_utf8(plain.out()[before..].to_vec()).unwrap()
}

fn begun(game: &str, players: u8, changes: &[(&str, &str)]) -> (App, Plain<Vec<u8>>) {
    let mut app = table(game, players, changes, 5);
    app.set_looks(Looks { ascii: true, ..Looks::default() });
    (app, Plain::new(Vec::new(), true))
}

#[test]
fn matches_are_played_to_their_ends_by_lines() {
    /// A game, how many play, and what is changed of it.
    type Game = (&'static str, u8, &'static [(&'static str, &'static str)]);
    const SHORT: &[(&str, &str)] = &[("match.deals", "2")];
    let games: [Game; 5] = [
        ("progressive-rummy", 4, SHORT),
        ("shanghai-rummy", 5, SHORT),
        ("liverpool-rummy", 3, SHORT),
        ("gin", 2, &[]),
        ("rummy-500", 3, &[]),
    ];
    for (game, players, changes) in games {
        let (mut app, mut plain) = begun(game, players, changes);
        for _ in 0..20_000 {
            types(&mut app, &mut plain, "do");
            if app.done() {
                break;
            }
        }
        let text = String::from_utf8(plain.out().to_vec()).unwrap();
        let end = &text[text.len().saturating_sub(2000)..];
        assert!(app.done(), "{game}: {end}");
        let good = |letter: char| letter == '\n' || (' '..='~').contains(&letter);
        assert!(text.chars().all(good), "{game}");
        let record = Record::parse(&app.record().unwrap()).unwrap();
        assert!(record.replay(|_, _| {}).unwrap().is_over());
    }
}

#[test]
fn what_is_typed_is_done_told_or_refused() {
    let (mut app, mut plain) = begun("progressive-rummy", 4, &[]);
    for _ in 0..50 {
        let text = types(&mut app, &mut plain, "");
        if text.contains("d: ") {
            break;
        }
        types(&mut app, &mut plain, "p");
    }
    let help = types(&mut app, &mut plain, "?");
    assert!(help.contains("down set 7H 7D 7C") && help.contains("q: leave"), "{help}");
    assert!(types(&mut app, &mut plain, "nonsense").contains("! That is no action"));
    assert!(types(&mut app, &mut plain, "words wild").contains("wild"));
    assert!(types(&mut app, &mut plain, "i").contains("Progressive Rummy"));
    assert!(types(&mut app, &mut plain, "v").contains("Scores"));
    assert!(types(&mut app, &mut plain, "table").contains("Upcard ["));
    let drawn = types(&mut app, &mut plain, "d");
    assert!(drawn.contains("You:"), "{drawn}");
    let card = app.shown().into_iter().flatten().next().unwrap().card;
    let missing = upcard_cards::Card::all().find(|card| !app.play.view().unwrap().hand.has(*card));
    let refused = types(&mut app, &mut plain, &missing.unwrap().to_string());
    assert!(refused.contains("! You do not hold"), "{refused}");
    assert!(types(&mut app, &mut plain, &card.to_string()).contains("Chosen: "));
    let before = app.changes();
    types(&mut app, &mut plain, "x");
    if app.ask.is_some() {
        types(&mut app, &mut plain, "1");
    }
    assert!(app.changes() > before);
    // Standing answers are lines with numbers.
    let comfort = types(&mut app, &mut plain, "a");
    assert!(comfort.contains("1: [ ]") && comfort.contains("A number chooses"), "{comfort}");
    let switched = types(&mut app, &mut plain, "1");
    assert!(switched.contains("1: [x]"), "{switched}");
    types(&mut app, &mut plain, "");
    assert!(app.sheet.is_none());
    types(&mut app, &mut plain, "q");
    assert!(app.done());
}
