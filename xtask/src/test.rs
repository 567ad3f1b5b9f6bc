//! `cargo xtask test`: sets up requirements, then runs everything that takes only minutes. Slow and
//! network-dependent checks are in `cargo xtask release-check`.
//!
//! Tests that this machine cannot run are skipped, counted and named; a failed installation counts as a
//! failure. The last line is `N passed, N failed`.

use std::num::NonZero;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::needs::{self, Consent};
use crate::page::{self, Finish};
use crate::python;
use crate::report::{self, Outcome, Part};
use crate::shell::{Counts, TaskError, cargo, command, counted, linted, said, target_folder};
use crate::tidy;

/// What to run
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only format, tidy, Clippy and the tests of the game's crates
    #[arg(long)]
    quick: bool,
    /// Run only the parts whose name contains this
    #[arg(long, value_name = "PART")]
    only: Option<String>,
    #[command(flatten)]
    consent: Consent,
}

type TestPart = Part<Arguments>;

const FORMAT: TestPart =
    Part { name: "format", run: |_| done(cargo(&["fmt", "--all", "--check"]), 120) };
const TIDY: TestPart = Part { name: "tidy", run: |_| self_check() };

/// All parts, the fast ones first.
const WHOLE: [&TestPart; 8] = [
    &FORMAT,
    &TIDY,
    &Part { name: "clippy", run: |_| clippy(NATIVE) },
    &Part { name: "tests", run: |_| tests(NATIVE) },
    &Part { name: "python", run: |_| python::tests(NATIVE) },
    &Part { name: "mutate", run: |_| program("upcard-checks", &["mutate"], 300) },
    &Part { name: "wasm", run: |_| wasm(Finish::Tried) },
    &Part { name: "browser", run: |_| browser(Finish::Tried) },
];

/// The parts of `--quick`, about a minute.
const QUICK: [&TestPart; 4] = [
    &FORMAT,
    &TIDY,
    &Part { name: "clippy", run: |_| clippy(GAME) },
    &Part { name: "tests", run: |_| tests(GAME) },
];

/// The game's crates, tested without a server or browser.
const GAME: &[&str] = &[
    "-p=upcard-cards",
    "-p=upcard-solver",
    "-p=upcard-engine",
    "-p=upcard-rulebook",
    "-p=upcard-scenario",
    "-p=upcard-bots",
    "-p=upcard-table",
    "-p=upcard-client",
];

/// Everything that runs on this machine. Always built as one selection: cargo rebuilds a library for each
/// package selection with other features.
const NATIVE: &[&str] = &["--workspace", "--exclude", PAGE];

/// The page. Built only for WebAssembly: its dependencies are large.
const PAGE: &str = "upcard-web";

/// Test targets of the server, of the page, and of the comparison with WebAssembly.
const SERVER_TEST: &str = "server";
const BROWSER_TEST: &str = "browser";
const DIGEST_TEST: &str = "wasm";

/// Runs the parts and reports.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let only = arguments.only.as_deref();
    let set_up = needs::rust().and_then(|()| match arguments.quick {
        true => Ok(()),
        false => install(arguments),
    });
    let parts = if arguments.quick { &QUICK[..] } else { &WHOLE[..] };
    report::run(set_up, parts, only, arguments)
}

/// Asks once for all packages that the selected parts could use.
fn install(arguments: &Arguments) -> Result<(), TaskError> {
    let wanted = |part: &str| arguments.only.as_deref().is_none_or(|only| part.contains(only));
    let mut needed = Vec::new();
    if wanted("tests") {
        needed.extend(&needs::SERVERS);
        arguments.consent.unpack(&needs::PROXIES);
    }
    let mut more = Vec::new();
    if wanted("python") {
        needed.push(&needs::PYTHON_ITSELF);
    }
    if wanted("browser") {
        needed.extend(&needs::BROWSER);
        more.push(&needs::HEADLESS);
    }
    let installed = arguments.consent.packages(&needed, &more);
    // After the packages, since these may include Python.
    if wanted("python") {
        arguments.consent.of_python();
    }
    installed
}

pub(crate) fn done(command: Command, limit: u32) -> Outcome {
    let (good, counts) = counted(command, limit);
    Outcome::Done { good, counts }
}

/// Maximum number of failed tests to rerun; more failures mean that something is broken.
const AGAIN: usize = 3;

/// Timeout of a rerun in seconds.
const ALONE: u32 = 400;

/// As [`done`], for tests that start servers and browsers, which may time out on a busy machine. If only a
/// few fail, each is rerun alone, and the report names those that then pass.
fn done_steadily(command: &dyn Fn() -> Command, limit: u32) -> Outcome {
    let (mut good, mut counts) = counted(command(), limit);
    if !good && (1..=AGAIN).contains(&counts.failures.len()) {
        for test in counts.failures.clone() {
            println!("\nonce more, alone: {test}");
            let mut again = command();
            again.args(["--exact", &test]);
            if counted(again, ALONE).0 {
                counts.failed = counts.failed.saturating_sub(1);
                counts.passed += 1;
                counts.unsteady.push(test);
            }
        }
        good = counts.failed == 0;
    }
    Outcome::Done { good, counts }
}

/// Variable for the number of concurrent tests.
const THREADS: &str = "RUST_TEST_THREADS";

/// Twice the number of cores: tests with servers and browsers spend half of their time waiting.
fn waiting() -> String {
    (2 * std::thread::available_parallelism().map_or(1, NonZero::get)).to_string()
}

fn self_check() -> Outcome {
    let (good, counts) = tidy::check();
    Outcome::Done { good, counts }
}

/// Builds, with Clippy, everything that the other parts run.
fn clippy(packages: &[&str]) -> Outcome {
    let mut targets = vec!["--no-run", "--bins", "--examples", "--tests", "--benches"];
    if packages == NATIVE {
        // '--tests' omits targets that `cargo test` does not run by default.
        targets.extend(["--test", BROWSER_TEST, "--test", DIGEST_TEST]);
        let (good, counts) = counted(page::compiled(PAGE, Finish::Tried), 1500);
        if !good {
            return Outcome::Done { good, counts };
        }
    }
    done(linted(cargo(&[&["test"], packages, &targets].concat())), 2700)
}

/// Builds the programs with the tests' settings; does nothing if they are up to date.
fn programs() -> Result<(), TaskError> {
    let build = linted(cargo(&[&["build"], NATIVE, &["--bins", "--examples"]].concat()));
    let (built, _) = counted(build, 1500);
    if built { Ok(()) } else { Err(TaskError::Failed("cargo build".into())) }
}

/// Runs one of the programs.
fn program(name: &str, arguments: &[&str], limit: u32) -> Outcome {
    match programs() {
        Ok(()) => done(command(&built(name), arguments), limit),
        Err(fault) => Outcome::Missing(fault),
    }
}

/// Path of a program built for the tests.
fn built(name: &str) -> String {
    target_folder().join("debug").join(name).display().to_string()
}

/// Runs the tests, including those with requirements that this machine meets. The others are skipped by name
/// and counted.
fn tests(packages: &[&str]) -> Outcome {
    let mut left_out = Vec::new();
    if packages == NATIVE {
        for (what, word) in needs::missing_for_tests() {
            println!("SKIPPED: tests that need {what}");
            left_out.extend(["--skip", word]);
        }
    }
    let test = || {
        let mut test = finding(&[&["test"], packages, &["--no-fail-fast", "--"]].concat());
        test.arg("--include-ignored").args(&left_out).env(THREADS, waiting());
        test
    };
    done_steadily(&test, 2700)
}

/// Test command with the unpacked programs in its path.
fn finding(arguments: &[&str]) -> Command {
    let mut test = linted(cargo(arguments));
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::env::split_paths(&paths).chain([needs::unpacked()]);
    // Fails for a folder with a colon in its name: then only installed programs are found.
    if let Ok(paths) = std::env::join_paths(paths) {
        test.env("PATH", paths);
    }
    test
}

/// Runs the mixed-version tests with an older version's server program.
pub(crate) fn beside(older: &Path) -> Outcome {
    let test = [&["test"], NATIVE, &["--test", SERVER_TEST, "--", needs::OF_OLDER]].concat();
    let test = || {
        let mut test = finding(&test);
        test.arg("--include-ignored").env(needs::OLDER, older);
        test
    };
    done_steadily(&test, 2700)
}

/// Compares digests of answers to fixed seeds: engine, solver and bots must give the same results in
/// WebAssembly as natively.
pub(crate) fn wasm(finish: Finish) -> Outcome {
    // Compiled like the page.
    let mut build = page::compiled(DIGEST, finish);
    build.arg("--lib");
    let (built, _) = counted(build, 900);
    if !built {
        return Outcome::Missing(TaskError::Failed(format!("cargo build -p {DIGEST}")));
    }
    let module = finish.built("upcard_digest.wasm");
    let mut test = linted(cargo(&[&["test"], NATIVE, &["--test", DIGEST_TEST]].concat()));
    test.env("UPCARD_DIGEST", module);
    done(test, 900)
}

const DIGEST: &str = "upcard-digest";

/// Runs the browser tests of the page, which start a server.
pub(crate) fn browser(finish: Finish) -> Outcome {
    let test = [&["test"], NATIVE, &["--test", BROWSER_TEST]].concat();
    if !needs::are_there(&needs::BROWSER) {
        println!("SKIPPED: there is no chromium with its chromedriver");
        let mut list = linted(cargo(&test));
        list.args(["--", "--list", "--format", "terse"]);
        let ignored =
            said(&mut list).unwrap_or_default().lines().filter(|l| l.ends_with(": test")).count();
        return match u64::try_from(ignored) {
            Ok(ignored @ 1..) => {
                Outcome::Done { good: true, counts: Counts { ignored, ..Counts::default() } }
            }
            _ => Outcome::Missing(TaskError::Failed("cargo test --list".into())),
        };
    }
    let packed =
        programs().and_then(|()| page::build_with(command(&built("upcard-pack"), &[]), finish));
    if let Err(fault) = packed {
        return Outcome::Missing(fault);
    }
    println!("pictures of the screens go to target/screens");
    let run = || {
        let mut run = linted(cargo(&[&test, &["--"][..]].concat()));
        run.env("UPCARD_PAGE", finish.folder()).env(THREADS, waiting());
        run
    };
    done_steadily(&run, 1500)
}
