//! Game files: the choices set by a data file, with their lines.
//!
//! A file lists its differences from the file that it extends, or from the defaults. An invalid file reports
//! all flaws with their lines.

use serde::{Deserialize, Serialize};
use toml::de::{DeTable, DeValue};

use crate::catalogue::{Before, Catalogue, Direction, Terms, Variation};
use crate::choices::{CHOICES, Choices, choice};
use crate::edition::Edition;
use crate::flaws::{Flaws, Mistake, Quoted, Reason};
use crate::nearest::nearest;
use crate::value::Value;

/// A parsed game file, not yet merged with the file that it extends.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameFile {
    /// Id or path, for messages.
    pub place: String,
    /// Catalogue entry.
    pub catalogue: Catalogue,
    /// The game that it extends.
    pub extends: Option<String>,
    /// Line of that key.
    pub extends_line: usize,
    /// Line of the key that names the game it descends from.
    #[serde(default)]
    pub descends_line: usize,
    /// The choices it sets, with their lines.
    pub sets: Vec<(String, Value, usize)>,
    /// What it set in earlier editions.
    pub before: Vec<Before>,
    /// Ids of the extended game's variations that it keeps.
    #[serde(default)]
    pub keeps: Vec<String>,
    /// Line of that key.
    #[serde(default)]
    pub keeps_line: usize,
    /// Its named variations; in a [`crate::Library`] including the kept ones.
    pub variations: Vec<Variation>,
}

struct Reader<'a> {
    place: &'a str,
    /// Byte offsets of the line ends, in ascending order.
    line_ends: Vec<usize>,
    flaws: Flaws,
}

impl<'a> Reader<'a> {
    fn new(place: &'a str, text: &str) -> Reader<'a> {
        let line_ends = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at);
        Reader { place, line_ends: line_ends.collect(), flaws: Flaws::default() }
    }

    fn line(&self, at: usize) -> usize {
        self.line_ends.partition_point(|&end| end < at) + 1
    }

    fn flaw<R: Into<Reason>>(&mut self, at: usize, reason: impl FnOnce() -> R) {
        let line = self.line(at);
        self.flaws.push(self.place, line, reason);
    }

    /// Collects the choices in a table; keys may nest to any depth.
    fn choices(
        &mut self,
        prefix: &str,
        table: &DeTable<'_>,
        into: &mut Vec<(String, Value, usize)>,
    ) {
        for (key, value) in table {
            let at = key.span().start;
            let name = key.get_ref();
            // Skip keys longer than any known path.
            if name.len() > MAX_PATH_LEN {
                self.flaw(at, || Mistake::UnknownChoice {
                    path: Quoted::new(name),
                    near: near(&[]),
                });
                continue;
            }
            let path =
                if prefix.is_empty() { name.to_string() } else { format!("{prefix}.{name}") };
            if let Some(known) = choice(&path) {
                let Some(found) = Value::from_toml(value.get_ref()) else {
                    self.flaw(value.span().start, || Mistake::ValueKind { path: known.path });
                    continue;
                };
                // Parsed here only to report errors with the line.
                if let Err(bad) = (known.set)(&mut Choices::default(), &found) {
                    self.flaw(value.span().start, || bad.of(known.path));
                    continue;
                }
                into.push((path, found, self.line(at)));
            } else if let DeValue::Table(inner) = value.get_ref() {
                let leads_on = |c: &str| c.strip_prefix(&path).is_some_and(|c| c.starts_with('.'));
                if CHOICES.iter().any(|c| leads_on(c.path)) {
                    self.choices(&path, inner, into);
                } else {
                    self.flaw(at, || unknown_chapter(&path));
                }
            } else {
                self.flaw(at, || unknown(&path));
            }
        }
    }

    fn text(&mut self, key: &'static str, value: &toml::Spanned<DeValue<'_>>) -> String {
        match value.get_ref() {
            // Texts are shown on one line, and printed by terminals verbatim.
            DeValue::String(text) => text.replace(char::is_control, " "),
            _ => {
                self.flaw(value.span().start, || Mistake::ExpectedText { key });
                String::new()
            }
        }
    }

    fn texts(&mut self, key: &'static str, value: &toml::Spanned<DeValue<'_>>) -> Vec<String> {
        let DeValue::Array(texts) = value.get_ref() else {
            self.flaw(value.span().start, || Mistake::ExpectedTexts { key });
            return Vec::new();
        };
        texts.iter().map(|text| self.text(key, text)).collect()
    }
}

/// Keys of a file that are not choices.
const KEYS: [&str; 13] = [
    "name",
    "also-known-as",
    "source",
    "origin",
    "summary",
    "extends",
    "descends-from",
    "reconstruction",
    "direction",
    "terms",
    "rounds",
    "keeps",
    "variations",
];

/// Maximum length in bytes of a path and of any of its words.
const MAX_PATH_LEN: usize = 60;

/// Reports an unknown choice, with similar ones. Detects keys of the whole game that are placed below a
/// variation or an edition.
pub(crate) fn unknown(path: &str) -> Mistake {
    if let Some(key) = KEYS.into_iter().find(|key| *key == path) {
        return Mistake::OfTheGame { key };
    }
    Mistake::UnknownChoice { path: Quoted::new(path), near: near(&similar(path)) }
}

fn unknown_chapter(path: &str) -> Mistake {
    let chapters = CHOICES.iter().filter_map(|choice| choice.path.rsplit_once('.'));
    let mut names: Vec<&str> = chapters.map(|(chapter, _)| chapter).chain(KEYS).collect();
    names.dedup();
    match nearest(path, names).as_slice() {
        [] => unknown(path),
        found => Mistake::UnknownChoice { path: Quoted::new(path), near: near(found) },
    }
}

/// Joins several names; `none` if there are none.
pub(crate) fn near(names: &[&str]) -> Quoted {
    if names.is_empty() { Quoted::new("none") } else { Quoted::long(names.join(", ")) }
}

/// The most similar known paths: those with this prefix, else those whose spelling or last word is similar.
fn similar(path: &str) -> Vec<&'static str> {
    let known = || CHOICES.iter().map(|choice| choice.path);
    let begun = format!("{path}.");
    let inner: Vec<_> = known().filter(|known| known.starts_with(&begun)).collect();
    if !inner.is_empty() {
        return inner;
    }
    let spelled = nearest(path, known().chain(KEYS));
    if !spelled.is_empty() {
        return spelled;
    }
    let Some(last) = path.rsplit('.').next() else { return Vec::new() };
    let like = |c: &str| {
        let tail = c.rsplit('.').next().unwrap_or(c);
        let same = tail.chars().zip(last.chars()).take_while(|(a, b)| a == b).count();
        same * 2 + usize::from(c.split('.').next() == path.split('.').next()) * 2
    };
    known().max_by_key(|p| like(p)).filter(|p| like(p) >= 6).into_iter().collect()
}

impl GameFile {
    /// Parses a game file. `place` names it in messages.
    ///
    /// # Errors
    /// All flaws, with their lines.
    pub fn parse(place: &str, text: &str) -> Result<GameFile, Flaws> {
        let mut reader = Reader::new(place, text);
        let table = match DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                let at = error.span().map_or(0, |span| span.start);
                reader.flaw(at, || Mistake::NotToml { message: Quoted::long(error.message()) });
                return Err(reader.flaws);
            }
        };
        let mut file = GameFile { place: place.to_owned(), ..GameFile::default() };
        let mut chapters = DeTable::new();
        for (key, value) in table.get_ref() {
            let at = value.span().start;
            match key.get_ref().as_ref() {
                "name" => file.catalogue.name = reader.text("name", value),
                "source" => file.catalogue.source = reader.text("source", value),
                "origin" => file.catalogue.origin = reader.text("origin", value),
                "summary" => file.catalogue.summary = reader.text("summary", value),
                "extends" => {
                    file.extends = Some(reader.text("extends", value));
                    file.extends_line = reader.line(at);
                }
                "reconstruction" => match value.get_ref() {
                    DeValue::Boolean(yes) => file.catalogue.reconstruction = *yes,
                    _ => reader.flaw(at, || Mistake::Reconstruction),
                },
                "descends-from" => {
                    file.catalogue.descends_from = Some(reader.text("descends-from", value));
                    file.descends_line = reader.line(at);
                }
                "rounds" => match Value::from_toml(value.get_ref()) {
                    Some(Value::Int(n)) if u16::try_from(n).is_ok() => {
                        file.catalogue.rounds = n as u16;
                    }
                    _ => reader.flaw(at, || Mistake::Rounds { most: usize::from(u16::MAX) }),
                },
                "direction" => {
                    file.catalogue.direction = match value.get_ref().as_str() {
                        Some("clockwise") => Some(Direction::Clockwise),
                        Some("counter-clockwise") => Some(Direction::CounterClockwise),
                        _ => {
                            reader.flaw(at, || Mistake::Direction);
                            None
                        }
                    };
                }
                "also-known-as" => {
                    file.catalogue.also_known_as = reader.texts("also-known-as", value);
                }
                "keeps" => {
                    file.keeps = reader.texts("keeps", value);
                    file.keeps_line = reader.line(at);
                }
                "terms" => read_terms(&mut reader, value, &mut file.catalogue.terms),
                "before" => read_before(&mut reader, value, &mut file.before),
                "variations" => read_variations(&mut reader, value, &mut file.variations),
                _ => {
                    chapters.insert(key.clone(), value.clone());
                }
            }
        }
        reader.choices("", &chapters, &mut file.sets);
        if file.catalogue.name.is_empty() {
            reader.flaw(0, || Mistake::NoName);
        }
        reader.flaws.into_result(file)
    }
}

/// Concepts for which a game may have its own terms.
const TERMS: [&str; 5] =
    ["terms.set", "terms.run", "terms.buy", "terms.lay-off", "terms.contracts"];

/// Parses a game's terms: `terms = { set = "…", run = "…" }`, and `contracts`.
fn read_terms(reader: &mut Reader<'_>, value: &toml::Spanned<DeValue<'_>>, into: &mut Terms) {
    let DeValue::Table(table) = value.get_ref() else {
        reader.flaw(value.span().start, || Mistake::ExpectedText { key: "terms.set" });
        return;
    };
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "set" => into.set = reader.text("terms.set", value),
            "run" => into.run = reader.text("terms.run", value),
            "buy" => into.buy = reader.text("terms.buy", value),
            "lay-off" => into.lay_off = reader.text("terms.lay-off", value),
            "contracts" => into.contracts = reader.texts("terms.contracts", value),
            other => reader.flaw(key.span().start, || {
                let path = format!("terms.{other}");
                let found = nearest(&path, TERMS);
                let found = if found.is_empty() { TERMS.to_vec() } else { found };
                Mistake::UnknownChoice { path: Quoted::new(path), near: near(&found) }
            }),
        }
    }
}

/// Parses earlier choices: `[before.2]` and the choices as they were.
fn read_before(
    reader: &mut Reader<'_>,
    value: &toml::Spanned<DeValue<'_>>,
    into: &mut Vec<Before>,
) {
    let wrong = || Mistake::Before { latest: Edition::LATEST.number() };
    let DeValue::Table(table) = value.get_ref() else {
        reader.flaw(value.span().start, wrong);
        return;
    };
    for (number, value) in table {
        let edition = number.get_ref().parse().ok();
        let later = Edition::FIRST.number() + 1..=Edition::LATEST.number();
        let (Some(edition), DeValue::Table(inner)) =
            (edition.filter(|edition| later.contains(edition)), value.get_ref())
        else {
            reader.flaw(number.span().start, wrong);
            continue;
        };
        let mut before = Before { edition, sets: Vec::new() };
        reader.choices("", inner, &mut before.sets);
        into.push(before);
    }
}

fn read_variations(
    reader: &mut Reader<'_>,
    value: &toml::Spanned<DeValue<'_>>,
    into: &mut Vec<Variation>,
) {
    let DeValue::Table(table) = value.get_ref() else {
        reader.flaw(value.span().start, || Mistake::Variations);
        return;
    };
    for (id, value) in table {
        let DeValue::Table(inner) = value.get_ref() else {
            let variation = || Mistake::Variation { variation: Quoted::new(id.get_ref()) };
            reader.flaw(value.span().start, variation);
            continue;
        };
        let mut variation = Variation { id: id.get_ref().to_string(), ..Variation::default() };
        let mut choices = DeTable::new();
        for (key, value) in inner {
            match key.get_ref().as_ref() {
                "about" => variation.about = reader.text("about", value),
                "before" => read_before(reader, value, &mut variation.before),
                "terms" => read_terms(reader, value, &mut variation.terms),
                _ => {
                    choices.insert(key.clone(), value.clone());
                }
            }
        }
        // A plus separates the ids of a game and its variations.
        if variation.id.is_empty() || variation.id.contains('+') {
            let variation = || Mistake::VariationId { variation: Quoted::new(id.get_ref()) };
            reader.flaw(id.span().start, variation);
        }
        reader.choices("", &choices, &mut variation.sets);
        if variation.about.is_empty() {
            let about = || Mistake::VariationAbout { variation: Quoted::new(&variation.id) };
            reader.flaw(id.span().start, about);
        }
        into.push(variation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_flaws_are_reported_briefly_with_correct_lines() {
        let text: String = (0..2000).map(|n| format!("x{n} = 1\n")).collect();
        let flaws = GameFile::parse("file", &text).unwrap_err();
        assert_eq!(
            (flaws.iter().count(), flaws.omitted()),
            (Flaws::MAX_STORED, 2001 - Flaws::MAX_STORED)
        );
        for flaw in flaws.iter() {
            let path = Quoted::new(format!("x{}", flaw.line() - 1));
            let unknown = Mistake::UnknownChoice { path, near: near(&[]) };
            assert_eq!(*flaw.reason(), Reason::from(unknown));
        }
        let text = format!("name = \"x\"\n{} = 1\n", "melds.".repeat(40));
        assert!(GameFile::parse("file", &text).unwrap_err().to_string().len() < 200);
    }
}
