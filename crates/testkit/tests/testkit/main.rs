//! Laws that every game, every choice and every bot obeys.

mod circles;
mod compose;
mod idle;
mod laws;
mod thoughts;
