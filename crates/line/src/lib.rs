//! What waits for a connection. Messages are handed to it at once where it takes them; what it does not
//! take waits in order, up to a bound, for whoever writes it when the connection takes more.
//!
//! It needs no runtime: who waits is woken by a [`Waker`](std::task::Waker). `tests/loom.rs` looks at all
//! ways in which three threads can come between one another.

mod line;
mod sync;

pub use line::{Batches, Gone, Line, Sink, Way, line};
