//! An action that was judged.

use std::sync::Arc;

use upcard_engine::{Action, Event, Game, Refusal, Seat};

/// An action that was judged, with what the game comes to by it: the table folds that without judging
/// anything again. Only [`Judged::of`] makes one.
#[derive(Debug)]
pub(crate) struct Judged {
    seat: Seat,
    action: Action,
    /// The game that it was judged in, …
    before: Arc<Game>,
    /// … the game after it, …
    after: Arc<Game>,
    /// … and what happened.
    events: Vec<Event>,
}

impl Judged {
    /// This action of this seat, judged.
    ///
    /// # Errors
    /// Which rule refuses it.
    pub(super) fn of(before: &Arc<Game>, seat: Seat, action: Action) -> Result<Judged, Refusal> {
        let (mut after, mut events) = (before.clone(), Vec::new());
        Arc::make_mut(&mut after).act(seat, &action, &mut events)?;
        Ok(Judged { seat, action, before: before.clone(), after, events })
    }

    /// Whose action it is.
    pub(crate) fn seat(&self) -> Seat {
        self.seat
    }

    /// Puts the game after it in the place of the one that it was judged in: what was done, and what
    /// happened. None where another game is there.
    pub(super) fn carry_out(self, game: &mut Arc<Game>) -> Option<(Action, Vec<Event>)> {
        if !Arc::ptr_eq(game, &self.before) {
            return None;
        }
        *game = self.after;
        Some((self.action, self.events))
    }
}
