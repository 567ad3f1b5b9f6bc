//! `cargo xtask play`: build and start.

use std::fs;

use crate::page;
use crate::shell::{self, Fault, cargo, has, root, shown};

/// How to play.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Where the server listens
    #[arg(long, default_value = "127.0.0.1:8080")]
    address: String,
    /// Play a demonstration match in the terminal, without a server
    #[arg(long)]
    terminal: bool,
    /// The game of the demonstration
    #[arg(long, default_value = "contract-rummy")]
    game: String,
}

/// Starts the server with the page, or a demonstration match where there is no server.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Fault> {
    if !has("crates/upcard/Cargo.toml") {
        return Err(Fault::Missing("there is no program to start yet".into()));
    }
    if !arguments.terminal && serves() && page::exists() {
        page::build()?;
        return serve(&arguments.address);
    }
    demonstrate(&arguments.game)
}

/// Has the program a server in it?
fn serves() -> bool {
    let manifest = fs::read_to_string(root().join("crates/upcard/Cargo.toml"));
    manifest.is_ok_and(|text| text.contains("upcard-server"))
}

/// Builds the server, says where it is and runs it until it is stopped.
fn serve(address: &str) -> Result<(), Fault> {
    shell::run(cargo(&["build", "--release", "-p", "upcard"]), &[])?;
    println!("\nUpcard is at http://{address}/ (stop it with Ctrl-C)\n");
    shell::run(upcard(&["serve", "--listen", address]), &[])
}

/// Plays a match by simple players, prints it and proves its deals.
fn demonstrate(game: &str) -> Result<(), Fault> {
    println!("no server here: a demonstration match of {game}");
    let mut demo = upcard(&["demo", game]);
    let name = shown(&demo);
    let played = demo.stderr(std::process::Stdio::inherit()).output();
    let record = match played {
        Ok(played) if played.status.success() => played.stdout,
        Ok(_) => return Err(Fault::Failed(name)),
        Err(error) => return Err(Fault::NotStarted(name, error)),
    };
    let path = root().join("target/demo.record");
    fs::write(&path, record).map_err(|error| Fault::File(path, error))?;
    shell::run(upcard(&["replay", "target/demo.record", "--steps", "--verify"]), &[])?;
    println!("the record is target/demo.record");
    Ok(())
}

fn upcard(arguments: &[&str]) -> std::process::Command {
    let mut all = vec!["run", "--quiet", "--release", "-p", "upcard", "--"];
    all.extend(arguments);
    cargo(&all)
}
