//! Checks for publishing: manifests, toolchain version, files within crates.

use super::source::{Findings, GAMES, Source};
use crate::shell::root;

/// The parsed manifests of the crates.
fn manifests(sources: &[Source]) -> impl Iterator<Item = (&Source, toml::Table)> {
    let manifests =
        sources.iter().filter(|s| s.path.starts_with("crates/") && s.path.ends_with("/Cargo.toml"));
    // Another check reports parse errors.
    manifests.filter_map(|source| Some((source, source.text.parse::<toml::Table>().ok()?)))
}

/// Returns `true` if this crate is published. The others inherit `publish` from the workspace.
fn is_published(manifest: &toml::Table) -> bool {
    manifest.get("package").is_some_and(|package| package.get("publish").is_none())
}

/// Names of the published crates.
pub(super) fn published(sources: &[Source]) -> Vec<String> {
    let published = manifests(sources).filter(|(_, manifest)| is_published(manifest));
    let name =
        |manifest: &toml::Table| Some(manifest.get("package")?.get("name")?.as_str()?.to_owned());
    published.filter_map(|(_, manifest)| name(&manifest)).collect()
}

/// Required fields of a published crate, besides those inherited from the workspace.
const REQUIRED_FIELDS: [&str; 4] = ["description", "readme", "keywords", "categories"];

/// Published crates have descriptions, and dependencies on each other have versions.
pub(super) fn required_fields(sources: &[Source], found: &mut Findings) {
    let published = published(sources);
    for (source, manifest) in manifests(sources).filter(|(_, manifest)| is_published(manifest)) {
        for key in REQUIRED_FIELDS {
            if manifest["package"].get(key).is_none() {
                found.flaws.push(format!("{}: no {key}", source.path));
            }
        }
        let readme = source.path.replace("Cargo.toml", "README.md");
        if !sources.iter().any(|s| s.path == readme) {
            found.flaws.push(format!("{readme}: is missing"));
        }
        let used = manifest.get("dependencies").and_then(|d| d.as_table()).into_iter().flatten();
        for (name, _) in used.filter(|(name, _)| name.starts_with("upcard")) {
            if !published.contains(name) {
                found.flaws.push(format!("{}: {name} is not published", source.path));
            }
        }
    }
    let Some(workspace) = sources.iter().find(|s| s.path == "Cargo.toml") else { return };
    let Ok(workspace) = workspace.text.parse::<toml::Table>() else { return };
    for name in &published {
        let named = &workspace["workspace"]["dependencies"];
        if named.get(name).is_none_or(|dependency| dependency.get("version").is_none()) {
            found.flaws.push(format!("Cargo.toml: {name} without a version"));
        }
    }
}

/// Doc tests are enabled exactly for libraries with examples: each run takes a second or two.
pub(super) fn examples(sources: &[Source], found: &mut Findings) {
    for (source, manifest) in manifests(sources) {
        let folder = source.path.replace("Cargo.toml", "src/");
        if !sources.iter().any(|s| s.path == format!("{folder}lib.rs")) {
            continue;
        }
        let is_example = |line: &str| {
            let line = line.trim_start();
            line.starts_with("/// ```") || line.starts_with("//! ```")
        };
        let has_some = sources
            .iter()
            .filter(|s| s.path.starts_with(&folder))
            .any(|s| s.text.lines().any(is_example));
        let searched = manifest.get("lib").and_then(|lib| lib.get("doctest")?.as_bool());
        match (has_some, searched.unwrap_or(true)) {
            (true, false) => {
                found.flaws.push(format!("{}: its doc examples are not run", source.path))
            }
            (false, true) => {
                found.flaws.push(format!("{}: no examples, but no `doctest = false`", source.path))
            }
            _ => {}
        }
    }
}

/// The minimum supported Rust version is the one used for testing.
pub(super) fn toolchain(sources: &[Source], found: &mut Findings) {
    let read = |path: &str| {
        let source = sources.iter().find(|s| s.path == path)?;
        source.text.parse::<toml::Table>().ok()
    };
    let minimum = read("Cargo.toml").and_then(|table| {
        Some(table.get("workspace")?.get("package")?.get("rust-version")?.as_str()?.to_owned())
    });
    let pinned = read("rust-toolchain.toml")
        .and_then(|table| Some(table.get("toolchain")?.get("channel")?.as_str()?.to_owned()));
    match (minimum, pinned) {
        (Some(minimum), Some(pinned)) if pinned.starts_with(&format!("{minimum}.")) => {}
        (minimum, pinned) => found.flaws.push(format!(
            "Cargo.toml and rust-toolchain.toml: rust-version {}, channel {}",
            minimum.unwrap_or_default(),
            pinned.unwrap_or_default()
        )),
    }
}

/// `games` at the root links to the games inside the engine crate.
pub(super) fn games(_: &[Source], found: &mut Findings) {
    let inside = root().join(GAMES).canonicalize();
    if inside.is_err() || root().join("games").canonicalize().ok() != inside.ok() {
        found.flaws.push(format!("games: does not link to {GAMES}"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::flaws;
    use super::*;

    #[test]
    fn missing_fields_of_a_published_crate_are_found() {
        let files = [
            (
                "Cargo.toml",
                "[workspace]\n[workspace.dependencies]\nupcard-a = { path = \"crates/a\" }\n",
            ),
            (
                "crates/a/Cargo.toml",
                "[package]\nname = \"upcard-a\"\ndescription = \"\"\nreadme = \"\"\nkeywords = []\n\
                 [dependencies]\nupcard-b.workspace = true\n",
            ),
            ("crates/b/Cargo.toml", "[package]\nname = \"upcard-b\"\npublish = false\n"),
        ];
        assert_eq!(
            flaws(required_fields, &files),
            [
                "crates/a/Cargo.toml: no categories",
                "crates/a/README.md: is missing",
                "crates/a/Cargo.toml: upcard-b is not published",
                "Cargo.toml: upcard-a without a version",
            ]
        );
    }

    #[test]
    fn doctest_settings_must_match_examples() {
        let flaws = |lib: &str, code: &str| {
            flaws(examples, &[("crates/a/Cargo.toml", lib), ("crates/a/src/lib.rs", code)])
        };
        let (searched, not) = ("[lib]\ndoctest = true\n", "[lib]\ndoctest = false\n");
        let (some, none) = ("/// ```\n/// f();\n/// ```\nfn f() {}\n", "fn f() {}\n");
        assert!(flaws("", some).is_empty() && flaws(not, none).is_empty());
        assert_eq!(flaws(not, some), ["crates/a/Cargo.toml: its doc examples are not run"]);
        let idle = ["crates/a/Cargo.toml: no examples, but no `doctest = false`"];
        assert_eq!(
            (flaws("", none), flaws(searched, none)),
            (idle.map(String::from).to_vec(), idle.map(String::from).to_vec())
        );
    }

    #[test]
    fn the_minimum_version_must_be_the_tested_one() {
        let flaws = |minimum: &str| {
            let manifest = format!("[workspace.package]\nrust-version = \"{minimum}\"\n");
            let pinned = "[toolchain]\nchannel = \"1.95.0\"\n";
            flaws(toolchain, &[("Cargo.toml", &manifest), ("rust-toolchain.toml", pinned)])
        };
        assert_eq!(flaws("1.95"), [""; 0]);
        assert_eq!(flaws("1.9").len(), 1);
    }
}
