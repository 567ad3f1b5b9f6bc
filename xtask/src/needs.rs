//! What the tests need beyond Rust and a C compiler: found, installed where that is allowed, or
//! named loudly.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::shell::{TaskError, answers, answers_to, cargo, command, run, said, target_folder};

/// The target of everything that runs in a page.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Makes sure that rustfmt, Clippy and the page's target are there.
pub(crate) fn rust() -> Result<(), TaskError> {
    if !answers("rustup") {
        return Err(TaskError::Missing(format!(
            "rustup is not there; install it, or rustfmt, Clippy and the target {WASM} by hand"
        )));
    }
    let installed = |what: &str| {
        said(&mut command("rustup", &[what, "list", "--installed"])).unwrap_or_default()
    };
    if !installed("target").contains(WASM) {
        run(command("rustup", &["target", "add", WASM]), &[])?;
    }
    let components = installed("component");
    for component in ["rustfmt", "clippy"] {
        if !components.contains(component) {
            run(command("rustup", &["component", "add", component]), &[])?;
        }
    }
    Ok(())
}

/// A program, and the Debian package that brings it.
pub(crate) struct Package {
    /// Any of these will do.
    pub(crate) programs: &'static [&'static str],
    /// A module that Python must have besides.
    pub(crate) module: Option<&'static str>,
    /// The package.
    pub(crate) package: &'static str,
    /// What it is for.
    pub(crate) purpose: &'static str,
}

const fn package(
    programs: &'static [&'static str],
    package: &'static str,
    purpose: &'static str,
) -> Package {
    Package { programs, module: None, package, purpose }
}

/// Python with what makes environments of its own, which Debian has apart.
const fn python(purpose: &'static str) -> Package {
    let package = package(&["python3"], "python3-venv", purpose);
    Package { module: Some("ensurepip"), ..package }
}

/// The browser of the browser tests.
pub(crate) const BROWSER: [Package; 2] = [
    package(
        &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
        "chromium",
        "the tests of the page",
    ),
    package(&["chromedriver"], "chromium-driver", "the tests of the page"),
];

/// The same browser without a window system.
pub(crate) const HEADLESS: Package =
    package(&["chromium-headless-shell"], "chromium-headless-shell", "half the time for them");

/// What shortens the page's program.
pub(crate) const SHORTENER: Package =
    package(&["wasm-opt"], "binaryen", "a page that is a twentieth lighter");

/// What tests start for themselves: the database server, the message server between several nodes,
/// what the example of a program that plays is written in, and what a release is fetched with.
pub(crate) const SERVERS: [Package; 4] = [
    package(&["initdb"], "postgresql", "tables in a PostgreSQL database"),
    package(&["nats-server"], "nats-server", "several nodes"),
    package(&["python3"], "python3", "programs at the arena's table"),
    package(&["curl", "wget"], "curl", "the installer of releases"),
];

/// What fetches the linker for other machines.
pub(crate) const PYTHON: Package = python("a linker for every machine");

/// What the package for Python is tested in.
pub(crate) const PYTHON_ITSELF: Package = python("the tests of the package for Python");

/// The proxies that `deploy/` has examples for.
pub(crate) const PROXIES: [Package; 2] = [
    package(&["nginx"], "nginx", "the example of a proxy"),
    package(&["caddy"], "caddy", "the example of a proxy"),
];

/// Names the server's program of an earlier version, …
pub(crate) const OLDER: &str = "UPCARD_OLDER_SERVER";

/// … and the word in the names of the tests that need it.
pub(crate) const OF_OLDER: &str = "of_an_earlier_version";

/// What tests need that plain `cargo test` ignores, the word in their names by which they are known,
/// and whether it is there.
type Need = (&'static str, &'static str, fn() -> bool);

const NEEDED: [Need; 9] = [
    ("PostgreSQL", "with_postgres", || SERVERS[0].is_there()),
    ("nats-server", "and_nats", || SERVERS[1].is_there()),
    ("python3", "in_python", || SERVERS[2].is_there()),
    ("curl or wget", "by_curl", || SERVERS[3].is_there()),
    ("node", "in_javascript", || answers("node")),
    ("nginx", "nginx_is_", || PROXIES[0].is_there()),
    ("caddy", "caddy_", || PROXIES[1].is_there()),
    ("root, and networks of its own (`ip netns`)", "as_root", || {
        is_root() && answers_to("ip", &["netns", "list"])
    }),
    // `cargo xtask release-check` builds it.
    ("UPCARD_OLDER_SERVER, a program of an earlier version", OF_OLDER, || {
        std::env::var_os(OLDER).is_some()
    }),
];

/// What tests need and this machine has not, each with the word in the names of those tests.
pub(crate) fn missing_for_tests() -> Vec<(&'static str, &'static str)> {
    let missing = NEEDED.iter().filter(|(_, _, is_there)| !is_there());
    missing.map(|(what, word, _)| (*what, *word)).collect()
}

/// May what is missing be installed, as root?
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Install {
    /// Whoever sits at the terminal is asked; where nobody does, nothing is installed
    Ask,
    /// It is said what is installed, and done
    Yes,
    /// What needs it is skipped
    No,
}

/// The flag of tasks that may install something.
#[derive(clap::Args)]
pub(crate) struct Consent {
    /// May Debian's packages that the task could use be installed, as root? They are named first
    #[arg(long, value_enum, env = "UPCARD_INSTALL", default_value = "ask")]
    pub(crate) install: Install,
}

impl Consent {
    /// Sees to these packages: names what is missing, and installs it where that is wanted. What is
    /// merely useful (`more`) may stay away.
    ///
    /// # Errors
    ///
    /// It was to be installed and could not.
    pub(crate) fn packages(&self, needed: &[&Package], more: &[&Package]) -> Result<(), TaskError> {
        let missing = |of: &[&'_ Package]| -> Vec<&'static str> {
            of.iter().filter(|p| !p.is_there()).map(|p| p.package).collect()
        };
        let (names, useful) = (missing(needed), missing(more));
        if names.is_empty() && useful.is_empty() {
            return Ok(());
        }
        println!("not on this machine, and of use:");
        for package in needed.iter().chain(more).filter(|p| !p.is_there()) {
            println!("  {:24} {}", package.package, package.purpose);
        }
        let all = [&names[..], &useful].concat().join(" ");
        let by_hand = format!("apt-get install --no-install-recommends {all}");
        if !answers("apt-get") || (!is_root() && self.install != Install::Yes) {
            println!("what needs them is skipped; on Debian, as root: {by_hand}");
            return Ok(());
        }
        let question = format!("install them as root ({by_hand})?");
        if !may(self.install, std::io::stdin().is_terminal(), || asks(&question)) {
            println!("what needs them is skipped; --install yes: {by_hand}");
            return Ok(());
        }
        if !is_root() {
            return Err(TaskError::Missing(format!("not root; install by hand: {by_hand}")));
        }
        println!("installing as root: {all}");
        apt(&["update", "-q"])?;
        if !names.is_empty() {
            install(&names)?;
        }
        for name in useful {
            if let Err(fault) = install(&[name]) {
                eprintln!("WITHOUT {name}: {fault}");
            }
        }
        match missing(needed).join(", ") {
            still if still.is_empty() => Ok(()),
            still => Err(TaskError::Missing(format!("installed, but does not answer: {still}"))),
        }
    }
}

impl Consent {
    /// Unpacks Debian's packages into the target folder, for programs that would serve the whole
    /// machine if they were installed. What cannot be had is said.
    pub(crate) fn unpack(&self, wanted: &[Package]) {
        if self.install == Install::No {
            return;
        }
        for package in wanted.iter().filter(|p| !p.is_there()) {
            if let Err(fault) = fetch(package, &unpacked()) {
                eprintln!("{}: {fault}", package.package);
            }
        }
    }
}

/// May it be installed? Only a terminal is asked.
fn may(install: Install, terminal: bool, asked: impl FnOnce() -> bool) -> bool {
    match install {
        Install::Yes => true,
        Install::No => false,
        Install::Ask => terminal && asked(),
    }
}

/// Asks a question that is answered by yes or no.
fn asks(question: &str) -> bool {
    print!("{question} [y/N] ");
    let _ = std::io::stdout().flush();
    let mut answer = String::new();
    let read = std::io::stdin().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
}

fn install(names: &[&str]) -> Result<(), TaskError> {
    apt(&[&["install", "-q", "-y", "--no-install-recommends"], names].concat())
}

/// Where Debian keeps the programs of a database server, in a folder for each version.
const VERSIONS: &str = "/usr/lib/postgresql";

impl Package {
    fn is_there(&self) -> bool {
        let own = unpacked();
        let is = |program: &&str| {
            answers(program) || has_version(program) || own.join(program).is_file()
        };
        let has = |module| answers_to("python3", &["-c", &format!("import {module}")]);
        self.programs.iter().any(is) && self.module.is_none_or(has)
    }
}

/// Are these packages there?
pub(crate) fn are_there(packages: &[Package]) -> bool {
    packages.iter().all(Package::is_there)
}

/// Does a version of the database server bring this program?
fn has_version(program: &str) -> bool {
    let Ok(versions) = std::fs::read_dir(VERSIONS) else { return false };
    versions.flatten().any(|version| version.path().join("bin").join(program).exists())
}

/// The folder with the programs that were unpacked.
pub(crate) fn unpacked() -> PathBuf {
    target_folder().join("tools").join("unpacked")
}

/// Downloads a package and takes its programs out.
fn fetch(package: &Package, folder: &Path) -> Result<(), TaskError> {
    // Beside the programs, one of which may have the package's name.
    let parts = folder.join(format!("{}.package", package.package));
    std::fs::create_dir_all(&parts).map_err(|error| TaskError::File(parts.clone(), error))?;
    println!("unpacking {}", package.package);
    let mut download = command("apt-get", &["download", "-q", package.package]);
    // Downloads go to where it runs.
    download.current_dir(&parts);
    run(download, &[])?;
    let entries = parts.read_dir().map_err(|error| TaskError::File(parts.clone(), error))?;
    let archives = entries.flatten().map(|entry| entry.path());
    for archive in archives.filter(|path| path.extension().is_some_and(|e| e == "deb")) {
        let mut unpack = command("dpkg-deb", &["-x"]);
        unpack.arg(archive).arg(&parts);
        run(unpack, &[])?;
    }
    for program in package.programs {
        for place in ["usr/sbin", "usr/bin"] {
            let from = parts.join(place).join(program);
            if from.exists() {
                let to = folder.join(program);
                std::fs::copy(&from, &to).map_err(|error| TaskError::File(to, error))?;
            }
        }
    }
    Ok(())
}

const DENY: &str = "cargo-deny";

/// cargo-deny: the one that is installed, or one that was built into the target folder.
pub(crate) fn cargo_deny() -> Option<String> {
    let own = target_folder().join("tools/bin").join(DENY).display().to_string();
    [DENY.to_owned(), own].into_iter().find(|program| answers(program))
}

/// Builds cargo-deny into the target folder where it is not there yet.
pub(crate) fn build_cargo_deny() -> Result<(), TaskError> {
    if cargo_deny().is_some() {
        return Ok(());
    }
    build(&target_folder().join("tools"), DENY, "^0.20")
}

/// Builds a program of others into this folder.
pub(crate) fn build(folder: &Path, name: &str, version: &str) -> Result<(), TaskError> {
    println!("building {name} {version} into {}", folder.display());
    // As fast to build as can be: it runs for seconds.
    let mut install = cargo(&["install", "--quiet", "--locked", "--debug", "--force"]);
    install.args(["--version", version, name, "--root"]).arg(folder);
    install.env("CARGO_TARGET_DIR", folder.join("build")).env("CARGO_PROFILE_DEV_DEBUG", "0");
    run(install, &[])?;
    // What it was built from takes a gigabyte and is not needed again; what stays does no harm.
    let _ = std::fs::remove_dir_all(folder.join("build"));
    Ok(())
}

fn apt(arguments: &[&str]) -> Result<(), TaskError> {
    let mut apt = command("apt-get", arguments);
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    run(apt, &[])
}

fn is_root() -> bool {
    said(&mut command("id", &["-u"])).is_ok_and(|id| id == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_installed_unasked() {
        let nobody = || unreachable!("nobody is asked");
        assert!(may(Install::Yes, false, nobody) && may(Install::Yes, true, nobody));
        assert!(!may(Install::No, true, nobody) && !may(Install::Ask, false, nobody));
        assert!(may(Install::Ask, true, || true) && !may(Install::Ask, true, || false));
    }
}
