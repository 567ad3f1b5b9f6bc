//! `cargo xtask test`: sets up requirements, then runs everything that takes only minutes. Slow and
//! network-dependent checks are in `cargo xtask release-check`.
//!
//! Tests that this machine cannot run are skipped, counted and named; a failed installation counts as a
//! failure. The last line is `N passed, N failed`.

use std::num::NonZero;
use std::path::Path;
use std::process::{Command, ExitCode};

use crate::needs::{self, Consent};
use crate::page::{self, PageProfile};
use crate::python;
use crate::report::{self, Outcome, Part, PartResult, Step, run_counted};
use crate::shell::{
    self, Counts, TaskError, cargo, command, output_text, run_counting, target_folder, with_clippy,
};
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
    Part { name: "format", run: |_| run_counted(cargo(&["fmt", "--all", "--check"]), 120) };
const TIDY: TestPart = Part { name: "tidy", run: |_| run_tidy() };

/// All parts, the fast ones first. Tests with servers wait for a fifth of their time: what needs one core runs
/// meanwhile. Browsers run alone, since tests change the network interfaces.
const ALL_PARTS: &[Step<'_, Arguments>] = &[
    &[&FORMAT],
    &[&TIDY],
    &[&Part { name: "clippy", run: |_| lint_and_build(NATIVE_CRATES) }],
    &[
        &Part { name: "tests", run: |_| run_tests(NATIVE_CRATES) },
        &Part { name: "python", run: |_| python::run_tests(build_programs) },
        &Part { name: "mutate", run: |_| mutate() },
    ],
    &[&Part { name: "browser", run: |_| browser(PageProfile::Test) }],
];

/// The parts of `--quick`, about a minute.
const QUICK_PARTS: &[Step<'_, Arguments>] = &[
    &[&FORMAT],
    &[&TIDY],
    &[&Part { name: "clippy", run: |_| lint_and_build(GAME_CRATES) }],
    &[&Part { name: "tests", run: |_| run_tests(GAME_CRATES) }],
];

/// The game's crates, tested without a server or browser.
const GAME_CRATES: &[&str] = &[
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
const NATIVE_CRATES: &[&str] = &["--workspace", "--exclude", PAGE_CRATE];

/// The page. Built only for WebAssembly: its dependencies are large.
const PAGE_CRATE: &str = "upcard-web";

/// Test targets of the server and of the page.
const SERVER_TEST: &str = "server";
const BROWSER_TEST: &str = "browser";

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let only = arguments.only.as_deref();
    let set_up = needs::ensure_rust_components().and_then(|()| match arguments.quick {
        true => Ok(()),
        false => install_requirements(arguments),
    });
    let parts = if arguments.quick { QUICK_PARTS } else { ALL_PARTS };
    report::run(set_up, parts, only, arguments)
}

/// Asks once for all packages that the selected parts could use.
fn install_requirements(arguments: &Arguments) -> Result<(), TaskError> {
    let wanted = |part: &str| arguments.only.as_deref().is_none_or(|only| part.contains(only));
    let mut needed = Vec::new();
    if wanted("tests") {
        needed.extend(&needs::TEST_PROGRAMS);
        arguments.consent.unpack(&needs::PROXIES);
    }
    let mut more = Vec::new();
    if wanted("python") {
        needed.push(&needs::PYTHON_FOR_TESTS);
    }
    if wanted("browser") {
        needed.extend(&needs::BROWSER);
        more.push(&needs::HEADLESS);
    }
    let installed = arguments.consent.install_packages(&needed, &more);
    // After the packages, since these may include Python.
    if wanted("python") {
        arguments.consent.set_up_python();
    }
    installed
}

/// Maximum number of failed tests to rerun; more failures mean that something is broken.
const MAX_RERUNS: usize = 3;
const RERUN_TIMEOUT_SECONDS: u32 = 400;

/// As [`run_counted`], for tests that start servers and browsers, which may time out on a busy machine. If only a
/// few fail, each is rerun alone, and the report names those that then pass.
fn run_with_reruns(command: &dyn Fn() -> Command, limit: u32) -> PartResult {
    let (mut success, mut counts) = run_counting(command(), limit);
    if !success && (1..=MAX_RERUNS).contains(&counts.failures.len()) {
        for test in counts.failures.clone() {
            println!("\nagain, alone: {test}");
            let mut again = command();
            again.args(["--exact", &test]);
            if run_counting(again, RERUN_TIMEOUT_SECONDS).0 {
                counts.failed = counts.failed.saturating_sub(1);
                counts.passed += 1;
                counts.flaky.push(test);
            }
        }
        success = counts.failed == 0;
    }
    Ok(Outcome::Done { success, counts })
}

const THREADS_VARIABLE: &str = "RUST_TEST_THREADS";

/// Twice the number of cores: tests with servers and browsers spend half of their time waiting.
fn test_threads() -> String {
    (2 * std::thread::available_parallelism().map_or(1, NonZero::get)).to_string()
}

fn run_tidy() -> PartResult {
    let (success, counts) = tidy::check();
    Ok(Outcome::Done { success, counts })
}

/// Builds, with Clippy, everything that the other parts run.
fn lint_and_build(packages: &[&str]) -> PartResult {
    let tests =
        |targets: &[&str]| with_clippy(cargo(&[&["test", "--no-run"], packages, targets].concat()));
    let all = packages == NATIVE_CRATES;
    let mut builds = Vec::new();
    if all {
        builds.extend(page::compile_for_tests(PageProfile::Test));
    }
    // Without naming targets: `--bins` and `--examples` would also build those without tests as tests.
    builds.push(tests(&[]));
    if all {
        builds.extend([tests(&["--test", BROWSER_TEST]), tests(&["--benches"]), build_command()]);
    }
    let success = builds.into_iter().all(|build| run_counting(build, 2700).0);
    Ok(Outcome::Done { success, counts: Counts::default() })
}

/// Builds the libraries and programs with the tests' settings. With the examples the crates get the same features
/// as for their tests, which avoids a rebuild.
fn build_command() -> Command {
    with_clippy(cargo(&[&["build"], NATIVE_CRATES, &["--lib", "--bins", "--examples"]].concat()))
}

/// Builds the libraries and programs; does nothing if they are up to date.
fn build_programs() -> Result<(), TaskError> {
    let (built, _) = run_counting(build_command(), 1500);
    if built { Ok(()) } else { Err(TaskError::Failed("cargo build".into())) }
}

fn mutate() -> PartResult {
    build_programs()?;
    run_counted(command(&program_path("upcard-checks"), &["mutate"]), 300)
}

/// Path of a program built for the tests.
fn program_path(name: &str) -> String {
    target_folder().join("debug").join(name).display().to_string()
}

/// Runs the tests, including those with requirements that this machine meets. The others are skipped by name
/// and counted.
fn run_tests(packages: &[&str]) -> PartResult {
    let mut skipped = Vec::new();
    if packages == NATIVE_CRATES {
        for (what, word) in needs::missing_for_tests() {
            println!("SKIPPED: tests that need {what}");
            skipped.extend(["--skip", word]);
        }
    }
    let test = || {
        let mut test = test_command(&[&["test"], packages, &["--no-fail-fast", "--"]].concat());
        test.arg("--include-ignored").args(&skipped).env(THREADS_VARIABLE, test_threads());
        test
    };
    run_with_reruns(&test, 2700)
}

/// Test command with the unpacked programs in its path.
fn test_command(arguments: &[&str]) -> Command {
    let mut test = with_clippy(cargo(arguments));
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::env::split_paths(&paths).chain([needs::unpacked_folder()]);
    // Fails for a folder with a colon in its name: then only installed programs are found.
    if let Ok(paths) = std::env::join_paths(paths) {
        test.env("PATH", paths);
    }
    test
}

/// Runs the mixed-version tests with an older version's server program.
pub(crate) fn mixed_versions(older: &Path) -> PartResult {
    let test = ["--test", SERVER_TEST, "--", needs::OLDER_SERVER_TESTS];
    let test = || {
        let mut test = test_command(&[&["test"], NATIVE_CRATES, &test].concat());
        test.arg("--include-ignored").env(needs::OLDER_SERVER_VARIABLE, older);
        test
    };
    run_with_reruns(&test, 2700)
}

/// Runs the browser tests, of the page and of the comparison with WebAssembly. They start a server.
pub(crate) fn browser(profile: PageProfile) -> PartResult {
    let test = [&["test"], NATIVE_CRATES, &["--test", BROWSER_TEST]].concat();
    if !needs::are_available(&needs::BROWSER) {
        println!("SKIPPED: chromium and chromedriver are not installed");
        let mut list = with_clippy(cargo(&test));
        list.args(["--", "--list", "--format", "terse"]);
        let list = output_text(&mut list).unwrap_or_default();
        return match list.lines().filter(|line| line.ends_with(": test")).count() as u64 {
            0 => Err(TaskError::Failed("cargo test --list".into())),
            ignored => {
                let counts = Counts { ignored, ..Counts::default() };
                Ok(Outcome::Done { success: true, counts })
            }
        };
    }
    build_programs()?;
    page::compile_for_tests(profile).into_iter().try_for_each(shell::run)?;
    page::pack(command(&program_path("upcard-pack"), &[]), profile)?;
    println!("screenshots go to target/screens");
    let run = || {
        let mut run = with_clippy(cargo(&[&test, &["--"][..]].concat()));
        run.env("UPCARD_PAGE", profile.folder()).env(THREADS_VARIABLE, test_threads());
        run.env("UPCARD_DIGEST", profile.built_file(page::DIGEST_FILE));
        if profile == PageProfile::Release {
            run.env("UPCARD_LONG", "1");
        }
        run
    };
    run_with_reruns(&run, 2700)
}
