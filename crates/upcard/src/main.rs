//! The `upcard` command.

mod bench;
mod card_input;
mod deal;
mod display;
#[cfg(test)]
mod documented_commands;
mod errors;
mod games;
mod help;
mod input;
mod opening;
mod out;
mod play;
mod proof;
mod records;
mod review;
mod saved;
mod scenarios;
mod selection;
mod shells;
mod sit;

use std::error::Error;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use upcard_arena::cli::{ArenaArgs, BotArgs, CheckArgs, Incomplete, LabArgs, Outcome};
use upcard_server::cli::{NewKeysArgs, ServeArgs};

use out::{INTERRUPTED, say};

/// Contract rummy and its kin, each game by its own written rules.
#[derive(Parser)]
#[command(name = "upcard", version, long_version = shells::version(), about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the games.
    Games(games::Games),
    /// Show a game: pack, deals, contracts, buying, values, all choices.
    Show(games::OneGame),
    /// Print a game's rule sheet in plain words, or how it differs from another.
    Rules(games::RulesSheet),
    /// Explain card table terms, or those that contain a word.
    Words(games::Words),
    /// Print the table of a game's choices.
    Choices(games::OneGame),
    /// Score a hand.
    Score(games::Score),
    /// Deal a hand of a game.
    Deal(deal::Deal),
    /// Run scenarios: positions, actions and verdicts.
    Try(scenarios::Try),
    /// Replay a record, and verify its deals.
    Replay(records::Replay),
    /// Show the costliest decisions of a record, or the best action at one of them.
    Review(review::Review),
    /// Play a match between novices and print its record.
    Demo(records::Demo),
    /// Benchmark the solver, the engine and the bots.
    Bench(bench::Bench),
    /// Let bots play each other to measure their strength.
    Arena(ArenaArgs),
    /// Compare rule sets over many matches.
    Lab(LabArgs),
    /// Run a bot on standard input and output, by the protocol for programs.
    Bot(BotArgs),
    /// Check a program that speaks the protocol for errors.
    CheckBot(CheckArgs),
    /// Play against bots, in this terminal.
    Play(play::Play),
    /// Join a server's table by its link, or open one there, in this terminal.
    Sit(sit::Sit),
    /// Serve tables and the page.
    Serve(Box<ServeArgs>),
    /// Administer a server that is running on this machine.
    #[cfg(unix)]
    Admin(upcard_server::admin::AdminArgs),
    /// Copy a server's tables to a new file; the server may be running.
    #[cfg(unix)]
    Backup(upcard_server::admin::BackupArgs),
    /// Generate new keys for the store of a stopped server.
    NewKeys(NewKeysArgs),
    /// Print shell completions.
    Completions(shells::Completions),
    /// Write the manual pages of all commands to a folder.
    Manual(shells::Manual),
}

/// Prints the findings; the exit code says whether anything was wrong.
fn print_check<E: Error + 'static>(
    result: Result<(String, bool), E>,
) -> Result<ExitCode, Box<dyn Error>> {
    let (text, good) = result?;
    say!("{text}");
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the results of many matches. If some are missing, both the output and the exit code say so.
fn print_matches<E: Error + 'static>(
    result: Result<Outcome, E>,
) -> Result<ExitCode, Box<dyn Error>> {
    let report = result?;
    say!("{}", report.text);
    Ok(match report.incomplete {
        Some(Incomplete::Interrupted(sentence)) => {
            out::note(&sentence);
            ExitCode::from(INTERRUPTED)
        }
        Some(Incomplete::Missing(sentence)) => {
            out::error(&sentence);
            ExitCode::FAILURE
        }
        None => ExitCode::SUCCESS,
    })
}

/// The command-line interface, with examples and exit codes in its help.
fn program() -> clap::Command {
    help::add_to(Cli::command())
}

fn main() -> ExitCode {
    let matches = program().try_get_matches().and_then(|found| Cli::from_arg_matches(&found));
    let cli = matches.unwrap_or_else(|error| upcard_server::cli::exit(&error));
    let result = match cli.command {
        Command::Games(args) => args.run(),
        Command::Show(args) => args.show(),
        Command::Rules(args) => args.run(),
        Command::Words(args) => args.run(),
        Command::Choices(args) => args.choices(),
        Command::Score(args) => args.run(),
        Command::Deal(args) => args.run(),
        Command::Try(args) => args.run(),
        Command::Replay(args) => args.run(),
        Command::Review(args) => args.run(),
        Command::Demo(args) => args.run(),
        Command::Bench(args) => args.run(),
        Command::Arena(args) => print_matches(args.run()),
        Command::Lab(args) => print_matches(args.run()),
        Command::Bot(args) => args.run().map(|()| ExitCode::SUCCESS).map_err(Into::into),
        Command::CheckBot(args) => print_check(args.run()),
        Command::Play(args) => args.run(),
        Command::Sit(args) => args.run(),
        Command::Serve(args) => Ok(upcard_server::cli::run(&args, std::env::args_os().skip(2))),
        #[cfg(unix)]
        Command::Admin(args) => Ok(args.run()),
        #[cfg(unix)]
        Command::Backup(args) => Ok(args.run()),
        Command::NewKeys(args) => Ok(args.run()),
        Command::Completions(args) => args.run(program()),
        Command::Manual(args) => args.run(program()),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            if let Some(code) = errors::write_error_code(&*error) {
                return ExitCode::from(code);
            }
            out::error(errors::error_text(&*error));
            ExitCode::from(2)
        }
    }
}
