//! Tests that play by key presses alone, and check what is drawn.

mod golden;
mod matches;
mod mouse;
mod person;
mod plain;
mod screens;

use std::sync::Arc;

use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use ratatui::{Frame, Terminal};
use upcard_client::wire::{SeatPlan, SetUp};
use upcard_engine::{Level, Library};

use crate::app::{App, decide_while};

/// A table of this game, with novices in the other seats and these choices.
pub(super) fn table(game: &str, players: u8, changes: &[(&str, &str)], seed: u8) -> App {
    let library = Arc::new(Library::standard().unwrap());
    let others = (1..players).map(|_| SeatPlan::Bot { level: Level::Novice });
    let mut set_up = SetUp::new(game, std::iter::once(SeatPlan::Person).chain(others).collect());
    let change = |(path, value): &(&str, &str)| ((*path).to_owned(), (*value).to_owned());
    set_up.changes = changes.iter().map(change).collect();
    App::new(library, set_up, "Ann", [seed; 32], 1_000).unwrap()
}

pub(super) fn press(app: &mut App, code: KeyCode) {
    app.key(code.into());
}

pub(super) fn types(app: &mut App, text: &str) {
    text.chars().for_each(|letter| press(app, KeyCode::Char(letter)));
}

/// Lets all bots answer that are to act.
pub(super) fn let_bots_play(app: &mut App) {
    while let Some(think) = app.question() {
        let view = think.view.view(&think.rules).unwrap();
        let action = decide_while(&view, think.level, think.seed, &|| true).ok();
        app.answer(think.seat, think.request, action);
    }
}

/// Plays until the person is to draw, passing all offers, so that the table is known.
pub(super) fn at_the_draw(mut app: App) -> App {
    for _ in 0..200 {
        let_bots_play(&mut app);
        if has_answer(&app, 'd') {
            return app;
        }
        press(&mut app, KeyCode::Char('p'));
    }
    panic!("{}", screen(&mut app, 80, 24).join("\n"));
}

/// Returns `true` if the prompt has an answer with this key.
pub(super) fn has_answer(app: &App, letter: char) -> bool {
    app.answers().iter().any(|(key, ..)| *key == letter)
}

/// The screen of this size, row by row.
pub(super) fn screen(app: &mut App, width: u16, height: u16) -> Vec<String> {
    drawn(width, height, |frame| app.draw(frame))
}

/// Checks that a standard screen contains this text.
#[track_caller]
pub(super) fn shows(app: &mut App, text: &str) {
    let rows = screen(app, 80, 24).join("\n");
    assert!(rows.contains(text), "{text}:\n{rows}");
}

pub(super) fn drawn(width: u16, height: u16, draw: impl FnOnce(&mut Frame<'_>)) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(draw).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y: u16| {
        let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        row.trim_end().to_owned()
    };
    (0..height).map(row).collect()
}
