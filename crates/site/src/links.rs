//! Checks every link of the site, starting from its first page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::error::{SiteError, at};

/// Everything reachable from the first page.
pub(crate) struct Followed {
    /// Files, by path.
    pub(crate) files: BTreeSet<String>,
    pub(crate) links: usize,
}

/// Follows the links of the site in this folder.
pub(crate) fn follow(made: &Path) -> Result<Followed, SiteError> {
    let mut waiting = vec!["index.html".to_owned()];
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut files = BTreeSet::new();
    let mut wrong = Vec::new();
    let mut anchored = Vec::new();
    let mut links = 0;
    while let Some(name) = waiting.pop() {
        if !files.insert(name.clone()) {
            continue;
        }
        if !name.ends_with(".html") {
            continue;
        }
        let path = made.join(&name);
        let text = at(&path, fs::read_to_string(&path))?;
        for (attribute, target) in targets(&text) {
            links += 1;
            if target.contains("://") || target.starts_with("mailto:") {
                // A reader may follow external links; a page must not load them.
                if attribute == "src" || loaded(&text, target) {
                    wrong.push(format!("{name}: loads {target} from elsewhere"));
                }
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let Some(file) = resolved(&name, path) else {
                wrong.push(format!("{name}: {target}"));
                continue;
            };
            if !made.join(&file).is_file() {
                wrong.push(format!("{name}: {target}"));
                continue;
            }
            if !anchor.is_empty() {
                anchored.push((name.clone(), target.to_owned(), file.clone(), anchor.to_owned()));
            }
            waiting.push(file);
        }
        texts.insert(name, text);
    }
    for (name, target, file, anchor) in anchored {
        let there = texts.get(&file).is_some_and(|text| text.contains(&format!("id=\"{anchor}\"")));
        if !there {
            wrong.push(format!("{name}: {target}: there is no such heading"));
        }
    }
    if wrong.is_empty() { Ok(Followed { files, links }) } else { Err(SiteError::Links(wrong)) }
}

/// Returns `true` if the page loads this target, such as a style sheet.
fn loaded(text: &str, target: &str) -> bool {
    text.split("<link ").skip(1).any(|link| {
        link.split('>').next().is_some_and(|link| link.contains(&format!("\"{target}\"")))
    })
}

/// Link attributes of a page, with their targets.
fn targets(text: &str) -> Vec<(&'static str, &str)> {
    let mut found = Vec::new();
    for attribute in ["href", "src"] {
        let start = match attribute {
            "href" => " href=\"",
            _ => " src=\"",
        };
        let each = text.split(start).skip(1).filter_map(|rest| rest.split('"').next());
        found.extend(each.map(|target| (attribute, target)));
    }
    found
}

/// Resolves a relative path to the root of the site.
fn resolved(page: &str, path: &str) -> Option<String> {
    if path.is_empty() {
        return Some(page.to_owned());
    }
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
    fn what_no_page_leads_to_is_left_out() {
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
    fn links_that_lead_nowhere_are_named() {
        for (text, why) in [
            ("<a href=\"b.html\">B</a>", "index.html: b.html"),
            ("<a href=\"#y\">Y</a>", "#y: there is no such heading"),
            ("<a href=\"../x\">X</a>", "index.html: ../x"),
            ("<img src=\"https://example.org/a.png\">", "from elsewhere"),
            ("<link rel=\"stylesheet\" href=\"https://example.org/a.css\">", "from elsewhere"),
        ] {
            let found = follow(site(&[("index.html", text)]).path());
            let Err(SiteError::Links(wrong)) = found else { panic!("{text}") };
            assert!(wrong[0].contains(why), "{wrong:?}");
        }
    }
}
