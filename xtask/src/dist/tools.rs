//! Pinned tools for building a release, installed into the target folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::packaging;
use super::release::{Machine, Release};
use crate::needs;
use crate::shell::{TaskError, command, file_error, is_installed, output_text, root, run};

/// Linker and C compiler for every machine, its cargo wrapper, and the wheel builder.
const PYTHON_TOOLS: [&str; 3] = ["ziglang==0.17.1", "cargo-zigbuild==0.24.0", "maturin==1.16.0"];

/// Tools built from source, with their versions.
const CARGO_TOOLS: [(&str, &str); 2] = [("cargo-auditable", "0.7.7"), ("cargo-cyclonedx", "0.5.9")];

pub(super) struct Tools {
    folder: PathBuf,
    /// Strips and splits programs of every machine.
    objcopy: PathBuf,
}

impl Tools {
    pub(super) fn prepare(machines: &[Machine]) -> Result<Tools, TaskError> {
        let mut add = command("rustup", &["target", "add"]);
        add.args(machines.iter().flat_map(|machine| [machine.target(), machine.wheel_target()]));
        run(add)?;
        run(command("rustup", &["component", "add", "llvm-tools"]))?;
        // Independent of `CARGO_TARGET_DIR`: debug info contains the path of the linker's own library.
        let folder = root().join("target/tools");
        let python = folder.join("linker/bin/python").display().to_string();
        if !is_installed(&python) {
            let place = folder.join("linker").display().to_string();
            run(command("python3", &["-m", "venv", &place]))?;
        }
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        run(command(&python, &[&install[..], &PYTHON_TOOLS].concat()))?;
        // Cargo's list of installed programs.
        let list = std::fs::read_to_string(folder.join(".crates.toml")).unwrap_or_default();
        for (name, version) in CARGO_TOOLS {
            if !list.contains(&format!("\"{name} {version} ")) {
                needs::cargo_install(&folder, name, version)?;
            }
        }
        Ok(Tools { folder, objcopy: objcopy()? })
    }

    /// Cargo for a machine; embeds the list of dependencies in the program.
    pub(super) fn cargo_for(&self, machine: Machine) -> Command {
        let auditable = self.folder.join("bin/cargo-auditable").display().to_string();
        let mut build = command(&auditable, &["auditable", "zigbuild"]);
        self.add_linker(&mut build, machine);
        build
    }

    /// Wheel builder for a machine.
    pub(super) fn maturin_for(&self, machine: Machine) -> Command {
        let maturin = self.folder.join("linker/bin/maturin").display().to_string();
        let mut build = command(&maturin, &["build", "--zig"]);
        self.add_linker(&mut build, machine);
        build
    }

    /// Adds the linker to a command's environment.
    fn add_linker(&self, build: &mut Command, machine: Machine) {
        let own = [self.folder.join("linker/bin"), self.folder.join("bin")];
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let paths = own.into_iter().chain(std::env::split_paths(&paths));
        if let Ok(paths) = std::env::join_paths(paths) {
            build.env("PATH", paths);
        }
        // Cache for the linker's own compiled library.
        build.env("ZIG_GLOBAL_CACHE_DIR", self.folder.join(format!("cache-{}", machine.name())));
        // Debug info of C contains the paths of headers.
        let flags = format!("-ffile-prefix-map={}=/tools", self.folder.display());
        for target in [machine.target(), machine.wheel_target()] {
            build.env(format!("CFLAGS_{}", target.replace('-', "_")), &flags);
        }
    }

    /// Splits the debug info into a file next to the program, with a link to it in the program.
    pub(super) fn split_debug_info(&self, built: &Path, program: &Path) -> Result<(), TaskError> {
        let debug = program.with_extension("debug");
        let run_objcopy = |arguments: &[&str], from: &Path, to: &Path| {
            let mut command = command(&self.objcopy.display().to_string(), arguments);
            command.arg(from).arg(to);
            run(command)
        };
        run_objcopy(&["--only-keep-debug"], built, &debug)?;
        run_objcopy(&["--strip-all"], built, program)
    }

    /// Writes the bill of materials in CycloneDX format.
    pub(super) fn bill_of_materials(&self, release: &Release, out: &Path) -> Result<(), TaskError> {
        let name = format!("upcard-{}.cdx", release.version);
        let program = self.folder.join("bin/cargo-cyclonedx").display().to_string();
        let mut write = command(&program, &["cyclonedx", "--format", "json", "--all"]);
        write.args(["--manifest-path", "crates/upcard/Cargo.toml"]);
        write.args(["--override-filename", &name]).env("SOURCE_DATE_EPOCH", &release.date);
        run(write)?;
        // It writes one per workspace crate, next to the manifest.
        let mut folders = packaging::entries(&root().join("crates"))?;
        folders.push(root().join("xtask"));
        let here = format!("path+file://{}/", root().display());
        for file in folders.iter().map(|folder| folder.join(format!("{name}.json"))) {
            if !file.exists() {
                continue;
            }
            if file.parent().is_some_and(|folder| folder.ends_with("crates/upcard")) {
                // Remove the build path, which is private and not reproducible.
                let text = std::fs::read_to_string(&file).map_err(file_error(&file))?;
                let text = text.replace(&here, "path+file:///");
                std::fs::write(out.join(format!("{name}.json")), text)
                    .map_err(file_error(&file))?;
            }
            std::fs::remove_file(&file).map_err(file_error(&file))?;
        }
        Ok(())
    }
}

/// LLVM's objcopy, a component of the toolchain.
fn objcopy() -> Result<PathBuf, TaskError> {
    let libraries =
        PathBuf::from(output_text(&mut command("rustc", &["--print", "target-libdir"]))?);
    let program = libraries.parent().map(|folder| folder.join("bin/llvm-objcopy"));
    program.filter(|program| program.exists()).ok_or_else(|| {
        TaskError::Missing("llvm-objcopy is not installed: rustup component add llvm-tools".into())
    })
}
