//! `cargo xtask release` and `cargo xtask release-check`: release builds, and the slow or network-dependent
//! checks before a release.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use crate::bare;
use crate::dist;
use crate::needs::{self, Consent};
use crate::older;
use crate::page::{self, PageProfile};
use crate::python;
use crate::report::{self, Outcome, Part, PartResult, run_counted};
use crate::shell::{
    self, Counts, TaskError, cargo, cargo_home, command, file_error, run_counting, succeeds,
    target_folder,
};
use crate::test;
use crate::tidy;

/// Required processor level of released programs: docs/adr/0013-many-ranks-at-once.md.
const CPU_LEVEL: &str =
    "target.'cfg(target_arch = \"x86_64\")'.rustflags=['-Ctarget-cpu=x86-64-v2']";

/// Builds the page and the program that embeds it, for processors since 2009.
pub(crate) fn build() -> Result<(), TaskError> {
    page::build(PageProfile::Release)?;
    let own = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"];
    if let Some(name) = own.into_iter().find(|name| std::env::var_os(name).is_some()) {
        println!("{name} is set: the program is built with it, and not for x86-64-v2");
    }
    shell::run(cargo(&["build", "--release", "--locked", "-p", "upcard", "--config", CPU_LEVEL]))?;
    println!("the program is {}", program().display());
    Ok(())
}

fn program() -> PathBuf {
    target_folder().join("release/upcard")
}

/// What to check
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Run only the parts whose name contains this
    #[arg(long, value_name = "PART")]
    only: Option<String>,
    /// Number of combinations of choices to try
    #[arg(long, value_name = "N", default_value_t = 30_000)]
    combinations: u32,
    /// Matches per rule set for checking the laws
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u32,
    /// Seconds of fuzzing
    #[arg(long, value_name = "N", default_value_t = 120)]
    seconds: u32,
    #[command(flatten)]
    consent: Consent,
}

/// The laws are an example of the test kit, so that no program depends on it.
pub(crate) const LAWS_COMMAND: &[&str] =
    &["run", "--quiet", "--release", "-p", "upcard-testkit", "--example", "laws", "--"];

const PARTS: [&Part<Arguments>; 16] = [
    &Part { name: "packages", run: |_| packages() },
    &Part { name: "deny", run: |_| deny() },
    &Part { name: "release", run: |_| build().map(Outcome::passed) },
    &Part { name: "same-again", run: |_| reproducible() },
    &Part { name: "wheel", run: |_| python::wheel() },
    &Part { name: "image", run: |_| image() },
    &Part { name: "bare-machine", run: |_| bare::check() },
    &Part { name: "adapters", run: |_| adapters() },
    &Part { name: "browser", run: |_| test::browser(PageProfile::Release) },
    &Part { name: "weight", run: |_| page_weight() },
    &Part { name: "versions", run: |_| older::rolling_upgrade() },
    &Part { name: "long", run: |_| long_tests() },
    &Part { name: "hints", run: |_| hints() },
    &Part { name: "laws", run: |a| laws(&["--games", &a.games.to_string()]) },
    &Part { name: "choices", run: |a| laws(&["--combinations", &a.combinations.to_string()]) },
    &Part { name: "fuzz", run: fuzz },
];

pub(crate) fn check(arguments: &Arguments) -> ExitCode {
    let needed: Vec<_> = needs::BROWSER.iter().chain(&needs::TEST_PROGRAMS).collect();
    let more = [&needs::HEADLESS, &needs::WASM_OPT];
    let set_up = needs::ensure_rust_components()
        .and_then(|()| arguments.consent.install_packages(&needed, &more));
    report::run(
        set_up,
        &PARTS.each_ref().map(std::slice::from_ref),
        arguments.only.as_deref(),
        arguments,
    )
}

/// Checks that the download size of the release page, for a guest following a link, is within its limit.
fn page_weight() -> PartResult {
    let mut weigh = page::packer();
    weigh.arg("weigh").arg(PageProfile::Release.folder());
    run_counted(weigh, 600)
}

/// Tests with an extended mode.
fn long_tests() -> PartResult {
    let mut test = cargo(&["test", "--release"]);
    test.args(["-p=upcard-solver", "-p=upcard-rulebook", "-p=upcard-testkit"]);
    test.env("UPCARD_LONG", "1");
    run_counted(test, 7200)
}

fn laws(rest: &[&str]) -> PartResult {
    run_counted(cargo(&[LAWS_COMMAND, rest].concat()), 7200)
}

fn fuzz(arguments: &Arguments) -> PartResult {
    let seconds = arguments.seconds.to_string();
    let run = ["run", "--quiet", "--release", "-p", "upcard-fuzz", "--", "--seconds", &seconds];
    run_counted(cargo(&run), arguments.seconds + 1200)
}

/// Packages the published crates and builds them from their packages, which must be self-contained. Offline.
fn packages() -> PartResult {
    let published = tidy::published()?;
    let mut package = cargo(&["package", "--quiet", "--offline", "--allow-dirty"]);
    for name in &published {
        package.args(["-p", name]);
    }
    // One shared target folder.
    let folder = target_folder().join("packages");
    package.env("CARGO_TARGET_DIR", &folder);
    remove_cached_packages(&folder, &published);
    println!("{}", published.join(", "));
    run_counted(package, 900)
}

/// Removes cargo's unpacked and built copies of our packages, since cargo treats a package of the same
/// version as unchanged.
fn remove_cached_packages(built: &Path, names: &[String]) {
    let entries = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let ours = |entry: &std::fs::DirEntry| {
        let file = entry.file_name().to_string_lossy().replace('_', "-");
        names.iter().any(|name| file.contains(name.as_str()))
    };
    let remove = |entry: std::fs::DirEntry| {
        // Ignore errors: leftovers make the build fail later.
        let _ = match entry.file_type() {
            Ok(kind) if kind.is_dir() => std::fs::remove_dir_all(entry.path()),
            _ => std::fs::remove_file(entry.path()),
        };
    };
    for folder in [".fingerprint", "build", "deps", "incremental"] {
        entries(built.join("debug").join(folder)).filter(ours).for_each(remove);
    }
    let Some(home) = cargo_home() else { return };
    // The local registry of unpublished packages has no host in its name.
    let local = |entry: &std::fs::DirEntry| entry.file_name().to_string_lossy().starts_with('-');
    for registry in entries(home.join("registry").join("src")).filter(local) {
        entries(registry.path()).filter(ours).for_each(remove);
    }
}

/// Checks licences, sources and known vulnerabilities of the dependencies.
fn deny() -> PartResult {
    let Some(program) = needs::cargo_deny() else {
        return Ok(Outcome::Skipped("cargo-deny is not installed, and could not be built".into()));
    };
    let deny = |arguments: &[&str]| command(&program, arguments);
    let (success, counts) = run_counting(deny(&["check", "licenses", "bans", "sources"]), 300);
    if !success {
        return Ok(Outcome::Done { success, counts });
    }
    // Advisories are downloaded; without them, that check is skipped.
    let (fetched, _) = run_counting(deny(&["fetch", "db"]), 120);
    if !fetched {
        let without = "advisories: cannot fetch the list of known vulnerabilities";
        return Ok(Outcome::Partial(without.into()));
    }
    run_counted(deny(&["check", "advisories"]), 300)
}

/// Checks that a release is reproducible byte for byte in a clean build in another folder.
fn reproducible() -> PartResult {
    let (first, second) = (dist::release_folder(), target_folder().join("handed-out-again"));
    let second_target = target_folder().join("again");
    let build_release = |out: &Path, target: Option<&Path>| {
        let own = std::env::current_exe().unwrap_or_default().display().to_string();
        let mut task = command(&own, &["dist", "--install", "no", "--out"]);
        task.arg(out);
        if let Some(target) = target {
            task.env("CARGO_TARGET_DIR", target);
        }
        shell::run(task)
    };
    let made =
        build_release(&first, None).and_then(|()| build_release(&second, Some(&second_target)));
    let compared = made.and_then(|()| Ok((checksums(&first)?, checksums(&second)?)));
    // Always clean up: they are large.
    let _ = std::fs::remove_dir_all(&second_target);
    let _ = std::fs::remove_dir_all(&second);
    let (first, second) = compared?;
    let mut counts = Counts::default();
    let names: BTreeSet<&String> = first.keys().chain(second.keys()).collect();
    for name in names {
        if first.get(name) == second.get(name) {
            counts.passed += 1;
        } else {
            counts.failed += 1;
            println!("{name} differs when built again");
        }
    }
    Ok(Outcome::Done { success: counts.failed == 0, counts })
}

/// Files of a release with their checksums.
fn checksums(folder: &Path) -> Result<BTreeMap<String, String>, TaskError> {
    let file = folder.join("SHA256SUMS");
    let text = std::fs::read_to_string(&file).map_err(file_error(&file))?;
    let sums = text.lines().filter_map(|line| line.split_once("  "));
    Ok(sums.map(|(sum, name)| (name.to_owned(), sum.to_owned())).collect())
}

/// Checks that the container file builds an image that serves as its own user and keeps its tables in its
/// volume.
fn image() -> PartResult {
    let builders = ["podman", "docker"];
    let Some(builder) = builders.into_iter().find(|builder| succeeds(builder, &["info"])) else {
        return Ok(Outcome::Skipped("neither podman nor docker works here".into()));
    };
    const IMAGE: &str = "upcard-tried";
    let run = |arguments: &[&str]| shell::run(command(builder, arguments));
    // Remove leftovers of an earlier run.
    let clear = || {
        for rest in [["rm", "--force", IMAGE], ["volume", "rm", IMAGE]] {
            let _ = command(builder, &rest).output();
        }
    };
    clear();
    let try_image = || {
        run(&["build", "-f", "deploy/Containerfile", "-t", IMAGE, "."])?;
        let volume = [IMAGE, ":/data"].concat();
        run(&["run", "--detach", "--name", IMAGE, "--volume", &volume, IMAGE])?;
        // It answers on the socket in the volume; the second time with the stored state.
        for _ in 0..2 {
            let mut tries = 20;
            let status = ["exec", IMAGE, "/usr/local/bin/upcard", "admin", "status"];
            while !succeeds(builder, &status) && tries > 0 {
                std::thread::sleep(Duration::from_millis(500));
                tries -= 1;
            }
            run(&status)?;
            run(&["restart", IMAGE])?;
        }
        run(&["stop", IMAGE])
    };
    let outcome = try_image();
    clear();
    outcome.map(Outcome::passed)
}

/// Checks that every hint in a thousand matches of each game works as stated.
fn hints() -> PartResult {
    let mut test = cargo(&["test", "--release", "-p", "upcard-client", "--test", "client"]);
    test.args(["--", "every_hint_is_playable_and_correct"]);
    test.env("UPCARD_MATCHES", "1000");
    run_counted(test, 7200)
}

/// External bots, each in its own environment, play some matches of Gin in the arena.
fn adapters() -> PartResult {
    let programs = [gin_rummy_engine(), openspiel()];
    let mut counts = Counts::default();
    for made in programs {
        let played = made.and_then(|bot| {
            let bots = format!("novice,cmd:{bot}");
            let arguments = ["arena", "--game", "gin", "--bots", &bots, "--matches", "20"];
            shell::run(command(&program().display().to_string(), &arguments))
        });
        match played {
            Ok(()) => counts.passed += 1,
            Err(fault) => {
                println!("{fault}");
                counts.failed += 1;
            }
        }
    }
    Ok(Outcome::Done { success: counts.failed == 0, counts })
}

/// Builds the Rust adapter, a separate workspace, and returns the command to run it.
fn gin_rummy_engine() -> Result<String, TaskError> {
    let folder = target_folder().join("adapters");
    let mut build = cargo(&["build", "--release", "--locked", "--manifest-path"]);
    build.arg("adapters/gin-rummy-engine/Cargo.toml").env("CARGO_TARGET_DIR", &folder);
    shell::run(build)?;
    Ok(format!("{} eaai", folder.join("release/gin-rummy-bots").display()))
}

/// Installs Python with OpenSpiel into the target folder and returns the command to run it.
fn openspiel() -> Result<String, TaskError> {
    let folder = target_folder().join("tools/openspiel");
    let python = folder.join("bin/python").display().to_string();
    if !folder.exists() {
        shell::run(command("python3", &["-m", "venv", &folder.display().to_string()]))?;
    }
    let install = ["-m", "pip", "install", "--quiet", "open_spiel"];
    shell::run(command(&python, &install))?;
    Ok(format!("{python} adapters/openspiel/bot.py"))
}
