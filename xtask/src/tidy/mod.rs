//! `cargo xtask tidy`: automated checks of the project's coding rules.

mod clauses;
mod crates;
mod cycles;
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
        return Err(TaskError::Missing("no crate is marked for publishing".into()));
    }
    Ok(names)
}

/// A check over all files.
type Check = fn(&[Source], &mut Findings);

const CHECKS: &[(&str, Check)] = &[
    ("every clause is shown by a scenario", clauses::check),
    ("files are short enough", sources::lengths),
    ("every module has a doc comment", sources::module_docs),
    ("no unfinished work is marked", sources::unfinished),
    ("no references outside the project", sources::outside_references),
    ("no stores or keys in the tree", secrets::check),
    ("games begin with their source", sources::game_sources),
    ("crates have only allowed dependencies", crates::check),
    ("published crates have complete metadata", packages::required_fields),
    ("doc examples are run", packages::examples),
    ("only one toolchain is named", packages::toolchain),
    ("`games` links to the games", packages::games),
    ("no game ids in the rules", invariants::game_ids),
    ("no clocks, files or ambient chance in pure crates", invariants::pure),
    ("event masking has no catch-all arm", invariants::masking),
    ("no cycles between modules", cycles::check),
    ("bits and indices are encapsulated", invariants::bits_and_casts),
    ("names in documents exist", documents::check),
    ("public items are used", public::check),
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
    let (success, Counts { passed, failed, .. }) = check();
    println!("{passed} passed, {failed} failed");
    if success { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
