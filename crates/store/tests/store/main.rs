//! What a store must do, and what is SQLite's or PostgreSQL's own.

#[macro_use]
mod common;

mod age;
mod damage;
mod file;
#[cfg(unix)]
mod power;
#[cfg(unix)]
mod recorder;
#[cfg(feature = "postgres")]
mod server;
mod story;
mod upgrade;
#[cfg(feature = "postgres")]
mod with_postgres;
