//! What a store must do, and what is SQLite's own.

mod age;
mod common;
mod damage;
mod file;
mod story;
