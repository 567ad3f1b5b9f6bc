//! Mouse clicks.

use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::{at_the_draw, press, screen, table};
use crate::app::{App, Sheet};
use crate::hits::Target;
use ratatui::crossterm::event::KeyCode;

fn click(app: &mut App, column: u16, row: u16) -> bool {
    let kind = MouseEventKind::Down(MouseButton::Left);
    app.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
}

/// Position of this text on the screen.
fn place_of(app: &mut App, text: &str, size: (u16, u16)) -> (u16, u16) {
    let rows = screen(app, size.0, size.1);
    let found = rows.iter().enumerate().rev().find_map(|(y, row)| {
        let at = row.find(text)?;
        Some((row[..at].chars().count() as u16, y as u16))
    });
    found.unwrap_or_else(|| panic!("{text}:\n{}", rows.join("\n")))
}

#[test]
fn a_turn_is_played_with_the_mouse_alone() {
    for size in [(60, 20), (80, 24), (120, 40)] {
        let mut app = at_the_draw(table("progressive-rummy", 4, &[], 1));
        let before = app.changes();
        let (column, row) = place_of(&mut app, "[D]", size);
        assert!(click(&mut app, column + 1, row));
        assert!(app.changes() > before, "a card is drawn");
        // A click on a card of the hand chooses it, another one releases it.
        let held = app.displayed_hand().into_iter().flatten().nth(3).unwrap();
        let card = app.words.face(held.card);
        screen(&mut app, size.0, size.1);
        let hit = app.hits.iter().find(|hit| hit.target == Target::Card(3)).unwrap().place;
        let rows = screen(&mut app, size.0, size.1);
        let under: String = (hit.y..hit.y + hit.height)
            .flat_map(|y| rows[y as usize].chars().skip(hit.x.into()).take(hit.width.into()))
            .collect();
        assert!(under.contains(&card), "{card}: {under}");
        assert!(click(&mut app, hit.x + 1, hit.y));
        assert_eq!(*app.play.selected(), [held.id]);
        let before = app.changes();
        let (column, row) = place_of(&mut app, "[X]", size);
        assert!(click(&mut app, column, row));
        if app.ask.is_some() {
            let (column, row) = place_of(&mut app, "1  ", size);
            assert!(click(&mut app, column, row));
        }
        assert!(app.changes() > before, "the card is thrown");
        assert!(!click(&mut app, 0, 0), "the title does nothing");
    }
}

#[test]
fn the_wheel_scrolls_a_sheet_and_the_right_button_closes_it() {
    let mut app = table("progressive-rummy", 4, &[], 1);
    press(&mut app, KeyCode::Char('i'));
    let first = screen(&mut app, 80, 24);
    let does = |kind| MouseEvent { kind, column: 5, row: 5, modifiers: KeyModifiers::NONE };
    assert!(app.mouse(does(MouseEventKind::ScrollDown)));
    assert_ne!(screen(&mut app, 80, 24), first);
    assert!(app.mouse(does(MouseEventKind::ScrollUp)));
    assert_eq!(screen(&mut app, 80, 24), first);
    assert!(app.mouse(does(MouseEventKind::Down(MouseButton::Right))));
    assert!(app.sheet.is_none());
    assert!(!app.mouse(does(MouseEventKind::ScrollDown)));
}

#[test]
fn a_line_of_a_sheet_is_switched() {
    let mut app = table("contract-rummy", 4, &[], 1);
    app.open(Sheet::Preferences);
    let before = app.preferences();
    let (column, row) = place_of(&mut app, "[ ]", (80, 24));
    assert!(click(&mut app, column, row));
    let after = app.preferences();
    let changed = before.iter().zip(&after).filter(|(one, other)| one != other).count();
    assert!(changed >= 1, "{before:?}");
}
