//! Deals per second of the crate's bots on their own tables, for `upcard bench --beside`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use gin_rummy_engine::gin_rummy::Player;
use gin_rummy_engine::{Table, eaai_rules};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// Prints a row for each bot: name, figure and unit.
pub fn rows(millis: u64) -> ExitCode {
    for name in ["eaai", "heuristic", "mc:64"] {
        let (Some(mut one), Some(mut two)) = (crate::bot(name, 1), crate::bot(name, 2)) else {
            return ExitCode::FAILURE;
        };
        let mut rng = StdRng::seed_from_u64(3);
        let (start, mut deals) = (Instant::now(), 0u32);
        while deals == 0 || start.elapsed() < Duration::from_millis(millis) {
            let mut table = Table::deal(eaai_rules(), Player::One, &mut rng);
            if let Err(error) = table.play([&mut *one, &mut *two]) {
                eprintln!("{name}: {error}");
                return ExitCode::FAILURE;
            }
            deals += 1;
        }
        let speed = f64::from(deals) / start.elapsed().as_secs_f64();
        println!("gin-rummy-engine 0.3.1, gin deals by {name}\t{speed:.1}\tdeals/s per core");
    }
    ExitCode::SUCCESS
}
