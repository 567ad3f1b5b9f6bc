//! The checks that need the engine: `cargo xtask mutate`, `docs` and `measure`.

mod docs;
mod figures;
mod mutate;

use std::fmt;
use std::path::{Path, PathBuf};
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
    /// Change each rule choice, one at a time, and see that a scenario notices
    Mutate(mutate::Arguments),
    /// Write the generated pages under docs/
    Docs(docs::Arguments),
    /// Make figures of the documents anew
    Measure(figures::Arguments),
}

/// Why a check could not be made.
#[derive(Debug)]
pub(crate) enum CheckError {
    /// A file could not be read or written, or a command did not run.
    File(String, String),
    /// The games do not load.
    Games(String),
    /// Nothing matches what was asked for.
    Nothing,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::File(path, error) => write!(f, "{path}: {error}"),
            CheckError::Games(flaws) => f.write_str(flaws),
            CheckError::Nothing => f.write_str("nothing is there that was asked for"),
        }
    }
}

/// The project's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn main() -> ExitCode {
    let done = match Arguments::parse().check {
        Check::Mutate(arguments) => mutate::run(&arguments),
        Check::Docs(arguments) => docs::run(&arguments),
        Check::Measure(arguments) => figures::run(&arguments),
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
