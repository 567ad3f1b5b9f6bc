//! Golden files of whole screens, reviewed by people. `UPCARD_BLESS` rewrites them.

use std::fs;
use std::path::Path;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent};
use upcard_client::Replay;
use upcard_client::groups::best_ending;
use upcard_engine::{Action, Seat, View};

use super::{drawn, let_bots_play, press, screen, table, types};
use crate::app::{App, Looks};
use crate::replay::ReplayViewer;

fn looks_like(name: &str, rows: &[String]) {
    let file = Path::new("src/tests/golden").join(format!("{name}.txt"));
    let text = format!("{}\n", rows.join("\n"));
    if std::env::var_os("UPCARD_BLESS").is_some() {
        fs::write(&file, &text).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(text == expected, "{} differs:\n{text}", file.display());
}

const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];

/// A table of four at its start, with no melds yet: independent of bots.
fn begun() -> App {
    table("progressive-rummy", 4, &[], 1)
}

#[test]
fn a_table_has_its_screens() {
    for (width, height) in SIZES {
        looks_like(&format!("table-{width}"), &screen(&mut begun(), width, height));
    }
}

#[test]
fn sheets_have_their_screens() {
    for (key, name) in [('i', "rules"), ('?', "keys"), ('v', "scores")] {
        for (width, height) in SIZES {
            let mut app = begun();
            press(&mut app, KeyCode::Char(key));
            let rows = screen(&mut app, width, height);
            looks_like(&format!("{name}-{width}"), &rows);
        }
    }
}

/// Draws, and discards the last card allowed, ignoring every other option.
fn dull(view: &View<'_>) -> Action {
    let offered = view.offered(0).actions;
    let simple = |action: &&Action| matches!(action, Action::Draw | Action::Discard { .. });
    offered.iter().rfind(simple).or(offered.first()).cloned().unwrap_or(Action::Pass)
}

/// Plays dully at all seats until the person has this option.
fn until_allowed(app: &mut App, wanted: impl Fn(&View<'_>) -> bool) {
    for _ in 0..400 {
        if let Some(think) = app.question() {
            let action = dull(&think.view.view(&think.rules).unwrap());
            app.answer(think.seat, think.request, Some(action));
        } else if app.must_decide() {
            let view = app.play.view().unwrap();
            if wanted(&view) {
                return;
            }
            types(app, &format!(":{}", dull(&view)));
            press(app, KeyCode::Enter);
        }
    }
    panic!("{}", screen(app, 80, 24).join("\n"));
}

/// Points of a first lay-down while it is put together.
#[test]
fn points_of_a_first_lay_down_have_their_screen() {
    let mut app = table("kalooki-40", 2, &[], 1);
    until_allowed(&mut app, |view| !view.first_lay_downs().is_empty());
    press(&mut app, KeyCode::Char('g'));
    looks_like("first-points-80", &screen(&mut app, 80, 24));
}

/// Payments by the others for a declared hand.
#[test]
fn payments_have_their_screen() {
    let changes =
        [("dealing.hand", "3"), ("declaring.needs", "{ sequences = 1 }"), ("match.deals", "2")];
    let mut app = table("continental-15", 2, &changes, 1);
    until_allowed(&mut app, |view| best_ending(view).is_some());
    press(&mut app, KeyCode::Char('g'));
    looks_like("payments-80", &screen(&mut app, 80, 24));
}

/// A rule sheet is wrapped only once: every line except a sentence's last one is full.
#[test]
fn a_rule_sheet_is_wrapped_once() {
    let mut app = begun();
    press(&mut app, KeyCode::Char('i'));
    let rows = screen(&mut app, 60, 400);
    let inside = |row: &String| row.trim_matches('│').trim_end().to_owned();
    let rows: Vec<String> = rows.iter().map(inside).collect();
    let mut broken = 0;
    for pair in rows.windows(2) {
        if let Some(rest) = pair[1].strip_prefix("  ").filter(|rest| !rest.starts_with([' ', '-']))
        {
            let word = rest.split(' ').next().unwrap_or_default();
            let full = pair[0].chars().count() + 1 + word.chars().count() > 58;
            let table = rest.contains("  ") || pair[0].contains("  ");
            assert!(full || table, "{}\n{}", pair[0], pair[1]);
            broken += 1;
        }
    }
    assert!(broken > 10, "{}", rows.join("\n"));
}

#[test]
fn ascii_mode_uses_only_ascii() {
    let mut app = begun();
    app.set_looks(Looks { ascii: true, ..Looks::default() });
    looks_like("ascii-80", &screen(&mut app, 80, 24));
    for key in "?ivzfaw".chars() {
        press(&mut app, KeyCode::Char(key));
        for (width, height) in SIZES {
            assert!(screen(&mut app, width, height).join("").is_ascii(), "{key}");
        }
        press(&mut app, KeyCode::Esc);
    }
    let_bots_play(&mut app);
    assert!(screen(&mut app, 80, 24).join("").is_ascii());
}

/// A record of the first version, independent of today's bots.
#[test]
fn a_record_has_its_screens() {
    let text = fs::read_to_string("../upcard/tests/format-1.upcard").unwrap();
    let library = std::sync::Arc::new(upcard_engine::Library::standard().unwrap());
    let replay = Replay::read(library, &text).unwrap();
    let draws = |looking: &ReplayViewer<'_>, width: u16, height: u16| {
        drawn(width, height, |frame| looking.draw(frame))
    };
    let mut looking = ReplayViewer::new(&replay, 0, Some(Seat::at(0)), Looks::default());
    let first = draws(&looking, 80, 24);
    let mut press = |code: KeyCode| {
        let shown = looking.take(&Event::Key(KeyEvent::from(code)));
        (shown, draws(&looking, 80, 24), draws(&looking, 120, 40), draws(&looking, 60, 20))
    };
    assert_eq!(press(KeyCode::Left).1, first, "there is nothing before the first play");
    let (_, second, ..) = press(KeyCode::Right);
    assert!(second[0].contains("play 2 of") && second != first, "{second:?}");
    assert_eq!(press(KeyCode::Left).1, first);
    (0..12).for_each(|_| drop(press(KeyCode::Right)));
    let (_, middle, wide, narrow) = press(KeyCode::Char('a'));
    looks_like("record-80", &middle);
    looks_like("record-120", &wide);
    looks_like("record-60", &narrow);
    let (_, plays, ..) = press(KeyCode::Char('l'));
    assert!(plays.iter().any(|row| row.starts_with("> ")), "{plays:?}");
    press(KeyCode::Char('l'));
    let (_, end, ..) = press(KeyCode::End);
    assert_eq!(press(KeyCode::Right).1, end, "there is nothing after the last play");
    assert_ne!(press(KeyCode::Up).1, end);
    assert!(press(KeyCode::Home).1[0].contains("play 1 of"));
    let (_, other, ..) = press(KeyCode::Char('2'));
    assert_ne!(other, first, "another's hand is open");
    assert!(press(KeyCode::Char('d')).0, "no letter but its own ends it");
    assert!(!press(KeyCode::Char('Q')).0);
}
