//! Tests of both stores, and tests specific to SQLite or PostgreSQL.

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
