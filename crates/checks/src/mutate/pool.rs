//! Scenarios that apply to a rule set.

use std::path::{Path, PathBuf};

use upcard_engine::Library;
use upcard_scenario::{Scenario, parse, rule_set, run_with};

use crate::project::{self, CheckError, file_error, root};

/// Reads all scenarios of the project.
pub(super) fn read() -> Result<Vec<Scenario>, CheckError> {
    let mut files = Vec::new();
    collect(&root().join("scenarios"), &mut files)?;
    files.sort();
    let mut all = Vec::new();
    for path in files {
        all.extend(parse(&project::read(&path)?).map_err(|errors| {
            file_error(&path, errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        })?);
    }
    Ok(all)
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) -> Result<(), CheckError> {
    let file_error = |error: std::io::Error| file_error(folder, error);
    for entry in std::fs::read_dir(folder).map_err(file_error)? {
        let path = entry.map_err(file_error)?.path();
        if path.is_dir() {
            collect(&path, into)?;
        } else if path.extension().is_some_and(|e| e == "scenario") {
            into.push(path);
        }
    }
    Ok(())
}

/// Scenarios played under this name; for a variation also those of its game that pass unchanged under it.
/// Scenarios that fail without a mutation are left out.
pub(super) fn scenarios_for<'a>(
    name: &str,
    inherits: Option<&str>,
    all: &'a [Scenario],
    library: &Library,
) -> Vec<&'a Scenario> {
    let own = |s: &Scenario| s.games().any(|game| game == name);
    let inherited = |s: &Scenario| s.games().any(|game| Some(game) == inherits);
    let holds = |s: &Scenario| {
        let set = rule_set(library, name, &s.sets);
        set.is_ok_and(|set| run_with(s, set).is_ok_and(|report| report.has_passed()))
    };
    all.iter().filter(|s| (own(s) || inherited(s)) && holds(s)).collect()
}
