//! Tables of figures in otherwise hand-written documents.

use std::collections::BTreeMap;

use super::figure::{Figure, Figures};
use crate::project::{CheckError, file_error, read, root};

/// Documents with tables of figures.
const DOCUMENTS: [&str; 2] = ["lab.md", "bots.md"];

/// Markers before a table (followed by its name and the heading of its first column) and after it.
const BEGIN: &str = "<!-- figures: ";
const END: &str = "<!-- end of figures -->";

/// The documents with up-to-date tables, by name.
pub(crate) fn documents(figures: &Figures) -> Result<BTreeMap<String, String>, CheckError> {
    let mut pages = BTreeMap::new();
    for name in DOCUMENTS {
        let path = root().join("docs").join(name);
        let filled = fill(&read(&path)?, figures).map_err(|problem| file_error(&path, problem))?;
        pages.insert(name.to_owned(), filled);
    }
    Ok(pages)
}

/// Fills a document's tables from the figures. Fails with a description of what is wrong.
fn fill(text: &str, figures: &Figures) -> Result<String, String> {
    let mut page = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (mark, after) = after.split_once(" -->").ok_or("unclosed marker")?;
        let (name, head) =
            mark.split_once(", ").ok_or(format!("{mark}: expected a name and a head"))?;
        let (_, after) = after.split_once(END).ok_or(format!("{name}: no end marker"))?;
        let own: Vec<&Figure> = figures.figure.iter().filter(|one| one.table == name).collect();
        if own.is_empty() {
            return Err(format!("no figures for {name}"));
        }
        page.push_str(&format!("{before}{BEGIN}{mark} -->\n{}{END}", render_table(head, &own)));
        rest = after;
    }
    page.push_str(rest);
    Ok(page)
}

/// Removes duplicates, keeping the order of first occurrences.
pub(super) fn distinct<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

/// Renders the table and its versions: figures from another version than most are marked.
fn render_table(head: &str, figures: &[&Figure]) -> String {
    let rows = distinct(figures.iter().map(|one| one.row.as_str()));
    let columns = distinct(figures.iter().map(|one| one.column.as_str()));
    let made = |one: &&Figure| one.by.as_ref().map(|by| by.made.clone());
    let all: Vec<String> = figures.iter().filter_map(made).collect();
    let mut versions = distinct(all.iter().map(String::as_str));
    versions.sort_by_key(|version| std::cmp::Reverse(all.iter().filter(|m| m == version).count()));
    let mark = |version: &str| match versions.iter().position(|other| *other == version) {
        None | Some(0) => String::new(),
        Some(place) => format!(" <sup>{}</sup>", char::from(b'a' + (place - 1).min(25) as u8)),
    };
    let mut text = format!("\n| {head} | {} |\n|---|", columns.join(" | "));
    text.push_str(&"---|".repeat(columns.len()));
    for row in rows {
        text.push_str(&format!("\n| {row} |"));
        for column in &columns {
            let found = figures.iter().find(|one| one.row == row && one.column == *column);
            let version = |one| made(one).map_or(String::new(), |version| mark(&version));
            let cell = found.map(|one| format!("{}{}", one.value, version(one)));
            text.push_str(&format!(" {} |", cell.unwrap_or_default()));
        }
    }
    if let Some((first, others)) = versions.split_first() {
        text.push_str(&format!("\n\nMade by upcard {first}"));
        for version in others {
            text.push_str(&format!(";{} by {version}", mark(version)));
        }
        text.push('.');
    }
    text.push_str("\n\n");
    text
}

#[cfg(test)]
mod tests {
    use super::super::figure::FigureSource;
    use super::*;

    fn figure(row: &str, column: &str, value: &str, made: &str) -> Figure {
        let by = FigureSource { made: made.into(), ..FigureSource::default() };
        let by = (!made.is_empty()).then_some(by);
        let [table, row, column, value] = ["t", row, column, value].map(str::to_owned);
        Figure { table, row, column, value, by }
    }

    #[test]
    fn a_table_says_which_version_made_each_figure() {
        let figures = Figures {
            figure: vec![
                figure("rummy", "won", "51.0", "2 (b)"),
                figure("rummy", "matches", "20", ""),
                figure("gin", "won", "49.0", "1 (a)"),
                figure("gin", "lost", "51.0", "2 (b)"),
            ],
        };
        let text = "Before\n\n<!-- figures: t, game -->\nold\n<!-- end of figures -->\n\nafter\n";
        let page = "Before\n\n<!-- figures: t, game -->\n\n| game | won | matches | lost |\n\
                    |---|---|---|---|\n| rummy | 51.0 | 20 |  |\n\
                    | gin | 49.0 <sup>a</sup> |  | 51.0 |\n\n\
                    Made by upcard 2 (b); <sup>a</sup> by 1 (a).\n\n\
                    <!-- end of figures -->\n\nafter\n";
        assert_eq!(fill(text, &figures).unwrap(), page);
        assert_eq!(fill(page, &figures).unwrap(), page);
        for wrong in ["<!-- figures: x, y -->\n<!-- end of figures -->", "<!-- figures: t, y -->"] {
            assert!(fill(wrong, &figures).is_err());
        }
    }
}
