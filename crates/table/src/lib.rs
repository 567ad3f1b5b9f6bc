//! One table, without I/O: seats for people and bots, the match's life from its seats to a
//! rematch, windows and clocks, and the messages between a table and its clients.
//!
//! Time and entropy come in as arguments; what goes out is data: entries to be stored, messages to
//! be sent, questions to bots. So the same table runs on a server, in a page and in a test.

pub mod compact;
pub mod entry;
mod gathering;
pub mod hex;
pub mod name;
mod outbox;
mod recent;
mod records;
mod restore;
mod room;
mod said;
mod seat;
mod seats;
mod set_up;
mod standing;
mod state;
mod time;
pub mod wire;

pub use entry::{Entry, Guest};
pub use hex::Hex;
pub use outbox::{Delivery, Link, Millis, Outbox, Think};
pub use records::{Played, records};
pub use restore::RestoreError;
pub use room::{Entropy, Input, Room};
pub use seat::COVER;
pub use standing::Standing;
pub use state::State;
pub use time::Timing;
