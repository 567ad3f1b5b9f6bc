//! The page: from Rust to a folder that a server gives out.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::needs::{self, Consent, WASM};
use crate::shell::{TaskError, cargo, cargo_home, linted, root, run, target_folder};

/// What lies beside the program as it is: the first page, the style sheet, the icons.
const STATIC: &str = "crates/web/static";

/// Texts of rule sheets, which the page fetches when somebody reads rules.
const LOCALES: &str = "crates/rulebook/locales/en";

/// What expert bots have learnt, which the page fetches when one is to play.
const NETS: &str = "crates/bots/src/value/learnt.nets";

/// Which functions of the program the first turns call: the packer finds it beside the static files.
const CALLED: &str = "crates/web/called.bin";

/// How much is done to make the page light.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finish {
    /// All that can be done: as it is handed out.
    Light,
    /// For playing at home: soon there, and as fast at the table.
    Home,
    /// For tests: built with what the tests of this machine have built.
    Tried,
}

impl Finish {
    /// Cargo's profile.
    pub(crate) fn profile(self) -> &'static str {
        match self {
            Finish::Light => "web",
            Finish::Home => "home",
            Finish::Tried => "dev",
        }
    }

    /// Where the page comes to lie. What is handed out carries the first of them.
    pub(crate) fn folder(self) -> PathBuf {
        match self {
            Finish::Light => root().join("dist/web"),
            Finish::Home => target_folder().join("page-home"),
            Finish::Tried => target_folder().join("page-tried"),
        }
    }

    /// Where cargo leaves a file that it has built for the page.
    pub(crate) fn built(self, file: &str) -> PathBuf {
        let folder = if self == Finish::Tried { "debug" } else { self.profile() };
        target_folder().join(WASM).join(folder).join(file)
    }
}

pub(crate) fn packer() -> Command {
    cargo(&["run", "--quiet", "-p", "upcard-pack", "--"])
}

/// Builds a package for the browser.
pub(crate) fn compiled(package: &str, finish: Finish) -> Command {
    let mut build = cargo(&["build", "--profile", finish.profile(), "--target", WASM]);
    build.args(["-p", package, "--config", &flags(finish)]);
    if finish == Finish::Tried { linted(build) } else { build }
}

/// Builds the documents, as a site, into the folder of a page; `cargo xtask dist` hands them out apart as well.
pub(crate) fn documents(folder: &Path) -> Result<(), TaskError> {
    let mut site = cargo(&["run", "--quiet", "-p", "upcard-site", "--"]);
    site.arg(root()).arg(folder.join("docs"));
    run(site, &[])
}

/// Builds the page, by this packer.
pub(crate) fn build_with(packer: Command, finish: Finish) -> Result<(), TaskError> {
    needs::rust()?;
    run(compiled("upcard-web", finish), &[])?;
    packed(packer, finish)
}

/// Makes the page of what was compiled.
pub(crate) fn packed(mut packer: Command, finish: Finish) -> Result<(), TaskError> {
    packer.arg(if finish == Finish::Light { "build" } else { "try" });
    packer.arg(finish.built("upcard-web.wasm")).args([STATIC, LOCALES, NETS]).arg(finish.folder());
    run(packer, &[])
}

/// Builds the page, with the documents beside it.
pub(crate) fn build(finish: Finish) -> Result<(), TaskError> {
    build_with(packer(), finish)?;
    documents(&finish.folder())
}

/// Builds the page, weighs it, and measures it in a browser.
pub(crate) fn weight(consent: &Consent) -> Result<(), TaskError> {
    let needed: Vec<_> = needs::BROWSER.iter().collect();
    consent.packages(&needed, &[&needs::SHORTENER])?;
    build(Finish::Light)?;
    let mut measure = packer();
    measure.arg("measure").arg(Finish::Light.folder());
    run(measure, &[])
}

/// Plays the first turns in the page, and keeps which functions of the program they call.
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

/// Added to the flags of `.cargo/config.toml`. A panic names its place in the source: of a library by
/// its name and version, of the project from its root; never by folders of the machine that builds.
fn flags(finish: Finish) -> String {
    let mut flags = remapped_folders();
    if finish != Finish::Light {
        // Nobody looks for a line in it, and a browser reads all of it.
        flags.push("-Cdebuginfo=0".to_owned());
    } else {
        // Each instance of a generic function has a name of its own: the packer goes by names.
        flags.push("-Csymbol-mangling-version=v0".to_owned());
    }
    format!("target.{WASM}.rustflags={flags:?}")
}

/// Where cargo keeps the sources of libraries.
pub(crate) fn registries() -> Vec<PathBuf> {
    let registries = cargo_home().map(|home| home.join("registry/src")).into_iter();
    let libraries = registries.filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
    libraries.map(|entry| entry.path()).collect()
}

/// Flags by which no folder of the machine that builds is named in what it builds.
pub(crate) fn remapped_folders() -> Vec<String> {
    let folders = registries().into_iter().chain([root().to_owned()]);
    folders.map(|folder: PathBuf| remapped(&folder)).collect()
}

fn remapped(folder: &Path) -> String {
    format!("--remap-path-prefix={}/=", folder.display())
}
