//! Plays matches of every game and single variation and checks the laws: `laws MATCHES [GAME|all] [FROM]`.

use std::time::Instant;

use upcard_engine::Library;
use upcard_testkit::laws::{Effort, all_games, check_game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let matches: u64 = arguments.next().as_deref().unwrap_or("100").parse()?;
    let only = arguments.next().filter(|game| game != "all");
    let from: u64 = arguments.next().as_deref().unwrap_or("0").parse()?;
    let library = Library::standard()?;
    // Cheap games get more matches: the number given is that of the dearest.
    for game in all_games(&library).iter().filter(|g| only.as_ref().is_none_or(|o| o == *g)) {
        let start = Instant::now();
        let share = if game.contains("rummy+") && game.starts_with("rummy") || game == "rummy" {
            3
        } else {
            1
        };
        let tally = check_game(&library, game, from, matches * share, Effort::LIGHT)?;
        let took = start.elapsed();
        println!(
            "{game}: {} matches, {} deals, {} won, {} answers, {} ns each",
            tally.matches,
            tally.played.deals,
            tally.played.won,
            tally.played.decisions,
            took.as_nanos() as u64 / tally.played.decisions.max(1)
        );
        for broken in tally.broken.iter().take(3) {
            println!("    {broken}");
        }
    }
    Ok(())
}
