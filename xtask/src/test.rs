//! `cargo xtask test`: set up what it needs, then run everything that fits into some minutes. What
//! takes longer, or needs the network, is `cargo xtask release-check`.
//!
//! What this machine lacks is skipped, counted and named; what was to be installed and could not be
//! counts as failed. The last line is `N passed, N failed`.

use std::num::NonZero;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::needs::{self, Consent};
use crate::page::{self, Finish};
use crate::python;
use crate::report::{self, Outcome, Part};
use crate::shell::{Counts, TaskError, cargo, command, counted, linted, said, target_folder};
use crate::tidy;

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only format, tidy, Clippy and the tests of the crates that the game is made of
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

/// The parts, the quick ones first.
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

/// An answer within a minute or so.
const QUICK: [&TestPart; 4] = [
    &FORMAT,
    &TIDY,
    &Part { name: "clippy", run: |_| clippy(GAME) },
    &Part { name: "tests", run: |_| tests(GAME) },
];

/// All that the game is made of, and is tried without a server and without a browser.
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

/// All that runs on this machine. It is always named as a whole: cargo builds a library again for
/// every choice of packages that wants other features of it.
const NATIVE: &[&str] = &["--workspace", "--exclude", PAGE];

/// The page. It is built for nothing but the browser: what it is built with is large.
const PAGE: &str = "upcard-web";

/// The tests of the server and of the page, and the comparison with WebAssembly, as cargo names them.
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

/// Asks once for all that the parts to be run could use.
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
    // With the Python that has just been installed, where there was none.
    if wanted("python") {
        arguments.consent.of_python();
    }
    installed
}

pub(crate) fn done(command: Command, limit: u32) -> Outcome {
    let (good, counts) = counted(command, limit);
    Outcome::Done { good, counts }
}

/// So many tests that failed are run once more; where more fail, something is broken.
const AGAIN: usize = 3;

/// Seconds that each of them may take.
const ALONE: u32 = 400;

/// As [`done`], for tests that start servers and browsers: a machine that is busy with other things
/// can hold one of them up for so long that the test gives up. The few that failed are run once more,
/// each alone, and the report names those that passed then.
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

/// How many tests of a program run at once.
const THREADS: &str = "RUST_TEST_THREADS";

/// Twice as many as there are cores: tests that talk to servers and browsers wait for half of their
/// time, and a machine is busy all the same.
fn waiting() -> String {
    (2 * std::thread::available_parallelism().map_or(1, NonZero::get)).to_string()
}

fn self_check() -> Outcome {
    let (good, counts) = tidy::check();
    Outcome::Done { good, counts }
}

/// Builds all that the other parts run, by Clippy.
fn clippy(packages: &[&str]) -> Outcome {
    let mut targets = vec!["--no-run", "--bins", "--examples", "--tests", "--benches"];
    if packages == NATIVE {
        // '--tests' leaves out those that `cargo test` does not run by itself.
        targets.extend(["--test", BROWSER_TEST, "--test", DIGEST_TEST]);
        let (good, counts) = counted(page::compiled(PAGE, Finish::Tried), 1500);
        if !good {
            return Outcome::Done { good, counts };
        }
    }
    done(linted(cargo(&[&["test"], packages, &targets].concat())), 2700)
}

/// Builds the programs as the tests have built them; nothing is left to do where those have run.
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

/// Where a program lies that was built for the tests.
fn built(name: &str) -> String {
    target_folder().join("debug").join(name).display().to_string()
}

/// The tests, with those that need a server, a proxy or root where this machine has it. The others
/// are left out by their names, and counted.
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

/// Tests that find what was unpacked for them.
fn finding(arguments: &[&str]) -> Command {
    let mut test = linted(cargo(arguments));
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::env::split_paths(&paths).chain([needs::unpacked()]);
    // A folder with a colon in its name: only what is installed is found.
    if let Ok(paths) = std::env::join_paths(paths) {
        test.env("PATH", paths);
    }
    test
}

/// The tests of nodes of this version beside those of a server's program of an earlier one.
pub(crate) fn beside(older: &Path) -> Outcome {
    let test = [&["test"], NATIVE, &["--test", SERVER_TEST, "--", needs::OF_OLDER]].concat();
    let test = || {
        let mut test = finding(&test);
        test.arg("--include-ignored").env(needs::OLDER, older);
        test
    };
    done_steadily(&test, 2700)
}

/// Engine, solver and bots answer in WebAssembly as they do here: digests of what is answered to
/// fixed seeds are compared.
pub(crate) fn wasm(finish: Finish) -> Outcome {
    // As the page is compiled.
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

/// The tests of the page; they start a server beside themselves.
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
