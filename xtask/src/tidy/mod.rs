//! `cargo xtask tidy`: what a program can check of the rules of the house.

mod clauses;
mod crates;
mod documents;
mod invariants;
mod packages;
mod public;
mod secrets;
mod sources;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::shell::{Counts, TaskError, root};

/// What a check found: each flaw a line, `place: what`.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) flaws: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

/// A file of the project, read.
pub(crate) struct Source {
    /// Its path from the root, with slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Source {
    pub(crate) fn is(&self, extension: &str) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, e)| e == extension)
    }

    /// The lines before the module of tests at the end, with their numbers; comments left out. A file
    /// named `tests.rs` is nothing but tests.
    pub(crate) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let tests = self.path.ends_with("/tests.rs");
        let lines = self.text.lines().enumerate().map(|(i, line)| (i + 1, line));
        // What else is for tests alone may stand anywhere.
        let next = self.text.lines().skip(1).chain([""]);
        let ends = |(line, next): (&str, &str)| {
            line.trim_end() == "#[cfg(test)]" && next.starts_with("mod ") && next.contains('{')
        };
        lines
            .zip(next)
            .take_while(move |((_, line), next)| !tests && !ends((line, next)))
            .map(|(line, _)| line)
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
    }
}

/// The files of the project: tracked, or new and not ignored.
fn names() -> Vec<String> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output();
    let mut names: Vec<String> = match listed {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            text.split('\0').filter(|n| !n.is_empty()).map(str::to_owned).collect()
        }
        // Not a checkout, as in an unpacked archive: everything but what is built.
        _ => walk(root().to_path_buf()),
    };
    names.sort();
    names.dedup();
    names
}

/// The text files among them.
fn sources() -> Vec<Source> {
    let read = |path: String| {
        let text = std::fs::read_to_string(root().join(&path)).ok()?;
        Some(Source { path, text })
    };
    names().into_iter().filter_map(read).collect()
}

fn walk(folder: PathBuf) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(&folder) else { return Vec::new() };
    let mut all = Vec::new();
    for path in entries.flatten().map(|e| e.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with("target") && !["dist", ".git", "shots"].contains(&name.as_str()) {
                all.extend(walk(path));
            }
        } else if let Ok(inside) = path.strip_prefix(root()) {
            all.push(inside.to_string_lossy().replace('\\', "/"));
        }
    }
    all
}

/// The scenario files, as paths from the root.
pub(crate) fn scenario_files() -> Vec<String> {
    let files = walk(root().join("scenarios"));
    let mut files: Vec<String> = files.into_iter().filter(|f| f.ends_with(".scenario")).collect();
    files.sort();
    files
}

/// The games: inside the crate that they are compiled into, so that it can be published.
pub(crate) const GAMES: &str = "crates/engine/games/";

/// The names of the crates that others can use, as their manifests say.
pub(crate) fn published() -> Result<Vec<String>, TaskError> {
    let names = packages::published(&sources());
    if names.is_empty() {
        return Err(TaskError::Missing("no crate is to be published".into()));
    }
    Ok(names)
}

/// A check over all files.
type Check = fn(&[Source], &mut Findings);

const CHECKS: &[(&str, Check)] = &[
    ("every clause is shown by a scenario", clauses::check),
    ("files are short", sources::lengths),
    ("every module says what lives in it", sources::module_docs),
    ("nothing is left undone", sources::undone),
    ("nothing outside the project is named", sources::outside),
    ("temporary files go with their test", sources::temporary),
    ("no store and no key lies in the tree", secrets::check),
    ("games open with their source", sources::game_sources),
    ("crates use what they may", crates::check),
    ("published crates say what they are", packages::described),
    ("one toolchain is named", packages::toolchain),
    ("the games are where they are looked for", packages::games),
    ("no game's id in the rules", invariants::game_ids),
    ("no clocks, files or ambient chance in pure crates", invariants::pure),
    ("events are masked without a catch-all", invariants::masking),
    ("no layer of the engine uses one below it", invariants::layers),
    ("bits and places are types", invariants::firm_types),
    ("what the documents name is there", documents::named),
    ("what is public has a user", public::used),
];

/// Runs the checks, prints what they find, and counts them.
pub(crate) fn check() -> (bool, Counts) {
    let sources = sources();
    let mut counts = Counts::default();
    for (name, check) in CHECKS {
        let mut found = Findings::default();
        check(&sources, &mut found);
        if found.flaws.is_empty() {
            counts.passed += 1;
            println!("ok      {name}");
        } else {
            counts.failed += 1;
            println!("FAILED  {name}");
        }
        for flaw in &found.flaws {
            println!("        {flaw}");
        }
        for warning in &found.warnings {
            println!("        warning: {warning}");
        }
    }
    (counts.failed == 0, counts)
}

/// The task.
pub(crate) fn run() -> ExitCode {
    let (good, Counts { passed, failed, .. }) = check();
    println!("{passed} passed, {failed} failed");
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
