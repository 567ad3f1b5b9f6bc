//! `cargo xtask freeze`: freezes the bots' answers in positions from play, or shows them.

use std::process::ExitCode;

use clap::Parser;
use upcard_digest::frozen::{self, COLUMNS, Column, Family, FrozenError};

/// Writes digests of the bots' answers in positions from play, and reports changes.
#[derive(Parser)]
#[command(name = "cargo xtask freeze")]
struct Arguments {
    /// Report changes without writing anything
    #[arg(long)]
    check: bool,
    /// Play new matches for positions that changed rules have invalidated, then write the digests
    #[arg(long, conflicts_with = "check")]
    positions: bool,
    /// Print the output of a column for each position of a block, such as gin steady 7, without writing
    /// anything
    #[arg(long, num_args = 3, value_names = ["FAMILY", "COLUMN", "BLOCK"])]
    #[arg(conflicts_with_all = ["check", "positions"])]
    show: Option<Vec<String>>,
}

fn parse_selection(words: &[String]) -> Option<(Family, Column, usize)> {
    let [family, column, block] = words else { return None };
    let family = Family::ALL.into_iter().find(|one| one.code() == family)?;
    let column = COLUMNS.into_iter().find(|one| one.name() == column && one.applies_to(family))?;
    Some((family, column, block.parse().ok()?))
}

fn run(arguments: &Arguments) -> Result<bool, FrozenError> {
    if let Some(words) = &arguments.show {
        let Some((family, column, block)) = parse_selection(words) else {
            let families = Family::ALL.map(Family::code).join(", ");
            let columns = COLUMNS.map(Column::name).join(", ");
            eprintln!(
                "FAMILY is one of {families}; COLUMN one of {columns}; BLOCK a number from 1"
            );
            return Ok(false);
        };
        print!("{}", frozen::list_block(family, column, block)?);
        return Ok(true);
    }
    if arguments.check {
        let changes = frozen::compare()?;
        println!("{changes}");
        return Ok(changes.is_empty());
    }
    if arguments.positions {
        frozen::freeze_positions()?;
    }
    println!("{}", frozen::freeze()?);
    Ok(true)
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}
