//! Builds the previous version from the history and runs it in one cluster with the current one.

use std::fs;
use std::path::PathBuf;

use crate::needs;
use crate::report::{Outcome, PartResult};
use crate::shell::{TaskError, cargo, command, file_error, output_text, run, target_folder};
use crate::test;

/// Previous version until the first release.
const FIRST_COMMIT: &str = "359a18f6";

/// Checks that tables survive a rolling upgrade from the previous version.
pub(crate) fn rolling_upgrade() -> PartResult {
    if !needs::are_available(&needs::TEST_PROGRAMS[..2]) {
        return Ok(Outcome::Skipped("PostgreSQL or nats-server is not installed".into()));
    }
    if let Some(named) = std::env::var_os(needs::OLDER_SERVER_VARIABLE) {
        return test::mixed_versions(&PathBuf::from(named));
    }
    let git = |arguments: &[&str]| output_text(&mut command("git", arguments));
    let released = git(&["describe", "--tags", "--match", "v[0-9]*", "--abbrev=0", "HEAD^"]);
    let wanted = released.unwrap_or_else(|_| FIRST_COMMIT.to_owned());
    let Ok(commit) = git(&["rev-parse", "--verify", "--short", &format!("{wanted}^{{commit}}")])
    else {
        return Ok(Outcome::Skipped(format!("the git history does not contain {wanted}")));
    };
    test::mixed_versions(&build_server(&commit)?)
}

/// Builds the server of a commit in `older/` of the target folder if missing.
fn build_server(commit: &str) -> Result<PathBuf, TaskError> {
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
        fs::create_dir_all(&folder).map_err(file_error(&folder))?;
        let mut clone = command("git", &["clone", "--quiet", "--no-checkout", "."]);
        clone.arg(&sources);
        run(clone)?;
        let mut checkout = command("git", &["checkout", "--quiet", "--detach", commit]);
        checkout.current_dir(&sources);
        run(checkout)?;
    }
    println!("building the server of {commit} in {}", folder.display());
    let mut build = cargo(&["build", "--quiet", "--locked", "-p", "upcard-server"]);
    build.args(["--bin", "upcard-server"]).current_dir(&sources).env("CARGO_TARGET_DIR", &target);
    run(build)?;
    Ok(program)
}
