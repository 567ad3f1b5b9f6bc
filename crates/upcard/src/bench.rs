//! `upcard bench`: speed of the solver, the engine, the bots and the search.

use std::borrow::Cow;
use std::cell::RefCell;
use std::error::Error;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};
use upcard_bench::{bots, decision_time, engine, solver};
use upcard_cards::text::Truncated;
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
    json_rows: RefCell<Vec<Value>>,
}

/// Parses a row of an external benchmark.
fn parse_external_row(line: &str) -> Option<Row> {
    let mut fields = line.split('\t');
    let (name, value, unit) = (fields.next()?, fields.next()?, fields.next()?);
    let measured = vec![value.parse().ok().filter(|value: &f64| value.is_finite())?];
    fields.next().is_none().then(|| Row::new(name, unit.to_owned(), measured))
}

struct Row {
    name: String,
    unit: Cow<'static, str>,
    measured: Vec<f64>,
    targets: Option<(f64, f64)>,
}

impl Row {
    fn new(name: impl Into<String>, unit: impl Into<Cow<'static, str>>, measured: Vec<f64>) -> Row {
        Row { name: name.into(), unit: unit.into(), measured, targets: None }
    }

    /// Converts to JSON; measurements are sorted.
    fn data(self) -> Value {
        let median = self.measured.get(self.measured.len().saturating_sub(1) / 2);
        json!({ "row": self.name, "unit": self.unit, "median": median, "measured": self.measured })
    }

    fn print(self) {
        let last = self.measured.len() - 1;
        let (least, most) = (short_number(self.measured[0]), short_number(self.measured[last]));
        let median = short_number(self.measured[last / 2]);
        let spread = format!("{least} – {most}");
        let targets = self
            .targets
            .map(|(first, goal)| format!("{}, {}", short_number(first), short_number(goal)));
        say_line!(
            "{:<52} {median:>9} {:<19} {spread:>21} {:>16}",
            self.name,
            self.unit,
            targets.unwrap_or_default()
        );
    }
}

/// Name of the row for a level's longest decision by these rules.
fn slowest_decision_row(level: Level, expensive: &decision_time::ExpensiveRules) -> String {
    format!("longest decision of {level}, {}", expensive.name())
}

/// Name of the row for how long an expert's decision runs on after it was cancelled.
fn cancellation_row(expensive: &decision_time::ExpensiveRules) -> String {
    format!("cancelled decision of expert, {}", expensive.name())
}

fn random_play(id: &str, players: u8) -> String {
    format!("random play of {id}, {players} players")
}

fn sharp_play(id: &str, unit: &str, players: u8) -> String {
    format!("{id} {unit} by sharp, {players} players")
}

fn short_number(number: f64) -> String {
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
        self.check_filter(&library, &rules)?;
        if !self.json {
            self.heading();
        }
        for work in solver::workloads(&rules) {
            if self.selects(work.name) {
                self.emit([self.solver_row(work)]);
            }
        }
        for id in library.ids() {
            let set = library.select(id, &[])?;
            let players = set.usual_players();
            let name = random_play(id, players);
            if self.selects(&name) {
                let rules = Arc::new(Rules::new(set, players)?);
                self.emit([self.random_play(name, id, &rules)]);
            }
        }
        for id in bots::SHARP_GAMES.into_iter().filter(|id| library.ids().any(|known| known == *id))
        {
            let set = library.select(id, &[])?;
            let players = set.usual_players();
            let wanted = |unit| self.selects(&sharp_play(id, unit, players));
            if wanted("matches") || wanted("deals") {
                let rules = Arc::new(Rules::new(set, players)?);
                let rows = self.sharp_matches(id, players, &rules);
                self.emit(rows.into_iter().filter(|row| self.selects(&row.name)));
            }
        }
        for expensive in decision_time::EXPENSIVE_RULES {
            self.emit(self.decision_times(&expensive, &library)?);
        }
        for command in &self.beside {
            self.emit(self.external_rows(command)?);
        }
        self.bots(&rules)?;
        if self.json {
            out::json("bench", &json!({ "rows": *self.json_rows.borrow() }));
        }
        Ok(ExitCode::SUCCESS)
    }

    fn heading(&self) {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        say_line!(
            "upcard {}, {} {}: {} measurements per row, on one of {cores} cores unless the row says \
             otherwise.",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::ARCH,
            std::env::consts::OS,
            self.rounds
        );
        say_line!(
            "The solver runs by the rules of contract-rummy, on hands from play, equally many from each \
             deal."
        );
        say_line!("{:<52} {:>9} {:<19} {:>21} {:>16}", "", "median", "", "least – most", "aims");
    }

    /// Prints rows, or keeps them for the JSON output.
    fn emit(&self, rows: impl IntoIterator<Item = Row>) {
        for mut row in rows {
            row.measured.sort_by(f64::total_cmp);
            match self.json {
                true => self.json_rows.borrow_mut().push(row.data()),
                false => row.print(),
            }
        }
    }

    /// Rejects a filter that matches no row; rows of external benchmarks are known only after running them.
    fn check_filter(&self, library: &Library, rules: &Arc<Rules>) -> Result<(), Box<dyn Error>> {
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
        rows.extend(bots::ROW_NAMES.map(str::to_owned));
        for expensive in decision_time::EXPENSIVE_RULES {
            rows.extend(Level::ALL.map(|level| slowest_decision_row(level, &expensive)));
            rows.push(cancellation_row(&expensive));
        }
        if rows.iter().any(|row| self.selects(row)) {
            return Ok(());
        }
        // Listing these is slow, since their hands are played first.
        rows.extend(solver::workloads(rules).into_iter().map(|work| work.name.to_owned()));
        if rows.iter().any(|row| self.selects(row)) {
            return Ok(());
        }
        let rows: String = rows.iter().map(|row| format!("\n  {row}")).collect();
        Err(format!("no row name contains '{}'; the rows are{rows}", Truncated(only)).into())
    }

    fn selects(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| name.contains(only.as_str()))
    }

    fn min_duration(&self) -> Duration {
        Duration::from_millis(self.millis)
    }

    fn rounds(&self, mut measure: impl FnMut() -> f64) -> Vec<f64> {
        measure();
        (0..self.rounds).map(|_| measure()).collect()
    }

    fn solver_row(&self, mut work: solver::Workload) -> Row {
        let measured = self.rounds(|| {
            let start = Instant::now();
            let mut items = 0;
            while items == 0 || start.elapsed() < self.min_duration() {
                work.run();
                items += work.items;
            }
            start.elapsed().as_nanos() as f64 / items.max(1) as f64
        });
        Row { targets: work.targets, ..Row::new(work.name, "ns", measured) }
    }

    /// Each measurement plays new matches.
    fn random_play(&self, name: String, id: &str, rules: &Arc<Rules>) -> Row {
        let mut number = 0;
        let measured = self.rounds(|| {
            let start = Instant::now();
            let mut decisions = 0u64;
            while start.elapsed() < self.min_duration() {
                number += 1;
                decisions += engine::random_match(rules, number);
            }
            decisions as f64 / start.elapsed().as_secs_f64()
        });
        let targets = (id == "contract-rummy").then_some((5e6, 20e6));
        Row { targets, ..Row::new(name, "decisions/s", measured) }
    }

    /// Matches and deals per second, for comparison with external programs.
    fn sharp_matches(&self, id: &str, players: u8, rules: &Arc<Rules>) -> [Row; 2] {
        let mut number = 0;
        let (mut matches, mut deals) = (Vec::new(), Vec::new());
        for round in 0..=self.rounds {
            let start = Instant::now();
            let (mut played, mut dealt) = (0u32, 0u64);
            while start.elapsed() < self.min_duration()
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
        let name = |unit: &str| sharp_play(id, unit, players);
        [
            Row::new(name("matches"), "matches/s per core", matches),
            Row::new(name("deals"), "deals/s per core", deals),
        ]
    }

    /// Longest decisions under rules that make them expensive, and how long a cancelled one runs on.
    fn decision_times(
        &self,
        expensive: &decision_time::ExpensiveRules,
        library: &Library,
    ) -> Result<Vec<Row>, Flaws> {
        const POSITIONS: usize = 12;
        let longest = |level: Level| slowest_decision_row(level, expensive);
        let end = cancellation_row(expensive);
        let levels: Vec<Level> =
            Level::ALL.into_iter().filter(|level| self.selects(&longest(*level))).collect();
        if levels.is_empty() && !self.selects(&end) {
            return Ok(Vec::new());
        }
        let positions = decision_time::positions(&expensive.rules(library)?, 1, POSITIONS);
        let row = |name: String, measured: Vec<f64>, aim: f64| Row {
            targets: Some((aim, aim)),
            ..Row::new(name, "ms", measured)
        };
        let rows = levels.into_iter().map(|level| {
            let measured = self.rounds(|| decision_time::slowest_decision(level, &positions));
            row(longest(level), measured, 250.0)
        });
        let mut rows: Vec<Row> = rows.collect();
        if self.selects(&end) {
            let measured =
                self.rounds(|| decision_time::slowest_cancellation(Level::Expert, &positions));
            rows.push(row(end, measured, 10.0));
        }
        Ok(rows)
    }

    /// Rows of an external benchmark, run once per round.
    fn external_rows(&self, command: &str) -> Result<Vec<Row>, Box<dyn Error>> {
        let mut rows: Vec<Row> = Vec::new();
        for _ in 0..self.rounds {
            let mut words = command.split_whitespace();
            let program = words.next().ok_or("--beside: no program given")?;
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
                let row = parse_external_row(line)
                    .ok_or_else(|| format!("--beside {command}: {line}"))?;
                match rows.iter_mut().find(|known| known.name == row.name) {
                    Some(known) => known.measured.extend(row.measured),
                    None => rows.push(row),
                }
            }
        }
        Ok(rows)
    }

    fn bots(&self, rules: &Arc<Rules>) -> Result<(), Box<dyn Error>> {
        if !bots::ROW_NAMES.iter().any(|name| self.selects(name)) {
            return Ok(());
        }
        let mut rows: Vec<Row> = Vec::new();
        for _ in 0..self.rounds {
            for (i, found) in bots::measure(rules, self.min_duration())?.into_iter().enumerate() {
                if let Some(row) = rows.get_mut(i) {
                    row.measured.push(found.value);
                    continue;
                }
                let targets = Some((found.first, found.goal));
                let row = Row::new(found.name, found.unit, vec![found.value]);
                rows.push(Row { targets, ..row });
            }
        }
        self.emit(rows.into_iter().filter(|row| self.selects(&row.name)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn external_rows_are_parsed_or_refused() {
        let row = parse_external_row("gin deals by eaai\t27800.5\tdeals/s per core").unwrap();
        assert_eq!((&*row.name, &*row.unit), ("gin deals by eaai", "deals/s per core"));
        assert_eq!(row.measured, [27800.5]);
        for line in ["", "gin deals\t12", "gin deals\tmany\tdeals/s", "a\tNaN\tb", "a\t1\tb\tc"] {
            assert!(parse_external_row(line).is_none(), "{line}");
        }
    }
}
