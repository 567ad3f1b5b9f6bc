//! The `upcard` command.

mod bench;
mod games;
mod records;
mod scenarios;
mod selection;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Contract rummy and its kin, each game by its own written rules.
#[derive(Parser)]
#[command(name = "upcard", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games.
    Games,
    /// Show a game: pack, deals, contracts, buying, values, every choice.
    Show(games::Show),
    /// Print a game's rule sheet in plain words, or how it differs from another.
    Rules(games::RulesSheet),
    /// Print the table of a game's choices.
    Choices(games::Named),
    /// Score a hand.
    Score(games::Score),
    /// Deal a game's first deal.
    Deal(games::Deal),
    /// Play scenarios: positions, actions and verdicts.
    Try(scenarios::Try),
    /// Play a record again, and prove its deals.
    Replay(records::Replay),
    /// Play a match by simple players and print its record.
    Demo(records::Demo),
    /// Measure the solver and the engine.
    Bench(bench::Bench),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Games => games::list(),
        Command::Show(args) => args.run(),
        Command::Rules(args) => args.run(),
        Command::Choices(args) => args.choices(),
        Command::Score(args) => args.run(),
        Command::Deal(args) => args.run(),
        Command::Try(args) => args.run(),
        Command::Replay(args) => args.run(),
        Command::Demo(args) => args.run(),
        Command::Bench(args) => args.run(),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
