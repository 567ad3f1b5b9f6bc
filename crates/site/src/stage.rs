//! Prepares the documents for mdBook: each at its place, with adjusted links.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::cards;
use crate::error::{SiteError, with_path};
use crate::links::join_relative;

/// Theme files for mdBook.
const THEME: [(&str, &str); 2] = [
    ("index.hbs", include_str!("../theme/index.hbs")),
    ("site.css", include_str!("../theme/site.css")),
];

/// Documents at the project root that become pages of the site.
const ROOT_DOCUMENTS: [&str; 3] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/// File of the table of contents.
const SUMMARY: &str = "SUMMARY.md";

/// Pages that list a folder's pages below them in the table of contents.
const FOLDERS: [(&str, &str); 2] = [("games.md", "games"), ("decisions.md", "adr")];

/// Writes the documents of `root` below `work` and returns the complete table of contents.
pub(crate) fn stage(root: &Path, work: &Path) -> Result<String, SiteError> {
    let source = work.join("src");
    let theme = work.join("theme");
    with_path(&theme, fs::create_dir_all(&theme))?;
    for (name, text) in THEME {
        with_path(&theme, fs::write(theme.join(name), text))?;
    }
    let mut copied = BTreeSet::new();
    let mut broken = Vec::new();
    let docs = root.join("docs");
    let mut pages = markdown(&docs)?;
    for (_, folder) in FOLDERS {
        let names = markdown(&docs.join(folder))?;
        pages.extend(names.into_iter().map(|name| format!("{folder}/{name}")));
    }
    let pages = pages.into_iter().map(|name| format!("docs/{name}"));
    for page in pages.chain(ROOT_DOCUMENTS.map(str::to_owned)) {
        let text = read(&root.join(&page))?;
        let page_path = site_path(&page);
        if page_path == SUMMARY {
            continue;
        }
        let text = if page_path.starts_with("games/") { cards::draw_examples(&text) } else { text };
        let text = with_links(&text, |target| {
            let found = resolve_link(root, &page, &page_path, target)?;
            copied.extend(found.copied.clone());
            Ok(found.link)
        });
        match text {
            Ok(text) => write(&source.join(&page_path), &text)?,
            Err(targets) => broken.extend(targets.iter().map(|target| format!("{page}: {target}"))),
        }
    }
    for file in copied {
        copy(&root.join(&file), &source.join(site_path(&file)))?;
    }
    if !broken.is_empty() {
        return Err(SiteError::Links(broken));
    }
    let summary = summary(&docs)?;
    write(&source.join(SUMMARY), &summary)?;
    Ok(summary)
}

/// Table of contents, with the pages of each folder below the page that introduces them.
fn summary(docs: &Path) -> Result<String, SiteError> {
    let mut all = String::new();
    for line in read(&docs.join(SUMMARY))?.lines() {
        all.push_str(line);
        all.push('\n');
        for (page, folder) in FOLDERS {
            if !line.contains(&format!("]({page})")) {
                continue;
            }
            for name in markdown(&docs.join(folder))? {
                let text = read(&docs.join(folder).join(&name))?;
                let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(&name);
                all.push_str(&format!("  - [{title}]({folder}/{name})\n"));
            }
        }
    }
    Ok(all)
}

/// Markdown files of a folder, sorted by name.
fn markdown(folder: &Path) -> Result<Vec<String>, SiteError> {
    let mut names = Vec::new();
    for entry in with_path(folder, fs::read_dir(folder))? {
        let name = with_path(folder, entry)?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn read(path: &Path) -> Result<String, SiteError> {
    with_path(path, fs::read_to_string(path))
}

fn write(path: &Path, text: &str) -> Result<(), SiteError> {
    create_parent(path)?;
    with_path(path, fs::write(path, text))
}

/// Copies a file, creating the folder of the copy.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), SiteError> {
    create_parent(to)?;
    with_path(to, fs::copy(from, to)).map(drop)
}

fn create_parent(path: &Path) -> Result<(), SiteError> {
    path.parent().map_or(Ok(()), |folder| with_path(folder, fs::create_dir_all(folder)))
}

/// Path of a project file in the site.
fn site_path(file: &str) -> String {
    match file.strip_prefix("docs/") {
        Some(inside) => inside.to_owned(),
        None if file == "README.md" => "index.md".to_owned(),
        None if ROOT_DOCUMENTS.contains(&file) => format!("project/{file}"),
        // As a text file, which browsers display.
        None => format!("files/{file}.txt"),
    }
}

/// Target of a link in the site, and the file copied for it.
struct ResolvedLink {
    link: Option<String>,
    copied: Option<String>,
}

/// Resolves a link of a page. Folders are not pages, so a link to one becomes plain text.
fn resolve_link(
    root: &Path,
    page: &str,
    page_path: &str,
    target: &str,
) -> Result<ResolvedLink, String> {
    let plain = target.starts_with('#') || target.contains("://") || target.starts_with("mailto:");
    if plain {
        return Ok(ResolvedLink { link: Some(target.to_owned()), copied: None });
    }
    let (path, anchor) = target.split_at(target.find('#').unwrap_or(target.len()));
    let file = join_relative(page, path).ok_or_else(|| target.to_owned())?;
    let target_path = root.join(&file);
    if target_path.is_dir() {
        let page = FOLDERS.iter().find(|(_, folder)| file == format!("docs/{folder}"));
        let link = page.map(|(page, _)| path_to_root(page_path) + page);
        return Ok(ResolvedLink { link, copied: None });
    }
    if !target_path.is_file() {
        return Err(target.to_owned());
    }
    let is_page = file.ends_with(".md") && !site_path(&file).starts_with("files/");
    let link = format!("{}{}{anchor}", path_to_root(page_path), site_path(&file));
    Ok(ResolvedLink { link: Some(link), copied: (!is_page).then_some(file) })
}

/// Relative path from a page to the root of the site.
fn path_to_root(page_path: &str) -> String {
    "../".repeat(page_path.matches('/').count())
}

/// Rewrites the links of a text. Fails with the list of broken ones.
fn with_links(
    text: &str,
    mut resolve_link: impl FnMut(&str) -> Result<Option<String>, String>,
) -> Result<String, Vec<String>> {
    let (mut out, mut broken, mut fenced) = (String::new(), Vec::new(), false);
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced {
            out.push_str(line);
            continue;
        }
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("](") {
            let Some((target, behind)) = after.split_once(')') else { break };
            match resolve_link(target) {
                Ok(Some(link)) => out.push_str(&format!("{before}]({link})")),
                Ok(None) => {
                    let (words, label) = before.rsplit_once('[').unwrap_or((before, ""));
                    out.push_str(&format!("{words}{label}"));
                }
                Err(target) => broken.push(target),
            }
            rest = behind;
        }
        out.push_str(rest);
    }
    if broken.is_empty() { Ok(out) } else { Err(broken) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_rewritten_except_in_code() {
        let resolve_link = |target: &str| match target {
            "a.md" => Ok(Some("b.md".to_owned())),
            "folder/" => Ok(None),
            other => Err(other.to_owned()),
        };
        let text = "See [A](a.md) and [all](folder/).\n```\n[x](y)\n```\n";
        let found = with_links(text, resolve_link).unwrap();
        assert_eq!(found, "See [A](b.md) and all.\n```\n[x](y)\n```\n");
        assert_eq!(with_links("[x](y)", resolve_link), Err(vec!["y".to_owned()]));
    }

    #[test]
    fn project_files_have_a_site_path() {
        assert_eq!(site_path("docs/games/gin.md"), "games/gin.md");
        assert_eq!(site_path("README.md"), "index.md");
        assert_eq!(site_path("CHANGELOG.md"), "project/CHANGELOG.md");
        assert_eq!(site_path("examples/bot.py"), "files/examples/bot.py.txt");
        assert_eq!(path_to_root("games/gin.md"), "../");
    }
}
