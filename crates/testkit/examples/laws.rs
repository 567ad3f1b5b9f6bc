//! `cargo xtask laws`: checks the laws in matches of every game and single variation, and with randomly
//! changed choices.

use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use upcard_engine::Library;
use upcard_testkit::combinations::{Combination, check_all, check_combinations, single_changes};
use upcard_testkit::laws::{Effort, LawViolation, MAX_DECISIONS, all_games, check_game};

/// Play matches of every rule set and check the laws that all obey.
#[derive(Parser)]
#[command(name = "cargo xtask laws")]
struct Arguments {
    /// Matches per game and variation
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u64,
    /// Only this game or `game+variation`
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Number of the first match or combination; runs are reproducible
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    /// Check the expensive laws at every answer instead of every 29th
    #[arg(long)]
    full: bool,
    /// Change choices at random, several at once, N times: each combination is refused with a reason, or a
    /// match is played
    #[arg(long, value_name = "N", conflicts_with_all = ["games", "game"])]
    combinations: Option<u64>,
    /// Change every choice of every game (or of one), one at a time, to each of its values
    #[arg(long, conflicts_with_all = ["games", "combinations"])]
    single: bool,
}

/// Combinations between two progress lines.
const BATCH: u64 = 500;

fn print_broken(violations: &[LawViolation]) {
    violations.iter().for_each(|violation| println!("    BROKEN: {violation}"));
}

/// Checks combinations of choices. Returns `true` if no law was broken.
fn combinations(library: &Library, from: u64, count: u64, effort: Effort) -> bool {
    let start = Instant::now();
    let (mut refused, mut played, mut decisions, mut longest, mut failed) = (0, 0, 0, 0, 0);
    let mut slowest = Default::default();
    for first in (from..from + count).step_by(BATCH as usize) {
        let tally = check_combinations(library, first, BATCH.min(from + count - first), effort);
        print_broken(&tally.violations);
        refused += tally.refused;
        played += tally.played;
        decisions += tally.decisions;
        longest = longest.max(tally.longest);
        slowest = tally.slowest.max(slowest);
        failed += tally.violations.len();
        println!(
            "{} combinations: {refused} refused, {played} played, {decisions} answers, at most \
             {longest} in a deal ({MAX_DECISIONS} are allowed), {failed} failed, {} s",
            first + BATCH.min(from + count - first) - from,
            start.elapsed().as_secs()
        );
    }
    let (time, number): (Duration, u64) = slowest;
    let combination = Combination::numbered(library, number);
    let (name, players) = (combination.name(), combination.players);
    println!("the slowest: number {number}, {} ms: {name}, {players} players", time.as_millis());
    failed == 0
}

/// Checks every single change of these games. Returns `true` if no law was broken.
fn single(library: &Library, games: &[&str], effort: Effort) -> Result<bool, Box<dyn Error>> {
    let mut failed = 0;
    for game in games {
        let start = Instant::now();
        let all = single_changes(library, game).map_err(|flaws| format!("{game}: {flaws}"))?;
        let tally = check_all(library, &all, effort);
        let (refused, played) = (tally.refused, tally.played);
        println!("{game}: {refused} refused, {played} played, {} ms", start.elapsed().as_millis());
        print_broken(&tally.violations);
        failed += tally.violations.len();
    }
    Ok(failed == 0)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    let library = Library::standard()?;
    let every = if arguments.full { 1 } else { 29 };
    let effort = Effort { every, ..Effort::FULL };
    if let Some(count) = arguments.combinations {
        // Many combinations are worth more than thorough checks of each.
        let quick = Effort { every: 97, clients: false, ..effort };
        let effort = if arguments.full { effort } else { quick };
        let held = combinations(&library, arguments.from, count, effort);
        return Ok(if held { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    if arguments.single {
        let wanted = |id: &&str| arguments.game.as_deref().is_none_or(|game| game == *id);
        let games: Vec<&str> = library.ids().filter(wanted).collect();
        let held = single(&library, &games, effort)?;
        return Ok(if held { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let names = all_games(&library);
    let wanted = |name: &&String| arguments.game.as_ref().is_none_or(|game| game == *name);
    let (mut passed, mut failed) = (0, 0);
    for name in names.iter().filter(wanted) {
        let start = Instant::now();
        let tally = check_game(&library, name, arguments.from, arguments.games, effort)
            .map_err(|flaws| format!("{name}: {flaws}"))?;
        let broken = tally.violations.len() as u64;
        println!(
            "{name}: {} matches, {} deals, {} answers, {} ms",
            tally.matches,
            tally.played.deals,
            tally.played.decisions,
            start.elapsed().as_millis()
        );
        print_broken(&tally.violations);
        passed += tally.matches.saturating_sub(broken);
        failed += broken;
    }
    if passed + failed == 0 {
        return Err("there is no such game".into());
    }
    println!("{passed} passed, {failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
