//! `cargo xtask tidy`: automated checks of the project's coding rules.

mod circles;
mod clauses;
mod crates;
mod documents;
mod invariants;
mod packages;
mod public;
mod secrets;
mod source;
mod sources;

use std::process::ExitCode;

use self::source::{Findings, Source};
use crate::shell::{Counts, TaskError};

/// Names of the published crates, according to their manifests.
pub(crate) fn published() -> Result<Vec<String>, TaskError> {
    let names = packages::published(&source::all());
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
    ("no store and no key lies in the tree", secrets::check),
    ("games open with their source", sources::game_sources),
    ("crates use what they may", crates::check),
    ("published crates say what they are", packages::described),
    ("examples are run where there are some", packages::examples),
    ("one toolchain is named", packages::toolchain),
    ("the games are where they are looked for", packages::games),
    ("no game's id in the rules", invariants::game_ids),
    ("no clocks, files or ambient chance in pure crates", invariants::pure),
    ("events are masked without a catch-all", invariants::masking),
    ("no circle between modules", circles::check),
    ("bits and places are types", invariants::firm_types),
    ("what the documents name is there", documents::named),
    ("what is public has a user", public::used),
];

/// Runs the checks, prints their findings, and counts them.
pub(crate) fn check() -> (bool, Counts) {
    let sources = source::all();
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

/// Runs the task.
pub(crate) fn run() -> ExitCode {
    let (good, Counts { passed, failed, .. }) = check();
    println!("{passed} passed, {failed} failed");
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
