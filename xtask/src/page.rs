//! Building the page: from Rust to a folder of static files.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::needs::{self, Consent, WASM};
use crate::shell::{TaskError, cargo, cargo_home, root, run, target_folder, with_clippy};

/// Static files: HTML, style sheet, icons.
const STATIC: &str = "crates/web/static";

/// Texts of rule sheets, which the page loads lazily.
const LOCALES: &str = "crates/rulebook/locales/en";

/// Nets of expert bots, which the page loads when one is to play.
const NETS: &str = "crates/bots/src/value/learnt.nets";

/// List of functions called in the first turns; the packer expects it next to the static files.
const CALLED_FUNCTIONS: &str = "crates/web/called.bin";

/// Optimization level of the page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageProfile {
    /// Smallest size, for releases.
    Release,
    /// For playing at home: short build, fast at runtime.
    Home,
    /// For tests: shares build artefacts with the tests.
    Test,
}

impl PageProfile {
    pub(crate) fn cargo_profile(self) -> &'static str {
        match self {
            PageProfile::Release => "web",
            PageProfile::Home => "home",
            PageProfile::Test => "dev",
        }
    }

    /// Output folder of the page.
    pub(crate) fn folder(self) -> PathBuf {
        match self {
            PageProfile::Release => root().join("dist/web"),
            PageProfile::Home => target_folder().join("page-home"),
            PageProfile::Test => target_folder().join("page-tried"),
        }
    }

    /// Path of a file that cargo builds for the page.
    pub(crate) fn built_file(self, file: &str) -> PathBuf {
        let folder = if self == PageProfile::Test { "debug" } else { self.cargo_profile() };
        target_folder().join(WASM).join(folder).join(file)
    }
}

pub(crate) fn packer() -> Command {
    cargo(&["run", "--quiet", "-p", "upcard-pack", "--"])
}

/// Cargo's arguments for the page.
pub(crate) const PAGE: &[&str] = &["-p=upcard-web", "--bin=upcard-web"];

/// Cargo's arguments for engine, solver and bots as a module of their own: the same seeds must give the same
/// results in it as natively.
const DIGEST: &[&str] = &["-p=upcard-digest", "--lib"];

/// File name of that module.
pub(crate) const DIGEST_FILE: &str = "upcard_digest.wasm";

/// Cargo commands that build everything that the browser tests run in the browser.
pub(crate) fn compile_for_tests(profile: PageProfile) -> Vec<Command> {
    match profile {
        // Cargo rebuilds shared crates for each selection with other features.
        PageProfile::Test => vec![compile_command(&[PAGE, DIGEST].concat(), profile)],
        // The page exactly as it is released.
        _ => [PAGE, DIGEST].map(|selection| compile_command(selection, profile)).into(),
    }
}

/// Cargo command that builds this selection of packages for the browser.
pub(crate) fn compile_command(selection: &[&str], profile: PageProfile) -> Command {
    let mut build = cargo(&["build", "--profile", profile.cargo_profile(), "--target", WASM]);
    build.args(selection).args(["--config", &rustc_flags(profile)]);
    if profile != PageProfile::Test {
        return build;
    }
    // Unoptimized for the native tests, these would make the page large and slow.
    for package in ["upcard-client", "upcard-table"] {
        build.args(["--config", &format!("profile.dev.package.{package}.opt-level=1")]);
    }
    // Compiled alone at the end, so on two cores at least.
    build.args(["--config", "profile.dev.package.upcard-web.codegen-units=2"]);
    with_clippy(build)
}

/// Builds the documentation site into the folder of a page; `cargo xtask dist` also ships it separately.
pub(crate) fn build_docs(folder: &Path) -> Result<(), TaskError> {
    let mut site = cargo(&["run", "--quiet", "-p", "upcard-site", "--"]);
    site.arg(root()).arg(folder.join("docs"));
    run(site)
}

pub(crate) fn build_with(packer: Command, profile: PageProfile) -> Result<(), TaskError> {
    needs::ensure_rust_components()?;
    run(compile_command(PAGE, profile))?;
    pack(packer, profile)
}

pub(crate) fn pack(mut packer: Command, profile: PageProfile) -> Result<(), TaskError> {
    packer.arg(if profile == PageProfile::Release { "build" } else { "try" });
    packer
        .arg(profile.built_file("upcard-web.wasm"))
        .args([STATIC, LOCALES, NETS])
        .arg(profile.folder());
    run(packer)
}

/// Builds the page and the documentation site beside it.
pub(crate) fn build(profile: PageProfile) -> Result<(), TaskError> {
    build_with(packer(), profile)?;
    build_docs(&profile.folder())
}

/// Builds the page, reports its size, and measures it in a browser.
pub(crate) fn measure_weight(consent: &Consent) -> Result<(), TaskError> {
    let needed: Vec<_> = needs::BROWSER.iter().collect();
    consent.install_packages(&needed, &[&needs::WASM_OPT])?;
    build(PageProfile::Release)?;
    let mut measure = packer();
    measure.arg("measure").arg(PageProfile::Release.folder());
    run(measure)
}

/// Plays the first turns in the page and records the functions that they call.
pub(crate) fn record_called_functions(consent: &Consent) -> Result<(), TaskError> {
    let needed: Vec<_> = needs::BROWSER.iter().collect();
    consent.install_packages(&needed, &[])?;
    needs::ensure_rust_components()?;
    run(compile_command(PAGE, PageProfile::Release))?;
    run(with_clippy(cargo(&["build", "-p", "upcard-server"])))?;
    let page = target_folder().join("page-counted");
    let mut count = packer();
    count.arg("count").arg(PageProfile::Release.built_file("upcard-web.wasm"));
    count.args([STATIC, LOCALES, NETS]).arg(&page);
    run(count)?;
    let mut record = packer();
    record
        .arg("record")
        .arg(target_folder().join("debug/upcard-server"))
        .arg(page)
        .arg(CALLED_FUNCTIONS);
    run(record)
}

/// rustc flags in addition to `.cargo/config.toml`. Panic locations in libraries are given by name and
/// version, those in the project relative to its root; they contain no folders of the build machine.
fn rustc_flags(profile: PageProfile) -> String {
    let mut flags = remap_flags();
    if profile != PageProfile::Release {
        // Debug info is unused, and the browser would download all of it.
        flags.push("-Cdebuginfo=0".to_owned());
    } else {
        // v0 mangling gives each instance of a generic function its own name, which the packer needs.
        flags.push("-Csymbol-mangling-version=v0".to_owned());
    }
    format!("target.{WASM}.rustflags={flags:?}")
}

/// Cargo's source folders of libraries.
pub(crate) fn registry_folders() -> Vec<PathBuf> {
    let registries = cargo_home().map(|home| home.join("registry/src")).into_iter();
    let libraries = registries.filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
    libraries.map(|entry| entry.path()).collect()
}

/// Flags that keep the build machine's folders out of the output.
pub(crate) fn remap_flags() -> Vec<String> {
    let folders = registry_folders().into_iter().chain([root().to_owned()]);
    folders.map(|folder| format!("--remap-path-prefix={}/=", folder.display())).collect()
}
