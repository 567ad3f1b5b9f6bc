//! The standalone server, without the other commands of Upcard.

use std::process::ExitCode;

use clap::Parser;
use upcard_server::cli::{ServeArgs, exit, run};

/// Serve tables and the page
#[derive(Parser)]
#[command(name = "upcard-server", version)]
struct Args {
    #[command(flatten)]
    serve: ServeArgs,
}

fn main() -> ExitCode {
    let args = Args::try_parse().unwrap_or_else(|error| exit(&error));
    run(&args.serve, std::env::args_os().skip(1))
}
