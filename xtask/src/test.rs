//! `cargo xtask test`: set up what it needs, then run everything.
//!
//! A part that cannot run because something is missing on this machine counts as failed; a part
//! of the project that is not there is named as not run. The last line is `N passed, N failed`:
//! the checks of all parts, where a part that does not count its own is one.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::needs;
use crate::shell::{Counts, TaskError, cargo, command, counted, has, target_folder};
use crate::{page, tidy};

/// What to run.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Run only the parts whose name contains this
    #[arg(long, value_name = "PART")]
    only: Option<String>,
    /// Games of each rule set that the laws are checked on
    #[arg(long, value_name = "N", default_value_t = 3)]
    games: u32,
    /// Seconds of fuzzing
    #[arg(long, value_name = "N", default_value_t = 20)]
    seconds: u32,
}

/// What became of a part.
enum Outcome {
    Done {
        good: bool,
        counts: Counts,
    },
    /// It passed as far as it could run here; this it left out.
    Partly(String),
    /// There is nothing of the kind in the project, or it cannot be had here.
    Absent(String),
    /// It could not run here.
    Missing(TaskError),
}

struct Part {
    name: &'static str,
    run: fn(&Arguments) -> Outcome,
}

/// The parts, the quick ones first.
const PARTS: &[Part] = &[
    Part { name: "format", run: |_| plain(&["fmt", "--all", "--check"], 120) },
    Part { name: "tidy", run: |_| self_check() },
    Part { name: "clippy", run: |_| clippy() },
    Part { name: "servers", run: |_| servers() },
    Part { name: "tests", run: |_| tests() },
    Part { name: "packages", run: |_| packages() },
    Part { name: "deny", run: |_| deny() },
    Part { name: "scenarios", run: |_| scenarios() },
    Part { name: "mutate", run: |_| program("upcard-checks", &["mutate"], 300) },
    Part { name: "laws", run: laws },
    Part { name: "fuzz", run: fuzz },
    Part { name: "wasm", run: |_| wasm() },
    Part { name: "browser", run: |_| browser() },
];

/// Runs the parts and reports.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let began = Instant::now();
    let mut report = Report::default();
    if let Err(fault) = needs::rust() {
        report.add("set-up", Outcome::Missing(fault), Duration::ZERO);
    }
    let wanted = |part: &&Part| match &arguments.only {
        Some(only) => part.name.contains(only.as_str()),
        None => true,
    };
    for part in PARTS {
        if !wanted(&part) {
            let left_out = Outcome::Absent("left out by --only".into());
            report.add(part.name, left_out, Duration::ZERO);
            continue;
        }
        println!("\n=== {} ===", part.name);
        let start = Instant::now();
        let outcome = (part.run)(arguments);
        report.add(part.name, outcome, start.elapsed());
    }
    report.print(began.elapsed())
}

#[derive(Default)]
struct Report {
    lines: Vec<String>,
    loud: Vec<String>,
    passed: u64,
    failed: u64,
}

impl Report {
    fn add(&mut self, name: &str, outcome: Outcome, took: Duration) {
        let seconds = took.as_secs();
        match outcome {
            Outcome::Done { good, mut counts } => {
                if counts.passed + counts.failed == 0 {
                    counts = Counts { passed: good.into(), failed: (!good).into(), ..counts };
                } else if !good && counts.failed == 0 {
                    counts.failed = 1;
                }
                let word = if good && counts.failed == 0 { "ok" } else { "FAILED" };
                let Counts { passed, failed, ignored, not_run } = counts;
                self.lines.push(format!(
                    "{name:10} {word:6} {passed:6} passed {failed:4} failed {seconds:5} s"
                ));
                if ignored > 0 {
                    self.loud.push(format!("NOT RUN: {ignored} ignored tests in '{name}'"));
                }
                if not_run > 0 {
                    self.loud.push(format!(
                        "NOT RUN: {not_run} times in '{name}' something could not be tried here; its \
                         output says what"
                    ));
                }
                self.passed += passed;
                self.failed += failed;
            }
            Outcome::Partly(without) => {
                self.lines
                    .push(format!("{name:10} PARTLY {:6} passed {:4} failed {seconds:5} s", 1, 0));
                self.loud.push(format!("NOT RUN: of '{name}': {without}"));
                self.passed += 1;
            }
            Outcome::Absent(why) => {
                self.lines.push(format!("{name:10} not run"));
                self.loud.push(format!("NOT RUN: {name}: {why}"));
            }
            Outcome::Missing(fault) => {
                self.lines.push(format!("{name:10} FAILED: could not run"));
                self.loud.push(format!("NOT RUN, COUNTED AS FAILED: {name}: {fault}"));
                self.failed += 1;
            }
        }
    }

    fn print(&self, took: Duration) -> ExitCode {
        println!("\n=== all parts, {} s ===", took.as_secs());
        for line in &self.lines {
            println!("{line}");
        }
        for line in &self.loud {
            println!("{line}");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

fn done(command: Command, limit: u32) -> Outcome {
    let (good, counts) = counted(command, limit);
    Outcome::Done { good, counts }
}

fn plain(arguments: &[&str], limit: u32) -> Outcome {
    done(cargo(arguments), limit)
}

fn self_check() -> Outcome {
    let (good, counts) = tidy::check();
    Outcome::Done { good, counts }
}

fn clippy() -> Outcome {
    // '--all-targets' leaves out the tests that `cargo test` does not run by itself.
    let targets = ["--lib", "--bins", "--examples", "--tests", "--benches"];
    let named = ["--test", BROWSER_TEST, "--test", DIGEST_TEST];
    // The page as well: what it is built with is checked faster for this machine than once more
    // for the browser.
    plain(
        &[&["clippy", "--workspace"], &targets[..], &named, &["--", "-D", "warnings"]].concat(),
        1500,
    )
}

/// All that runs on this machine. It is always named as a whole: cargo builds a library again for
/// every choice of packages that wants other features of it.
const NATIVE: &[&str] = &["--workspace", "--exclude", PAGE];

/// The browser tests and the comparison with WebAssembly, as cargo names them.
const BROWSER_TEST: &str = "browser";
const DIGEST_TEST: &str = "wasm";

/// Builds the programs as the tests have built them; nothing is left to do where those have run.
fn programs() -> Result<(), TaskError> {
    let build = [&["build"], NATIVE, &["--bins", "--examples"]].concat();
    let (built, _) = counted(cargo(&build), 1500);
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

/// The servers that the tests start for themselves, for the database and for several nodes, the
/// proxies that stand before them, and what programs at the arena's table run in. Without them they leave out what needs them.
fn servers() -> Outcome {
    for wanted in [&needs::SERVERS[..], &needs::EXAMPLES] {
        if let Err(fault) = needs::packages(wanted) {
            return Outcome::Missing(fault);
        }
    }
    match needs::unpack(&needs::PROXIES) {
        none if none.is_empty() => Outcome::Done { good: true, counts: Counts::default() },
        missing => Outcome::Partly(format!("the examples for {}", missing.join(" and "))),
    }
}

fn tests() -> Outcome {
    let mut test = cargo(&[&["test"], NATIVE, &["--no-fail-fast"]].concat());
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::env::split_paths(&paths).chain([needs::unpacked()]);
    match std::env::join_paths(paths) {
        Ok(paths) => {
            test.env("PATH", paths);
            done(test, 2700)
        }
        // A folder with a colon in its name: only what is installed is found.
        Err(_) => done(test, 2700),
    }
}

/// The crates that others can use are packaged as they would be published, and built from their
/// packages: nothing that they need lies outside of them. No registry is asked.
fn packages() -> Outcome {
    let published = match tidy::published() {
        Ok(published) => published,
        Err(fault) => return Outcome::Missing(fault),
    };
    let mut package = cargo(&["package", "--quiet", "--offline", "--allow-dirty"]);
    for name in &published {
        package.args(["-p", name]);
    }
    // One folder for what all of them are built with.
    let folder = target_folder().join("packages");
    package.env("CARGO_TARGET_DIR", &folder);
    forget_packages(&folder, &published);
    println!("{}", published.join(", "));
    done(package, 900)
}

/// Cargo takes a package of the same version for the same: what it has unpacked and built of ours
/// before goes, so that the present sources are built.
fn forget_packages(built: &Path, names: &[String]) {
    let entries = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let ours = |entry: &std::fs::DirEntry| {
        let file = entry.file_name().to_string_lossy().replace('_', "-");
        names.iter().any(|name| file.contains(name.as_str()))
    };
    let remove = |entry: std::fs::DirEntry| {
        // What stays is noticed where it matters: the build fails.
        let _ = match entry.file_type() {
            Ok(kind) if kind.is_dir() => std::fs::remove_dir_all(entry.path()),
            _ => std::fs::remove_file(entry.path()),
        };
    };
    for folder in [".fingerprint", "build", "deps", "incremental"] {
        entries(built.join("debug").join(folder)).filter(ours).for_each(remove);
    }
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let Some(home) = home else { return };
    // The registry of packages that are not published yet has no host in its name.
    let local = |entry: &std::fs::DirEntry| entry.file_name().to_string_lossy().starts_with('-');
    for registry in entries(home.join("registry").join("src")).filter(local) {
        entries(registry.path()).filter(ours).for_each(remove);
    }
}

/// Licences, sources and known faults of the crates that everything is built on.
fn deny() -> Outcome {
    let program = match needs::cargo_deny() {
        Ok(program) => program,
        Err(fault) => return Outcome::Absent(format!("cargo-deny is not there: {fault}")),
    };
    let deny = |arguments: &[&str]| command(&program, arguments);
    let (good, counts) = counted(deny(&["check", "licenses", "bans", "sources"]), 300);
    if !good {
        return Outcome::Done { good, counts };
    }
    // The list of known faults is fetched; without it that one check cannot be made.
    let (fetched, _) = counted(deny(&["fetch", "db"]), 120);
    if !fetched {
        return Outcome::Partly("advisories: the list of known faults cannot be fetched".into());
    }
    done(deny(&["check", "advisories"]), 300)
}

fn scenarios() -> Outcome {
    if !has("crates/upcard/Cargo.toml") {
        return Outcome::Absent("there is no program upcard that could play them".into());
    }
    let files = tidy::scenario_files();
    if files.is_empty() {
        return Outcome::Missing(TaskError::Missing("no scenario was found".into()));
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    program("upcard", &[&["try", "--check", "--also"], files.as_slice()].concat(), 600)
}

fn laws(arguments: &Arguments) -> Outcome {
    program("examples/laws", &["--games", &arguments.games.to_string()], 600)
}

fn fuzz(arguments: &Arguments) -> Outcome {
    let seconds = arguments.seconds.to_string();
    program("upcard-fuzz", &["--seconds", &seconds], arguments.seconds + 600)
}

/// The page. It is built for nothing but the browser: what it is built with is large.
const PAGE: &str = "upcard-web";

/// Engine, solver and bots answer in WebAssembly as they do here: digests of what is answered to
/// fixed seeds are compared.
fn wasm() -> Outcome {
    // As the page is compiled.
    let build = ["build", "--lib", "--profile", "web", "--target", needs::WASM, "-p", DIGEST];
    let (built, _) = counted(cargo(&build), 900);
    if !built {
        return Outcome::Missing(TaskError::Failed(format!("cargo build -p {DIGEST}")));
    }
    let module = target_folder().join(needs::WASM).join("web").join("upcard_digest.wasm");
    let mut test = cargo(&[&["test"], NATIVE, &["--test", DIGEST_TEST]].concat());
    test.env("UPCARD_DIGEST", module);
    done(test, 900)
}

const DIGEST: &str = "upcard-digest";

fn browser() -> Outcome {
    if !page::exists() {
        return Outcome::Absent("there is no page".into());
    }
    if !has("crates/browser-tests/tests/browser/main.rs") {
        return Outcome::Absent("there are no browser tests".into());
    }
    needs::optional(&needs::SHORTENER);
    // The friends of the tests meet at a real server, which the tests start beside themselves.
    let packed = needs::packages(&needs::BROWSER)
        .and_then(|()| programs())
        .and_then(|()| page::build_with(command(&built("upcard-pack"), &["build"])));
    if let Err(fault) = packed {
        return Outcome::Missing(fault);
    }
    // Only faster: the tests start the whole browser where it is not there.
    needs::optional(&needs::HEADLESS);
    println!("pictures of the screens go to target/screens");
    plain(&[&["test"], NATIVE, &["--test", BROWSER_TEST]].concat(), 1500)
}
