//! Rule sets: read from data files, varied by named variations and single choices.
//!
//! A file gives the differences from the file that it extends, or from the table of defaults. A
//! file that is wrong reports every flaw, with its line.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use toml::de::{DeTable, DeValue};

use crate::choices::{CHOICES, Choices, choice};
use crate::value::Value;

/// One thing that is wrong with a rule set, and where it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The file, or `--set`, or the like.
    pub place: String,
    /// The line, from 1; 0 where there is none.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.place, self.message),
            line => write!(f, "{}:{line}: {}", self.place, self.message),
        }
    }
}

/// All that is wrong with a rule set; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaws(pub Vec<Flaw>);

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, flaw) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{flaw}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Flaws {}

impl Flaws {
    /// A single flaw without a line.
    #[must_use]
    pub fn one(place: &str, message: impl Into<String>) -> Flaws {
        Flaws(vec![Flaw { place: place.to_owned(), line: 0, message: message.into() }])
    }
}

/// What the catalogue says of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Catalogue {
    /// The name.
    pub name: String,
    /// Other names.
    pub also_known_as: Vec<String>,
    /// The source's id in the ledger of clauses.
    pub source: String,
    /// Where it comes from.
    pub origin: String,
    /// One sentence about it.
    pub summary: String,
    /// Is it reconstructed from a remark?
    pub reconstruction: bool,
}

/// A named variation: its changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Variation {
    /// Its id, as in `game+id`.
    pub id: String,
    /// What it changes, in a sentence.
    pub about: String,
    /// The choices that it sets, with the line.
    pub sets: Vec<(String, Value, usize)>,
}

/// A game's file, read but not yet joined with what it extends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameFile {
    /// The id, or the path, for messages.
    pub place: String,
    /// The catalogue's entry.
    pub catalogue: Catalogue,
    /// The game whose differences it gives.
    pub extends: Option<String>,
    /// The choices that it sets, with the line.
    pub sets: Vec<(String, Value, usize)>,
    /// Its named variations.
    pub variations: Vec<Variation>,
}

struct Reader<'a> {
    place: &'a str,
    text: &'a str,
    flaws: Vec<Flaw>,
}

impl Reader<'_> {
    fn line(&self, at: usize) -> usize {
        self.text.bytes().take(at).filter(|&b| b == b'\n').count() + 1
    }

    fn flaw(&mut self, at: usize, message: impl Into<String>) {
        let flaw =
            Flaw { place: self.place.to_owned(), line: self.line(at), message: message.into() };
        self.flaws.push(flaw);
    }

    /// Collects the choices in a table, whose keys may nest to any depth.
    fn choices(
        &mut self,
        prefix: &str,
        table: &DeTable<'_>,
        into: &mut Vec<(String, Value, usize)>,
    ) {
        for (key, value) in table {
            let path = if prefix.is_empty() {
                key.get_ref().to_string()
            } else {
                format!("{prefix}.{}", key.get_ref())
            };
            let at = key.span().start;
            if let Some(known) = choice(&path) {
                let Some(found) = Value::from_toml(value.get_ref()) else {
                    self.flaw(
                        value.span().start,
                        format!("{path}: expected {}", (known.expected)()),
                    );
                    continue;
                };
                // The value is read here only to report it with its line.
                if let Err(message) = (known.set)(&mut Choices::default(), &found) {
                    self.flaw(value.span().start, format!("{path}: {message}"));
                    continue;
                }
                into.push((path, found, self.line(at)));
            } else if let DeValue::Table(inner) = value.get_ref() {
                if CHOICES.iter().any(|c| c.path.starts_with(&format!("{path}."))) {
                    self.choices(&path, inner, into);
                } else {
                    self.flaw(at, unknown(&path));
                }
            } else {
                self.flaw(at, unknown(&path));
            }
        }
    }

    fn text(&mut self, key: &str, value: &toml::Spanned<DeValue<'_>>) -> String {
        match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            _ => {
                self.flaw(value.span().start, format!("{key}: expected a text"));
                String::new()
            }
        }
    }
}

fn unknown(path: &str) -> String {
    match nearest(path) {
        Some(near) => format!("unknown choice '{path}'; did you mean '{near}'?"),
        None => format!("unknown choice '{path}'"),
    }
}

/// The known path that is most like this one, if one is.
fn nearest(path: &str) -> Option<&'static str> {
    let last = path.rsplit('.').next()?;
    let like = |c: &str| {
        let tail = c.rsplit('.').next().unwrap_or(c);
        let same = tail.chars().zip(last.chars()).take_while(|(a, b)| a == b).count();
        same * 2 + usize::from(c.split('.').next() == path.split('.').next()) * 2
    };
    CHOICES.iter().map(|c| c.path).max_by_key(|p| like(p)).filter(|p| like(p) >= 6)
}

impl GameFile {
    /// Reads a game's file. `place` names it in messages.
    ///
    /// # Errors
    /// Every flaw, with its line.
    pub fn parse(place: &str, text: &str) -> Result<GameFile, Flaws> {
        let mut reader = Reader { place, text, flaws: Vec::new() };
        let table = match DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                let at = error.span().map_or(0, |span| span.start);
                reader.flaw(at, error.message().to_owned());
                return Err(Flaws(reader.flaws));
            }
        };
        let mut file = GameFile {
            place: place.to_owned(),
            catalogue: Catalogue::default(),
            extends: None,
            sets: Vec::new(),
            variations: Vec::new(),
        };
        let mut chapters = DeTable::new();
        for (key, value) in table.get_ref() {
            let name = key.get_ref().as_ref();
            match name {
                "name" => file.catalogue.name = reader.text(name, value),
                "source" => file.catalogue.source = reader.text(name, value),
                "origin" => file.catalogue.origin = reader.text(name, value),
                "summary" => file.catalogue.summary = reader.text(name, value),
                "extends" => file.extends = Some(reader.text(name, value)),
                "reconstruction" => match value.get_ref() {
                    DeValue::Boolean(yes) => file.catalogue.reconstruction = *yes,
                    _ => reader.flaw(value.span().start, "reconstruction: expected true or false"),
                },
                "also-known-as" => match value.get_ref() {
                    DeValue::Array(names) => {
                        file.catalogue.also_known_as =
                            names.iter().map(|n| reader.text(name, n)).collect();
                    }
                    _ => reader.flaw(value.span().start, "also-known-as: expected a list of texts"),
                },
                "variations" => read_variations(&mut reader, value, &mut file.variations),
                _ => {
                    chapters.insert(key.clone(), value.clone());
                }
            }
        }
        reader.choices("", &chapters, &mut file.sets);
        if file.catalogue.name.is_empty() {
            reader.flaw(0, "a game needs a name");
        }
        if reader.flaws.is_empty() { Ok(file) } else { Err(Flaws(reader.flaws)) }
    }
}

fn read_variations(
    reader: &mut Reader<'_>,
    value: &toml::Spanned<DeValue<'_>>,
    into: &mut Vec<Variation>,
) {
    let DeValue::Table(table) = value.get_ref() else {
        reader.flaw(value.span().start, "variations: expected tables");
        return;
    };
    for (id, value) in table {
        let DeValue::Table(inner) = value.get_ref() else {
            reader
                .flaw(value.span().start, format!("variations.{}: expected a table", id.get_ref()));
            continue;
        };
        let mut variation =
            Variation { id: id.get_ref().to_string(), about: String::new(), sets: Vec::new() };
        let mut choices = DeTable::new();
        for (key, value) in inner {
            if key.get_ref() == "about" {
                variation.about = reader.text("about", value);
            } else {
                choices.insert(key.clone(), value.clone());
            }
        }
        reader.choices("", &choices, &mut variation.sets);
        if variation.about.is_empty() {
            reader.flaw(id.span().start, format!("variation '{}' needs an 'about'", variation.id));
        }
        into.push(variation);
    }
}

/// A game with its house rules: what a table plays by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSet {
    /// The id with its variations: `progressive-rummy+twos-wild`.
    pub id: String,
    /// What the catalogue says of the game.
    pub catalogue: Catalogue,
    /// The choices.
    pub choices: Choices,
    /// Single choices that were set beyond the file and its variations.
    pub changed: Vec<(String, Value)>,
    /// The named variations that the game has.
    pub variations: Vec<Variation>,
}

/// The games that are known by id. A page carries them read already, by serde.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Library {
    files: BTreeMap<String, GameFile>,
    order: Vec<String>,
}

macro_rules! games {
    ($($id:literal),+ $(,)?) => {
        &[$(($id, include_str!(concat!("../../../games/", $id, ".toml")))),+]
    };
}

/// The games of this project and their files, in the catalogue's order.
static GAMES: &[(&str, &str)] = games![
    "progressive-rummy",
    "ill-buy-it",
    "contract-rummy-classic",
    "contract-rummy",
    "liverpool-rummy",
    "may-i",
    "shanghai-rummy",
    "shanghai-powe",
    "shanghai-kolsov",
    "progressive-rummy-15",
    "progression",
    "zioncheck",
    "rummy",
    "block-rummy",
];

impl Library {
    /// The games of this project.
    ///
    /// # Errors
    /// Never with the files as they are; a test reads them.
    pub fn standard() -> Result<Library, Flaws> {
        let mut library = Library::default();
        let mut flaws = Vec::new();
        for (id, text) in GAMES {
            match GameFile::parse(&format!("games/{id}.toml"), text) {
                Ok(file) => library.insert(id, file),
                Err(Flaws(more)) => flaws.extend(more),
            }
        }
        if flaws.is_empty() { Ok(library) } else { Err(Flaws(flaws)) }
    }

    /// Adds a game under an id.
    pub fn insert(&mut self, id: &str, file: GameFile) {
        if self.files.insert(id.to_owned(), file).is_none() {
            self.order.push(id.to_owned());
        }
    }

    /// The ids, in the catalogue's order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.order.iter().map(String::as_str)
    }

    /// The file of a game.
    #[must_use]
    pub fn file(&self, id: &str) -> Option<&GameFile> {
        self.files.get(id)
    }

    /// The game `id+variation+variation`, with single choices changed.
    ///
    /// # Errors
    /// Every flaw: an unknown game, variation or choice, a wrong value, two variations that set
    /// one choice differently.
    pub fn select(&self, name: &str, changes: &[(String, Value)]) -> Result<RuleSet, Flaws> {
        let mut parts = name.split('+');
        let id = parts.next().unwrap_or_default();
        let file = self.files.get(id).ok_or_else(|| {
            let known: Vec<&str> = self.ids().collect();
            Flaws::one("game", format!("no game '{id}'; there are {}", known.join(", ")))
        })?;
        let mut choices = Choices::default();
        let mut flaws = Vec::new();
        let mut catalogue = file.catalogue.clone();
        for ancestor in self.ancestry(file)? {
            put(&mut choices, &ancestor.place, &ancestor.sets, &mut flaws);
            if catalogue.origin.is_empty() {
                catalogue.origin.clone_from(&ancestor.catalogue.origin);
            }
        }
        let mut set_by: BTreeMap<&str, (&str, &Value)> = BTreeMap::new();
        for part in parts {
            let Some(variation) = file.variations.iter().find(|v| v.id == part) else {
                let known: Vec<&str> = file.variations.iter().map(|v| v.id.as_str()).collect();
                let there = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                flaws.push(Flaw {
                    place: name.to_owned(),
                    line: 0,
                    message: format!("{id} has no variation '{part}'; there are: {there}"),
                });
                continue;
            };
            for (path, value, _) in &variation.sets {
                if let Some((other, before)) = set_by.insert(path, (part, value))
                    && before != value
                {
                    flaws.push(Flaw {
                        place: name.to_owned(),
                        line: 0,
                        message: format!(
                            "'{other}' and '{part}' contradict each other: \
                             both set {path}, to {before} and to {value}"
                        ),
                    });
                }
            }
            put(&mut choices, &file.place, &variation.sets, &mut flaws);
        }
        for (path, value) in changes {
            match choice(path) {
                None => flaws.push(Flaw { place: path.clone(), line: 0, message: unknown(path) }),
                Some(known) => {
                    if let Err(message) = (known.set)(&mut choices, value) {
                        flaws.push(Flaw { place: path.clone(), line: 0, message });
                    }
                }
            }
        }
        if !flaws.is_empty() {
            return Err(Flaws(flaws));
        }
        Ok(RuleSet {
            id: name.to_owned(),
            catalogue,
            choices,
            changed: changes.to_vec(),
            variations: file.variations.clone(),
        })
    }

    /// The file and all that it extends, the furthest first.
    fn ancestry<'a>(&'a self, file: &'a GameFile) -> Result<Vec<&'a GameFile>, Flaws> {
        let mut line = vec![file];
        while let Some(parent) = line.last().and_then(|f| f.extends.as_deref()) {
            let Some(next) = self.files.get(parent) else {
                return Err(Flaws::one(&file.place, format!("extends unknown game '{parent}'")));
            };
            if line.iter().any(|f| std::ptr::eq(*f, next)) || line.len() > 20 {
                return Err(Flaws::one(&file.place, "extends itself"));
            }
            line.push(next);
        }
        line.reverse();
        Ok(line)
    }
}

fn put(choices: &mut Choices, place: &str, sets: &[(String, Value, usize)], flaws: &mut Vec<Flaw>) {
    for (path, value, line) in sets {
        let Some(known) = choice(path) else { continue };
        if let Err(message) = (known.set)(choices, value) {
            flaws.push(Flaw {
                place: place.to_owned(),
                line: *line,
                message: format!("{path}: {message}"),
            });
        }
    }
}
