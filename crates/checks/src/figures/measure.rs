//! `cargo xtask measure`: runs the commands behind figures and stores the results.

use std::path::PathBuf;

use clap::Parser;
use upcard_arena::cli::{ArenaArgs, LabArgs, Outcome};

use super::figure::{Figure, FigureSource, Figures};
use super::table::distinct;
use crate::project::{CheckError, file_error, git, read};

/// Selection of figures
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only this table
    #[arg(long)]
    table: Option<String>,
    /// Only this row
    #[arg(long)]
    row: Option<String>,
    /// Only this column
    #[arg(long)]
    column: Option<String>,
    /// List the commands without running them
    #[arg(long)]
    list: bool,
    /// Read the command's --json output from this file instead of running it; for a single command
    #[arg(long, value_name = "FILE", requires = "made")]
    from: Option<PathBuf>,
    /// Version that produced it, with its commit
    #[arg(long, value_name = "VERSION", requires = "from")]
    made: Option<String>,
}

impl Arguments {
    fn selects(&self, figure: &Figure) -> bool {
        let is = |wanted: &Option<String>, own: &str| wanted.as_deref().is_none_or(|w| w == own);
        figure.by.is_some()
            && is(&self.table, &figure.table)
            && is(&self.row, &figure.row)
            && is(&self.column, &figure.column)
    }
}

/// Measures. Returns `true` if all succeeded.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, CheckError> {
    let mut figures = Figures::read()?;
    let selected = figures.figure.iter().filter(|figure| arguments.selects(figure));
    let sources = selected.filter_map(|figure| figure.by.as_ref());
    let commands = distinct(sources.map(|by| by.command.as_str()));
    let commands: Vec<String> = commands.into_iter().map(str::to_owned).collect();
    if commands.is_empty() || arguments.from.is_some() && commands.len() > 1 {
        return Err(CheckError::NothingSelected);
    }
    let made = arguments.made.clone().unwrap_or_else(version);
    for command in commands {
        println!("{command}");
        if arguments.list {
            continue;
        }
        let output = match &arguments.from {
            Some(path) => read(path)?,
            None => run_command(&command, &["--json"])?,
        };
        let json = json(&command, &output)?;
        for figure in figures.figure.iter_mut().filter(|figure| arguments.selects(figure)) {
            let Some(by) = figure.by.as_mut().filter(|by| by.command == command) else { continue };
            figure.value = by.value(&json)?;
            by.made.clone_from(&made);
            println!("  {} | {} | {}", figure.row, figure.column, figure.value);
        }
        // Save after each command, in case a later one fails.
        figures.write()?;
    }
    if !arguments.list {
        println!("run cargo xtask docs to update the tables");
    }
    Ok(true)
}

/// This version, with its commit.
fn version() -> String {
    let commit = git(&["rev-parse", "--short", "HEAD"]).unwrap_or_else(|| "no commit".into());
    let changed = git(&["status", "--porcelain", "--", "crates", "games", "Cargo.lock"]);
    let changed = if changed.is_none_or(|text| text.is_empty()) { "" } else { ", changed" };
    format!("{} ({commit}{changed})", env!("CARGO_PKG_VERSION"))
}

/// Commands that produce figures.
#[derive(Parser)]
#[command(name = "upcard")]
enum Program {
    Arena(Box<ArenaArgs>),
    Lab(Box<LabArgs>),
}

/// Output of a command with additional arguments.
fn run_command(command: &str, more: &[&str]) -> Result<String, CheckError> {
    let wrong = |error: String| file_error(command, error);
    let words = split_words(command).into_iter().chain(more.iter().map(|word| (*word).to_owned()));
    let outcome = match Program::try_parse_from(words).map_err(|error| wrong(error.to_string()))? {
        Program::Arena(arena) => arena.run().map_err(|error| wrong(error.to_string())),
        Program::Lab(lab) => lab.run().map_err(|error| wrong(error.to_string())),
    };
    require_complete(outcome?).map_err(wrong)
}

/// Returns the output if all matches were played; figures from fewer are not valid.
fn require_complete(outcome: Outcome) -> Result<String, String> {
    outcome.incomplete.map_or(Ok(outcome.text), |incomplete| Err(incomplete.sentence().to_owned()))
}

fn json(command: &str, output: &str) -> Result<serde_json::Value, CheckError> {
    let json: serde_json::Value =
        serde_json::from_str(output).map_err(|error| file_error(command, error))?;
    // An external run may have been interrupted.
    if json.get("interrupted").and_then(serde_json::Value::as_bool) == Some(true) {
        return Err(file_error(command, "interrupted: not all matches were played"));
    }
    Ok(json)
}

/// Splits a command into words, respecting quotation marks.
fn split_words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in command.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().into_iter().for_each(|word| word.push(letter)),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

impl FigureSource {
    /// Extracts the figure from its command's output.
    fn value(&self, json: &serde_json::Value) -> Result<String, CheckError> {
        let scale = if self.percent { 100.0 } else { 1.0 };
        let least = 0.5 * 0.1f64.powi(self.digits as i32);
        let number = |path: &str| {
            let number = json.pointer(&format!("{}/{path}", self.at)).and_then(|n| n.as_f64());
            let number = number.map(|number| number * scale);
            // Avoid a negative zero.
            number.map(|number| if number.abs() < least { 0.0 } else { number })
        };
        let missing = || file_error(&self.command, format!("nothing at {}", self.at));
        let text = |number: f64| format!("{number:.*}", self.digits).replace('-', "−");
        let mean = text(number("mean").ok_or_else(missing)?);
        Ok(match (number("low"), number("high")) {
            (Some(low), Some(high)) if self.interval => {
                format!("{mean} [{}, {}]", text(low), text(high))
            }
            _ => mean,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use upcard_arena::cli::Incomplete;

    use super::super::table::documents;
    use super::*;
    use crate::project::root;

    const WHAT_TO_DO: &str = "\
        Rules or bots have changed. Where that was meant, measure again what it touches, with what \
        `cargo xtask measure --list` names, and run `cargo xtask docs`.";

    #[test]
    fn cheap_figures_are_up_to_date() {
        let figures = Figures::read().unwrap();
        let mut done: BTreeMap<&str, serde_json::Value> = BTreeMap::new();
        let mut differ = Vec::new();
        for figure in &figures.figure {
            let Some(by) = figure.by.as_ref().filter(|by| by.checked) else { continue };
            let json = done.entry(&by.command).or_insert_with(|| {
                let output = run_command(&by.command, &["--json"]).unwrap();
                json(&by.command, &output).unwrap()
            });
            let now = by.value(json).unwrap();
            if now != figure.value {
                let Figure { table, row, column, value, .. } = figure;
                differ.push(format!("{table} | {row} | {column}: {now}, not {value}"));
            }
        }
        assert!(differ.is_empty(), "{}\n{WHAT_TO_DO}", differ.join("\n"));
        assert!(done.len() > 5);
    }

    #[test]
    fn each_table_has_a_checked_figure() {
        let figures = Figures::read().unwrap();
        for table in figures.figure.iter().filter(|one| one.by.is_some()).map(|one| &one.table) {
            let of_table = figures.figure.iter().filter(|one| one.table == *table);
            let checked = of_table.filter_map(|one| one.by.as_ref()).any(|by| by.checked);
            // External programs are not available.
            assert!(checked || table == "others", "{table}");
        }
    }

    #[test]
    fn every_command_parses_and_every_page_is_up_to_date() {
        let figures = Figures::read().unwrap();
        for by in figures.figure.iter().filter_map(|one| one.by.as_ref()) {
            assert!(Program::try_parse_from(split_words(&by.command)).is_ok(), "{}", by.command);
        }
        for (name, page) in documents(&figures).unwrap() {
            let there = std::fs::read_to_string(root().join("docs").join(&name)).unwrap();
            assert!(there == page, "docs/{name} is out of date; run cargo xtask docs");
        }
    }

    #[test]
    fn commands_in_documents_parse() {
        let mut understood = 0;
        let pages =
            std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
        let pages = pages.filter(|page| page.extension().is_some_and(|end| end == "md"));
        for page in pages.chain([root().join("README.md")]) {
            let text = std::fs::read_to_string(&page).unwrap().replace("\\\n", " ");
            for line in text.lines() {
                let line = line.trim_start().trim_start_matches("$ ");
                let command = line.split_once(" #").map_or(line, |(command, _)| command);
                if ["upcard arena ", "upcard lab "].iter().any(|start| command.starts_with(start)) {
                    let parsed = Program::try_parse_from(split_words(command)).map(|_| ());
                    assert!(parsed.is_ok(), "{}: {command}\n{parsed:?}", page.display());
                    understood += 1;
                }
            }
        }
        assert!(understood > 20, "{understood}");
    }

    #[test]
    fn a_figure_is_extracted_and_formatted() {
        let json = serde_json::json!({"a": [{"mean": -0.5012, "low": -0.6, "high": 0.0004}]});
        let by =
            FigureSource { at: "/a/0".into(), digits: 1, percent: true, ..FigureSource::default() };
        assert_eq!(by.value(&json).unwrap(), "−50.1");
        let by = FigureSource { interval: true, ..by };
        assert_eq!(by.value(&json).unwrap(), "−50.1 [−60.0, 0.0]");
        assert!(FigureSource { at: "/b".into(), ..by }.value(&json).is_err());
    }

    #[test]
    fn interrupted_runs_are_rejected() {
        let text = "0 matches".to_owned();
        let outcome = |incomplete| require_complete(Outcome { text: text.clone(), incomplete });
        assert_eq!(outcome(None).unwrap(), text);
        for incomplete in [Incomplete::Interrupted, Incomplete::Missing] {
            assert_eq!(outcome(Some(incomplete("so it was".to_owned()))).unwrap_err(), "so it was");
        }
        assert!(json("upcard arena", r#"{"interrupted":false}"#).is_ok());
        let refused = json("upcard arena", r#"{"interrupted":true}"#).unwrap_err().to_string();
        assert!(refused.contains("interrupted"), "{refused}");
    }

    #[test]
    fn quotation_marks_keep_words_together() {
        assert_eq!(split_words("a  \"b,cmd:c d\" e"), ["a", "b,cmd:c d", "e"]);
    }

    /// The example in docs/commands.md is the command's actual output, apart from timing.
    #[test]
    fn the_example_in_commands_md_is_up_to_date() {
        let page = std::fs::read_to_string(root().join("docs/commands.md")).unwrap();
        let (_, after) = page.split_once("\n$ upcard arena ").expect("an example");
        let (shown, _) = after.split_once("\n```").unwrap();
        let (command, shown) = shown.split_once('\n').unwrap();
        let run_command = run_command(&format!("upcard arena {command}"), &[]).unwrap();
        let timeless = |text: &str| -> Vec<String> {
            let line = |line: &str| match line.rsplit_once(' ') {
                Some((before, last)) if last.parse::<f64>().is_ok() => before.trim().to_owned(),
                _ => line.to_owned(),
            };
            text.trim_end().lines().map(line).collect()
        };
        assert_eq!(timeless(shown), timeless(&run_command), "{run_command}");
        // It demonstrates its point: the stronger level wins significantly.
        let sharp = shown.lines().find(|line| line.starts_with("sharp ")).unwrap();
        let won = sharp.split_once('[').and_then(|(_, low)| low.split_once(',')).unwrap().0;
        assert!(won.parse::<f64>().unwrap() > 50.0, "{sharp}");
    }
}
