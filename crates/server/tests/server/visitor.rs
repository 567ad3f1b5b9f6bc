//! Players connected to a table, with their clients' sessions.

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use rand_chacha::ChaCha12Rng;
use upcard_client::{Note, Session};
use upcard_engine::chance::{below, pick};
use upcard_engine::{Action, Library, OwnView, Phase, View};
use upcard_table::wire::{ClientMessage, Refused, ServerMessage, Stage};

use crate::common::{Socket, hear, say};

/// A client's session, which asserts that every message follows the previous ones.
pub(crate) struct Seen(Session);

impl Default for Seen {
    fn default() -> Seen {
        static LIBRARY: LazyLock<Arc<Library>> =
            LazyLock::new(|| Arc::new(Library::standard().unwrap()));
        Seen(Session::new(LIBRARY.clone(), 1))
    }
}

impl Deref for Seen {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.0
    }
}

impl Seen {
    pub(crate) fn fold(&mut self, message: &ServerMessage) {
        if let ServerMessage::Event { sequence, .. } | ServerMessage::Change { sequence, .. } =
            message
        {
            assert_eq!(*sequence, self.sequence() + 1, "events and changes without a gap");
        }
        let note = self.0.fold(message.clone());
        let follows = match message {
            ServerMessage::Snapshot(_) => note == Some(Note::Fresh) && self.rules.is_some(),
            _ => note != Some(Note::Gap),
        };
        assert!(follows, "{message:?}");
    }

    /// Sequence number of the last event; 0 if there is none.
    pub(crate) fn sequence(&self) -> u64 {
        self.0.sequence.unwrap_or(0)
    }

    /// Returns `true` if this player is ready for the next deal.
    pub(crate) fn ready(&self) -> bool {
        self.seat.and_then(|seat| self.seated.get(seat.index())).is_some_and(|info| info.ready)
    }

    /// Returns the view if this player has to decide.
    pub(crate) fn asked(&self) -> Option<View<'_>> {
        let playing = self.view().filter(|_| self.stage == Stage::Playing);
        playing.filter(|view| view.table.asks(view.seat))
    }

    /// Returns a random legal action as a message with this id, if this player has to decide.
    pub(crate) fn action(&self, id: u64, rng: &mut ChaCha12Rng) -> Option<ClientMessage> {
        let view = self.asked()?;
        let action = some_action(&view, rng)?.to_string();
        Some(ClientMessage::Act { id, decision: view.table.decision(), action })
    }

    /// Returns `true` if a deal is over and this player is not ready for the next one.
    pub(crate) fn waits_for_next_deal(&self) -> bool {
        let over = |view: &OwnView| matches!(view.table.phase(), Phase::DealOver { .. });
        self.stage == Stage::Playing && !self.ready() && self.view.as_ref().is_some_and(over)
    }
}

/// Returns a random legal action, preferring to lay down or lay off; undoes only if nothing else is possible.
fn some_action(view: &View<'_>, rng: &mut ChaCha12Rng) -> Option<Action> {
    let mut offered = view.offered(2).actions;
    if offered.iter().any(|action| *action != Action::Undo) {
        offered.retain(|action| *action != Action::Undo);
    }
    let plays: Vec<&Action> =
        offered.iter().filter(|a| matches!(a, Action::Down(_) | Action::Off { .. })).collect();
    if !plays.is_empty() && below(rng, 4) > 0 {
        return pick(rng, &plays).copied().cloned();
    }
    if offered.is_empty() {
        return None;
    }
    Some(offered.swap_remove(below(rng, offered.len() as u32) as usize))
}

/// A connection to a table, with the session of its client.
pub(crate) struct Visitor {
    pub(crate) socket: Socket,
    pub(crate) seen: Seen,
    /// Id of the last action.
    pub(crate) ids: u64,
}

impl Visitor {
    pub(crate) fn new(socket: Socket) -> Visitor {
        Visitor { socket, seen: Seen::default(), ids: 0 }
    }

    pub(crate) async fn say(&mut self, message: &ClientMessage) {
        say(&mut self.socket, message).await.unwrap();
    }

    pub(crate) async fn hear(&mut self) -> ServerMessage {
        let message = hear(&mut self.socket).await.unwrap();
        self.seen.fold(&message);
        message
    }

    /// Receives until a message matches.
    pub(crate) async fn until(&mut self, is: impl Fn(&ServerMessage) -> bool) {
        while !is(&self.hear().await) {}
    }

    /// Returns the message for the next action, if the player has to decide.
    pub(crate) fn next_action(&mut self, rng: &mut ChaCha12Rng) -> Option<ClientMessage> {
        let action = self.seen.action(self.ids + 1, rng)?;
        self.ids += 1;
        Some(action)
    }

    /// Receives until the last action is answered.
    pub(crate) async fn answer(&mut self) -> Result<(), Refused> {
        loop {
            match self.hear().await {
                ServerMessage::Accepted { id } if id == self.ids => return Ok(()),
                ServerMessage::Refused { id, why } if id == self.ids => return Err(why),
                _ => {}
            }
        }
    }
}
