//! `cargo xtask play`: build and start.

use std::fs;
use std::io::{self, IsTerminal};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::page;
use crate::shell::{self, TaskError, cargo, has, root, shown, target_folder};

/// How to play.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Where the server listens
    #[arg(long, default_value = "127.0.0.1:8080")]
    address: String,
    /// Only print the address; do not open it in a browser
    #[arg(long)]
    no_open: bool,
    /// Play in the terminal, without a server; where there is no terminal, a demonstration match is played
    #[arg(long)]
    terminal: bool,
    /// The game that is played in the terminal
    #[arg(long, default_value = "contract-rummy")]
    game: String,
}

/// Starts the server with the page, or a table in the terminal; a demonstration match where there is
/// neither.
pub(crate) fn run(arguments: &Arguments) -> Result<(), TaskError> {
    if !has("crates/upcard/Cargo.toml") {
        return Err(TaskError::Missing("there is no program to start yet".into()));
    }
    if !arguments.terminal && serves() && page::exists() {
        page::build()?;
        return serve(&arguments.address, !arguments.no_open);
    }
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return shell::run(upcard(&["play", &arguments.game]), &[]);
    }
    demonstrate(&arguments.game)
}

/// What a program that is handed out may expect of its processor: docs/adr/0013-many-ranks-at-once.md.
const LEVEL: &str = "target.'cfg(target_arch = \"x86_64\")'.rustflags=['-Ctarget-cpu=x86-64-v2']";

/// Builds the page and the program that carries it, for processors since 2009.
pub(crate) fn release() -> Result<(), TaskError> {
    page::build()?;
    let own = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"];
    if let Some(name) = own.into_iter().find(|name| std::env::var_os(name).is_some()) {
        println!("{name} is set: the program is built with it, and not for x86-64-v2");
    }
    shell::run(cargo(&["build", "--release", "--locked", "-p", "upcard", "--config", LEVEL]), &[])?;
    println!("the program is {}", target_folder().join("release/upcard").display());
    Ok(())
}

/// Has the program a server in it?
fn serves() -> bool {
    let manifest = fs::read_to_string(root().join("crates/upcard/Cargo.toml"));
    manifest.is_ok_and(|text| text.contains("upcard-server"))
}

/// Builds the server, says where it is, opens it and runs it until it is stopped.
fn serve(address: &str, open: bool) -> Result<(), TaskError> {
    shell::run(cargo(&["build", "--release", "-p", "upcard"]), &[])?;
    let page = format!("http://{address}/");
    println!("\nThe server starts; it says where it is. Ctrl-C stops it.\n");
    if open && has_screen() {
        let address = address.to_owned();
        std::thread::spawn(move || open_when_there(&address, &page));
    }
    shell::run(upcard(&["serve", "--listen", address]), &[])
}

/// Is there a screen that a browser could open on?
fn has_screen() -> bool {
    cfg!(target_os = "macos")
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
}

/// How long the server may take until it listens.
const SOON: Duration = Duration::from_secs(30);

/// Opens the page in the person's browser once the server listens. Where that cannot be done, the
/// address has been printed.
fn open_when_there(address: &str, page: &str) {
    let until = Instant::now() + SOON;
    while TcpStream::connect(address).is_err() {
        if Instant::now() > until {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let opened =
        Command::new(opener).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !opened.is_ok_and(|status| status.success()) {
        println!("no browser could be opened: open {page} in one\n");
    }
}

/// Plays a match by novices, prints it and proves its deals.
fn demonstrate(game: &str) -> Result<(), TaskError> {
    println!("a demonstration match of {game}");
    let mut demo = upcard(&["demo", game]);
    let name = shown(&demo);
    let played = demo.stderr(Stdio::inherit()).output();
    let record = match played {
        Ok(played) if played.status.success() => played.stdout,
        Ok(_) => return Err(TaskError::Failed(name)),
        Err(error) => return Err(TaskError::NotStarted(name, error)),
    };
    let path = target_folder().join("demo.record");
    let name = path.display().to_string();
    fs::write(&path, record).map_err(|error| TaskError::File(path, error))?;
    shell::run(upcard(&["replay", &name, "--steps", "--verify"]), &[])?;
    println!("the record is {name}");
    Ok(())
}

fn upcard(arguments: &[&str]) -> Command {
    let mut all = vec!["run", "--quiet", "--release", "-p", "upcard", "--"];
    all.extend(arguments);
    cargo(&all)
}
