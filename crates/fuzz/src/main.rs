//! `cargo xtask fuzz`: fuzzes the parsers for some seconds.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use upcard_fuzz::{TARGETS, run};

/// Feed the parsers with mutated texts.
#[derive(Parser)]
#[command(name = "cargo xtask fuzz")]
struct Arguments {
    /// Seconds for all targets together
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only targets whose name contains this
    #[arg(long)]
    target: Option<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let wanted = |name: &str| arguments.target.as_ref().is_none_or(|t| name.contains(t.as_str()));
    let targets: Vec<_> = TARGETS.iter().filter(|target| wanted(target.name)).collect();
    if targets.is_empty() {
        eprintln!("no such target");
        return ExitCode::FAILURE;
    }
    let each = Duration::from_secs(arguments.seconds) / targets.len() as u32;
    // Suppress the default output; failures are reported with their text.
    std::panic::set_hook(Box::new(|_| {}));
    let (mut passed, mut failed) = (0, 0);
    for target in targets {
        let start = Instant::now();
        let outcome = run(target, arguments.seed, |_| start.elapsed() < each);
        let share = outcome.read * 100 / outcome.fed.max(1);
        println!(
            "{:16} {:8} texts, {share:3} % of them parsed, {}",
            target.name, outcome.fed, outcome.cost
        );
        match outcome.failure {
            None => passed += 1,
            Some(failure) => {
                failed += 1;
                println!("FAILED: {}, seed {}: {failure}", target.name, arguments.seed);
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
