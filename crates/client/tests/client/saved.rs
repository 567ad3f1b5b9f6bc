//! A match saved by a browser can be read by later versions, or is refused with a reason.
//!
//! `golden/kept.txt` holds one in the current format, in hexadecimal. Set `UPCARD_BLESS` to rewrite it. If
//! this test fails because the serialization of entries changed, the format needs a new number in `local.rs`,
//! and code that reads the old one or refuses it.

use std::path::Path;
use std::sync::Arc;

use upcard_client::prompt::AnswerAction;
use upcard_client::wire::{ClientMessage, Level, ServerMessage, SetUp};
use upcard_client::{
    Draft, LocalTable, Note, SavedTableError, Session, Story, TurningReason, turning_points,
};
use upcard_engine::{Action, Edition, Event, Library, Phase, Seat, View};
use upcard_table::Entry;

use crate::common::{prompt, set_up};

fn bot(view: &View<'_>, _: Level, _: u64) -> Action {
    view.offered(1).actions.into_iter().find(|a| *a != Action::Undo).unwrap_or(Action::Pass)
}

fn library() -> Arc<Library> {
    Arc::new(Library::standard().unwrap())
}

fn fold(session: &mut Session, messages: Vec<ServerMessage>) {
    messages.into_iter().for_each(|message| drop(session.fold(message)));
}

/// A table for a person and two bots.
fn opened() -> (LocalTable, Session) {
    let set_up = set_up("contract-rummy", 3, Level::Novice, &[]);
    let set_up = SetUp { offer_seconds: 0, ..set_up };
    let mut local = LocalTable::new(library(), set_up, [7; 32]).unwrap();
    let mut session = Session::new(library(), 1);
    fold(&mut session, local.connect(1_000));
    (local, session)
}

fn sit(local: &mut LocalTable, session: &mut Session, name: &str) {
    let sit = ClientMessage::Sit { seat: Some(Seat::at(0)), name: name.to_owned() };
    fold(session, local.send(1_000, sit));
}

/// A match of a person with two bots, after this many bot decisions.
fn table(answers: usize) -> (LocalTable, Session) {
    let (mut local, mut session) = opened();
    sit(&mut local, &mut session, "Me");
    fold(&mut session, local.send(1_000, ClientMessage::Start));
    for now in (2_000..).take(answers) {
        let view = session.view().filter(|_| session.must_decide());
        let own = view.map(|view| bot(&view, Level::Novice, 0));
        let messages = match own.and_then(|action| session.act(&action)) {
            Some(message) => local.send(now, message),
            None => local.think(now, bot),
        };
        fold(&mut session, messages);
    }
    (local, session)
}

fn golden() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/kept.txt")
}

#[test]
fn saved_matches_stay_readable() {
    let (local, _) = table(25);
    let kept = local.saved_text();
    let hex: String = kept.chars().map(|c| format!("{:02x}", u32::from(c))).collect();
    if std::env::var_os("UPCARD_BLESS").is_some() {
        std::fs::write(golden(), format!("{hex}\n")).unwrap();
    }
    let stored = std::fs::read_to_string(golden()).unwrap();
    assert_eq!(stored.trim(), hex, "it is kept in another form: give that a number");
    let entries = LocalTable::parse_saved(&kept).unwrap();
    assert_eq!(entries, local.entries());
    let again = LocalTable::restore(library(), entries, [9; 32]).unwrap();
    assert_eq!(again.saved_text(), kept);
}

/// The first two formats did not name an edition of the rules, and the first one not even its own number.
#[test]
fn matches_saved_before_editions_resume() {
    let stored = include_str!("../golden/kept-2.txt").trim();
    let second: String = (0..stored.len() / 2)
        .map(|at| char::from(u8::from_str_radix(&stored[2 * at..2 * at + 2], 16).unwrap()))
        .collect();
    let first: String = second.chars().skip(2).collect();
    let entries = LocalTable::parse_saved(&second).unwrap();
    assert_eq!(LocalTable::parse_saved(&first), Ok(entries.clone()));
    let now = table(25).0;
    let Some((Entry::Opened { set_up, edition, .. }, rest)) = entries.split_first() else {
        panic!("a table begins by being opened");
    };
    assert_eq!((set_up.game.as_str(), *edition), ("contract-rummy", Edition::FIRST));
    assert_eq!(rest, &now.entries()[1..]);
    let again = LocalTable::restore(library(), entries.clone(), [9; 32]).unwrap();
    assert_eq!(LocalTable::parse_saved(&again.saved_text()), Ok(entries));
    for cut in 3..second.len() / 2 {
        let cut: String = second.chars().take(cut).collect();
        assert_eq!(LocalTable::parse_saved(&cut), Err(SavedTableError::Damaged));
    }
}

#[test]
fn own_name_is_normalized() {
    let (mut local, mut session) = opened();
    for (typed, name) in [("  ", None), (&*"x".repeat(25), None), (" Ann  Lee ", Some("Ann Lee"))] {
        sit(&mut local, &mut session, typed);
        assert_eq!(session.name(Seat::at(0)), name, "{typed:?}");
    }
}

#[test]
fn unreadable_saves_are_refused_with_a_reason() {
    let kept = table(3).0.saved_text();
    let newer: String = ['\0', '\u{4}'].into_iter().chain(kept.chars().skip(2)).collect();
    assert_eq!(LocalTable::parse_saved(&newer), Err(SavedTableError::Format(4)));
    assert_eq!(LocalTable::check_format(&newer), Err(SavedTableError::Format(4)));
    for (text, known) in [
        ("\0\u{3}", true),
        ("\0\u{2}x", true),
        ("\u{7}", true),
        ("\0", true),
        ("\0\u{1}", false),
        ("", false),
        ("€", false),
    ] {
        assert_eq!(LocalTable::check_format(text).is_ok(), known, "{text:?}");
    }
    assert!(SavedTableError::Format(4).to_string().contains("format 4"));
    let cut: String = kept.chars().take(kept.len() / 2).collect();
    for damaged in ["", "nonsense", "\u{100}", "\0\u{1}x", &cut, &format!("{kept}x")] {
        assert_eq!(LocalTable::parse_saved(damaged), Err(SavedTableError::Damaged), "{damaged:?}");
    }
}

#[test]
fn story_replays_the_current_deal() {
    let (_, session) = table(120);
    let (rules, view) = (session.rules.as_ref().unwrap(), session.view.as_ref().unwrap());
    let plays = session.story.plays();
    assert!(plays > 20, "{plays}");
    // The last play leads to the current table, except for events that are not plays.
    let (_, last) = session.story.at(plays - 1, rules).unwrap();
    assert_eq!((last.table.melds(), last.hand), (view.table.melds(), view.hand));
    let (first, then) = session.story.at(0, rules).unwrap();
    assert!(matches!(first, Event::Drew { .. } | Event::Took { .. } | Event::Bought { .. }));
    assert!(then.table.melds().is_empty());
    let counts = |play| session.story.at(play, rules).unwrap().1.table.stock();
    assert!((1..plays).all(|play| counts(play) <= counts(play - 1)));
    assert!(session.story.at(plays, rules).is_none());
    // The story survives a page reload, but not missed plays or corruption.
    let kept = session.story.bytes().unwrap();
    let back = Story::read(&kept, rules, view).unwrap();
    assert_eq!((back.plays(), back.bytes()), (plays, Some(kept.clone())));
    assert!(Story::read(&kept, rules, &then).is_none());
    assert!(Story::read(&kept[..kept.len() / 2], rules, view).is_none());
    assert!(Story::read(b"nonsense", rules, view).is_none());
    assert!(Story::default().bytes().is_none());
}

#[test]
fn next_deal_starts_while_a_bot_covers_the_person() {
    let (mut local, mut session) = table(5);
    fold(&mut session, local.send(90_000, ClientMessage::HandOver));
    assert!(session.covered());
    let over = |s: &Session| {
        s.view.as_ref().is_some_and(|v| matches!(v.table.phase(), Phase::DealOver { .. }))
    };
    for now in 0..6_000 {
        if over(&session) {
            break;
        }
        fold(&mut session, local.think(100_000 + now, bot));
    }
    assert!(over(&session) && session.covered());
    assert_eq!(session.window, None, "nothing runs down where no clock runs");
    let next = prompt(&session, &Draft::None, &[]);
    let main = next.answers.iter().find(|answer| answer.main).unwrap();
    assert_eq!(main.action, AnswerAction::NextDeal);
    let messages: Vec<_> = local.send(900_000, ClientMessage::Next);
    let notes: Vec<Note> = messages.into_iter().filter_map(|m| session.fold(m)).collect();
    let begun = |note: &Note| matches!(note, Note::Happened(Event::DealBegan { .. }));
    assert!(notes.iter().any(begun), "{notes:?}");
    // A sheet of one deal has at most one turning point.
    let (rules, table) = (session.rules.as_ref().unwrap(), &session.view.as_ref().unwrap().table);
    let points = turning_points(rules, table, &session.sheet, 3);
    assert!(points.len() <= 1);
    assert!(points.iter().all(|point| !matches!(point.reason, TurningReason::Lead(_))));
}
