//! The checks of the rules that need the engine: `cargo xtask mutate`, and its kin.

mod mutate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Checks of the rules.
#[derive(Parser)]
#[command(name = "upcard-checks")]
struct Arguments {
    #[command(subcommand)]
    check: Check,
}

#[derive(Subcommand)]
enum Check {
    /// Change each rule choice, one at a time, and see that a scenario notices
    Mutate(mutate::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().check {
        Check::Mutate(arguments) => mutate::run(&arguments),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}
