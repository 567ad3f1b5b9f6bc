//! Rule sheets and differences as plain text and Markdown.

use upcard_cards::{Card, Suit};

use crate::diff::Diff;
use crate::sheet::{Example, ExampleMeld, Sheet, SizeTable};
use crate::words::plain;

/// Default width of plain text, in columns.
pub(crate) const WIDTH: usize = 80;

/// A card with suit symbol: `10♦`, `JK`.
fn glyph(card: &Card) -> String {
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return card.to_string() };
    let suit = match suit {
        Suit::Clubs => '♣',
        Suit::Diamonds => '♦',
        Suit::Hearts => '♥',
        Suit::Spades => '♠',
    };
    match rank.letter() {
        'T' => format!("10{suit}"),
        letter => format!("{letter}{suit}"),
    }
}

/// Cards of an example on one line, melds separated by spaces.
fn cards(example: &Example) -> String {
    let meld = |m: &ExampleMeld| m.cards.iter().map(glyph).collect::<Vec<_>>().join(" ");
    example.melds.iter().map(meld).collect::<Vec<_>>().join("   ")
}

fn mark(example: &Example) -> char {
    if example.legal { '✓' } else { '✗' }
}

/// Appends text wrapped to the default width, with indents for the first and further lines.
pub(crate) fn wrapped(into: &mut String, text: &str, first: &str, rest: &str) {
    wrapped_in(WIDTH, into, text, first, rest);
}

/// The same, wrapped to a number of columns.
pub(crate) fn wrapped_in(columns: usize, into: &mut String, text: &str, first: &str, rest: &str) {
    // No breaks within ids, so that they can be copied.
    let options = textwrap::Options::new(columns)
        .initial_indent(first)
        .subsequent_indent(rest)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    into.push_str(&textwrap::fill(text, options));
    into.push('\n');
}

fn heading(into: &mut String, text: &str, line: &str) {
    into.push_str(text);
    into.push('\n');
    into.push_str(&line.repeat(text.chars().count()));
    into.push_str("\n\n");
}

/// Rule sheet as plain text, for a terminal.
#[must_use]
pub fn sheet_text(sheet: &Sheet) -> String {
    sheet_text_in(sheet, WIDTH)
}

/// The same, wrapped to a number of columns. Size tables are not wrapped.
#[must_use]
pub fn sheet_text_in(sheet: &Sheet, columns: usize) -> String {
    let mut out = String::new();
    heading(&mut out, &sheet.title, "=");
    for section in &sheet.sections {
        heading(&mut out, &section.title, "-");
        for sentence in &section.sentences {
            wrapped_in(columns, &mut out, &sentence.text, "- ", "  ");
            for example in &sentence.examples {
                let line = format!("{} {}  {}", mark(example), cards(example), example.caption);
                wrapped_in(columns, &mut out, line.trim_end(), "    ", "      ");
            }
        }
        if let Some(table) = &section.table {
            table_text(table, &mut out);
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Size table in aligned columns, headings first.
fn table_text(table: &SizeTable, out: &mut String) {
    let lines: Vec<&Vec<String>> = std::iter::once(&table.columns).chain(&table.rows).collect();
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
    out.push('\n');
    for line in &lines {
        let cell = |(at, text): (usize, &String)| format!("{text:<0$}", width(at));
        let cells: Vec<String> = line.iter().enumerate().map(cell).collect();
        out.push_str(&format!("  {}\n", cells.join("  ").trim_end()));
    }
}

fn table_markdown(table: &SizeTable, out: &mut String) {
    let columns = table.columns.join(" | ");
    out.push_str(&format!("\n| {columns} |\n{}|\n", "|---".repeat(table.columns.len())));
    for row in &table.rows {
        out.push_str(&format!("| {} |\n", row.join(" | ")));
    }
}

/// Rule sheet as Markdown, with sections one heading level below the title.
#[must_use]
pub fn sheet_markdown(sheet: &Sheet) -> String {
    let mut out = format!("# {}\n", sheet.title);
    for section in &sheet.sections {
        out.push_str(&format!("\n## {}\n\n", section.title));
        for sentence in &section.sentences {
            out.push_str(&format!("- {}\n", sentence.text));
            for example in &sentence.examples {
                let (mark, cards) = (mark(example), cards(example));
                let caption = match example.caption.as_str() {
                    "" => String::new(),
                    caption => format!(" – {caption}"),
                };
                out.push_str(&format!("  - {mark} {cards}{caption}\n"));
            }
        }
        if let Some(table) = &section.table {
            table_markdown(table, &mut out);
        }
    }
    out
}

/// Differences as plain text, for a terminal.
#[must_use]
pub fn diff_text(diff: &Diff) -> String {
    let mut out = String::new();
    heading(&mut out, &diff.title(), "=");
    if diff.differences.is_empty() {
        out.push_str(&plain("diff-none"));
        out.push('\n');
    }
    if let Some(note) = diff.note() {
        out.push_str(&format!("{note}\n\n"));
    }
    for difference in &diff.differences {
        out.push_str(&difference.label);
        out.push('\n');
        for (id, side) in [("diff-here", &difference.here), ("diff-there", &difference.there)] {
            let first = format!("  {}: ", plain(id));
            let rest = " ".repeat(first.chars().count());
            wrapped(&mut out, &difference.sentences(side), &first, &rest);
        }
    }
    out
}

/// Differences as a Markdown table, without a heading.
#[must_use]
pub fn diff_markdown(diff: &Diff) -> String {
    if diff.differences.is_empty() {
        return format!("{}\n", plain("diff-none"));
    }
    let mut out = diff.note().map(|note| format!("{note}\n\n")).unwrap_or_default();
    out.push_str(&format!("| | {} | {} |\n|---|---|---|\n", cell(&diff.here), cell(&diff.there)));
    for difference in &diff.differences {
        let side = |side: &[String]| cell(&difference.sentences(side));
        let (here, there) = (side(&difference.here), side(&difference.there));
        out.push_str(&format!("| {} | {here} | {there} |\n", cell(&difference.label)));
    }
    out
}

/// Escapes text for a cell of a Markdown table.
pub(crate) fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
