//! Licences of all dependencies of the program and the page, in one text.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

use super::packaging;
use crate::page::registry_folders;
use crate::shell::{TaskError, cargo, file_error, output_text};

/// Names of licence files.
const NAMES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];

/// A crate's name, version, and licence according to its manifest.
type Crate = (String, String, String);

fn dependencies() -> Result<BTreeSet<Crate>, TaskError> {
    let mut all = BTreeSet::new();
    for package in ["upcard", "upcard-web"] {
        let tree = ["tree", "--locked", "-e", "normal,no-proc-macro", "--prefix", "none"];
        let mut tree = cargo(&tree);
        tree.args(["--target", "all", "--format", "{p}|{l}", "-p", package]);
        all.extend(output_text(&mut tree)?.lines().filter_map(parse_line));
    }
    Ok(all)
}

/// Parses a line such as `rand_core v0.10.1|MIT`. Workspace crates have a path after the version.
fn parse_line(line: &str) -> Option<Crate> {
    let (package, licence) = line.split_once('|')?;
    let licence = licence.trim_end_matches(" (*)");
    let mut words = package.split_whitespace();
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    let external = words.next().is_none_or(|word| word == "(*)");
    external.then(|| (name.to_owned(), version.to_owned(), licence.to_owned()))
}

pub(super) fn texts() -> Result<String, TaskError> {
    let registries = registry_folders();
    let mut all =
        "Besides its own, Upcard contains these crates, each under its licence.\n".to_owned();
    for (name, version, licence) in dependencies()? {
        let _ = write!(all, "\n{}\n{name} {version}: {licence}\n", "=".repeat(72));
        let folders = registries.iter().map(|folder| folder.join(format!("{name}-{version}")));
        let Some(folder) = folders.into_iter().find(|folder| folder.is_dir()) else {
            return Err(TaskError::Missing(format!("the sources of {name} {version} are missing")));
        };
        for file in files(folder)? {
            let text = std::fs::read_to_string(&file).map_err(file_error(&file))?;
            let _ = write!(all, "\n{}\n", text.trim_end());
        }
    }
    Ok(all)
}

fn files(folder: PathBuf) -> Result<Vec<PathBuf>, TaskError> {
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        path.is_file() && NAMES.iter().any(|word| name.starts_with(word))
    };
    Ok(packaging::entries(&folder)?.into_iter().filter(is_licence).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn external_crates_are_told_from_workspace_crates() {
        let external = ("roff".to_owned(), "1.1.1".to_owned(), "MIT OR Apache-2.0".to_owned());
        assert_eq!(parse_line("roff v1.1.1|MIT OR Apache-2.0"), Some(external.clone()));
        assert_eq!(parse_line("roff v1.1.1|MIT OR Apache-2.0 (*)"), Some(external));
        assert_eq!(parse_line("upcard-cards v0.1.0 (/some/where)|MIT OR Apache-2.0"), None);
        assert_eq!(parse_line(""), None);
    }
}
