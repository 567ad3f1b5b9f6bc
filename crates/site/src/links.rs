//! Checks every link of the site, starting from its first page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::error::{SiteError, with_path};

/// Everything reachable from the first page.
pub(crate) struct ReachableFiles {
    /// Files, by path.
    pub(crate) files: BTreeSet<String>,
    pub(crate) links: usize,
}

pub(crate) fn follow(built_folder: &Path) -> Result<ReachableFiles, SiteError> {
    let mut waiting = vec!["index.html".to_owned()];
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut files = BTreeSet::new();
    let mut broken = Vec::new();
    let mut anchors = Vec::new();
    let mut links = 0;
    while let Some(name) = waiting.pop() {
        if !files.insert(name.clone()) || !name.ends_with(".html") {
            continue;
        }
        let path = built_folder.join(&name);
        let text = with_path(&path, fs::read_to_string(&path))?;
        for (attribute, target) in targets(&text) {
            links += 1;
            if target.contains("://") || target.starts_with("mailto:") {
                // A reader may follow external links; a page must not load them.
                if attribute == "src" || is_loaded(&text, target) {
                    broken.push(format!("{name}: loads {target} from another site"));
                }
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = resolve(&name, path).filter(|file| built_folder.join(file).is_file());
            let Some(file) = file else {
                broken.push(format!("{name}: {target}"));
                continue;
            };
            if !anchor.is_empty() {
                anchors.push((name.clone(), target.to_owned(), file.clone(), anchor.to_owned()));
            }
            waiting.push(file);
        }
        texts.insert(name, text);
    }
    for (name, target, file, anchor) in anchors {
        let there = texts.get(&file).is_some_and(|text| text.contains(&format!("id=\"{anchor}\"")));
        if !there {
            broken.push(format!("{name}: {target}: no such heading"));
        }
    }
    if broken.is_empty() {
        Ok(ReachableFiles { files, links })
    } else {
        Err(SiteError::Links(broken))
    }
}

/// Returns `true` if the page loads this target, such as a style sheet.
fn is_loaded(text: &str, target: &str) -> bool {
    text.split("<link ").skip(1).any(|link| {
        link.split('>').next().is_some_and(|link| link.contains(&format!("\"{target}\"")))
    })
}

/// Link attributes of a page, with their targets.
fn targets(text: &str) -> Vec<(&'static str, &str)> {
    let mut found = Vec::new();
    for (attribute, start) in [("href", " href=\""), ("src", " src=\"")] {
        let each = text.split(start).skip(1).filter_map(|rest| rest.split('"').next());
        found.extend(each.map(|target| (attribute, target)));
    }
    found
}

/// Resolves a relative path to the root of the site.
fn resolve(page: &str, path: &str) -> Option<String> {
    if path.is_empty() { Some(page.to_owned()) } else { join_relative(page, path) }
}

/// Joins a path to the folder of a page; `None` if it leaves the root.
pub(crate) fn join_relative(page: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(pages: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in pages {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    #[test]
    fn unreachable_pages_are_left_out() {
        let site = site(&[
            ("index.html", "<a href=\"a.html#x\">A</a> <a href=\"https://example.org\">E</a>"),
            ("a.html", "<h2 id=\"x\">X</h2><a href=\"index.html\">back</a>"),
            ("b.html", ""),
        ]);
        let found = follow(site.path()).unwrap();
        assert_eq!(found.files.into_iter().collect::<Vec<_>>(), ["a.html", "index.html"]);
        assert_eq!(found.links, 3);
    }

    #[test]
    fn broken_links_are_reported() {
        for (text, why) in [
            ("<a href=\"b.html\">B</a>", "index.html: b.html"),
            ("<a href=\"#y\">Y</a>", "#y: no such heading"),
            ("<a href=\"../x\">X</a>", "index.html: ../x"),
            ("<img src=\"https://example.org/a.png\">", "from another site"),
            ("<link rel=\"stylesheet\" href=\"https://example.org/a.css\">", "from another site"),
        ] {
            let found = follow(site(&[("index.html", text)]).path());
            let Err(SiteError::Links(broken)) = found else { panic!("{text}") };
            assert!(broken[0].contains(why), "{broken:?}");
        }
    }
}
