//! Mouse input: the targets were registered when they were drawn.

use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use upcard_client::prompt::Draft;

use crate::app::{App, Focus};
use crate::hits::Target;

/// Lines per step of the wheel.
const WHEEL: usize = 3;

impl App {
    /// Handles a mouse event; returns `true` if there was anything to do. The left button activates, the
    /// right one closes, and the wheel scrolls.
    pub fn mouse(&mut self, mouse: MouseEvent) -> bool {
        match mouse.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown if self.sheet.is_none() => false,
            MouseEventKind::ScrollUp => self.presses(KeyCode::Up, WHEEL),
            MouseEventKind::ScrollDown => self.presses(KeyCode::Down, WHEEL),
            MouseEventKind::Down(MouseButton::Right) => self.presses(KeyCode::Esc, 1),
            MouseEventKind::Down(MouseButton::Left) => {
                let at = Position { x: mouse.column, y: mouse.row };
                let hit = self.hits.iter().find(|hit| hit.place.contains(at));
                let Some(target) = hit.map(|hit| hit.target.clone()) else { return false };
                self.click(target);
                self.refresh();
                true
            }
            _ => false,
        }
    }

    fn presses(&mut self, code: KeyCode, times: usize) -> bool {
        (0..times).for_each(|_| self.key(code.into()));
        true
    }

    fn click(&mut self, target: Target) {
        match target {
            Target::Card(at) => {
                (self.focus, self.at) = (Focus::Hand, at);
                self.choose(None);
            }
            Target::Spot(spot, card) => {
                if let Some(at) = self.spots().iter().position(|other| *other == spot) {
                    self.focus = Focus::Spot(at);
                }
                self.within = card.unwrap_or(0);
                let puts = card.is_none() || !self.play.selected().is_empty();
                match (self.play.draft(), puts) {
                    (Draft::None, _) | (_, true) => self.tap(spot),
                    // A card of the draft is taken out, or chosen.
                    (_, false) => self.choose(Some(spot)),
                }
            }
            Target::Pick(at) => {
                self.pick = at;
                self.answer_main();
            }
            Target::Answer(does) => self.carry_out(does),
            Target::Choice(at) => self.choose_in_ask(at),
            Target::Item(at) => self.choose_in_sheet(at),
        }
    }
}
