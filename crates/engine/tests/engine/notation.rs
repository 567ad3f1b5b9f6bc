//! The notation's table lists every refusal code, and no others.

use std::collections::BTreeSet;
use std::path::Path;

use upcard_cards::MeldError;
use upcard_engine::{MeldPlace, Refusal};

/// Codes in a table cell, without their chapter: the words in backticks.
fn codes(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn notation_lists_every_refusal() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/notation.md");
    let text = std::fs::read_to_string(path).unwrap();
    let table = text.split("## Refusal codes").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut written = BTreeSet::new();
    let mut melds = BTreeSet::new();
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let mut cells = row.trim_matches('|').split(" | ");
        let (Some(head), Some(cell)) = (cells.next(), cells.next()) else { continue };
        let chapters: Vec<&str> = codes(head).collect();
        for code in codes(cell) {
            match chapters[..] {
                [chapter] => assert!(written.insert(format!("{chapter}.{code}")), "{code} twice"),
                _ => assert!(melds.insert(code), "{code} twice"),
            }
        }
        if chapters.len() > 1 {
            let places: BTreeSet<&str> =
                chapters.iter().map(|chapter| chapter.trim_end_matches('.')).collect();
            assert_eq!(places, MeldPlace::ALL.iter().map(|place| place.code()).collect());
        }
    }
    assert_eq!(melds, MeldError::ALL.iter().map(|error| error.code()).collect());
    let known: BTreeSet<String> = Refusal::ALL.iter().map(|refusal| refusal.code()).collect();
    assert_eq!(written, known);
}
