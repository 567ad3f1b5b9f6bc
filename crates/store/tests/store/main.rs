//! What a store must do, and what is SQLite's or PostgreSQL's own.

mod age;
mod common;
mod damage;
#[cfg(unix)]
mod encrypted;
mod file;
mod leases;
mod outage;
#[cfg(unix)]
mod power;
#[cfg(unix)]
mod recorder;
mod server;
mod story;
mod upgrade;
