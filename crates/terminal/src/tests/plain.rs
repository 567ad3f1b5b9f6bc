//! Matches in line mode.

use upcard_client::prompt::LayDown;
use upcard_engine::record::Record;
use upcard_engine::table::Phase;

use super::{has_answer, let_bots_play, table};
use crate::app::{App, Looks, Spot};
use crate::drive::FrontEnd;
use crate::place::Input;
use crate::plain::Plain;

/// Types a line and returns the output.
fn types(app: &mut App, plain: &mut Plain<Vec<u8>>, line: &str) -> String {
    let before = plain.out().len();
    let_bots_play(app);
    plain.show(app).unwrap();
    plain.handle(app, Input::Line(line.to_owned())).unwrap();
    plain.do_pending_work(app).unwrap();
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
    /// A game, its number of players, and its changes.
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
fn typed_lines_are_executed_answered_or_refused() {
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
    assert!(types(&mut app, &mut plain, "nonsense").contains("! That is not an action"));
    assert!(types(&mut app, &mut plain, "words wild").contains("wild"));
    assert!(types(&mut app, &mut plain, "i").contains("Progressive Rummy"));
    assert!(types(&mut app, &mut plain, "v").contains("Scores"));
    assert!(types(&mut app, &mut plain, "table").contains("Upcard ["));
    let drawn = types(&mut app, &mut plain, "d");
    assert!(drawn.contains("You:"), "{drawn}");
    let card = app.displayed_hand().into_iter().flatten().next().unwrap().card;
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
    // Standing answers are numbered lines.
    let comfort = types(&mut app, &mut plain, "a");
    assert!(comfort.contains("1: [ ]") && comfort.contains("A number chooses"), "{comfort}");
    let switched = types(&mut app, &mut plain, "1");
    assert!(switched.contains("1: [x]"), "{switched}");
    types(&mut app, &mut plain, "");
    assert!(app.sheet.is_none());
    types(&mut app, &mut plain, "q");
    assert!(app.done());
}

/// Types what a steady bot would do until the condition holds.
fn plays_until(app: &mut App, plain: &mut Plain<Vec<u8>>, so: impl Fn(&App) -> bool) {
    for _ in 0..2_000 {
        let_bots_play(app);
        if app.must_decide() && so(app) {
            return;
        }
        types(app, plain, "do");
    }
    panic!("{}", String::from_utf8_lossy(plain.out()));
}

#[test]
fn refusals_are_printed_once_and_no_ops_are_reported() {
    let (mut app, mut plain) = begun("progressive-rummy", 4, &[]);
    app.set_line_mode(true);
    plays_until(&mut app, &mut plain, |app| has_answer(app, 'd'));
    assert!(types(&mut app, &mut plain, "nonsense").contains("! That is not an action"));
    assert!(!types(&mut app, &mut plain, "hand").contains("not an action"));
    let before = app.changes();
    for (line, words) in [
        ("j", "! j does nothing now"),
        ("y", "! No wild card there can stand"),
        ("77", "! There is no meld or place 77"),
        (&"x".repeat(500), "! That line is too long."),
    ] {
        let told = types(&mut app, &mut plain, line);
        assert!(told.contains(words), "{line}: {told}");
    }
    assert_eq!(app.changes(), before);
    types(&mut app, &mut plain, ":draw");
    assert!(app.changes() > before);
    // Cards can be typed as displayed, with suit symbols.
    let held =
        app.displayed_hand().into_iter().flatten().find(|held| held.card.suit().is_some()).unwrap();
    let face = crate::texts::Words::default().face(held.card);
    assert!(types(&mut app, &mut plain, &face).contains("Chosen: "), "{face}");
    assert!(types(&mut app, &mut plain, "words joker").contains("joker"));
    assert!(!types(&mut app, &mut plain, "words joker").contains('_'));
}

#[test]
fn a_lay_down_is_changed_by_lines() {
    let (mut app, mut plain) = begun("contract-rummy", 3, &[]);
    app.set_line_mode(true);
    plays_until(&mut app, &mut plain, |app| *app.play.lay_down() == LayDown::Now);
    let told = types(&mut app, &mut plain, "g");
    assert!(app.drafting && told.contains("Type cards, then the number"), "{told}");
    assert!(!told.contains("Space") && !told.contains("Up and"), "{told}");
    let slot = Spot::Slot(0);
    let lying = app.cards_in(slot);
    let loose = app.displayed_hand().into_iter().flatten().count();
    // Without a cursor no card is implied.
    let told = types(&mut app, &mut plain, "1");
    assert!(told.contains("! Type cards from your hand first"), "{told}");
    assert_eq!(app.cards_in(slot), lying);
    // Take out a card of a slot that the hand does not hold as well.
    let hand: Vec<_> = app.displayed_hand().into_iter().flatten().map(|held| held.card).collect();
    let out = lying.iter().find(|piece| !hand.contains(&piece.card)).unwrap().card;
    types(&mut app, &mut plain, &out.to_string());
    assert_eq!(app.displayed_hand().into_iter().flatten().count(), loose + 1);
    types(&mut app, &mut plain, &out.to_string());
    types(&mut app, &mut plain, "1");
    assert_eq!(app.cards_in(slot).len(), lying.len());
    let before = app.changes();
    types(&mut app, &mut plain, "g");
    assert!(app.changes() > before);
}

#[test]
fn a_table_is_rearranged_by_lines() {
    let (mut app, mut plain) = begun("rummy", 3, &[("rearranging.allowed", "same-turn")]);
    app.set_line_mode(true);
    plays_until(&mut app, &mut plain, |app| has_answer(app, 'r'));
    let told = types(&mut app, &mut plain, "r");
    assert!(told.contains("Type cards from the table or your hand"), "{told}");
    let spots = app.spots();
    let (first, new) = (spots[0], spots.len());
    let hand: Vec<_> = app.displayed_hand().into_iter().flatten().map(|held| held.card).collect();
    let lying = app.cards_in(first);
    let card = lying.iter().find(|piece| !hand.contains(&piece.card)).unwrap().card;
    assert!(types(&mut app, &mut plain, &card.to_string()).contains("Chosen: "));
    types(&mut app, &mut plain, &new.to_string());
    assert_eq!(app.cards_in(first).len(), lying.len() - 1);
    assert_eq!(app.cards_in(spots[new - 1]).len(), 1);
    types(&mut app, &mut plain, "c");
    assert!(!app.drafting);
}

#[test]
fn the_pack_is_cut_by_a_number() {
    let (mut app, mut plain) = begun("liverpool-rummy", 3, &[]);
    app.set_line_mode(true);
    let cuts = |app: &App| app.is_deciding_in(|phase| matches!(phase, Phase::Cut { .. }));
    plays_until(&mut app, &mut plain, cuts);
    let told = types(&mut app, &mut plain, "hand");
    assert!(told.contains("a number from 0 to 1000"), "{told}");
    assert!(types(&mut app, &mut plain, "1001").contains("! "));
    let before = app.changes();
    types(&mut app, &mut plain, "400");
    assert!(app.changes() > before);
}

#[test]
fn a_script_continues_when_no_decision_is_due() {
    // The bot is to act first.
    let mut app = table("gin", 2, &[], 3);
    app.set_pace(upcard_client::wire::Pace::Fast);
    assert!(app.pause().is_some_and(|pause| pause > 0));
    app.set_line_mode(true);
    assert_eq!(app.pause(), Some(0));
    app.set_pace(upcard_client::wire::Pace::Calm);
    assert!(app.pause().is_some_and(|pause| pause > 0));
}
