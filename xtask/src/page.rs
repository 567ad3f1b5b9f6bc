//! The page: from Rust to `dist/web`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::needs::{self, WASM};
use crate::shell::{Fault, cargo, command, has, root, run};

/// What lies beside the program as it is: the first page, the style sheet, the icons.
const STATIC: &str = "crates/web/static";

/// The most that the page may weigh, compressed, in bytes: what a phone loads before the first card.
const MOST: u64 = 400_000;

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
    let target = target_folder();
    let program = target.join(WASM).join("web/upcard-web.wasm");
    let bindgen = bindgen(&target)?;
    let dist = root().join("dist/web");
    if dist.exists() {
        fs::remove_dir_all(&dist).map_err(|error| Fault::File(dist.clone(), error))?;
    }
    copy(&root().join(STATIC), &dist)?;
    let mut bind = command(&bindgen.to_string_lossy(), &["--target", "web", "--no-typescript"]);
    bind.args(["--out-name", "upcard", "--out-dir"]).arg(&dist).arg(program);
    run(bind, &[])?;
    weigh(&dist)
}

/// The folder that cargo builds into.
fn target_folder() -> PathBuf {
    let set = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(set.unwrap_or_else(|| "target".into()))
}

/// The program that binds the page's program to the browser, of the very version that the page is
/// built with; installed below the target folder where it is not there.
fn bindgen(target: &Path) -> Result<PathBuf, Fault> {
    let version = locked("wasm-bindgen")?;
    let right = |program: &Path| {
        let asked = std::process::Command::new(program).arg("--version").output();
        asked.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).trim().ends_with(&version))
    };
    let installed = PathBuf::from("wasm-bindgen");
    if right(&installed) {
        return Ok(installed);
    }
    let tools = target.join("tools");
    let own = tools.join("bin/wasm-bindgen");
    if !right(&own) {
        println!("installing wasm-bindgen {version} into {}", tools.display());
        let mut install = cargo(&["install", "--locked", "--version", &version, "--root"]);
        install.arg(&tools).arg("wasm-bindgen-cli");
        run(install, &[])?;
    }
    Ok(own)
}

/// The version of a package in `Cargo.lock`.
fn locked(name: &str) -> Result<String, Fault> {
    let path = root().join("Cargo.lock");
    let text = fs::read_to_string(&path).map_err(|error| Fault::File(path, error))?;
    let mut lines = text.lines().skip_while(|line| *line != format!("name = \"{name}\""));
    let version = lines.nth(1).and_then(|line| line.strip_prefix("version = "));
    version
        .map(|version| version.trim_matches('"').to_owned())
        .ok_or_else(|| Fault::Missing(format!("Cargo.lock: no {name}")))
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

/// Says what the page weighs, compressed; too much is a fault.
fn weigh(dist: &Path) -> Result<(), Fault> {
    let mut all = 0;
    let entries = fs::read_dir(dist).map_err(|error| Fault::File(dist.to_owned(), error))?;
    for path in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()) {
        let zipped = command("gzip", &["-9", "-c"]).arg(&path).output();
        let size = match zipped {
            Ok(zipped) if zipped.status.success() => zipped.stdout.len() as u64,
            _ => fs::metadata(&path).map_or(0, |data| data.len()),
        };
        println!("{:>9} bytes  {}", size, path.file_name().unwrap_or_default().to_string_lossy());
        all += size;
    }
    println!("{all:>9} bytes compressed, at most {MOST}");
    if all > MOST {
        return Err(Fault::Failed(format!(
            "the page weighs {all} bytes, {MOST} at most; its build"
        )));
    }
    Ok(())
}
