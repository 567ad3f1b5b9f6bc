//! Judged actions.

use std::sync::Arc;

use upcard_engine::{Action, Event, Game, Legal, Refusal, Seat};

/// A judged action, which the table folds without judging it again. Only [`Judged::of`] creates one.
#[derive(Debug)]
pub(crate) struct Judged {
    seat: Seat,
    action: Action,
    legal: Legal,
    /// The game state it was judged in; no other state executes it.
    game: Arc<Game>,
}

impl Judged {
    /// Judges an action of a seat.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(super) fn of(game: &Arc<Game>, seat: Seat, action: Action) -> Result<Judged, Refusal> {
        Ok(Judged { legal: game.judge(seat, &action)?, seat, action, game: game.clone() })
    }

    pub(crate) fn seat(&self) -> Seat {
        self.seat
    }

    /// Executes the action; returns it with the resulting events. `None` if `game` is not the state it was
    /// judged in.
    pub(super) fn carry_out(self, game: &mut Arc<Game>) -> Option<(Action, Vec<Event>)> {
        if !Arc::ptr_eq(game, &self.game) {
            return None;
        }
        drop(self.game);
        let mut events = Vec::new();
        Arc::make_mut(game).carry_out(self.legal, &mut events);
        Some((self.action, events))
    }
}
