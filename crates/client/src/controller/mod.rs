//! The controller of a match: all state of a user interface on its table and its person's input. It folds the
//! table's messages, keeps the hand sorted, holds drafts and questions, and queues outgoing messages. The web
//! page and the terminal render it, forward input, and send its messages.

mod drafting;
mod input;
mod messages;
mod state;

pub use self::state::{Changed, Confirmation, Controller, Notice};
