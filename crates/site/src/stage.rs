//! Prepares the documents for mdBook: each at its place, with adjusted links.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::cards;
use crate::error::{SiteError, at};

/// Theme files for mdBook.
const THEME: [(&str, &str); 2] = [
    ("index.hbs", include_str!("../theme/index.hbs")),
    ("site.css", include_str!("../theme/site.css")),
];

/// Documents at the project root that become pages of the site.
const AT_ROOT: [&str; 3] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/// File of the table of contents.
const SUMMARY: &str = "SUMMARY.md";

/// Pages that list a folder's pages below them in the table of contents.
const FOLDERS: [(&str, &str); 2] = [("games.md", "games"), ("decisions.md", "adr")];

/// Writes the documents of `root` below `work` and returns the complete table of contents.
pub(crate) fn stage(root: &Path, work: &Path) -> Result<String, SiteError> {
    let source = work.join("src");
    let theme = work.join("theme");
    at(&theme, fs::create_dir_all(&theme))?;
    for (name, text) in THEME {
        at(&theme, fs::write(theme.join(name), text))?;
    }
    let mut copied = BTreeSet::new();
    let mut wrong = Vec::new();
    let docs = root.join("docs");
    let mut pages: Vec<String> = markdown(&docs)?;
    pages.extend(
        FOLDERS
            .iter()
            .map(|(_, folder)| {
                markdown(&docs.join(folder)).map(|names| {
                    names.into_iter().map(|name| format!("{folder}/{name}")).collect::<Vec<_>>()
                })
            })
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .flatten(),
    );
    let pages = pages.into_iter().map(|name| format!("docs/{name}"));
    for page in pages.chain(AT_ROOT.map(str::to_owned)) {
        let text = read(&root.join(&page))?;
        let place = place(&page);
        if page == format!("docs/{SUMMARY}") {
            continue;
        }
        let text = if place.starts_with("games/") { cards::drawn(&text) } else { text };
        let text = with_links(&text, |target| {
            let found = lead(root, &page, &place, target)?;
            copied.extend(found.copied.clone());
            Ok(found.link)
        });
        match text {
            Ok(text) => write(&source.join(&place), &text)?,
            Err(targets) => wrong.extend(targets.iter().map(|target| format!("{page}: {target}"))),
        }
    }
    for file in copied {
        let to = source.join(place(&file));
        if let Some(folder) = to.parent() {
            at(folder, fs::create_dir_all(folder))?;
        }
        at(&to, fs::copy(root.join(&file), &to))?;
    }
    if !wrong.is_empty() {
        return Err(SiteError::Links(wrong));
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
    for entry in at(folder, fs::read_dir(folder))? {
        let name = at(folder, entry)?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn read(path: &Path) -> Result<String, SiteError> {
    at(path, fs::read_to_string(path))
}

fn write(path: &Path, text: &str) -> Result<(), SiteError> {
    if let Some(folder) = path.parent() {
        at(folder, fs::create_dir_all(folder))?;
    }
    at(path, fs::write(path, text))
}

/// Path of a project file in the site.
fn place(file: &str) -> String {
    match file.strip_prefix("docs/") {
        Some(inside) => inside.to_owned(),
        None if file == "README.md" => "index.md".to_owned(),
        None if AT_ROOT.contains(&file) => format!("project/{file}"),
        // As a text file, which browsers display.
        None => format!("files/{file}.txt"),
    }
}

/// Target of a link in the site, and the file copied for it.
struct Lead {
    link: Option<String>,
    copied: Option<String>,
}

/// Resolves a link of a page. Folders are not pages, so a link to one becomes plain text.
fn lead(root: &Path, page: &str, place_of_page: &str, target: &str) -> Result<Lead, String> {
    let plain = target.starts_with('#') || target.contains("://") || target.starts_with("mailto:");
    if plain {
        return Ok(Lead { link: Some(target.to_owned()), copied: None });
    }
    let (path, anchor) = match target.split_once('#') {
        Some((path, anchor)) => (path, format!("#{anchor}")),
        None => (target, String::new()),
    };
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop().ok_or_else(|| target.to_owned())?;
            }
            part => parts.push(part),
        }
    }
    let file = parts.join("/");
    let there = root.join(&file);
    if there.is_dir() {
        let page = FOLDERS.iter().find(|(_, folder)| file == format!("docs/{folder}"));
        let link = page.map(|(page, _)| up(place_of_page) + page);
        return Ok(Lead { link, copied: None });
    }
    if !there.is_file() {
        return Err(target.to_owned());
    }
    let is_page = file.ends_with(".md") && !place(&file).starts_with("files/");
    let link = format!("{}{}{anchor}", up(place_of_page), place(&file));
    Ok(Lead { link: Some(link), copied: (!is_page).then_some(file) })
}

/// Relative path from a page to the root of the site.
fn up(place: &str) -> String {
    "../".repeat(place.matches('/').count())
}

/// Rewrites the links of a text. Fails with the list of broken ones.
fn with_links(
    text: &str,
    mut lead: impl FnMut(&str) -> Result<Option<String>, String>,
) -> Result<String, Vec<String>> {
    let (mut out, mut wrong, mut fenced) = (String::new(), Vec::new(), false);
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
            match lead(target) {
                Ok(Some(link)) => out.push_str(&format!("{before}]({link})")),
                Ok(None) => {
                    let (words, label) = before.rsplit_once('[').unwrap_or((before, ""));
                    out.push_str(&format!("{words}{label}"));
                }
                Err(target) => wrong.push(target),
            }
            rest = behind;
        }
        out.push_str(rest);
    }
    if wrong.is_empty() { Ok(out) } else { Err(wrong) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_led_and_code_is_left() {
        let lead = |target: &str| match target {
            "a.md" => Ok(Some("b.md".to_owned())),
            "folder/" => Ok(None),
            other => Err(other.to_owned()),
        };
        let text = "See [A](a.md) and [all](folder/).\n```\n[x](y)\n```\n";
        let found = with_links(text, lead).unwrap();
        assert_eq!(found, "See [A](b.md) and all.\n```\n[x](y)\n```\n");
        assert_eq!(with_links("[x](y)", lead), Err(vec!["y".to_owned()]));
    }

    #[test]
    fn files_of_the_project_have_a_place() {
        assert_eq!(place("docs/games/gin.md"), "games/gin.md");
        assert_eq!(place("README.md"), "index.md");
        assert_eq!(place("CHANGELOG.md"), "project/CHANGELOG.md");
        assert_eq!(place("examples/bot.py"), "files/examples/bot.py.txt");
        assert_eq!(up("games/gin.md"), "../");
    }
}
