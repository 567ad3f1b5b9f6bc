//! The table, driven by messages and a time that is made up.

mod fair;
mod life;
mod secrecy;
mod standing;
mod time;
mod wire;
mod world;
