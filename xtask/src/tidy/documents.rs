//! Files and items named in developer documents must exist.

use std::collections::BTreeSet;

use super::source::{Findings, Source};

/// Documents that name files and items of the code.
const DOCUMENTS: [&str; 2] = ["ARCHITECTURE.md", "docs/solver.md"];

/// Checks every file and item in backticks.
pub(super) fn check(sources: &[Source], found: &mut Findings) {
    let code: BTreeSet<&str> = sources
        .iter()
        .filter(|source| source.is("rs") || source.is("toml"))
        .flat_map(|source| source.text.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .collect();
    for source in sources.iter().filter(|source| DOCUMENTS.contains(&source.path.as_str())) {
        for (number, line) in (1..).zip(source.text.lines()) {
            for name in line.split('`').skip(1).step_by(2) {
                if !exists(name, sources, &code) {
                    found.flaws.push(format!("{}:{number}: `{name}` does not exist", source.path));
                }
            }
        }
    }
}

/// Ignores commands and examples.
fn exists(name: &str, sources: &[Source], code: &BTreeSet<&str>) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "_/:.".contains(c);
    if !name.chars().all(plain) {
        return true;
    }
    if let Some(folder) = name.strip_suffix('/') {
        let (inner, first) = (format!("/{folder}/"), format!("{folder}/"));
        return sources.iter().any(|s| s.path.contains(&inner) || s.path.starts_with(&first))
            || sources.iter().any(|s| s.path == folder);
    }
    if name.contains('/') || name.ends_with(".rs") {
        let (end, inner) = (format!("/{name}"), format!("{name}/"));
        return sources
            .iter()
            .any(|s| s.path == name || s.path.ends_with(&end) || s.path.starts_with(&inner));
    }
    let mut parts = name.split([':', '.']).filter(|part| !part.is_empty());
    parts.all(|part| code.contains(part) || part.chars().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::super::source::flaws;
    use super::*;

    #[test]
    fn names_in_documents_must_exist() {
        let text = "`crates/a` has `Seat::next` in `b.rs` of `a/`, `cargo test -p a`.\n\
                    `Seat::gone`, `c.rs`, `crates/b` and `z/` have gone.\n";
        let files = [("crates/a/b.rs", "impl Seat { fn next() }"), ("ARCHITECTURE.md", text)];
        let lines = ["`Seat::gone`", "`c.rs`", "`crates/b`", "`z/`"];
        let wanted = lines.map(|name| format!("ARCHITECTURE.md:2: {name} does not exist"));
        assert_eq!(flaws(check, &files), wanted);
    }
}
