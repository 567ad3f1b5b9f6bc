//! What is drawn.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Color;
use upcard_client::wire::{Sitter, Stage};
use upcard_engine::Action;

use super::{at_the_draw, has_answer, let_bots_play, press, screen, shows, table, types};
use crate::app::{App, Colours, Looks, Sheet};

#[test]
fn a_too_small_window_shows_a_message() {
    let mut app = at_the_draw(table("progressive-rummy", 4, &[], 1));
    let text = screen(&mut app, 40, 10).join(" ");
    assert!(text.contains("This window has 40 columns and 10 rows."), "{text}");
    assert!(text.contains("make the window larger"), "{text}");
    // No play while the table cannot be seen.
    let before = app.changes();
    types(&mut app, "d?");
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.changes(), before);
    // A larger screen shows everything again.
    assert!(screen(&mut app, 80, 24)[0].starts_with("Progressive Rummy"));
    press(&mut app, KeyCode::Char('d'));
    assert!(app.changes() > before);
    screen(&mut app, 40, 10);
    press(&mut app, KeyCode::Char('q'));
    assert!(app.done());
}

/// The whole first screen of a match, independent of bots.
#[test]
fn the_first_screen_is_as_expected() {
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
    // Too many cards to frame in a small window.
    let mut app = at_the_draw(table("may-i", 4, &[("dealing.hand", "16")], 1));
    let face = |app: &App, at: usize| {
        let held = app.displayed_hand().into_iter().flatten().nth(at).unwrap();
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
    // In a tall window chosen cards rise by a line.
    let rows = screen(&mut app, 80, 40);
    let top = |mark: &str| rows.iter().position(|row| row.starts_with(mark)).unwrap();
    assert!(rows[top("┌───┐")].trim_end() == "┌───┐", "{}", rows.join("\n"));
    assert!(rows[top("┌───┐") + 1].contains(&first), "{}", rows.join("\n"));
}

#[test]
fn colours_follow_the_settings() {
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

/// Eight players and a hand of 26 cards: the prompt and the whole hand are visible.
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
fn typed_actions_are_executed_or_refused_in_place() {
    let mut app = at_the_draw(table("progressive-rummy", 4, &[], 1));
    let before = app.changes();
    types(&mut app, ":nonsense");
    press(&mut app, KeyCode::Enter);
    shows(&mut app, "! That is not an action");
    // The typed line is still there, for correction.
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
fn quitting_asks_and_enter_never_does_costly_actions() {
    let mut app = table("contract-rummy", 4, &[], 8);
    for _ in 0..400 {
        let_bots_play(&mut app);
        app.sheet = None;
        if has_answer(&app, 'b') {
            break;
        }
        types(&mut app, "d x");
    }
    assert!(has_answer(&app, 'b'));
    let before = app.changes();
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.changes(), before);
    press(&mut app, KeyCode::Char('q'));
    shows(&mut app, "Leave the table?");
    press(&mut app, KeyCode::Esc);
    assert!(!app.done());
    types(&mut app, "q");
    press(&mut app, KeyCode::Enter);
    assert!(app.done());
}

#[test]
fn glossary_search_updates_while_typing() {
    let mut app = table("gin", 2, &[], 3);
    press(&mut app, KeyCode::Char('w'));
    shows(&mut app, "Card terms");
    shows(&mut app, "buy (also");
    // Letters that open or close other sheets are text here.
    types(&mut app, "qstraight");
    (0.."qstraight".len()).for_each(|_| press(&mut app, KeyCode::Backspace));
    types(&mut app, "straight");
    let text = screen(&mut app, 80, 24).join("\n");
    assert!(text.contains("run (also sequence, straight"), "{text}");
    assert!(!text.contains("set (also"), "{text}");
    types(&mut app, "zz");
    shows(&mut app, "No matching term.");
    press(&mut app, KeyCode::Esc);
    assert!(!screen(&mut app, 80, 24).join("\n").contains("Card terms"));
}

/// Names and points are uncut, side by side if possible.
#[test]
fn seats_are_not_truncated() {
    let mut app = table("progressive-rummy", 4, &[], 1);
    let seats = |rows: &[String]| rows.iter().filter(|row| row.contains("6 cards")).count();
    // The person's own line, and two of the others.
    assert_eq!(seats(&screen(&mut app, 60, 20)), 3);
    let mut app = table("rummy-500", 4, &[], 1);
    let rows = screen(&mut app, 60, 20);
    assert!(rows.iter().take(4).all(|row| !row.contains('…')), "{rows:?}");
}

/// If seats do not fit side by side, a long name is cut before the state of its seat.
#[test]
fn a_long_name_hides_no_points() {
    let mut app = table("progressive-rummy", 6, &[], 1);
    for (at, info) in app.play.session_mut().seated.iter_mut().enumerate().skip(1) {
        info.sitter = Sitter::Person { name: format!("{at} 李小龍李小龍李小龍") };
    }
    let rows = screen(&mut app, 60, 20);
    let told: usize = rows.iter().map(|row| row.matches("6 cards 0 pts").count()).sum();
    assert_eq!(told, 5, "{rows:?}");
}

/// After a match the screen says who is waited for, and offers nobody what they cannot do.
#[test]
fn rematch_wishes_are_shown() {
    let mut app = table("gin", 2, &[], 3);
    let session = app.play.session_mut();
    (session.stage, session.host) = (Stage::Over, false);
    session.seated[1].sitter = Sitter::Person { name: "Bob".to_owned() };
    session.seated[1].ready = true;
    app.open(Sheet::Scores);
    shows(&mut app, "Bob wants to play again.");
    shows(&mut app, "R: play again");
    app.play.session_mut().seated[0].ready = true;
    let text = screen(&mut app, 80, 24).join("\n");
    assert!(text.contains("You and Bob want to play again."), "{text}");
    assert!(!text.contains("R: "), "{text}");
    app.play.session_mut().host = true;
    shows(&mut app, "R: begin without them");
}

/// In a small window the draft is shown rather than its instructions.
#[test]
fn a_draft_is_visible_in_a_small_window() {
    let mut app = at_the_draw(table("contract-rummy", 5, &[], 1));
    press(&mut app, KeyCode::Char('d'));
    let_bots_play(&mut app);
    press(&mut app, KeyCode::Char('g'));
    assert!(app.drafting, "{:?}", screen(&mut app, 80, 24));
    let text = screen(&mut app, 60, 20).join("\n");
    assert!(text.contains(" 1 A set of three:") && text.contains(" 2 A set of three:"), "{text}");
    assert!(screen(&mut app, 80, 30).join("\n").contains("Space chooses cards"));
}

/// In ASCII no key is named by a character that is another key's.
#[test]
fn arrows_have_names_in_ascii() {
    let mut app = table("progressive-rummy", 4, &[], 1);
    app.set_looks(Looks { ascii: true, ..Looks::default() });
    let rows = screen(&mut app, 80, 24);
    assert!(rows.last().unwrap().starts_with("Left/Right move"), "{rows:?}");
    press(&mut app, KeyCode::Char('?'));
    let text = screen(&mut app, 80, 40).join("\n");
    assert!(text.contains("Left Right  move in the hand") && text.contains("JK(7D)"), "{text}");
}

/// Following a hint works while the cards that it advises lie in the draft.
#[test]
fn hints_work_with_an_open_draft() {
    for (game, players) in [("contract-rummy", 3), ("gin", 2), ("pool-101", 3)] {
        let found = (1..30).find_map(|seed| to_a_lay_down(table(game, players, &[], seed)));
        let mut app = found.expect(game);
        let before = app.changes();
        for _ in 0..2 {
            assert_eq!(app.changes(), before, "{game}");
            press(&mut app, KeyCode::Char('h'));
            press(&mut app, KeyCode::Enter);
        }
        assert!(app.changes() > before, "{game}: {}", screen(&mut app, 80, 24).join("\n"));
    }
}

/// Follows hints until the advice is to lay cards down, or to go out with them; `None` if it never is.
fn to_a_lay_down(mut app: App) -> Option<App> {
    for _ in 0..300 {
        let_bots_play(&mut app);
        app.sheet = None;
        let advice = app.play.view().and_then(|view| upcard_client::hint::hint(&view).advice);
        match advice.filter(|_| app.must_decide()) {
            Some((Action::Down(_) | Action::Knock { .. } | Action::Declare { .. }, _)) => {
                return Some(app);
            }
            Some((action, _)) => {
                app.enter(&action.to_string());
            }
            None => press(&mut app, KeyCode::Char('n')),
        }
    }
    None
}

/// The card under the cursor is not chosen by that alone, and the screen says so.
#[test]
fn nothing_is_discarded_before_a_card_is_chosen() {
    let mut app = at_the_draw(table("gin", 2, &[], 3));
    press(&mut app, KeyCode::Char('d'));
    let_bots_play(&mut app);
    let before = app.changes();
    press(&mut app, KeyCode::Char('x'));
    shows(&mut app, "! Choose a card from your hand first");
    assert_eq!(app.changes(), before);
    press(&mut app, KeyCode::Char(' '));
    press(&mut app, KeyCode::Char('x'));
    assert!(app.changes() > before);
}

/// The screen shows keys as capitals: both cases work.
#[test]
fn a_capital_is_the_same_key() {
    let mut app = table("gin", 2, &[], 3);
    press(&mut app, KeyCode::Char('I'));
    assert!(app.sheet.is_some());
    press(&mut app, KeyCode::Char('Q'));
    assert!(app.sheet.is_none());
    press(&mut app, KeyCode::Char('Q'));
    press(&mut app, KeyCode::Char('N'));
    assert!(app.ask.is_none() && !app.done());
    press(&mut app, KeyCode::Char('Q'));
    press(&mut app, KeyCode::Char('Y'));
    assert!(app.done());
}
