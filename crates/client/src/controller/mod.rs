//! The controller of a match: all that a user interface knows of its table and of what its person is
//! doing there. It folds the table's messages, keeps the hand in its order, holds drafts and questions,
//! and says what is to be sent. Page and terminal draw it, pass on what is done, and send its messages.

mod doing;
mod drafting;
mod following;
mod state;

pub use self::state::{Ask, Changed, Controller, Notice};
