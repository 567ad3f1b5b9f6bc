//! Pinned tools for building a release, installed into the target folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::packed;
use super::release::{Machine, Release};
use crate::needs;
use crate::shell::{TaskError, answers, command, root, run, said};

/// Linker and C compiler for every machine, its cargo wrapper, and the wheel builder.
const LINKER: [&str; 3] = ["ziglang==0.17.1", "cargo-zigbuild==0.24.0", "maturin==1.16.0"];

/// Tools built from source, with their versions.
const BUILT: [(&str, &str); 2] = [("cargo-auditable", "0.7.7"), ("cargo-cyclonedx", "0.5.9")];

pub(super) struct Tools {
    folder: PathBuf,
    /// Strips and splits programs of every machine.
    objcopy: PathBuf,
}

impl Tools {
    /// Finds or installs the tools.
    pub(super) fn ready(machines: &[Machine]) -> Result<Tools, TaskError> {
        let mut add = command("rustup", &["target", "add"]);
        add.args(machines.iter().flat_map(|machine| [machine.target(), machine.wheel_target()]));
        run(add, &[])?;
        run(command("rustup", &["component", "add", "llvm-tools"]), &[])?;
        // Independent of `CARGO_TARGET_DIR`: debug info contains the path of the linker's own library.
        let folder = root().join("target/tools");
        let python = folder.join("linker/bin/python").display().to_string();
        if !answers(&python) {
            let place = folder.join("linker").display().to_string();
            run(command("python3", &["-m", "venv", &place]), &[])?;
        }
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        run(command(&python, &[&install[..], &LINKER].concat()), &[])?;
        for (name, version) in BUILT {
            build(&folder, name, version)?;
        }
        Ok(Tools { folder, objcopy: objcopy()? })
    }

    /// Cargo for a machine; embeds the list of dependencies in the program.
    pub(super) fn cargo_for(&self, machine: Machine) -> Command {
        let auditable = self.folder.join("bin/cargo-auditable").display().to_string();
        let mut build = command(&auditable, &["auditable", "zigbuild"]);
        self.prepare(&mut build, machine);
        build
    }

    /// Wheel builder for a machine.
    pub(super) fn maturin_for(&self, machine: Machine) -> Command {
        let maturin = self.folder.join("linker/bin/maturin").display().to_string();
        let mut build = command(&maturin, &["build", "--zig"]);
        self.prepare(&mut build, machine);
        build
    }

    /// Adds the linker to a command's environment.
    fn prepare(&self, build: &mut Command, machine: Machine) {
        let own = [self.folder.join("linker/bin"), self.folder.join("bin")];
        let paths = std::env::var_os("PATH").unwrap_or_default();
        if let Ok(paths) =
            std::env::join_paths(own.into_iter().chain(std::env::split_paths(&paths)))
        {
            build.env("PATH", paths);
        }
        // Cache for the linker's own compiled library.
        build.env("ZIG_GLOBAL_CACHE_DIR", self.folder.join(format!("cache-{}", machine.name())));
        // Debug info of C contains the paths of headers.
        for target in [machine.target(), machine.wheel_target()] {
            let tools = self.folder.display();
            build.env(
                format!("CFLAGS_{}", target.replace('-', "_")),
                format!("-ffile-prefix-map={tools}=/tools"),
            );
        }
    }

    /// Splits the debug info into a file next to the program, with a link to it in the program.
    pub(super) fn part(&self, built: &Path, program: &Path) -> Result<(), TaskError> {
        let lines = program.with_extension("debug");
        let part = |arguments: &[&str], from: &Path, to: &Path| {
            let mut objcopy = command(&self.objcopy.display().to_string(), arguments);
            objcopy.arg(from).arg(to);
            run(objcopy, &[])
        };
        part(&["--only-keep-debug"], built, &lines)?;
        part(&["--strip-all"], built, program)
    }

    /// Writes the bill of materials in CycloneDX format.
    pub(super) fn bill_of_materials(&self, release: &Release, out: &Path) -> Result<(), TaskError> {
        let name = format!("upcard-{}.cdx", release.version);
        let program = self.folder.join("bin/cargo-cyclonedx").display().to_string();
        let mut write = command(&program, &["cyclonedx", "--format", "json", "--all"]);
        write.args(["--manifest-path", "crates/upcard/Cargo.toml"]);
        write.args(["--override-filename", &name]).env("SOURCE_DATE_EPOCH", &release.date);
        run(write, &[])?;
        // It writes one per workspace crate, next to the manifest.
        let mut folders = packed::entries(&root().join("crates"))?;
        folders.push(root().join("xtask"));
        let here = format!("path+file://{}/", root().display());
        for file in folders.iter().map(|folder| folder.join(format!("{name}.json"))) {
            let fault = |error| TaskError::File(file.clone(), error);
            if !file.exists() {
                continue;
            }
            if file.parent().is_some_and(|folder| folder.ends_with("crates/upcard")) {
                // Remove the build path, which is private and not reproducible.
                let text = std::fs::read_to_string(&file).map_err(fault)?;
                let text = text.replace(&here, "path+file:///");
                std::fs::write(out.join(format!("{name}.json")), text).map_err(fault)?;
            }
            std::fs::remove_file(&file).map_err(fault)?;
        }
        Ok(())
    }
}

fn build(folder: &Path, name: &str, version: &str) -> Result<(), TaskError> {
    // Cargo's list of installed programs.
    let list = std::fs::read_to_string(folder.join(".crates.toml")).unwrap_or_default();
    if list.contains(&format!("\"{name} {version} ")) {
        return Ok(());
    }
    needs::build(folder, name, version)
}

/// LLVM's objcopy, a component of the toolchain.
fn objcopy() -> Result<PathBuf, TaskError> {
    let libraries = PathBuf::from(said(&mut command("rustc", &["--print", "target-libdir"]))?);
    let program = libraries.parent().map(|folder| folder.join("bin/llvm-objcopy"));
    program.filter(|program| program.exists()).ok_or_else(|| {
        TaskError::Missing("llvm-objcopy is not there: rustup component add llvm-tools".into())
    })
}
