//! The Python package: installed into a virtual environment in the target folder and tested there.
//!
//! The test dependencies are downloaded during setup; the tests need no network. Missing Python or
//! dependencies are reported.

use std::path::{Path, PathBuf};

use crate::dist;
use crate::needs::{Consent, Install};
use crate::report::{Outcome, PartResult, run_counted};
use crate::shell::{TaskError, command, copy, file_error, root, run, succeeds, target_folder};

/// The library as built by cargo.
const LIBRARY: &str = "libupcard_python.so";

/// Sources of the package, its test requirements, and its test runner.
const SOURCES: &str = "crates/python/python/upcard";
const REQUIREMENTS: &str = "crates/python/tests/requirements.txt";
const TESTS: &str = "crates/python/tests/run.py";

/// Check for the minimum Python version.
const VERSION_CHECK: &str = "import sys; sys.exit(sys.version_info < (3, 11))";

fn python_folder() -> PathBuf {
    target_folder().join("python")
}

fn interpreter() -> String {
    python_folder().join("venv/bin/python").display().to_string()
}

/// Copy of the installed requirements: setup is up to date while they are unchanged.
fn installed_requirements() -> PathBuf {
    python_folder().join("installed.txt")
}

/// Returns `true` if the test environment is complete.
fn is_ready() -> bool {
    let read = |path: &Path| std::fs::read(path).ok();
    succeeds(&interpreter(), &["--version"])
        && read(&installed_requirements())
            .is_some_and(|list| Some(list) == read(&root().join(REQUIREMENTS)))
}

impl Consent {
    /// Creates the virtual environment with the test dependencies in the target folder. Reports failures here
    /// and at the end.
    pub(crate) fn set_up_python(&self) {
        if is_ready() || self.install == Install::No {
            return;
        }
        println!("setting up Python's packages in {}", python_folder().display());
        if let Err(fault) = set_up() {
            eprintln!("WITHOUT Python's packages: {fault}");
        }
    }
}

fn set_up() -> Result<(), TaskError> {
    if !succeeds("python3", &["-c", VERSION_CHECK]) {
        return Err(TaskError::Missing("no python3, version 3.11 or later".into()));
    }
    let place = python_folder().join("venv").display().to_string();
    run(command("python3", &["-m", "venv", "--clear", &place]))?;
    let install =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS];
    run(command(&interpreter(), &install))?;
    copy(&root().join(REQUIREMENTS), &installed_requirements())
}

/// Assembles the package from what `build` builds, and runs its tests.
pub(crate) fn run_tests(build: fn() -> Result<(), TaskError>) -> PartResult {
    if !is_ready() {
        return Ok(Outcome::Skipped(format!(
            "the packages of {REQUIREMENTS} are not installed (needs python3 3.11 or later, with venv)"
        )));
    }
    build()?;
    let package = assemble_package()?;
    let mut tests = command(&interpreter(), &[TESTS]);
    tests.env("PYTHONPATH", package).env("PYTHONDONTWRITEBYTECODE", "1");
    tests.env("UPCARD_SERVER", target_folder().join("debug/upcard-server"));
    run_counted(tests, 600)
}

/// Installs the last release's wheel into an environment with only NumPy, and runs the tests that need no
/// more.
pub(crate) fn wheel() -> PartResult {
    let release = dist::release_folder();
    let own = format!("{}.whl", std::env::consts::ARCH);
    let entries = release.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let wheel = entries.filter(|path| path.to_string_lossy().ends_with(&own)).max();
    let wheel = wheel.ok_or_else(|| {
        TaskError::Missing(format!("no wheel in {}: run cargo xtask dist", release.display()))
    })?;
    let place = python_folder().join("fresh").display().to_string();
    run(command("python3", &["-m", "venv", "--clear", &place]))?;
    let python = format!("{place}/bin/python");
    let mut install = command(&python, &["-m", "pip", "install", "--quiet"]);
    install.arg("--disable-pip-version-check").arg(wheel);
    run(install)?;
    let mut tests = command(&python, &[TESTS, "test_ma*.py"]);
    tests.env_remove("PYTHONPATH").env("PYTHONDONTWRITEBYTECODE", "1");
    run_counted(tests, 600)
}

/// Assembles the package; returns its import path.
fn assemble_package() -> Result<PathBuf, TaskError> {
    let place = python_folder().join("package");
    let own = place.join("upcard");
    // Start clean, to drop files deleted from the sources.
    let _ = std::fs::remove_dir_all(&own);
    let sources = root().join(SOURCES);
    let entries = sources.read_dir().map_err(file_error(&sources))?;
    for file in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()) {
        copy(&file, &own.join(file.file_name().unwrap_or_default()))?;
    }
    copy(&target_folder().join("debug").join(LIBRARY), &own.join("_native.abi3.so"))?;
    Ok(place)
}
