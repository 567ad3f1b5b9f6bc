//! Building the page: from Rust to a folder of static files.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::needs::{self, Consent, WASM};
use crate::shell::{TaskError, cargo, cargo_home, linted, root, run, target_folder};

/// Static files: HTML, style sheet, icons.
const STATIC: &str = "crates/web/static";

/// Texts of rule sheets, which the page loads lazily.
const LOCALES: &str = "crates/rulebook/locales/en";

/// Nets of expert bots, which the page loads when one is to play.
const NETS: &str = "crates/bots/src/value/learnt.nets";

/// List of functions called in the first turns; the packer expects it next to the static files.
const CALLED: &str = "crates/web/called.bin";

/// Optimization level of the page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finish {
    /// Smallest size, for releases.
    Light,
    /// For playing at home: short build, fast at runtime.
    Home,
    /// For tests: shares build artefacts with the tests.
    Tried,
}

impl Finish {
    /// Cargo profile.
    pub(crate) fn profile(self) -> &'static str {
        match self {
            Finish::Light => "web",
            Finish::Home => "home",
            Finish::Tried => "dev",
        }
    }

    /// Output folder of the page. A release embeds the `Light` one.
    pub(crate) fn folder(self) -> PathBuf {
        match self {
            Finish::Light => root().join("dist/web"),
            Finish::Home => target_folder().join("page-home"),
            Finish::Tried => target_folder().join("page-tried"),
        }
    }

    /// Path of a file that cargo builds for the page.
    pub(crate) fn built(self, file: &str) -> PathBuf {
        let folder = if self == Finish::Tried { "debug" } else { self.profile() };
        target_folder().join(WASM).join(folder).join(file)
    }
}

pub(crate) fn packer() -> Command {
    cargo(&["run", "--quiet", "-p", "upcard-pack", "--"])
}

/// Cargo command that builds a package for the browser.
pub(crate) fn compiled(package: &str, finish: Finish) -> Command {
    let mut build = cargo(&["build", "--profile", finish.profile(), "--target", WASM]);
    build.args(["-p", package, "--config", &flags(finish)]);
    if finish == Finish::Tried { linted(build) } else { build }
}

/// Builds the documentation site into the folder of a page; `cargo xtask dist` also ships it separately.
pub(crate) fn documents(folder: &Path) -> Result<(), TaskError> {
    let mut site = cargo(&["run", "--quiet", "-p", "upcard-site", "--"]);
    site.arg(root()).arg(folder.join("docs"));
    run(site, &[])
}

/// Builds the page with this packer.
pub(crate) fn build_with(packer: Command, finish: Finish) -> Result<(), TaskError> {
    needs::rust()?;
    run(compiled("upcard-web", finish), &[])?;
    packed(packer, finish)
}

/// Packs the compiled page.
pub(crate) fn packed(mut packer: Command, finish: Finish) -> Result<(), TaskError> {
    packer.arg(if finish == Finish::Light { "build" } else { "try" });
    packer.arg(finish.built("upcard-web.wasm")).args([STATIC, LOCALES, NETS]).arg(finish.folder());
    run(packer, &[])
}

/// Builds the page and the documentation site beside it.
pub(crate) fn build(finish: Finish) -> Result<(), TaskError> {
    build_with(packer(), finish)?;
    documents(&finish.folder())
}

/// Builds the page, reports its size, and measures it in a browser.
pub(crate) fn weight(consent: &Consent) -> Result<(), TaskError> {
    let needed: Vec<_> = needs::BROWSER.iter().collect();
    consent.packages(&needed, &[&needs::SHORTENER])?;
    build(Finish::Light)?;
    let mut measure = packer();
    measure.arg("measure").arg(Finish::Light.folder());
    run(measure, &[])
}

/// Plays the first turns in the page and records the functions that they call.
pub(crate) fn called(consent: &Consent) -> Result<(), TaskError> {
    let needed: Vec<_> = needs::BROWSER.iter().collect();
    consent.packages(&needed, &[])?;
    needs::rust()?;
    run(compiled("upcard-web", Finish::Light), &[])?;
    run(linted(cargo(&["build", "-p", "upcard-server"])), &[])?;
    let page = target_folder().join("page-counted");
    let mut count = packer();
    count.arg("count").arg(Finish::Light.built("upcard-web.wasm"));
    count.args([STATIC, LOCALES, NETS]).arg(&page);
    run(count, &[])?;
    let mut record = packer();
    record.arg("record").arg(target_folder().join("debug/upcard-server")).arg(page).arg(CALLED);
    run(record, &[])
}

/// rustc flags in addition to `.cargo/config.toml`. Panic locations in libraries are given by name and
/// version, those in the project relative to its root; they contain no folders of the build machine.
fn flags(finish: Finish) -> String {
    let mut flags = remapped_folders();
    if finish != Finish::Light {
        // Debug info is unused, and the browser would download all of it.
        flags.push("-Cdebuginfo=0".to_owned());
    } else {
        // v0 mangling gives each instance of a generic function its own name, which the packer needs.
        flags.push("-Csymbol-mangling-version=v0".to_owned());
    }
    format!("target.{WASM}.rustflags={flags:?}")
}

/// Cargo's source folders of libraries.
pub(crate) fn registries() -> Vec<PathBuf> {
    let registries = cargo_home().map(|home| home.join("registry/src")).into_iter();
    let libraries = registries.filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
    libraries.map(|entry| entry.path()).collect()
}

/// Flags that keep the build machine's folders out of the output.
pub(crate) fn remapped_folders() -> Vec<String> {
    let folders = registries().into_iter().chain([root().to_owned()]);
    folders.map(|folder: PathBuf| remapped(&folder)).collect()
}

fn remapped(folder: &Path) -> String {
    format!("--remap-path-prefix={}/=", folder.display())
}
