//! Reproducible archives: byte-identical whenever and wherever they are built, without timestamps, user names
//! or permissions of the build machine.

use std::path::{Path, PathBuf};

use super::release::{Machine, Release};
use crate::shell::{TaskError, command, copy, file_error, output_bytes, root, run};

/// A folder to be archived.
pub(super) struct Tree(PathBuf);

/// Creates an empty folder.
pub(super) fn recreate_folder(folder: &Path) -> Result<(), TaskError> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(file_error(folder)(error));
        }
        _ => {}
    }
    std::fs::create_dir_all(folder).map_err(file_error(folder))
}

/// Entries of a folder, sorted by name.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>, TaskError> {
    let read = std::fs::read_dir(folder).map_err(file_error(folder))?;
    let all: Result<Vec<_>, _> = read.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut all = all.map_err(file_error(folder))?;
    all.sort();
    Ok(all)
}

impl Tree {
    pub(super) fn new(folder: PathBuf) -> Result<Tree, TaskError> {
        recreate_folder(&folder)?;
        Ok(Tree(folder))
    }

    pub(super) fn file(&self, from: &Path, to: &str) -> Result<(), TaskError> {
        copy(from, &self.0.join(to))
    }

    /// Adds an executable file.
    pub(super) fn program(&self, from: &Path, to: &str) -> Result<(), TaskError> {
        self.file(from, to)?;
        run(command("chmod", &["755", &self.0.join(to).display().to_string()]))
    }

    pub(super) fn text(&self, text: &str, to: &str) -> Result<(), TaskError> {
        let path = self.0.join(to);
        std::fs::write(&path, text).map_err(file_error(&path))
    }

    pub(super) fn folder(&self, from: &Path, to: &str) -> Result<(), TaskError> {
        for entry in entries(from)? {
            let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let place = format!("{to}/{name}");
            if entry.is_dir() {
                self.folder(&entry, &place)?;
            } else {
                self.file(&entry, &place)?;
            }
        }
        Ok(())
    }
}

pub(super) fn archive(tree: &Tree, release: &Release, to: &Path) -> Result<(), TaskError> {
    let (Some(parent), Some(name)) = (tree.0.parent(), tree.0.file_name()) else {
        return Err(TaskError::Missing(format!("{} has no name", tree.0.display())));
    };
    let mut tar = command("tar", &["--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--format=gnu", "--mode=u=rwX,go=rX", &format!("--mtime=@{}", release.date)]);
    tar.args(["--use-compress-program=gzip -9n", "-cf"]).arg(to).arg("-C").arg(parent).arg(name);
    run(tar)
}

const UNITS: [&str; 3] = ["upcard.service", "upcard-backup.service", "upcard-backup.timer"];

/// Path of the program in Debian's package, and the path in the units, for manual installation.
const PACKAGE_PATH: &str = "/usr/bin/upcard";
const MANUAL_PATH: &str = "/usr/local/bin/upcard";

/// Builds the Debian package. It runs no scripts; the units must be enabled by hand.
pub(super) fn debian_package(
    tree: &Tree,
    machine: Machine,
    release: &Release,
    work: &Path,
    out: &Path,
) -> Result<(), TaskError> {
    let name = format!("upcard_{}_{}", release.version, machine.debian());
    let package = Tree::new(work.join(&name))?;
    package.folder(&tree.0, "usr")?;
    package.program(&tree.0.join("bin/upcard"), "usr/bin/upcard")?;
    for page in entries(&package.0.join("usr/share/man/man1"))? {
        run(command("gzip", &["-9n", &page.display().to_string()]))?;
    }
    for unit in UNITS {
        let path = root().join("deploy").join(unit);
        let text = std::fs::read_to_string(&path).map_err(file_error(&path))?;
        // The examples must use the package's path too: copied to /etc, they override the package's units.
        for folder in ["lib/systemd/system", "share/doc/upcard/examples"] {
            let place = format!("usr/{folder}/{unit}");
            package.file(&path, &place)?;
            package.text(&text.replace(MANUAL_PATH, PACKAGE_PATH), &place)?;
        }
    }
    let size = folder_size(&package.0)?.div_ceil(1024);
    let control = package.0.join("DEBIAN");
    std::fs::create_dir_all(&control).map_err(file_error(&control))?;
    package.text(&control_file(machine, release, size), "DEBIAN/control")?;
    // Set permissions explicitly; the builder's umask must not matter.
    let folder = package.0.display().to_string();
    run(command("chmod", &["-R", "u=rwX,go=rX", &folder]))?;
    let mut build = command("dpkg-deb", &["--root-owner-group", "-Zxz", "--build", &folder]);
    build.arg(out.join(format!("{name}.deb"))).env("SOURCE_DATE_EPOCH", &release.date);
    run(build)
}

/// The control file; `size` in KiB.
fn control_file(machine: Machine, release: &Release, size: u64) -> String {
    format!(
        "Package: upcard\nVersion: {}\nArchitecture: {}\nSection: games\nPriority: optional\n\
         Maintainer: Upcard\nInstalled-Size: {size}\n\
         Description: contract rummy and its kin\n \
         Plays the contract rummy family, each game by its own written rules: a server with the\n \
         page for phones and desktops, the terminal, bots, and a laboratory.\n",
        release.version,
        machine.debian(),
    )
}

fn folder_size(folder: &Path) -> Result<u64, TaskError> {
    let mut sum = 0;
    for entry in entries(folder)? {
        sum += if entry.is_dir() {
            folder_size(&entry)?
        } else {
            entry.metadata().map_err(file_error(&entry))?.len()
        };
    }
    Ok(sum)
}

/// Writes the checksums of all files in the format of `sha256sum`.
pub(super) fn write_checksums(out: &Path) -> Result<(), TaskError> {
    let mut names = Vec::new();
    for entry in entries(out)? {
        let inside = if entry.is_dir() { entries(&entry)? } else { vec![entry] };
        let below = |path: &PathBuf| path.strip_prefix(out).ok().map(Path::to_owned);
        names.extend(inside.iter().filter_map(below));
    }
    let mut sum = command("sha256sum", &["--"]);
    let sums = output_bytes(sum.args(&names).current_dir(out))?;
    let file = out.join("SHA256SUMS");
    std::fs::write(&file, sums).map_err(file_error(&file))
}
