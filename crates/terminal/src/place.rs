//! Where a table lies: in this process or at a server, and what comes from there.

use ratatui::crossterm::event::Event;
use upcard_client::Local;
use upcard_client::wire::{ClientMessage, ServerMessage, TableError};
use upcard_engine::Seat;

/// Where the table lies.
pub(crate) enum Place {
    /// In this process.
    Here(Box<Local>),
    /// At a server.
    Afar(Box<Afar>),
}

/// What comes over the line to a server's table.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// The line is there; what was sent before has to be sent again.
    Online,
    /// It has broken. It is made again.
    Offline,
    /// What the table says.
    Said(Box<ServerMessage>),
}

/// Makes bytes that nobody can predict.
pub type Random = fn() -> [u8; 32];

/// Who comes to a server's table, and what for.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The person's name.
    pub name: String,
    /// The seat that is wanted; none takes the first that is free.
    pub seat: Option<Seat>,
    /// Does the person want no seat?
    pub looks_on: bool,
    /// The table's link, to be shown to whoever waits for others.
    pub link: String,
    /// What nobody can predict of the deals comes from here.
    pub random: Random,
}

/// A table of a server, as far as it is more than what was folded.
pub(crate) struct Afar {
    pub(crate) visitor: Visitor,
    /// Has a seat been asked for, or is none wanted?
    pub(crate) sat_down: bool,
    /// Is what was said to the seat that was asked for still to come?
    pub(crate) awaits_seat: bool,
    /// Was something refused after a seat was asked for?
    pub(crate) refused: bool,
    pub(crate) online: bool,
    /// The action that has not been answered; it is sent again after a break.
    pub(crate) pending: Option<ClientMessage>,
    pub(crate) outbox: Vec<ClientMessage>,
    /// Why there is no table to come back to.
    pub(crate) ended: Option<TableError>,
}

impl Afar {
    pub(crate) fn push(&mut self, message: ClientMessage) {
        if matches!(message, ClientMessage::Act { .. }) {
            self.pending = Some(message.clone());
        }
        // What is sent without a line is made good after the next greeting.
        if self.online {
            self.outbox.push(message);
        }
    }
}

/// What came, to whoever keeps a table going.
pub(crate) enum Came {
    /// From the terminal.
    Event(Event),
    /// A line that was typed.
    Line(String),
    /// There is no more input.
    End,
    /// From a server's table.
    Heard(Heard),
}
