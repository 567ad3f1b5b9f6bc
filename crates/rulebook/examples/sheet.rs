//! Prints a game's rule sheet, or its differences from another game: `cargo run -p upcard-rulebook --example
//! sheet -- GAME [PLAYERS [OTHER]]`.

use std::error::Error;

use upcard_engine::{Library, Rules};
use upcard_rulebook::{diff, diff_text, sheet, sheet_text};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let library = Library::standard()?;
    let game = arguments.next().unwrap_or_default();
    let players = arguments.next().map(|number| number.parse()).transpose()?;
    let rules = Rules::of(&library, &game, &[], players)?;
    match arguments.next() {
        Some(other) => {
            let other = Rules::of(&library, &other, &[], Some(rules.players))?;
            print!("{}", diff_text(&diff(&rules, &other)));
        }
        None => print!("{}", sheet_text(&sheet(&rules))),
    }
    Ok(())
}
