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
    pub(crate) messages: mpsc::Sender<Batch>,
}

/// Messages that are told at the same time: they go out together, since each going out costs far more
/// than what goes.
pub(crate) type Batch = Vec<Message>;

impl Out {
    /// Sends messages; false where the connection does not take them.
    pub(crate) fn send<'w, 'm: 'w>(
        &self,
        messages: impl IntoIterator<Item = &'w mut Written<'m>>,
    ) -> bool {
        // A message that cannot be written is nobody's fault; there is none.
        let batch: Batch =
            messages.into_iter().filter_map(|message| message.coded(self.coding)).collect();
        batch.is_empty() || self.messages.try_send(batch).is_ok()
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
