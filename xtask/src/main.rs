//! Tasks of the project: `cargo xtask <task>`.
//!
//! This program is built first on a bare machine, so it depends on no crate of the workspace; tasks that need
//! the engine are separate programs (`crates/checks`, `crates/fuzz`), started from here.

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

/// Arguments passed through.
#[derive(clap::Args)]
struct Rest {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

#[derive(Subcommand)]
enum Task {
    /// Run the tests: all, or with --quick those of the game, which take about a minute
    Test(test::Arguments),
    /// Build and start the server; prints the address
    Play(play::Arguments),
    /// Build the page and the program with release settings
    Release,
    /// Build a release: programs, packages, docs and checksums, as files for any web server
    Dist(dist::Arguments),
    /// Run the slow and network-dependent checks before a release
    ReleaseCheck(release::Arguments),
    /// Check the project's coding rules
    Tidy,
    /// Build the page into dist/web
    Page,
    /// Play the first turns in the page and record which of its functions they call, to load these first
    Called(needs::Consent),
    /// Build the page, report its size, and measure it in a browser throttled to a phone
    Weight(needs::Consent),
    /// Change each rule choice, one at a time, and check that a scenario notices
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --game ID")))]
    Mutate(Rest),
    /// Play matches of every rule set and check the laws that all obey
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --games N")))]
    Laws(Rest),
    /// Fuzz the parsers with mutated texts
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --seconds N")))]
    Fuzz(Rest),
    /// Attack a server as listed in docs/THREATS.md
    Attack {
        /// Attack harder and longer
        #[arg(long)]
        long: bool,
    },
    /// Recompute the figures of docs/lab.md and docs/bots.md
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --table gin")))]
    Measure(Rest),
    /// Let each level play the same level of the last release, and report changes
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --games gin --levels expert")))]
    Strength(Rest),
    /// Freeze the bots' answers in positions from play, or report changes
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --check")))]
    Freeze(Rest),
    /// Write the generated pages under docs/
    #[command(mut_arg("rest", |rest| rest.help("What is passed on, such as --check")))]
    Docs(Rest),
}

/// Uses the test profile, in which it is already built.
const FREEZE_COMMAND: &[&str] =
    &["run", "--quiet", "-p", "upcard-digest", "--bin", "upcard-freeze", "--"];

fn run_cargo(arguments: &[&str], rest: &[String]) -> Result<(), TaskError> {
    let mut command = cargo(arguments);
    command.args(rest);
    shell::run(command)
}

fn run_checks_program(task: &str, rest: &[String]) -> Result<(), TaskError> {
    run_cargo(&["run", "--quiet", "--release", "-p", "upcard-checks", "--", task], rest)
}

fn attack(long: bool) -> Result<(), TaskError> {
    let mut command = cargo(&["test", "-p", "upcard-server", "--test", "server", "--"]);
    command.args(["attack", "hostile", "inputs", "--nocapture"]);
    command.env("UPCARD_ATTACK", if long { "long" } else { "short" });
    shell::run(command)
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Test(arguments) => return test::run(&arguments),
        Task::Play(arguments) => play::run(&arguments),
        Task::Release => release::build(),
        Task::Dist(arguments) => dist::build(&arguments),
        Task::ReleaseCheck(arguments) => return release::check(&arguments),
        Task::Tidy => return tidy::run(),
        Task::Page => page::build(page::PageProfile::Release),
        Task::Called(consent) => page::record_called_functions(&consent),
        Task::Weight(consent) => page::measure_weight(&consent),
        Task::Mutate(Rest { rest }) => run_checks_program("mutate", &rest),
        Task::Laws(Rest { rest }) => run_cargo(release::LAWS_COMMAND, &rest),
        Task::Attack { long } => attack(long),
        Task::Freeze(Rest { rest }) => run_cargo(FREEZE_COMMAND, &rest),
        Task::Measure(Rest { rest }) => run_checks_program("measure", &rest),
        Task::Strength(Rest { rest }) => run_checks_program("strength", &rest),
        Task::Docs(Rest { rest }) => run_checks_program("docs", &rest),
        Task::Fuzz(Rest { rest }) => {
            run_cargo(&["run", "--quiet", "--release", "-p", "upcard-fuzz", "--"], &rest)
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
