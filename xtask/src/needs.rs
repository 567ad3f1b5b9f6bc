//! What the tests need beyond Rust and a C compiler: found, installed where that is allowed, or
//! named loudly.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{TaskError, answers, cargo, command, run, shown, target_folder};

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
        let asked = command("rustup", &[what, "list", "--installed"]).output();
        asked.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default()
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
    /// The package.
    pub(crate) package: &'static str,
}

/// The browser of the browser tests.
pub(crate) const BROWSER: [Package; 2] = [
    Package {
        programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
        package: "chromium",
    },
    Package { programs: &["chromedriver"], package: "chromium-driver" },
];

/// The same browser without a window system, which needs half of the time.
pub(crate) const HEADLESS: [Package; 1] =
    [Package { programs: &["chromium-headless-shell"], package: "chromium-headless-shell" }];

/// What shortens the page's program.
pub(crate) const SHORTENER: [Package; 1] =
    [Package { programs: &["wasm-opt"], package: "binaryen" }];

/// The database server on which the store's tests run a second time,
/// and the message server between several nodes.
pub(crate) const SERVERS: [Package; 2] = [
    Package { programs: &["initdb"], package: "postgresql" },
    Package { programs: &["nats-server"], package: "nats-server" },
];

/// What the example of a program that plays is written in.
pub(crate) const EXAMPLES: [Package; 1] = [Package { programs: &["python3"], package: "python3" }];

/// The proxies that `deploy/` has examples for.
pub(crate) const PROXIES: [Package; 2] = [
    Package { programs: &["nginx"], package: "nginx" },
    Package { programs: &["caddy"], package: "caddy" },
];

/// Where Debian keeps the programs of a database server, in a folder for each version.
const VERSIONS: &str = "/usr/lib/postgresql";

impl Package {
    fn is_there(&self) -> bool {
        self.programs.iter().any(|program| answers(program) || has_version(program))
    }
}

/// Does a version of the database server bring this program?
fn has_version(program: &str) -> bool {
    let Ok(versions) = std::fs::read_dir(VERSIONS) else { return false };
    versions.flatten().any(|version| version.path().join("bin").join(program).exists())
}

/// Makes sure that these packages are there.
pub(crate) fn packages(packages: &[Package]) -> Result<(), TaskError> {
    let missing = || packages.iter().filter(|p| !p.is_there()).map(|p| p.package);
    let names: Vec<&str> = missing().collect();
    if names.is_empty() {
        return Ok(());
    }
    let by_hand = format!("apt-get install {}", names.join(" "));
    if !answers("apt-get") {
        return Err(TaskError::Missing(format!("not there: {}", names.join(", "))));
    }
    if !is_root() {
        return Err(TaskError::Missing(format!("not root; install by hand: {by_hand}")));
    }
    println!("installing {}", names.join(", "));
    apt(&["update", "-q"])?;
    let mut install = vec!["install", "-q", "-y", "--no-install-recommends"];
    install.extend(&names);
    apt(&install)?;
    let still: Vec<&str> = missing().collect();
    if still.is_empty() {
        Ok(())
    } else {
        Err(TaskError::Missing(format!("installed, but does not answer: {}", still.join(", "))))
    }
}

/// Unpacks Debian's packages into the target folder, for programs that would serve the whole machine
/// if they were installed. The names of those that cannot be had.
pub(crate) fn unpack(wanted: &[Package]) -> Vec<&'static str> {
    let folder = unpacked();
    let there = |p: &Package| {
        let own = |program: &&str| folder.join(program).exists();
        p.programs.iter().any(|program| answers(program)) || p.programs.iter().any(own)
    };
    for package in wanted.iter().filter(|p| !there(p)) {
        if let Err(fault) = fetch(package, &folder) {
            eprintln!("{}: {fault}", package.package);
        }
    }
    wanted.iter().filter(|p| !there(p)).map(|p| p.package).collect()
}

/// The folder with the programs that were unpacked.
pub(crate) fn unpacked() -> PathBuf {
    target_folder().join("tools").join("unpacked")
}

/// Downloads a package and takes its programs out.
fn fetch(package: &Package, folder: &Path) -> Result<(), TaskError> {
    let parts = folder.join(package.package);
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

/// Makes sure that these packages are there, or says loudly that it goes on without them.
pub(crate) fn optional(wanted: &[Package]) {
    if let Err(fault) = packages(wanted) {
        eprintln!(
            "WITHOUT {}: {fault}",
            wanted.iter().map(|p| p.package).collect::<Vec<_>>().join(", ")
        );
    }
}

/// cargo-deny: the one that is installed, or one that is built into the target folder.
pub(crate) fn cargo_deny() -> Result<String, TaskError> {
    const NAME: &str = "cargo-deny";
    let tools = target_folder().join("tools");
    let own = tools.join("bin").join(NAME).display().to_string();
    if let Some(there) = [NAME, &own].into_iter().find(|program| answers(program)) {
        return Ok(there.to_owned());
    }
    println!("installing {NAME}");
    // As fast to build as can be: it runs for seconds.
    let mut install = cargo(&["install", "--quiet", "--locked", "--debug", "--version", "^0.20"]);
    install.arg("--root").arg(&tools).arg(NAME).env("CARGO_PROFILE_DEV_DEBUG", "0");
    install.env("CARGO_TARGET_DIR", tools.join("build"));
    run(install, &[])?;
    // What it was built from takes a gigabyte and is not needed again; what stays does no harm.
    let _ = std::fs::remove_dir_all(tools.join("build"));
    Ok(own)
}

fn apt(arguments: &[&str]) -> Result<(), TaskError> {
    let mut apt: Command = command("apt-get", arguments);
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    let name = shown(&apt);
    match apt.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(TaskError::Failed(name)),
        Err(error) => Err(TaskError::NotStarted(name, error)),
    }
}

fn is_root() -> bool {
    let asked = Command::new("id").arg("-u").output();
    asked.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).trim() == "0")
}
