//! Builds the previous version from the history and runs it in one cluster with the current one.

use std::fs;
use std::path::PathBuf;

use crate::needs;
use crate::report::Outcome;
use crate::shell::{TaskError, cargo, command, run, said, target_folder};
use crate::test;

/// Previous version until the first release.
const FIRST: &str = "359a18f6";

/// Checks that tables survive a rolling upgrade from the previous version.
pub(crate) fn versions() -> Outcome {
    if !needs::are_there(&needs::SERVERS[..2]) {
        return Outcome::Skipped("PostgreSQL or nats-server is not there".into());
    }
    if let Some(named) = std::env::var_os(needs::OLDER) {
        return test::beside(&PathBuf::from(named));
    }
    let git = |arguments: &[&str]| said(&mut command("git", arguments));
    let released = git(&["describe", "--tags", "--match", "v[0-9]*", "--abbrev=0", "HEAD^"]);
    let wanted = released.unwrap_or_else(|_| FIRST.to_owned());
    let Ok(commit) = git(&["rev-parse", "--verify", "--short", &format!("{wanted}^{{commit}}")])
    else {
        return Outcome::Skipped(format!("there is no history with {wanted} in it"));
    };
    match built(&commit) {
        Ok(program) => test::beside(&program),
        Err(fault) => Outcome::Missing(fault),
    }
}

/// Builds the server of a commit in `older/` of the target folder if missing.
fn built(commit: &str) -> Result<PathBuf, TaskError> {
    let folder = target_folder().join("older").join(commit);
    let target = folder.join("target");
    let program = target.join(format!("debug/upcard-server{}", std::env::consts::EXE_SUFFIX));
    if program.exists() {
        return Ok(program);
    }
    let sources = folder.join("sources");
    if !sources.join("Cargo.toml").exists() {
        // Remove an incomplete clone of an earlier run.
        let _ = fs::remove_dir_all(&sources);
        fs::create_dir_all(&folder).map_err(|error| TaskError::File(folder.clone(), error))?;
        let mut clone = command("git", &["clone", "--quiet", "--no-checkout", "."]);
        clone.arg(&sources);
        run(clone, &[])?;
        let mut checkout = command("git", &["checkout", "--quiet", "--detach", commit]);
        checkout.current_dir(&sources);
        run(checkout, &[])?;
    }
    println!("builds the server of {commit} in {}", folder.display());
    let mut build = cargo(&["build", "--quiet", "--locked", "-p", "upcard-server"]);
    build.args(["--bin", "upcard-server"]).current_dir(&sources).env("CARGO_TARGET_DIR", &target);
    run(build, &[])?;
    Ok(program)
}
