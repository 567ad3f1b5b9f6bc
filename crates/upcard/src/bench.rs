//! `upcard bench`: what the solver and the engine do in a second.

use std::error::Error;
use std::process::ExitCode;

use clap::Args;

/// `upcard bench`.
#[derive(Args)]
pub(crate) struct Bench {}

impl Bench {
    pub(crate) fn run(&self) -> Result<ExitCode, Box<dyn Error>> {
        Ok(ExitCode::SUCCESS)
    }
}
