//! Location of a table: in this process or at a server, and the events from there.

use ratatui::crossterm::event::Event;
use upcard_client::LocalTable;
use upcard_client::wire::{ClientMessage, ServerMessage, TableError};
use upcard_engine::Seat;

/// Location of a table.
pub(crate) enum Place {
    /// In this process.
    Local(Box<LocalTable>),
    /// At a server.
    Remote(Box<RemoteTable>),
}

/// Event of the connection to a server's table.
#[derive(Clone, PartialEq, Debug)]
pub enum ConnectionEvent {
    /// Connected; earlier messages must be sent again.
    Online,
    /// Disconnected; it reconnects by itself.
    Offline,
    /// A message from the table.
    Message(Box<ServerMessage>),
}

/// Returns unpredictable bytes.
pub type Random = fn() -> [u8; 32];

/// A person who joins a server's table, and their intent.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The person's name.
    pub name: String,
    /// Desired seat; `None` takes the first free one.
    pub seat: Option<Seat>,
    /// `true` to watch without a seat.
    pub is_spectator: bool,
    /// The table's link, to show to people who wait for others.
    pub link: String,
    /// Source of the person's entropy for the deals.
    pub random: Random,
}

/// Client state of a remote table, beyond the folded updates.
pub(crate) struct RemoteTable {
    pub(crate) visitor: Visitor,
    /// `true` once a seat has been requested, or none is wanted.
    pub(crate) sat_down: bool,
    /// `true` until the seat request is answered.
    pub(crate) awaits_seat: bool,
    /// `true` if an error followed the seat request.
    pub(crate) refused: bool,
    pub(crate) online: bool,
    /// The unanswered action; sent again after a disconnection.
    pub(crate) pending: Option<ClientMessage>,
    pub(crate) outbox: Vec<ClientMessage>,
    /// Why the table cannot be rejoined.
    pub(crate) ended: Option<TableError>,
}

impl RemoteTable {
    pub(crate) fn push(&mut self, message: ClientMessage) {
        if matches!(message, ClientMessage::Act { .. }) {
            self.pending = Some(message.clone());
        }
        // Messages while offline are made up for after the next greeting.
        if self.online {
            self.outbox.push(message);
        }
    }
}

/// Input of the event loop.
pub(crate) enum Input {
    /// Terminal event.
    Event(Event),
    /// Typed line.
    Line(String),
    /// End of input.
    End,
    /// Event of the connection to a server.
    ConnectionEvent(ConnectionEvent),
}
