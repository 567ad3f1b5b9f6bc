//! Table of contents shown on each page.

use std::fs;
use std::path::Path;

use crate::error::{SiteError, with_path};

/// Placeholder in the page template.
const PLACEHOLDER: &str = "<!-- contents -->";

/// Entry: indentation, title, page.
struct Entry<'a> {
    nested: bool,
    title: &'a str,
    page: String,
}

/// Inserts the table of contents into every page of the book.
pub(crate) fn insert(built_folder: &Path, summary: &str) -> Result<(), SiteError> {
    let sections = sections(summary);
    for (_, entries) in &sections {
        for entry in entries {
            let path = built_folder.join(&entry.page);
            let text = with_path(&path, fs::read_to_string(&path))?;
            let text = text.replace(PLACEHOLDER, &render(&sections, &entry.page));
            with_path(&path, fs::write(&path, text))?;
        }
    }
    Ok(())
}

/// Parts of the table of contents, each with its heading.
fn sections(summary: &str) -> Vec<(&str, Vec<Entry<'_>>)> {
    let mut sections: Vec<(&str, Vec<Entry<'_>>)> = vec![("", Vec::new())];
    let mut headed = false;
    for line in summary.lines() {
        if let Some(heading) = line.strip_prefix("# ") {
            // The first heading is the title of the list.
            if headed {
                sections.push((heading, Vec::new()));
            }
            headed = true;
        } else if let Some((title, page)) = link(line)
            && let Some((_, entries)) = sections.last_mut()
        {
            let page = page.trim_end_matches(".md").to_owned() + ".html";
            entries.push(Entry { nested: line.starts_with(' '), title, page });
        }
    }
    sections
}

fn link(line: &str) -> Option<(&str, &str)> {
    let (title, rest) = line.split_once('[')?.1.split_once("](")?;
    Some((title, rest.split_once(')')?.0))
}

/// Renders the table of contents for a page. Entries of a folder appear only on the pages of that folder.
fn render(sections: &[(&str, Vec<Entry<'_>>)], here: &str) -> String {
    let up = "../".repeat(here.matches('/').count());
    let folder = |page: &str| page.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    let mut all = String::new();
    for (heading, entries) in sections {
        if !heading.is_empty() {
            all.push_str(&format!("<h2>{}</h2>", escape(heading)));
        }
        all.push_str("<ul>");
        for entry in entries {
            if entry.nested && folder(&entry.page) != folder(here) {
                continue;
            }
            let current = if entry.page == here { " aria-current=\"page\"" } else { "" };
            let class = if entry.nested { " class=\"deep\"" } else { "" };
            let (page, title) = (&entry.page, escape(entry.title));
            all.push_str(&format!("<li{class}><a href=\"{up}{page}\"{current}>{title}</a></li>"));
        }
        all.push_str("</ul>");
    }
    all
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
