//! External requirements of the tests besides Rust and a C compiler: detects them, installs them if
//! permitted, or reports them as missing.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::shell::{
    TaskError, cargo, command, copy, file_error, is_installed, output_text, run, succeeds,
    target_folder,
};

/// rustc target of the page.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Ensures that rustfmt, Clippy and the page's target are installed.
pub(crate) fn ensure_rust_components() -> Result<(), TaskError> {
    if !is_installed("rustup") {
        return Err(TaskError::Missing(format!(
            "rustup is not installed; install it, or rustfmt, Clippy and the target {WASM} by hand"
        )));
    }
    let installed = |what: &str| {
        output_text(&mut command("rustup", &[what, "list", "--installed"])).unwrap_or_default()
    };
    if !installed("target").contains(WASM) {
        run(command("rustup", &["target", "add", WASM]))?;
    }
    let components = installed("component");
    for component in ["rustfmt", "clippy"] {
        if !components.contains(component) {
            run(command("rustup", &["component", "add", component]))?;
        }
    }
    Ok(())
}

/// A program, and the Debian package that provides it.
pub(crate) struct Package {
    /// Alternatives: one of them suffices.
    pub(crate) programs: &'static [&'static str],
    /// Python module that is also required.
    pub(crate) module: Option<&'static str>,
    pub(crate) package: &'static str,
    /// What it is used for.
    pub(crate) purpose: &'static str,
}

const fn package(
    programs: &'static [&'static str],
    package: &'static str,
    purpose: &'static str,
) -> Package {
    Package { programs, module: None, package, purpose }
}

/// Python with virtual environments, a separate package in Debian.
const fn python(purpose: &'static str) -> Package {
    let package = package(&["python3"], "python3-venv", purpose);
    Package { module: Some("ensurepip"), ..package }
}

/// Browser for the browser tests.
pub(crate) const BROWSER: [Package; 2] = [
    package(
        &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
        "chromium",
        "the tests of the page",
    ),
    package(&["chromedriver"], "chromium-driver", "the tests of the page"),
];

/// The same browser without a window system.
pub(crate) const HEADLESS: Package = package(
    &["chromium-headless-shell"],
    "chromium-headless-shell",
    "tests of the page in half the time",
);

/// Optimizer for the page's WebAssembly.
pub(crate) const WASM_OPT: Package =
    package(&["wasm-opt"], "binaryen", "a page that is 5 % smaller");

/// Programs used by tests: the database server, the message broker between nodes, the interpreter of an
/// example bot, and the download tool for a release.
pub(crate) const TEST_PROGRAMS: [Package; 4] = [
    package(&["initdb"], "postgresql", "tables in a PostgreSQL database"),
    package(&["nats-server"], "nats-server", "several nodes"),
    package(&["python3"], "python3", "programs at the arena's table"),
    package(&["curl", "wget"], "curl", "the release installer"),
];

/// Needed to install the linker for other machines.
pub(crate) const PYTHON_FOR_LINKER: Package = python("a linker for every machine");

/// Needed to test the Python package.
pub(crate) const PYTHON_FOR_TESTS: Package = python("the tests of the Python package");

/// Proxies with examples in `deploy/`.
pub(crate) const PROXIES: [Package; 2] = [
    package(&["nginx"], "nginx", "the example proxies"),
    package(&["caddy"], "caddy", "the example proxies"),
];

/// Environment variable with the path of an earlier version's server program.
pub(crate) const OLDER_SERVER_VARIABLE: &str = "UPCARD_OLDER_SERVER";

/// Substring in the names of the tests that need it.
pub(crate) const OLDER_SERVER_TESTS: &str = "of_an_earlier_version";

/// A requirement of tests that plain `cargo test` ignores: description, substring in the names of those
/// tests, and detection.
type TestRequirement = (&'static str, &'static str, fn() -> bool);

const TEST_REQUIREMENTS: [TestRequirement; 9] = [
    ("PostgreSQL", "with_postgres", || TEST_PROGRAMS[0].is_available()),
    ("nats-server", "and_nats", || TEST_PROGRAMS[1].is_available()),
    ("python3", "in_python", || TEST_PROGRAMS[2].is_available()),
    ("curl or wget", "by_curl", || TEST_PROGRAMS[3].is_available()),
    ("node", "in_javascript", || is_installed("node")),
    ("nginx", "nginx_is_", || PROXIES[0].is_available()),
    ("caddy", "caddy_", || PROXIES[1].is_available()),
    ("root, and network namespaces (`ip netns`)", "as_root", || {
        is_root() && succeeds("ip", &["netns", "list"])
    }),
    // Built by `cargo xtask release-check`.
    ("UPCARD_OLDER_SERVER, a server program of an earlier version", OLDER_SERVER_TESTS, || {
        std::env::var_os(OLDER_SERVER_VARIABLE).is_some()
    }),
];

/// Missing requirements, each with the substring in the names of the tests that need it.
pub(crate) fn missing_for_tests() -> Vec<(&'static str, &'static str)> {
    let missing = TEST_REQUIREMENTS.iter().filter(|(_, _, is_available)| !is_available());
    missing.map(|(what, word, _)| (*what, *word)).collect()
}

/// Whether missing packages may be installed, as root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Install {
    /// Ask at the terminal; without a terminal, install nothing
    Ask,
    /// Install, and say what
    Yes,
    /// Skip what needs them
    No,
}

/// Option of tasks that may install packages.
#[derive(clap::Args)]
pub(crate) struct Consent {
    /// Whether to install missing Debian packages, as root. They are listed first
    #[arg(long, value_enum, env = "UPCARD_INSTALL", default_value = "ask")]
    pub(crate) install: Install,
}

impl Consent {
    /// Reports missing packages, and installs them if permitted. Packages in `more` are optional.
    ///
    /// # Errors
    ///
    /// A required package could not be installed.
    pub(crate) fn install_packages(
        &self,
        needed: &[&Package],
        more: &[&Package],
    ) -> Result<(), TaskError> {
        let missing = |of: &[&'_ Package]| -> Vec<&'static str> {
            of.iter().filter(|p| !p.is_available()).map(|p| p.package).collect()
        };
        let (names, useful) = (missing(needed), missing(more));
        if names.is_empty() && useful.is_empty() {
            return Ok(());
        }
        println!("not installed on this machine, but useful:");
        for package in needed.iter().chain(more).filter(|p| !p.is_available()) {
            println!("  {:24} {}", package.package, package.purpose);
        }
        let all = [&names[..], &useful].concat().join(" ");
        let by_hand = format!("apt-get install --no-install-recommends {all}");
        if !is_installed("apt-get") || (!is_root() && self.install != Install::Yes) {
            println!("what needs them is skipped; on Debian, as root: {by_hand}");
            return Ok(());
        }
        let question = format!("install them as root ({by_hand})?");
        if !may_install(self.install, std::io::stdin().is_terminal(), || ask(&question)) {
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
            still => Err(TaskError::Missing(format!("installed, but not working: {still}"))),
        }
    }

    /// Unpacks Debian packages into the target folder, for programs that would affect the whole machine if
    /// installed. Prints what cannot be downloaded.
    pub(crate) fn unpack(&self, wanted: &[Package]) {
        if self.install == Install::No {
            return;
        }
        for package in wanted.iter().filter(|p| !p.is_available()) {
            if let Err(fault) = download_and_unpack(package, &unpacked_folder()) {
                eprintln!("{}: {fault}", package.package);
            }
        }
    }
}

/// Returns `true` if installing is permitted. Asks only on a terminal.
fn may_install(install: Install, terminal: bool, confirm: impl FnOnce() -> bool) -> bool {
    match install {
        Install::Yes => true,
        Install::No => false,
        Install::Ask => terminal && confirm(),
    }
}

fn ask(question: &str) -> bool {
    print!("{question} [y/N] ");
    let _ = std::io::stdout().flush();
    let mut answer = String::new();
    let read = std::io::stdin().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
}

fn install(names: &[&str]) -> Result<(), TaskError> {
    apt(&[&["install", "-q", "-y", "--no-install-recommends"], names].concat())
}

impl Package {
    fn is_available(&self) -> bool {
        let own = unpacked_folder();
        let is_runnable_program = |program: &&str| {
            is_installed(program) || has_postgres_program(program) || own.join(program).is_file()
        };
        let has = |module| succeeds("python3", &["-c", &format!("import {module}")]);
        self.programs.iter().any(is_runnable_program) && self.module.is_none_or(has)
    }
}

pub(crate) fn are_available(packages: &[Package]) -> bool {
    packages.iter().all(Package::is_available)
}

/// Returns `true` if an installed version of the database server has this program.
fn has_postgres_program(program: &str) -> bool {
    // Debian has a folder per version.
    let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") else { return false };
    versions.flatten().any(|version| version.path().join("bin").join(program).exists())
}

/// Folder of the unpacked programs.
pub(crate) fn unpacked_folder() -> PathBuf {
    target_folder().join("tools").join("unpacked")
}

/// Downloads a package and extracts its programs.
fn download_and_unpack(package: &Package, folder: &Path) -> Result<(), TaskError> {
    // The extension avoids a clash with a program of the package's name.
    let parts = folder.join(format!("{}.package", package.package));
    std::fs::create_dir_all(&parts).map_err(file_error(&parts))?;
    println!("unpacking {}", package.package);
    let mut download = command("apt-get", &["download", "-q", package.package]);
    // apt-get downloads into the working directory.
    download.current_dir(&parts);
    run(download)?;
    let entries = parts.read_dir().map_err(file_error(&parts))?;
    let archives = entries.flatten().map(|entry| entry.path());
    for archive in archives.filter(|path| path.extension().is_some_and(|e| e == "deb")) {
        let mut unpack = command("dpkg-deb", &["-x"]);
        unpack.arg(archive).arg(&parts);
        run(unpack)?;
    }
    for program in package.programs {
        for place in ["usr/sbin", "usr/bin"] {
            let from = parts.join(place).join(program);
            if from.exists() {
                copy(&from, &folder.join(program))?;
            }
        }
    }
    Ok(())
}

/// Path of cargo-deny: the installed one, or the one in the target folder, which is built if missing.
pub(crate) fn cargo_deny() -> Option<String> {
    let folder = target_folder().join("tools");
    let own = folder.join("bin/cargo-deny").display().to_string();
    let find = || ["cargo-deny", &own].into_iter().find(|program| is_installed(program));
    if find().is_none() {
        cargo_install(&folder, "cargo-deny", "^0.20").ok()?;
    }
    find().map(str::to_owned)
}

/// Builds an external program into this folder.
pub(crate) fn cargo_install(folder: &Path, name: &str, version: &str) -> Result<(), TaskError> {
    println!("building {name} {version} into {}", folder.display());
    // Debug build: it runs only for seconds.
    let mut install = cargo(&["install", "--quiet", "--locked", "--debug", "--force"]);
    install.args(["--version", version, name, "--root"]).arg(folder);
    install.env("CARGO_TARGET_DIR", folder.join("build")).env("CARGO_PROFILE_DEV_DEBUG", "0");
    run(install)?;
    // Remove the build files, about a gigabyte. Ignore errors: leftovers do no harm.
    let _ = std::fs::remove_dir_all(folder.join("build"));
    Ok(())
}

fn apt(arguments: &[&str]) -> Result<(), TaskError> {
    let mut apt = command("apt-get", arguments);
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    run(apt)
}

fn is_root() -> bool {
    output_text(&mut command("id", &["-u"])).is_ok_and(|id| id == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_installed_without_consent() {
        let never = || unreachable!("nobody is asked");
        assert!(may_install(Install::Yes, false, never) && may_install(Install::Yes, true, never));
        assert!(!may_install(Install::No, true, never) && !may_install(Install::Ask, false, never));
        assert!(
            may_install(Install::Ask, true, || true) && !may_install(Install::Ask, true, || false)
        );
    }
}
