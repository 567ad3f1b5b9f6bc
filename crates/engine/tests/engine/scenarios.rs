//! Runs every scenario under `scenarios/`, under every game that it names.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use upcard_engine::Library;
use upcard_scenario::{Scenario, parse, run};

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, into);
        } else if path.extension().is_some_and(|e| e == "scenario") {
            into.push(path);
        }
    }
}

fn play(path: &Path, scenario: &Scenario, library: &Library, failures: &mut String) -> usize {
    let mut played = 0;
    for game in scenario.games() {
        played += 1;
        match run(scenario, game, library) {
            Err(error) => {
                let place = format!("{} under {game}", path.display());
                let _ = writeln!(failures, "{place} ({}): {error}", scenario.title);
            }
            Ok(report) => {
                for line in report.differences() {
                    let _ = writeln!(
                        failures,
                        "{}:{} under {game}: {}\n    expected {}\n    found    {}",
                        path.display(),
                        line.line,
                        line.text,
                        line.found.expected,
                        line.found.found
                    );
                }
            }
        }
    }
    played
}

#[test]
fn every_scenario_holds() {
    let library = Library::standard().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let mut paths = Vec::new();
    files(&root, &mut paths);
    let mut failures = String::new();
    let mut played = 0;
    for path in &paths {
        match parse(&std::fs::read_to_string(path).unwrap()) {
            Ok(scenarios) => {
                for scenario in &scenarios {
                    assert!(
                        scenario.has_verdicts(),
                        "{}:{} checks nothing",
                        path.display(),
                        scenario.line
                    );
                    played += play(path, scenario, &library, &mut failures);
                }
            }
            Err(errors) => {
                for error in errors {
                    let _ = writeln!(failures, "{}: {error}", path.display());
                }
            }
        }
    }
    println!("{played} scenarios played");
    assert!(played > 1000, "only {played} scenarios were found");
    assert!(failures.is_empty(), "{failures}");
}
