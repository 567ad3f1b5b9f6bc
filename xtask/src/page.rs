//! The page: from Rust to `dist/web`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::needs::{self, WASM};
use crate::shell::{Fault, cargo, has, root, run};

/// What lies beside the program as it is: the first page, the style sheet, the icons.
const STATIC: &str = "crates/web/static";

/// Is there a page to build?
pub(crate) fn exists() -> bool {
    has("crates/web/src/main.rs") && has(STATIC)
}

/// Builds the page into `dist/web`.
pub(crate) fn build() -> Result<(), Fault> {
    if !exists() {
        return Err(Fault::Missing("there is no page yet".into()));
    }
    needs::rust()?;
    run(cargo(&["build", "--profile", "web", "--target", WASM, "-p", "upcard-web"]), &[])?;
    let program = target_folder().join(WASM).join("web/upcard-web.wasm");
    let dist = root().join("dist/web");
    if dist.exists() {
        fs::remove_dir_all(&dist).map_err(|error| Fault::File(dist.clone(), error))?;
    }
    copy(&root().join(STATIC), &dist)?;
    let mut pack = cargo(&["run", "--quiet", "-p", "upcard-pack", "--"]);
    pack.arg(program).arg(&dist);
    run(pack, &[])
}

/// The folder that cargo builds into.
fn target_folder() -> PathBuf {
    let set = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(set.unwrap_or_else(|| "target".into()))
}

fn copy(from: &Path, to: &Path) -> Result<(), Fault> {
    fs::create_dir_all(to).map_err(|error| Fault::File(to.to_owned(), error))?;
    let entries = fs::read_dir(from).map_err(|error| Fault::File(from.to_owned(), error))?;
    for entry in entries.flatten() {
        let (path, goal) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &goal)?;
        } else {
            fs::copy(&path, &goal).map_err(|error| Fault::File(path, error))?;
        }
    }
    Ok(())
}
