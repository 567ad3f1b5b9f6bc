//! Glossary of card table terms with their synonyms, and its search.

use serde::Serialize;

use crate::render::{WIDTH, wrapped_in};
use crate::words::{Args, has_message, plain, text};

/// Message names of the terms, alphabetically.
const TERMS: [&str; 31] = [
    "box",
    "buy",
    "contract",
    "dead",
    "deadwood",
    "deal",
    "declare",
    "discard",
    "down",
    "draw",
    "drop",
    "going-gin",
    "go-out",
    "go-rummy",
    "joker",
    "kitty",
    "knock",
    "lay-down",
    "lay-off",
    "meld",
    "natural",
    "pair",
    "pool",
    "pure-sequence",
    "run",
    "set",
    "shanghai",
    "stock",
    "undercut",
    "upcard",
    "wild-card",
];

/// A glossary entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Term {
    /// Term used in rule sheets.
    pub name: String,
    /// Synonyms.
    pub also: Vec<String>,
    /// Definition.
    pub meaning: String,
}

impl Term {
    fn named(name: &str) -> Term {
        let id = format!("word-{name}");
        let own = |attribute: &str| text(&id, Some(attribute), &Args::new());
        let also = if has_message(&id, Some("also")) { own("also") } else { String::new() };
        let also = also.split(", ").filter(|other| !other.is_empty()).map(str::to_owned).collect();
        Term { name: own("name"), also, meaning: plain(&id) }
    }

    /// Term with its synonyms: `set (also book, group)`.
    #[must_use]
    pub fn heading(&self) -> String {
        if self.also.is_empty() {
            return self.name.clone();
        }
        let args = Args::new().with("name", self.name.as_str());
        text("words-also", None, &args.with("also", self.also.join(", ")))
    }
}

/// Searches the glossary; matches in a term or its synonyms come first. An empty query returns all entries.
#[must_use]
pub fn search_glossary(query: &str) -> Vec<Term> {
    let query = query.trim().to_lowercase();
    let has = |text: &String| text.to_lowercase().contains(&query);
    let rank = |word: &Term| {
        let names = || std::iter::once(&word.name).chain(&word.also);
        if query.is_empty() || names().any(|name| name.to_lowercase() == query) {
            Some(0)
        } else if names().any(has) {
            Some(1)
        } else {
            has(&word.meaning).then_some(2)
        }
    };
    let all = TERMS.iter().map(|name| Term::named(name));
    let mut found: Vec<(u8, Term)> = all.filter_map(|word| Some((rank(&word)?, word))).collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, word)| word).collect()
}

/// The same as plain text.
#[must_use]
pub fn glossary_text(query: &str) -> String {
    glossary_text_in(query, WIDTH)
}

/// The same, wrapped to a number of columns.
#[must_use]
pub fn glossary_text_in(query: &str, columns: usize) -> String {
    let found = search_glossary(query);
    let mut out = String::new();
    for word in &found {
        wrapped_in(columns, &mut out, &word.heading(), "", "  ");
        wrapped_in(columns, &mut out, &word.meaning, "  ", "  ");
    }
    if found.is_empty() { format!("{}\n", plain("words-none")) } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_finds_synonyms() {
        for (asked, first) in [
            ("book", "set"),
            ("GROUP", "set"),
            ("sequence", "run"),
            (" straight ", "run"),
            ("May I", "buy"),
            ("wild", "wild card"),
        ] {
            assert_eq!(search_glossary(asked)[0].name, first, "{asked}");
        }
        assert!(search_glossary("no such word").is_empty());
        assert_eq!(glossary_text("zzz"), "No matching term.\n");
    }

    #[test]
    fn terms_are_unique_and_sorted() {
        let all = search_glossary("");
        assert_eq!(all.len(), TERMS.len());
        let names: Vec<String> = all.iter().map(|word| word.name.to_lowercase()).collect();
        assert!(names.is_sorted(), "{names:?}");
        for word in &all {
            assert!(!word.meaning.contains('⟦') && word.meaning.ends_with('.'), "{word:?}");
            assert!(!word.heading().contains('⟦'));
        }
        // Terms and synonyms are unique.
        let mut every: Vec<String> =
            all.into_iter().flat_map(|w| [vec![w.name], w.also].concat()).collect();
        every.sort();
        assert!(every.windows(2).all(|two| two[0] != two[1]), "{every:?}");
    }
}
