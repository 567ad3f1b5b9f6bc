//! The page: from Rust to `dist/web`.

use std::path::PathBuf;
use std::process::Command;

use crate::needs::{self, WASM};
use crate::shell::{TaskError, cargo, has, root, run, target_folder};

/// What lies beside the program as it is: the first page, the style sheet, the icons.
const STATIC: &str = "crates/web/static";

/// Texts of rule sheets, which the page fetches when somebody reads rules.
const LOCALES: &str = "crates/rulebook/locales/en";

/// What expert bots have learnt, which the page fetches when one is to play.
const NETS: &str = "crates/bots/src/worth/learnt.nets";

/// Where the page is built.
const PAGE: &str = "dist/web";

/// Is there a page to build?
pub(crate) fn exists() -> bool {
    has("crates/web/src/main.rs") && has(STATIC)
}

/// Builds the page into `dist/web`.
pub(crate) fn build() -> Result<(), TaskError> {
    build_with(pack("build"))
}

/// The same by a packer that is built already.
pub(crate) fn build_with(mut pack: Command) -> Result<(), TaskError> {
    if !exists() {
        return Err(TaskError::Missing("there is no page yet".into()));
    }
    needs::rust()?;
    let mut program = cargo(&["build", "--profile", "web", "--target", WASM, "-p", "upcard-web"]);
    program.args(["--config", &without_paths()]);
    run(program, &[])?;
    let program = target_folder().join(WASM).join("web/upcard-web.wasm");
    pack.arg(program).args([STATIC, LOCALES, NETS, PAGE]);
    run(pack, &[])
}

/// Builds the page, weighs it, and measures it in a browser.
pub(crate) fn weight() -> Result<(), TaskError> {
    needs::packages(&needs::BROWSER)?;
    needs::optional(&needs::SHORTENER);
    build()?;
    let mut measure = pack("measure");
    measure.arg(PAGE);
    run(measure, &[])
}

/// A panic names its place in the source: of a library by its name and version, of the project from
/// its root; never by folders of the machine that builds. Added to the flags of `.cargo/config.toml`.
fn without_paths() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let registries = home.map(|home| home.join("registry/src")).into_iter();
    let libraries = registries.filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
    let folders = libraries.map(|entry| entry.path()).chain([root().to_owned()]);
    let flags = folders.map(|folder| format!("--remap-path-prefix={}/=", folder.display()));
    format!("target.{WASM}.rustflags={:?}", flags.collect::<Vec<_>>())
}

fn pack(task: &str) -> Command {
    cargo(&["run", "--quiet", "-p", "upcard-pack", "--", task])
}
