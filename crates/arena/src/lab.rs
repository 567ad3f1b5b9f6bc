//! The laboratory: what rules do to a game.
//!
//! Bots of one level play each rule set; counted are the things one would like to know before
//! choosing it: how long deals last, when players go down, who is favoured, how often a deal is
//! blocked.

mod count;
mod html;

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::Serialize;
use upcard_bots::{Budget, Level};
use upcard_engine::chance::Chance;
use upcard_engine::{Game, Rules, Value};

use crate::exchange::mix;
use crate::options::{ArenaError, rules};
use crate::stats::Interval;
use count::Count;

pub use html::page;

/// A rule set to be looked at: a game with its variations, and single choices.
#[derive(Clone, PartialEq, Debug)]
pub struct Subject {
    /// As it was named.
    pub name: String,
    /// The game with its variations.
    pub game: String,
    /// Choices that are set otherwise.
    pub set: Vec<(String, Value)>,
}

impl std::str::FromStr for Subject {
    type Err = String;

    /// Reads `game+variation,choice=value,choice=value`.
    fn from_str(text: &str) -> Result<Subject, String> {
        let mut parts = text.split(',');
        let game = parts.next().unwrap_or_default().to_owned();
        let set = parts.map(|part| {
            let (path, value) =
                part.split_once('=').ok_or("expected choice=value after a comma")?;
            Ok((path.trim().to_owned(), Value::from_argument(value.trim())))
        });
        Ok(Subject { name: text.to_owned(), game, set: set.collect::<Result<_, String>>()? })
    }
}

/// What to look at, and how closely.
#[derive(Clone, Debug)]
pub struct LabOptions {
    /// The rule sets.
    pub subjects: Vec<Subject>,
    /// Seats; none for four, or the nearest number that the game allows.
    pub players: Option<u8>,
    /// Who plays.
    pub level: Level,
    /// Matches of each rule set.
    pub matches: u64,
    /// Decides all of it.
    pub seed: u64,
    /// Playouts of a searching bot for each decision.
    pub playouts: u32,
    /// Threads; none for one a core.
    pub threads: Option<usize>,
}

/// What was found of a rule set.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// The rule set.
    pub rules: String,
    /// Seats.
    pub players: u8,
    /// Matches played.
    pub matches: u64,
    /// Deals played.
    pub deals: u64,
    /// Rounds a deal: turns for each seat.
    pub rounds: Interval,
    /// Own turns until a contract is down (or, without contracts, a first meld), where it comes down.
    pub turns_to_go_down: Interval,
    /// The part of the hands that never come down.
    pub never_down: Interval,
    /// The part of the deals won by going out with the whole hand in one turn.
    pub out_at_once: Interval,
    /// Buys a deal.
    pub buys: Interval,
    /// The part of the deals that end without a winner.
    pub blocked: Interval,
    /// Points a hand.
    pub points: Interval,
    /// Points a hand by seat, the dealer's left neighbour first, the dealer last.
    pub points_by_seat: Vec<Interval>,
    /// How many deals took so many rounds.
    pub rounds_spread: Vec<u64>,
    /// How many hands came down in their so-manieth turn; the first entry is the first turn.
    pub down_spread: Vec<u64>,
}

/// Looks at each rule set. Once `stop` is set, what has been finished is reported.
///
/// # Errors
/// A rule set that is wrong.
pub fn examine(options: &LabOptions, stop: &AtomicBool) -> Result<Vec<Finding>, ArenaError> {
    let tables = options
        .subjects
        .iter()
        .map(|s| Ok((s, rules(&s.game, &s.set, options.players)?)))
        .collect::<Result<Vec<_>, ArenaError>>()?;
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = options.threads {
        pool = pool.num_threads(threads);
    }
    let pool = pool.build().map_err(|e| ArenaError::Threads(e.to_string()))?;
    Ok(tables
        .iter()
        .map(|(subject, rules)| {
            let counts: Vec<Count> = pool.install(|| {
                (0..options.matches)
                    .into_par_iter()
                    .filter(|_| !stop.load(Ordering::Relaxed))
                    .map(|number| one_match(options, rules, mix(&[options.seed, number])))
                    .collect()
            });
            count::finding(&subject.name, rules.players, &counts)
        })
        .collect())
}

fn one_match(options: &LabOptions, rules: &Arc<Rules>, seed: u64) -> Count {
    let mut game = Game::new(rules.clone(), Chance::numbered(seed)).without_drafts();
    let mut bots: Vec<_> =
        (0..rules.players).map(|seat| options.level.player(mix(&[seed, seat.into()]))).collect();
    let mut count = Count::new(rules);
    let budget = Budget::Playouts(options.playouts);
    // A bound that no sensible play comes near.
    for _ in 0..500_000 {
        match game.to_act() {
            _ if game.is_over() => break,
            Some(seat) => {
                let action = bots[seat as usize].decide(&game.view(seat), &budget);
                if game.act(seat, &action, &mut count).is_err() {
                    break;
                }
            }
            None => game.next_deal(&mut count),
        }
    }
    count
}

/// One line for each rule set, with a header.
#[must_use]
pub fn csv(findings: &[Finding]) -> String {
    let mut text = String::from("rules,players,matches,deals");
    for name in COLUMNS {
        let _ = write!(text, ",{name},{name}_low,{name}_high");
    }
    let seats = findings.iter().map(|f| f.points_by_seat.len()).max().unwrap_or(0);
    for seat in 1..=seats {
        let _ = write!(text, ",points_seat_{seat}");
    }
    text.push('\n');
    for f in findings {
        let name = f.rules.replace('"', "\"\"");
        let _ = write!(text, "\"{name}\",{},{},{}", f.players, f.matches, f.deals);
        for i in f.columns() {
            let _ = write!(text, ",{:.4},{:.4},{:.4}", i.mean, i.low, i.high);
        }
        for seat in 0..seats {
            let mean = f.points_by_seat.get(seat).map(|i| format!("{:.4}", i.mean));
            let _ = write!(text, ",{}", mean.unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

const COLUMNS: [&str; 7] =
    ["rounds", "turns_to_go_down", "never_down", "out_at_once", "buys", "blocked", "points"];

impl Finding {
    fn columns(&self) -> [Interval; 7] {
        [
            self.rounds,
            self.turns_to_go_down,
            self.never_down,
            self.out_at_once,
            self.buys,
            self.blocked,
            self.points,
        ]
    }
}

/// A table for the terminal: a row for each thing counted, a column for each rule set.
#[must_use]
pub fn table(findings: &[Finding]) -> String {
    let mut text = String::new();
    for (i, f) in findings.iter().enumerate() {
        let _ = writeln!(
            text,
            "[{}] {}: {} players, {} matches, {} deals",
            i + 1,
            f.rules,
            f.players,
            f.matches,
            f.deals
        );
    }
    let heads: String = (1..=findings.len()).map(|i| format!("{:>24}", format!("[{i}]"))).collect();
    let _ = writeln!(text, "{:<28}{heads}", "");
    let rows: [(&str, f64); 7] = [
        ("rounds a deal", 1.0),
        ("turns to go down", 1.0),
        ("hands never down, %", 100.0),
        ("deals won at once, %", 100.0),
        ("buys a deal", 1.0),
        ("deals blocked, %", 100.0),
        ("points a hand", 1.0),
    ];
    for (row, (name, scale)) in rows.iter().enumerate() {
        let cells: String = findings
            .iter()
            .map(|f| {
                let i = f.columns()[row];
                let (mean, low, high) = (i.mean * scale, i.low * scale, i.high * scale);
                format!("{:>24}", format!("{mean:.2} [{low:.2}, {high:.2}]"))
            })
            .collect();
        let _ = writeln!(text, "{name:<28}{cells}");
    }
    let seats = findings.iter().map(|f| f.points_by_seat.len()).max().unwrap_or(0);
    for seat in 0..seats {
        let cells: String = findings
            .iter()
            .map(|f| match f.points_by_seat.get(seat) {
                Some(i) => {
                    format!("{:>24}", format!("{:.2} [{:.2}, {:.2}]", i.mean, i.low, i.high))
                }
                None => format!("{:>24}", "–"),
            })
            .collect();
        let _ = writeln!(text, "{:<28}{cells}", format!("points, seat {} of the deal", seat + 1));
    }
    text
}
