//! Tasks of the project: `cargo xtask <task>`.
//!
//! This program is built first on a bare machine, so it uses no crate of the workspace; tasks that
//! need the engine are programs of their own (`crates/checks`, `crates/fuzz`), started from here.

mod bare;
mod dist;
mod needs;
mod older;
mod page;
mod play;
mod python;
mod release;
mod report;
mod shell;
mod test;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::shell::{TaskError, cargo};

/// Tasks of the project.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

/// What is passed on.
#[derive(clap::Args)]
struct Rest {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

#[derive(Subcommand)]
enum Task {
    /// Run the tests: all, or with --quick those of the game, within a minute or so
    Test(test::Arguments),
    /// Build and start the table; prints the address
    Play(play::Arguments),
    /// Build the page and the program as they are handed out
    Release,
    /// Make a release: programs, packages, docs and sums, as files for any web server
    Dist(dist::Arguments),
    /// Look at all that takes long or needs the network, before something is handed out
    ReleaseCheck(release::Arguments),
    /// Check what a program can check of the house rules
    Tidy,
    /// Build the page into dist/web
    Page,
    /// Play the first turns in the page, and keep which of its functions they call: these come first
    Called(needs::Consent),
    /// Build the page, weigh it, and measure it in a browser slowed down to a phone
    Weight(needs::Consent),
    /// Change each rule choice, one at a time, and see that a scenario notices
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --game ID")))]
    Mutate(Rest),
    /// Play games of every rule set and check the laws that all obey
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --games N")))]
    Laws(Rest),
    /// Feed the parsers with damaged texts
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --seconds N")))]
    Fuzz(Rest),
    /// Attack a server, as docs/THREATS.md lists it
    Attack {
        /// More of everything
        #[arg(long)]
        long: bool,
    },
    /// Make figures of docs/lab.md and docs/bots.md anew
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --table gin")))]
    Measure(Rest),
    /// Let each level play the same level of the program last released, and say what has moved
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --games gin --levels expert")))]
    Strength(Rest),
    /// Freeze what the bots answer in positions from play, or say what has moved
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --check")))]
    Freeze(Rest),
    /// Write the generated pages under docs/
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --check")))]
    Docs(Rest),
}

/// Compiled as for the tests, which have built it.
const FREEZE: &[&str] = &["run", "--quiet", "-p", "upcard-digest", "--bin", "upcard-freeze", "--"];

/// Runs a task of the checks' own program.
fn checks(task: &str, rest: &[String]) -> Result<(), TaskError> {
    let command = cargo(&["run", "--quiet", "--release", "-p", "upcard-checks", "--", task]);
    shell::run(command, rest)
}

/// Runs the attacks among the server's tests.
fn attack(long: bool) -> Result<(), TaskError> {
    let mut command = cargo(&["test", "-p", "upcard-server", "--test", "server", "--"]);
    command.args(["attack", "hostile", "inputs", "--nocapture"]);
    command.env("UPCARD_ATTACK", if long { "long" } else { "short" });
    shell::run(command, &[])
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Test(arguments) => return test::run(&arguments),
        Task::Play(arguments) => play::run(&arguments),
        Task::Release => release::build(),
        Task::Dist(arguments) => dist::build(&arguments),
        Task::ReleaseCheck(arguments) => return release::check(&arguments),
        Task::Tidy => return tidy::run(),
        Task::Page => page::build(page::Finish::Light),
        Task::Called(consent) => page::called(&consent),
        Task::Weight(consent) => page::weight(&consent),
        Task::Mutate(Rest { rest }) => checks("mutate", &rest),
        Task::Laws(Rest { rest }) => shell::run(cargo(release::LAWS), &rest),
        Task::Attack { long } => attack(long),
        Task::Freeze(Rest { rest }) => shell::run(cargo(FREEZE), &rest),
        Task::Measure(Rest { rest }) => checks("measure", &rest),
        Task::Strength(Rest { rest }) => checks("strength", &rest),
        Task::Docs(Rest { rest }) => checks("docs", &rest),
        Task::Fuzz(Rest { rest }) => {
            let command = cargo(&["run", "--quiet", "--release", "-p", "upcard-fuzz", "--"]);
            shell::run(command, &rest)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}
