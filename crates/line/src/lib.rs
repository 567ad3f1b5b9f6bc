//! Outgoing queue of a connection. Messages go straight to the connection when it accepts them; the rest is
//! queued in order, up to a byte limit, for the writer task.
//!
//! Independent of any runtime: waiting tasks are woken by a [`Waker`](std::task::Waker). `tests/loom.rs`
//! checks all interleavings of three threads.

mod channel;
mod sync;

pub use channel::{Channel, Disconnected, Receiver, Sender, Sink, channel};
