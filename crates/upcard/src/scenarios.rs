//! `upcard try`: scenarios on the command line.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use upcard_engine::Library;
use upcard_scenario::{Comparison, LineReport, Report, Scenario, ScenarioError, parse, run};

use crate::errors::{end, error_text};
use crate::input::read_input;
use crate::out::{self, error, say, say_line};

type Tried = Result<Report, ScenarioError>;

/// `upcard try`.
#[derive(Args)]
pub(crate) struct Try {
    /// Scenario files; `-` reads from standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print only differences, and exit with 1 if there are any or a file has no verdict.
    #[arg(long)]
    check: bool,
    /// Also run each scenario under the other games that it names.
    #[arg(long)]
    also: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Try {
    pub(crate) fn run(&self) -> Result<ExitCode, Box<dyn Error>> {
        let library = Library::standard()?;
        let (mut played, mut failed, mut unread) = (0, 0, false);
        let mut reports = Vec::new();
        for file in &self.files {
            let (name, text) = match read_input(file) {
                Ok(read) => read,
                Err(fault) => {
                    error(fault);
                    failed += 1;
                    unread = true;
                    continue;
                }
            };
            let scenarios = match parse(&text) {
                Ok(scenarios) => scenarios,
                Err(errors) => {
                    for error in errors {
                        let error = error_text(&error);
                        match self.json {
                            true => reports.push(json!({ "file": name, "error": error })),
                            false => say_line!("{name}: {error}"),
                        }
                    }
                    failed += 1;
                    continue;
                }
            };
            if self.check && !scenarios.iter().any(Scenario::has_verdicts) {
                match self.json {
                    true => reports.push(json!({ "file": name, "error": "has no verdict" })),
                    false => say_line!("{name}: has no verdict"),
                }
                failed += 1;
            }
            for scenario in &scenarios {
                let games: Vec<&str> =
                    if self.also { scenario.games().collect() } else { vec![&scenario.game] };
                for game in games {
                    played += 1;
                    let report = run(scenario, game, &library);
                    failed += usize::from(!report.as_ref().is_ok_and(Report::has_passed));
                    match self.json {
                        true => reports.push(report_json(&name, scenario, game, report)),
                        false => self.print(&name, scenario, game, report),
                    }
                }
            }
        }
        if self.json {
            let passed = played - failed.min(played);
            out::json("try", &json!({ "passed": passed, "failed": failed, "scenarios": reports }));
        } else if self.check {
            say_line!("{} passed, {failed} failed", played - failed.min(played));
        }
        Ok(match (unread, failed) {
            // The common exit code for unreadable files.
            (true, _) => ExitCode::from(2),
            (false, 0) => ExitCode::SUCCESS,
            (false, _) => ExitCode::FAILURE,
        })
    }

    /// Prints the results of one scenario.
    fn print(&self, file: &str, scenario: &Scenario, game: &str, report: Tried) {
        let report = match report {
            Ok(report) => report,
            Err(error) => return say_line!("{file}: {}", error_text(&error)),
        };
        if self.check {
            for LineReport { line, text, found } in report.differences() {
                let Comparison { expected, found, .. } = found;
                say_line!("{file}:{line} ({game}): {text}: expected {expected}, found {found}");
            }
            return;
        }
        say_line!("{file}:{}: {game}", scenario.line);
        for LineReport { text, found, .. } in &report.lines {
            let Comparison { expected, found, same } = found;
            match same {
                true => say_line!("  {text}: {found}"),
                false => say_line!("  {text}: {found} (expected {expected})"),
            }
        }
        say!("{}", end(&report.end));
    }
}

/// The results of one scenario as JSON.
fn report_json(file: &str, scenario: &Scenario, game: &str, report: Tried) -> Value {
    let line = scenario.line;
    match report {
        Ok(report) => {
            let each = report.lines.iter().map(|line| {
                json!({
                    "line": line.line,
                    "text": line.text,
                    "expected": line.found.expected,
                    "found": line.found.found,
                    "same": line.found.same,
                })
            });
            json!({
                "file": file,
                "line": line,
                "game": game,
                "good": report.has_passed(),
                "lines": each.collect::<Vec<_>>(),
                "end": end(&report.end),
            })
        }
        Err(error) => json!({
            "file": file, "line": line, "game": game, "good": false, "error": error_text(&error),
        }),
    }
}
