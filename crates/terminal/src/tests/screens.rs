//! What is drawn.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Color;

use super::{let_bots_play, press, screen, table, to_the_draw, types};
use crate::app::{App, Colours, Looks};

#[test]
fn a_window_that_is_too_small_says_so() {
    let mut app = table("progressive-rummy", 4, &[], 1);
    let text = screen(&mut app, 40, 10).join(" ");
    assert!(text.contains("This window has 40 columns and 10 rows."), "{text}");
    press(&mut app, KeyCode::Char('?'));
    assert!(screen(&mut app, 40, 10).join(" ").contains("make the window larger"));
    // Nothing is lost: in a larger one all is there.
    assert!(screen(&mut app, 80, 24)[0].contains("Keys"));
}

/// The first look at a match, whole: nothing of it depends on how bots play.
#[test]
fn the_table_begins_like_this() {
    let mut app = table("gin", 2, &[], 3);
    let expected = "\
Gin Rummy  Deal 1 · to 100 · dealer You
Deadwood 43 · knock at 10
 > Tot 10 cards 0 pts
────────────────────────────────────────────────────────────────────────────────
Melds stay in your hand







Stock 31    Upcard [A♦]
────────────────────────────────────────────────────────────────────────────────
You: 10 cards, 43 left over · 0 pts · dealer · sorted by melds

┌───┐┌───┐┌───┐ ┌───┐┌───┐ ┌───┐┌───┐ ┌───┐┌───┐┌───┐
│J♣ ││J♦ ││J♠ │ │10♠││10♥│ │4♥ ││4♦ │ │A♣ ││9♦ ││5♣ │
└^──┘└───┘└───┘ └───┘└───┘ └───┘└───┘ └───┘└───┘└───┘
────────────────────────────────────────────────────────────────────────────────
Tot may have the card …
Deal 1. You deal.

←→ move  Space choose  ? keys  : type  Q quit";
    assert_eq!(screen(&mut app, 80, 24).join("\n"), expected);
}

#[test]
fn chosen_cards_and_the_cursor_need_no_colour() {
    // More than a small window has room to frame.
    let mut app = table("may-i", 4, &[("dealing.hand", "16")], 1);
    to_the_draw(&mut app);
    let face = |app: &App, at: usize| {
        let held = app.shown().into_iter().flatten().nth(at).unwrap();
        app.words.face(held.card)
    };
    let (first, second) = (face(&app, 0), face(&app, 1));
    let text = screen(&mut app, 60, 20).join("\n");
    assert!(text.contains(&format!(">{first}")), "{text}");
    press(&mut app, KeyCode::Char(' '));
    press(&mut app, KeyCode::Right);
    let text = screen(&mut app, 60, 20).join("\n");
    assert!(text.contains(&format!("[{first}]")), "{text}");
    assert!(text.contains(&format!(">{second}")), "{text}");
    // In a high window chosen cards rise by a line.
    let rows = screen(&mut app, 80, 40);
    let top = |mark: &str| rows.iter().position(|row| row.starts_with(mark)).unwrap();
    assert!(rows[top("┌───┐")].trim_end() == "┌───┐", "{}", rows.join("\n"));
    assert!(rows[top("┌───┐") + 1].contains(&first), "{}", rows.join("\n"));
}

#[test]
fn colours_are_used_where_they_are_wanted() {
    let mut app = table("progressive-rummy", 4, &[], 1);
    let mut colours = |colours: Colours, letters: bool| {
        app.set_looks(Looks { colours, letters, ..Looks::default() });
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| app.draw(frame)).unwrap();
        let cells = terminal.backend().buffer().content();
        let coloured = cells.iter().any(|cell| cell.fg != Color::Reset);
        let signs = cells.iter().any(|cell| "♣♦♥♠".contains(cell.symbol()));
        (coloured, signs)
    };
    assert_eq!(colours(Colours::None, false), (false, true));
    assert_eq!(colours(Colours::Two, false), (true, true));
    assert_eq!(colours(Colours::Four, true), (true, false));
}

/// Eight players and a hand of 26 cards: what is asked and the whole hand are in sight.
#[test]
fn a_full_table_fits() {
    let mut app = table("may-i", 8, &[("dealing.hand", "26"), ("pack.packs", "4")], 2);
    assert_eq!(app.play.hand().items().len(), 26);
    for (width, height) in [(80, 24), (60, 20), (120, 40)] {
        let rows = screen(&mut app, width, height);
        let text = rows.join("\n");
        for held in app.play.hand().items() {
            assert!(text.contains(&app.words.face(held.card)), "{text}");
        }
        for seat in 2..=8 {
            let name = upcard_client::tr!(&format!("bot-novice-{seat}"), &app.words);
            assert!(text.contains(&name), "{name}:\n{text}");
        }
        assert!(rows.last().unwrap().contains("quit"), "{text}");
        assert!(rows[0].starts_with("May I?"), "{text}");
    }
}

#[test]
fn what_is_typed_is_done_or_refused_in_place() {
    let mut app = table("progressive-rummy", 4, &[], 1);
    to_the_draw(&mut app);
    let before = app.changes();
    types(&mut app, ":nonsense");
    press(&mut app, KeyCode::Enter);
    assert!(screen(&mut app, 80, 24).join("\n").contains("! That is no action"));
    // The line is still there, to be mended.
    assert_eq!(app.line.as_deref(), Some("nonsense"));
    press(&mut app, KeyCode::Esc);
    types(&mut app, ":keep");
    press(&mut app, KeyCode::Enter);
    assert!(app.play.notice().as_ref().unwrap().refusal);
    assert_eq!(app.changes(), before);
    (0..4).for_each(|_| press(&mut app, KeyCode::Backspace));
    types(&mut app, "draw");
    press(&mut app, KeyCode::Enter);
    assert_eq!((app.line.as_deref(), app.changes() > before), (None, true));
}

#[test]
fn quitting_asks_and_what_costs_is_not_done_by_enter() {
    let mut app = table("contract-rummy", 4, &[], 8);
    for _ in 0..400 {
        let_bots_play(&mut app);
        app.sheet = None;
        let offered = app.answers().iter().any(|(key, ..)| *key == 'b');
        if offered {
            break;
        }
        types(&mut app, "d x");
    }
    assert!(app.answers().iter().any(|(key, ..)| *key == 'b'));
    let before = app.changes();
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.changes(), before);
    press(&mut app, KeyCode::Char('q'));
    assert!(screen(&mut app, 80, 24).join("\n").contains("Leave the table?"));
    press(&mut app, KeyCode::Esc);
    assert!(!app.done());
    types(&mut app, "q");
    press(&mut app, KeyCode::Enter);
    assert!(app.done());
}

#[test]
fn words_are_found_as_they_are_typed() {
    let mut app = table("gin", 2, &[], 3);
    press(&mut app, KeyCode::Char('w'));
    let text = screen(&mut app, 80, 24).join("\n");
    assert!(text.contains("Words of the card table") && text.contains("buy (also"), "{text}");
    // Letters that open or close other sheets are letters here.
    types(&mut app, "qstraight");
    for _ in 0.."straight".len() {
        press(&mut app, KeyCode::Backspace);
    }
    press(&mut app, KeyCode::Backspace);
    types(&mut app, "straight");
    let text = screen(&mut app, 80, 24).join("\n");
    assert!(text.contains("run (also sequence, straight"), "{text}");
    assert!(!text.contains("set (also"), "{text}");
    types(&mut app, "zz");
    assert!(screen(&mut app, 80, 24).join("\n").contains("No word of that kind."));
    press(&mut app, KeyCode::Esc);
    assert!(!screen(&mut app, 80, 24).join("\n").contains("Words of the card table"));
}
