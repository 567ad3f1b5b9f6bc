//! `cargo xtask play`: build and start.

use crate::page;
use crate::shell::{self, Fault, cargo, has};

/// How to play.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Where the server listens
    #[arg(long, default_value = "127.0.0.1:8080")]
    address: String,
    /// Play a demonstration match in the terminal, without a server
    #[arg(long)]
    terminal: bool,
}

/// Starts the server with the page, or a demonstration match where there is no server.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    if !has("crates/upcard/Cargo.toml") {
        return Err(Fault::Missing("there is no program to start yet".into()));
    }
    if !arguments.terminal && has("crates/server/Cargo.toml") && page::exists() {
        page::build()?;
        return serve(&arguments.address);
    }
    shell::run(upcard(&["demo"]), &[])
}

/// Builds the server, says where it is and runs it until it is stopped.
fn serve(address: &str) -> Result<(), Fault> {
    shell::run(cargo(&["build", "--release", "-p", "upcard"]), &[])?;
    println!("\nUpcard is at http://{address}/ (stop it with Ctrl-C)\n");
    shell::run(upcard(&["serve", "--listen", address]), &[])
}

fn upcard(arguments: &[&str]) -> std::process::Command {
    let mut all = vec!["run", "--quiet", "--release", "-p", "upcard", "--"];
    all.extend(arguments);
    cargo(&all)
}
