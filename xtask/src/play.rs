//! `cargo xtask play`: build and run.

use std::fs;
use std::io::{self, IsTerminal};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::needs;
use crate::page::{self, PageProfile};
use crate::shell::{self, TaskError, cargo, command, file_error, output_bytes, target_folder};

/// How to play
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Address to listen on
    #[arg(long, default_value = "127.0.0.1:8080")]
    address: String,
    /// Print the address without opening it in a browser
    #[arg(long)]
    no_open: bool,
    /// Play in the terminal, without a server; plays a demonstration match if there is no terminal
    #[arg(long)]
    terminal: bool,
    /// Game to play in the terminal
    #[arg(long, default_value = "contract-rummy")]
    game: String,
}

/// Starts the server with the page, or a table in the terminal; without a terminal, a demonstration match.
pub(crate) fn run(arguments: &Arguments) -> Result<(), TaskError> {
    if !arguments.terminal {
        return serve(&arguments.address, !arguments.no_open);
    }
    let mut steps = Steps::new(1);
    steps.run("the program", || shell::run(home_build(&["-p", "upcard"])))?;
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return shell::run(upcard(&["play", &arguments.game]));
    }
    demonstrate(&arguments.game)
}

/// Builds page and server with progress output, opens the page, and runs the server until it is stopped.
fn serve(address: &str, open: bool) -> Result<(), TaskError> {
    let mut steps = Steps::new(4);
    steps.run("the server and the page builder", || {
        shell::run(home_build(&["-p", "upcard", "-p", "upcard-pack"]))
    })?;
    steps.run("the page's program", || {
        needs::ensure_rust_components()?;
        shell::run(page::compile_command(page::PAGE, PageProfile::Home))
    })?;
    let packer = command(&program("upcard-pack"), &[]);
    steps.run("the page", || page::pack(packer, PageProfile::Home))?;
    steps.run("the documents", || page::build_docs(&PageProfile::Home.folder()))?;
    let url = format!("http://{address}/");
    println!("\nThe server is starting and will print its address. Ctrl-C stops it.\n");
    if open && has_display() {
        let address = address.to_owned();
        std::thread::spawn(move || open_when_ready(&address, &url));
    }
    let mut server = command(&program("upcard"), &["serve", "--listen", address, "--pages"]);
    server.arg(PageProfile::Home.folder());
    shell::run(server)
}

/// Progress output of consecutive steps.
struct Steps {
    count: u32,
    done: u32,
    began: Instant,
}

impl Steps {
    fn new(count: u32) -> Steps {
        println!("building; the first time takes some minutes, later ones seconds");
        Steps { count, done: 0, began: Instant::now() }
    }

    fn run(
        &mut self,
        what: &str,
        step: impl FnOnce() -> Result<(), TaskError>,
    ) -> Result<(), TaskError> {
        self.done += 1;
        let place = format!("[{} of {}]", self.done, self.count);
        println!("{place} {what}");
        step()?;
        println!("{place} done, {} s so far", self.began.elapsed().as_secs());
        Ok(())
    }
}

/// Cargo build for playing at home, without features that only large servers need.
fn home_build(packages: &[&str]) -> Command {
    cargo(&[&["build", "--profile", HOME, "--no-default-features"], packages].concat())
}

const HOME: &str = "home";

/// Path of a program built with that profile.
fn program(name: &str) -> String {
    target_folder().join(HOME).join(name).display().to_string()
}

/// Returns `true` if a browser could open on a display.
fn has_display() -> bool {
    cfg!(target_os = "macos")
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
}

/// Timeout until the server listens.
const SERVER_START_TIMEOUT: Duration = Duration::from_secs(30);

/// Opens the page in the user's browser once the server listens. If that fails, the address has been printed.
fn open_when_ready(address: &str, page: &str) {
    let deadline = Instant::now() + SERVER_START_TIMEOUT;
    while TcpStream::connect(address).is_err() {
        if Instant::now() > deadline {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let opened =
        Command::new(opener).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !opened.is_ok_and(|status| status.success()) {
        println!("cannot open a browser: open {page} in one\n");
    }
}

/// Plays a match between novices, prints it and verifies its deals.
fn demonstrate(game: &str) -> Result<(), TaskError> {
    println!("a demonstration match of {game}");
    let mut demo = upcard(&["demo", game]);
    let record = output_bytes(demo.stderr(Stdio::inherit()))?;
    let path = target_folder().join("demo.record");
    let name = path.display().to_string();
    fs::write(&path, record).map_err(file_error(&path))?;
    shell::run(upcard(&["replay", &name, "--steps", "--verify"]))?;
    println!("the record is {name}");
    Ok(())
}

fn upcard(arguments: &[&str]) -> Command {
    command(&program("upcard"), arguments)
}
