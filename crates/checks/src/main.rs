//! The checks that need the engine: `cargo xtask mutate`, `docs`, `measure` and `strength`.

mod docs;
mod figures;
mod mutate;
mod project;
mod strength;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Checks of the rules.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    check: Check,
}

#[derive(Subcommand)]
enum Check {
    /// Change each rule choice, one at a time, and check that a scenario notices
    Mutate(mutate::Arguments),
    /// Write the generated pages under docs/
    Docs(docs::Arguments),
    /// Recompute figures of the documentation
    Measure(figures::Arguments),
    /// Let each level play the same level of an older version
    Strength(strength::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().check {
        Check::Mutate(arguments) => mutate::run(&arguments),
        Check::Docs(arguments) => docs::run(&arguments),
        Check::Measure(arguments) => figures::run(&arguments),
        Check::Strength(arguments) => strength::run(&arguments),
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
