//! How a connection is spoken to: in JSON, or in bytes where it has asked for them.

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::mpsc;
use upcard_table::compact;
use upcard_table::wire::{ClientMessage, ServerMessage};

/// The form of the messages of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coding {
    Json,
    Compact,
}

impl Coding {
    /// What was agreed upon when the connection was made.
    pub(crate) fn of(socket: &WebSocket) -> Coding {
        match socket.protocol() {
            Some(agreed) if agreed == compact::SUBPROTOCOL => Coding::Compact,
            _ => Coding::Json,
        }
    }

    /// Writes a message.
    pub(crate) fn write(self, message: &ServerMessage) -> Option<Message> {
        match self {
            Coding::Json => serde_json::to_string(message).ok().map(Message::from),
            Coding::Compact => Some(Message::from(compact::write(message))),
        }
    }

    /// Reads a message; none where it is not one, or not in this form.
    pub(crate) fn read(self, message: &Message) -> Option<ClientMessage> {
        match (self, message) {
            (Coding::Json, Message::Text(text)) => serde_json::from_str(text).ok(),
            (Coding::Compact, Message::Binary(bytes)) => compact::read(bytes),
            _ => None,
        }
    }
}

/// The way to a connection.
#[derive(Clone, Debug)]
pub(crate) struct Out {
    pub(crate) coding: Coding,
    pub(crate) messages: mpsc::Sender<Message>,
}

impl Out {
    /// Sends a message; false where the connection does not take it.
    pub(crate) fn send(&self, message: &mut Written<'_>) -> bool {
        match message.coded(self.coding) {
            Some(coded) => self.messages.try_send(coded).is_ok(),
            // A message that cannot be written is nobody's fault; there is none.
            None => true,
        }
    }
}

/// A message, written once for each form that is asked for.
pub(crate) struct Written<'a> {
    message: &'a ServerMessage,
    json: Option<Message>,
    compact: Option<Message>,
}

impl<'a> Written<'a> {
    pub(crate) fn new(message: &'a ServerMessage) -> Written<'a> {
        Written { message, json: None, compact: None }
    }

    fn coded(&mut self, coding: Coding) -> Option<Message> {
        let place = match coding {
            Coding::Json => &mut self.json,
            Coding::Compact => &mut self.compact,
        };
        if place.is_none() {
            *place = coding.write(self.message);
        }
        place.clone()
    }
}
