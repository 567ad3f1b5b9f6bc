//! The project's files, and the findings of the checks.

use std::path::PathBuf;

use crate::shell::{command, output_text, root};

/// Findings of a check, one line each: `place: what`.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) flaws: Vec<String>,
    pub(super) warnings: Vec<String>,
}

/// A file of the project with its text.
pub(super) struct Source {
    /// Path from the root, with slashes.
    pub(super) path: String,
    pub(super) text: String,
}

impl Source {
    pub(super) fn is(&self, extension: &str) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, e)| e == extension)
    }

    /// Numbered lines before the test module at the end, without comments. A file named `tests.rs` has none.
    pub(super) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let tests = self.path.ends_with("/tests.rs");
        let lines = self.text.lines().enumerate().map(|(i, line)| (i + 1, line));
        // Other test-only items may be anywhere.
        let next = self.text.lines().skip(1).chain([""]);
        let ends = |(line, next): (&str, &str)| {
            line.trim_end() == "#[cfg(test)]" && next.starts_with("mod ") && next.contains('{')
        };
        lines
            .zip(next)
            .take_while(move |((_, line), next)| !tests && !ends((line, next)))
            .map(|(line, _)| line)
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
    }
}

/// Flaws that a check finds in files with these paths and texts.
#[cfg(test)]
pub(super) fn flaws(
    check: impl Fn(&[Source], &mut Findings),
    files: &[(&str, &str)],
) -> Vec<String> {
    let source =
        |(path, text): &(&str, &str)| Source { path: (*path).into(), text: (*text).into() };
    let sources: Vec<Source> = files.iter().map(source).collect();
    let mut found = Findings::default();
    check(&sources, &mut found);
    found.flaws
}

/// The project's files: tracked, or untracked and not ignored.
pub(super) fn names() -> Vec<String> {
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let mut names: Vec<String> = match output_text(&mut command("git", &list)) {
        Ok(text) => text.split('\0').filter(|n| !n.is_empty()).map(str::to_owned).collect(),
        // Not a git checkout, for example an unpacked archive: everything except build output.
        Err(_) => walk(root().to_path_buf()),
    };
    names.sort();
    names.dedup();
    names
}

/// The text files among them.
pub(super) fn all() -> Vec<Source> {
    let read = |path: String| {
        let text = std::fs::read_to_string(root().join(&path)).ok()?;
        Some(Source { path, text })
    };
    names().into_iter().filter_map(read).collect()
}

fn walk(folder: PathBuf) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(&folder) else { return Vec::new() };
    let mut all = Vec::new();
    for path in entries.flatten().map(|e| e.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with("target") && !["dist", ".git", "shots"].contains(&name.as_str()) {
                all.extend(walk(path));
            }
        } else if let Ok(inside) = path.strip_prefix(root()) {
            all.push(inside.to_string_lossy().replace('\\', "/"));
        }
    }
    all
}

/// The games: inside the engine crate, which embeds them, so that it can be published.
pub(super) const GAMES: &str = "crates/engine/games/";
