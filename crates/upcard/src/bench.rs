//! `upcard bench`: speed of the solver, the engine, the bots and the search.

use std::borrow::Cow;
use std::cell::RefCell;
use std::error::Error;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};
use upcard_bench::{bots, engine, solver, thoughts};
use upcard_cards::text::Short;
use upcard_engine::{Flaws, Level, Library, Rules};

use crate::out::{self, say_line};

/// `upcard bench`.
#[derive(Args)]
pub(crate) struct Bench {
    /// Only rows whose names contain this.
    #[arg(value_name = "ROW")]
    only: Option<String>,
    /// Measurements per row; median and spread are printed.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
    /// Minimum duration of a measurement, in milliseconds.
    #[arg(long, default_value_t = 300)]
    millis: u64,
    /// Also run an external benchmark and add its rows: it is started as PROGRAM bench MILLIS, and prints
    /// lines of name, figure and unit, separated by tabs.
    #[arg(long, value_name = "PROGRAM")]
    beside: Vec<String>,
    /// Print JSON at the end.
    #[arg(long)]
    json: bool,
    /// Rows to print as JSON.
    #[arg(skip)]
    told: RefCell<Vec<Value>>,
}

/// Parses a row of an external benchmark.
fn foreign_row(line: &str) -> Option<Row> {
    let mut fields = line.split('\t');
    let (what, value, unit) = (fields.next()?, fields.next()?, fields.next()?);
    let measured = vec![value.parse().ok().filter(|value: &f64| value.is_finite())?];
    fields.next().is_none().then(|| Row {
        what: what.to_owned(),
        unit: unit.to_owned().into(),
        measured,
        aims: None,
    })
}

/// A row: name, unit, measurements, and targets.
struct Row {
    what: String,
    unit: Cow<'static, str>,
    measured: Vec<f64>,
    aims: Option<(f64, f64)>,
}

impl Row {
    /// Converts to JSON; measurements are sorted.
    fn data(mut self) -> Value {
        self.measured.sort_by(f64::total_cmp);
        let median = self.measured.get(self.measured.len().saturating_sub(1) / 2);
        json!({ "row": self.what, "unit": self.unit, "median": median, "measured": self.measured })
    }

    fn print(mut self) {
        self.measured.sort_by(f64::total_cmp);
        let last = self.measured.len() - 1;
        let (least, most) = (short(self.measured[0]), short(self.measured[last]));
        let median = short(self.measured[last / 2]);
        let spread = format!("{least} – {most}");
        let aims = self.aims.map(|(first, goal)| format!("{}, {}", short(first), short(goal)));
        say_line!(
            "{:<52} {median:>9} {:<19} {spread:>21} {:>16}",
            self.what,
            self.unit,
            aims.unwrap_or_default()
        );
    }
}

/// Name of the row for a level's longest decision by these rules.
fn longest_thought(level: Level, dear: &thoughts::Dear) -> String {
    format!("longest thought of {level}, {}", dear.name())
}

/// Name of the row for how long an expert's decision runs on after it was cancelled.
fn abandoned_thought(dear: &thoughts::Dear) -> String {
    format!("abandoned thought of expert, {}", dear.name())
}

fn random_play(id: &str, players: u8) -> String {
    format!("random play of {id}, {players} players")
}

fn sharp_play(id: &str, unit: &str, players: u8) -> String {
    format!("{id} {unit} by sharp, {players} players")
}

fn short(number: f64) -> String {
    if number >= 1e6 {
        format!("{:.2} M", number / 1e6)
    } else if number >= 1e4 {
        format!("{:.1} k", number / 1e3)
    } else if number >= 100.0 {
        format!("{number:.0}")
    } else {
        format!("{number:.2}")
    }
}

impl Bench {
    pub(crate) fn run(&self) -> Result<ExitCode, Box<dyn Error>> {
        let library = Library::standard()?;
        let rules = Arc::new(Rules::new(library.select("contract-rummy", &[])?, 4)?);
        self.find(&library, &rules)?;
        if !self.json {
            self.heading();
        }
        for work in solver::questions(&rules) {
            if self.wants(work.what) {
                self.tell(self.solver(work));
            }
        }
        for id in library.ids() {
            let set = library.select(id, &[])?;
            let players = set.usual_players();
            let what = random_play(id, players);
            if self.wants(&what) {
                let rules = Arc::new(Rules::new(set, players)?);
                self.tell(self.random_play(what, id, &rules));
            }
        }
        for id in bots::SHARP_GAMES.into_iter().filter(|id| library.ids().any(|known| known == *id))
        {
            let set = library.select(id, &[])?;
            let players = set.usual_players();
            let wanted = |unit| self.wants(&sharp_play(id, unit, players));
            if wanted("matches") || wanted("deals") {
                let rules = Arc::new(Rules::new(set, players)?);
                let rows = self.sharp_matches(id, players, &rules);
                rows.into_iter().filter(|row| self.wants(&row.what)).for_each(|row| self.tell(row));
            }
        }
        for dear in thoughts::DEAR {
            self.thoughts(&dear, &library)?.into_iter().for_each(|row| self.tell(row));
        }
        for command in &self.beside {
            self.others(command)?.into_iter().for_each(|row| self.tell(row));
        }
        self.bots(&rules)?;
        if self.json {
            out::json("bench", &json!({ "rows": *self.told.borrow() }));
        }
        Ok(ExitCode::SUCCESS)
    }

    fn heading(&self) {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        say_line!(
            "upcard {}, {} {}: {} measurements a row, on one of {cores} cores unless the row says \
             otherwise.",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::ARCH,
            std::env::consts::OS,
            self.rounds
        );
        say_line!(
            "The solver is asked under the rules of contract-rummy, on hands from play, as many of \
             each of its deals."
        );
        say_line!("{:<52} {:>9} {:<19} {:>21} {:>16}", "", "median", "", "least – most", "aims");
    }

    /// Prints a row, or keeps it for the JSON output.
    fn tell(&self, row: Row) {
        if self.json {
            self.told.borrow_mut().push(row.data());
        } else {
            row.print();
        }
    }

    /// Rejects a filter that matches no row; rows of external benchmarks are known only after running them.
    fn find(&self, library: &Library, rules: &Arc<Rules>) -> Result<(), Box<dyn Error>> {
        let Some(only) = self.only.as_ref().filter(|_| self.beside.is_empty()) else {
            return Ok(());
        };
        let mut rows: Vec<String> = Vec::new();
        for id in library.ids() {
            let players = library.select(id, &[])?.usual_players();
            rows.push(random_play(id, players));
            if bots::SHARP_GAMES.contains(&id) {
                rows.extend(["matches", "deals"].map(|unit| sharp_play(id, unit, players)));
            }
        }
        rows.extend(bots::NAMES.map(str::to_owned));
        for dear in thoughts::DEAR {
            rows.extend(Level::ALL.map(|level| longest_thought(level, &dear)));
            rows.push(abandoned_thought(&dear));
        }
        if rows.iter().any(|row| self.wants(row)) {
            return Ok(());
        }
        // Listing these is slow, since their hands are played first.
        rows.extend(solver::questions(rules).into_iter().map(|work| work.what.to_owned()));
        if rows.iter().any(|row| self.wants(row)) {
            return Ok(());
        }
        let rows: String = rows.iter().map(|row| format!("\n  {row}")).collect();
        Err(format!("no row has '{}' in its name; there are{rows}", Short(only)).into())
    }

    fn wants(&self, what: &str) -> bool {
        self.only.as_ref().is_none_or(|only| what.contains(only.as_str()))
    }

    fn each(&self) -> Duration {
        Duration::from_millis(self.millis)
    }

    fn rounds(&self, mut once: impl FnMut() -> f64) -> Vec<f64> {
        once();
        (0..self.rounds).map(|_| once()).collect()
    }

    fn solver(&self, mut work: solver::Work) -> Row {
        let measured = self.rounds(|| {
            let start = Instant::now();
            let mut items = 0;
            while items == 0 || start.elapsed() < self.each() {
                work.go();
                items += work.items;
            }
            start.elapsed().as_nanos() as f64 / items.max(1) as f64
        });
        Row { what: work.what.to_owned(), unit: "ns".into(), measured, aims: work.aims }
    }

    /// Each measurement plays new matches.
    fn random_play(&self, what: String, id: &str, rules: &Arc<Rules>) -> Row {
        let mut number = 0;
        let measured = self.rounds(|| {
            let start = Instant::now();
            let mut decisions = 0u64;
            while start.elapsed() < self.each() {
                number += 1;
                decisions += engine::random_match(rules, number);
            }
            decisions as f64 / start.elapsed().as_secs_f64()
        });
        let aims = (id == "contract-rummy").then_some((5e6, 20e6));
        Row { what, unit: "decisions/s".into(), measured, aims }
    }

    /// Matches and deals per second, for comparison with external programs.
    fn sharp_matches(&self, id: &str, players: u8, rules: &Arc<Rules>) -> [Row; 2] {
        let mut number = 0;
        let (mut matches, mut deals) = (Vec::new(), Vec::new());
        for round in 0..=self.rounds {
            let start = Instant::now();
            let (mut played, mut dealt) = (0u32, 0u64);
            while start.elapsed() < self.each()
                && let Some(more) = bots::sharp_match(rules, number)
            {
                number += 1;
                played += 1;
                dealt += more;
            }
            // The first round is a warm-up.
            if round > 0 {
                let seconds = start.elapsed().as_secs_f64();
                matches.push(f64::from(played) / seconds);
                deals.push(dealt as f64 / seconds);
            }
        }
        let what = |unit: &str| sharp_play(id, unit, players);
        [
            Row {
                what: what("matches"),
                unit: "matches/s and core".into(),
                measured: matches,
                aims: None,
            },
            Row {
                what: what("deals"),
                unit: "deals/s and core".into(),
                measured: deals,
                aims: None,
            },
        ]
    }

    /// Longest decisions under rules that make them expensive, and how long a cancelled one runs on.
    fn thoughts(&self, dear: &thoughts::Dear, library: &Library) -> Result<Vec<Row>, Flaws> {
        const POSITIONS: usize = 12;
        let longest = |level: Level| longest_thought(level, dear);
        let end = abandoned_thought(dear);
        let levels: Vec<Level> =
            Level::ALL.into_iter().filter(|level| self.wants(&longest(*level))).collect();
        if levels.is_empty() && !self.wants(&end) {
            return Ok(Vec::new());
        }
        let positions = thoughts::positions(&dear.rules(library)?, 1, POSITIONS);
        let row = |what: String, measured: Vec<f64>, aim: f64| Row {
            what,
            unit: "ms".into(),
            measured,
            aims: Some((aim, aim)),
        };
        let rows = levels.into_iter().map(|level| {
            let measured = self.rounds(|| thoughts::longest(level, &positions));
            row(longest(level), measured, 250.0)
        });
        let mut rows: Vec<Row> = rows.collect();
        if self.wants(&end) {
            let measured =
                self.rounds(|| thoughts::longest_after_the_end(Level::Expert, &positions));
            rows.push(row(end, measured, 10.0));
        }
        Ok(rows)
    }

    /// Rows of an external benchmark, run once per round.
    fn others(&self, command: &str) -> Result<Vec<Row>, Box<dyn Error>> {
        let mut rows: Vec<Row> = Vec::new();
        for _ in 0..self.rounds {
            let mut words = command.split_whitespace();
            let program = words.next().ok_or("--beside names no program")?;
            let out = Command::new(program)
                .args(words)
                .args(["bench", &self.millis.to_string()])
                .stderr(Stdio::inherit())
                .output()
                .map_err(|error| format!("--beside {command}: {error}"))?;
            if !out.status.success() {
                return Err(format!("--beside {command}: {}", out.status).into());
            }
            for line in String::from_utf8_lossy(&out.stdout).lines() {
                let row = foreign_row(line).ok_or_else(|| format!("--beside {command}: {line}"))?;
                match rows.iter_mut().find(|known| known.what == row.what) {
                    Some(known) => known.measured.extend(row.measured),
                    None => rows.push(row),
                }
            }
        }
        Ok(rows)
    }

    fn bots(&self, rules: &Arc<Rules>) -> Result<(), Box<dyn Error>> {
        let names = bots::NAMES;
        if !names.iter().any(|name| self.wants(name)) {
            return Ok(());
        }
        let mut rows: Vec<Row> = Vec::new();
        for _ in 0..self.rounds {
            for (i, found) in bots::rows(rules, self.each())?.into_iter().enumerate() {
                if let Some(row) = rows.get_mut(i) {
                    row.measured.push(found.value);
                    continue;
                }
                rows.push(Row {
                    what: found.what.to_owned(),
                    unit: found.unit.into(),
                    measured: vec![found.value],
                    aims: Some((found.first, found.goal)),
                });
            }
        }
        rows.into_iter().filter(|row| self.wants(&row.what)).for_each(|row| self.tell(row));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_others_are_read_or_refused() {
        let row = foreign_row("gin deals by eaai\t27800.5\tdeals/s and core").unwrap();
        assert_eq!(
            (row.what.as_str(), row.unit.as_ref()),
            ("gin deals by eaai", "deals/s and core")
        );
        assert_eq!(row.measured, [27800.5]);
        for line in ["", "gin deals\t12", "gin deals\tmany\tdeals/s", "a\tNaN\tb", "a\t1\tb\tc"] {
            assert!(foreign_row(line).is_none(), "{line}");
        }
    }
}
