//! An action that was judged.

use std::sync::Arc;

use upcard_engine::{Action, Event, Game, Legal, Refusal, Seat};

/// An action that was judged: the table folds it without judging anything again. Only [`Judged::of`]
/// makes one.
#[derive(Debug)]
pub(crate) struct Judged {
    seat: Seat,
    action: Action,
    legal: Legal,
    /// The game that it was judged in: another, or a later one, does not carry it out.
    game: Arc<Game>,
}

impl Judged {
    /// This action of this seat, judged.
    ///
    /// # Errors
    /// Which rule refuses it.
    pub(super) fn of(game: &Arc<Game>, seat: Seat, action: Action) -> Result<Judged, Refusal> {
        Ok(Judged { legal: game.judge(seat, &action)?, seat, action, game: game.clone() })
    }

    /// Whose action it is.
    pub(crate) fn seat(&self) -> Seat {
        self.seat
    }

    /// Lets the game carry it out: what was done, and what happened. None where it is not the game that
    /// it was judged in.
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
