//! Tests of the program, started as people start it.

mod admin;
mod arena;
mod hosting;
mod install;
mod json;
mod misuse;
mod new_game;
mod pipe;
mod plain;
mod play;
mod protocol;
mod records;
mod review;
mod shells;
mod shown;
mod sit;

use std::process::{Command, Output};

/// Runs the program to its end.
fn upcard(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_upcard")).args(arguments).output().unwrap()
}
