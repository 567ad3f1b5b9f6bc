//! Rule sets: a game's file merged with those that it extends, plus named variations and individual choices.

use std::borrow::Cow;
use std::fmt::Display;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use upcard_cards::{ShortMap, ShortSort};

use crate::catalogue::{Before, Catalogue, Terms, Variation};
use crate::choices::{CHOICES, Choices, choice};
use crate::edition::Edition;
use crate::flaws::{Flaws, Mistake, Quoted};
use crate::game_file::{GameFile, near, unknown};
use crate::nearest::{by_nearness, nearest};
use crate::value::Value;

/// Number of games suggested when an unknown game is requested.
const MAX_SUGGESTED_GAMES: usize = 8;

/// Maximum size of a game file in bytes; those of the catalogue are a hundred times smaller.
const MAX_FILE_SIZE: usize = 1 << 20;

/// Reads a game file, with a size limit: a device file may be endless.
fn read_text<E: Display>(bytes: impl Iterator<Item = Result<u8, E>>) -> Result<String, String> {
    let bytes: Result<Vec<u8>, E> = bytes.take(MAX_FILE_SIZE + 1).collect();
    let bytes = bytes.map_err(|error| error.to_string())?;
    if bytes.len() > MAX_FILE_SIZE {
        return Err("the file is longer than 1 MiB".to_owned());
    }
    String::from_utf8(bytes).map_err(|_| "the file is not UTF-8 text".to_owned())
}

/// A game with its house rules: the rules of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleSet {
    /// Id with its variations: `progressive-rummy+twos-wild`.
    pub id: String,
    /// Catalogue entry.
    pub catalogue: Catalogue,
    /// The choices.
    pub choices: Choices,
    /// Individual choices set beyond the file and its variations.
    pub changed: Vec<(String, Value)>,
    /// The game's named variations.
    pub variations: Vec<Variation>,
    /// Lines at which the user's own file sets choices.
    pub lines: Lines,
}

/// Lines of a file at which choices are set. Ignored in comparisons: all values are equal.
#[derive(Clone, Debug, Default)]
pub struct Lines(Vec<(String, usize)>);

impl PartialEq for Lines {
    fn eq(&self, _: &Lines) -> bool {
        true
    }
}

impl Eq for Lines {}

impl Lines {
    /// Line of the choice that a contradiction with this code concerns; 0 if the file does not set it.
    pub(crate) fn of(&self, code: &str) -> usize {
        let about = |path: &str| match code.strip_prefix(path) {
            Some(rest) => rest.is_empty() || rest.starts_with('-'),
            None if code == "players.range" => path.starts_with("players."),
            None => path == "contracts.deals" && code.starts_with("contracts."),
        };
        // A later setting, by a variation, takes precedence.
        self.0.iter().rev().find(|(path, _)| about(path)).map_or(0, |(_, line)| *line)
    }
}

impl RuleSet {
    /// Usual number of players: four, or the nearest number that the game supports.
    #[must_use]
    pub fn usual_players(&self) -> u8 {
        let (fewest, most) = (self.choices.players.min, self.choices.players.max);
        // Inconsistent limits, such as at least five and at most three, are reported later.
        4.min(most).max(fewest)
    }

    /// Applies a variation of its file; `None` if that sets an unknown choice or invalid value.
    #[must_use]
    pub fn with_variation(&self, variation: &Variation) -> Option<RuleSet> {
        let mut set = self.clone();
        set.id = format!("{}+{}", set.id, variation.id);
        for (path, value, _) in &variation.sets {
            (choice(path)?.set)(&mut set.choices, value).ok()?;
        }
        set.catalogue.terms.override_with(&variation.terms);
        if variation.terms.contracts.is_empty() {
            set.catalogue.terms.inherit_contract_names(
                &self.choices.contracts.deals.0,
                &set.choices.contracts.deals.0,
            );
        }
        Some(set)
    }
}

/// The games by id. Serializable, so that a page can include the games without their files.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Library {
    files: ShortMap<String, GameFile>,
    order: Vec<String>,
}

macro_rules! games {
    ($($id:literal),+ $(,)?) => {
        &[$(($id, include_str!(concat!("../games/", $id, ".toml")))),+]
    };
}

/// The project's games and their files, in catalogue order.
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
    "carioca",
    "continental",
    "kalooki",
    "rummy",
    "block-rummy",
    "loba",
    "kalooki-40",
    "continental-15",
    "telefunken",
    "three-thirteen",
    "gin",
    "rummy-500",
    "points-rummy",
    "deals-rummy",
    "pool-101",
    "pool-201",
];

impl Library {
    /// The project's games.
    ///
    /// # Errors
    /// Never with the bundled files; a test parses them.
    pub fn standard() -> Result<Library, Flaws> {
        let mut library = Library::default();
        let mut flaws = Flaws::default();
        for (id, text) in GAMES {
            match GameFile::parse(&format!("games/{id}.toml"), text) {
                Ok(file) => library.insert(id, file),
                Err(more) => flaws.append(more),
            }
        }
        flaws.into_result(library)
    }

    /// Adds a game under an id.
    pub fn insert(&mut self, id: &str, file: GameFile) {
        if self.files.insert(id.to_owned(), file).is_none() {
            self.order.push(id.to_owned());
        }
        self.inherit_variations();
    }

    /// Adds to each game the variations that it keeps from the games it extends, as far as these are known
    /// yet.
    fn inherit_variations(&mut self) {
        let mut kept = Vec::new();
        for id in &self.order {
            let Some(file) = self.files.get(id).filter(|file| !file.keeps.is_empty()) else {
                continue;
            };
            let Ok(line) = self.ancestry(file) else { continue };
            let above = &line[..line.len() - 1];
            for name in &file.keeps {
                let named = |file: &&GameFile| find_variation(&file.variations, name).cloned();
                if find_variation(&file.variations, name).is_none()
                    && let Some(mut variation) = above.iter().rev().find_map(named)
                {
                    let before = variation.before.iter_mut().map(|before| &mut before.sets);
                    for sets in before.chain([&mut variation.sets]) {
                        sets.iter_mut().for_each(|(.., line)| *line = file.keeps_line);
                    }
                    kept.push((id.clone(), variation));
                }
            }
        }
        for (id, variation) in kept {
            if let Some(file) = self.files.get_mut(&id)
                && find_variation(&file.variations, &variation.id).is_none()
            {
                file.variations.push(variation);
            }
        }
    }

    /// Returns the library and, if the name starts with the path of a game file, that game under its path,
    /// with the files that it extends under theirs. Paths are relative to the file that names them. `open`
    /// returns the bytes of a file, which are read only up to the size limit.
    ///
    /// # Errors
    /// Why a file cannot be read, or its flaws.
    pub fn with_file<E: Display, B: Iterator<Item = Result<u8, E>>>(
        &self,
        name: &str,
        open: impl Fn(&str) -> Result<B, E>,
    ) -> Result<Cow<'_, Library>, Flaws> {
        let Some(at) = name.find(FILE) else { return Ok(Cow::Borrowed(self)) };
        let mut library = self.clone();
        let mut next = Some(name[..at + FILE.len()].to_owned());
        while let Some(path) = next.take() {
            let text = open(&path).map_err(|error| error.to_string()).and_then(read_text);
            let unread = |message| Mistake::Unreadable { message: Quoted::long(message) };
            let text = text.map_err(|message| Flaws::one(&path, unread(message)))?;
            let mut file = GameFile::parse(&path, &text)?;
            let parent = file.extends.as_mut().filter(|parent| parent.ends_with(FILE));
            let parent = parent.map(|parent| {
                *parent = resolve_path(&path, parent);
                parent.clone()
            });
            library.insert(&path, file);
            // A file that is already present would extend itself, which is reported when a game is selected.
            next = parent.filter(|parent| library.file(parent).is_none());
        }
        Ok(Cow::Owned(library))
    }

    /// Iterates over the ids in catalogue order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.order.iter().map(String::as_str)
    }

    /// Returns the file of a game.
    #[must_use]
    pub fn file(&self, id: &str) -> Option<&GameFile> {
        self.files.get(id)
    }

    /// The game that this one descends from: the one named in its file, else the one it extends.
    #[must_use]
    pub fn descends_from(&self, id: &str) -> Option<&str> {
        let file = self.file(id)?;
        file.catalogue.descends_from.as_deref().or(file.extends.as_deref())
    }

    /// Selects the game `id+variation+variation`, with individual choices changed.
    ///
    /// # Errors
    /// All flaws: an unknown game, variation or choice, an invalid value, two variations that set one choice
    /// differently, a variation or a choice named twice, and more changes than there are choices.
    pub fn select(&self, name: &str, changes: &[(String, Value)]) -> Result<RuleSet, Flaws> {
        self.select_edition(Edition::LATEST, name, changes)
    }

    /// Like [`Library::select`], under an earlier edition.
    ///
    /// # Errors
    /// All flaws, or an edition newer than this version.
    pub fn select_edition(
        &self,
        edition: Edition,
        name: &str,
        changes: &[(String, Value)],
    ) -> Result<RuleSet, Flaws> {
        if edition > Edition::LATEST {
            let (edition, latest) = (edition.number(), Edition::LATEST.number());
            return Err(Flaws::one(name, Mistake::GameEdition { edition, latest }));
        }
        if changes.len() > CHOICES.len() {
            let (changes, choices) = (changes.len(), CHOICES.len());
            return Err(Flaws::one(name, Mistake::Changes { changes, choices }));
        }
        let mut parts = name.split('+');
        let id = parts.next().unwrap_or_default();
        let file = self.files.get(id).ok_or_else(|| {
            let near = near(&nearest(id, self.ids()));
            let mut known = by_nearness(id, self.ids());
            let all = known.len();
            known.truncate(MAX_SUGGESTED_GAMES);
            let known = Quoted::long(known.join(", "));
            Flaws::one("game", Mistake::UnknownGame { game: Quoted::new(id), near, known, all })
        })?;
        let mut choices = Choices::default();
        let mut flaws = Flaws::default();
        let mut catalogue = file.catalogue.clone();
        if let Some(parent) = file.catalogue.descends_from.as_deref()
            && !parent.ends_with(FILE)
            && self.files.get(parent).is_none()
        {
            let (game, near) = (Quoted::new(parent), near(&nearest(parent, self.ids())));
            flaws.push(&file.place, file.descends_line, || Mistake::DescendsUnknown { game, near });
        }
        for name in
            file.keeps.iter().filter(|name| find_variation(&file.variations, name).is_none())
        {
            let above = self.ancestry(file)?;
            let all = above.iter().flat_map(|file| &file.variations);
            let known: Vec<&str> = all.map(|variation| variation.id.as_str()).collect();
            flaws.push(&file.place, file.keeps_line, || Mistake::KeepsUnknown {
                variation: Quoted::new(name),
                known: near(&known),
            });
        }
        let line = self.ancestry(file)?;
        catalogue.direction = line.iter().rev().find_map(|file| file.catalogue.direction);
        catalogue.terms = Terms::default();
        for ancestor in line {
            let named = choices.contracts.deals.0.clone();
            apply_choices(&mut choices, &ancestor.place, &ancestor.sets, &mut flaws);
            restore_earlier(&mut choices, &ancestor.place, &ancestor.before, edition, &mut flaws);
            catalogue.terms.inherit_contract_names(&named, &choices.contracts.deals.0);
            catalogue.terms.override_with(&ancestor.catalogue.terms);
        }
        let mut written = choices.contracts.deals.0.clone();
        let mut lines = Vec::new();
        let mut note = |sets: &[(String, Value, usize)]| {
            if id.ends_with(FILE) {
                lines.extend(sets.iter().map(|(path, _, line)| (path.clone(), *line)));
            }
        };
        note(&file.sets);
        let mut set_by: ShortMap<&str, (&str, &Value)> = ShortMap::default();
        let mut named = Vec::new();
        for part in parts {
            let Some(variation) = find_variation(&file.variations, part) else {
                let known: Vec<&str> =
                    file.variations.iter().map(|known| known.id.as_str()).collect();
                flaws.push(name, 0, || Mistake::UnknownVariation {
                    game: Quoted::new(id),
                    variation: Quoted::new(part),
                    known: near(&known),
                });
                continue;
            };
            if named.contains(&part) {
                flaws.push(name, 0, || Mistake::VariationTwice { variation: Quoted::new(part) });
                continue;
            }
            named.push(part);
            for (path, value, _) in &variation.sets {
                if let Some((other, before)) = set_by.insert(path, (part, value))
                    && before != value
                {
                    flaws.push(name, 0, || Mistake::VariationsDiffer {
                        one: Quoted::new(other),
                        other: Quoted::new(part),
                        path: Quoted::new(path),
                        first: Quoted::new(before),
                        second: Quoted::new(value),
                    });
                }
            }
            note(&variation.sets);
            apply_choices(&mut choices, &file.place, &variation.sets, &mut flaws);
            restore_earlier(&mut choices, &file.place, &variation.before, edition, &mut flaws);
            catalogue.terms.override_with(&variation.terms);
            if !variation.terms.contracts.is_empty() {
                written.clone_from(&choices.contracts.deals.0);
            }
        }
        let mut changed = Vec::new();
        for (path, value) in changes {
            match choice(path) {
                None => flaws.push(path, 0, || unknown(path)),
                Some(known) => {
                    if changed.contains(&known.path) {
                        flaws.push("", 0, || Mistake::ChangedTwice { path: known.path });
                    } else if let Err(bad) = (known.set)(&mut choices, value) {
                        flaws.push("", 0, || bad.of(known.path));
                    }
                    lines.retain(|(path, _)| path != known.path);
                    changed.push(known.path);
                }
            }
        }
        catalogue.terms.inherit_contract_names(&written, &choices.contracts.deals.0);
        flaws.into_result(RuleSet {
            id: name.to_owned(),
            catalogue,
            choices,
            changed: changes.to_vec(),
            variations: file.variations.clone(),
            lines: Lines(lines),
        })
    }

    /// The file and all that it extends, furthest ancestor first.
    fn ancestry<'a>(&'a self, file: &'a GameFile) -> Result<Vec<&'a GameFile>, Flaws> {
        let (mut line, mut child) = (vec![file], file);
        while let Some(parent) = child.extends.as_deref() {
            let Some(next) = self.files.get(parent) else {
                let near = near(&nearest(parent, self.ids()));
                let game = Quoted::new(parent);
                return Err(flaw_at_extends(child, Mistake::ExtendsUnknown { game, near }));
            };
            if line.iter().any(|f| std::ptr::eq(*f, next)) || line.len() > 20 {
                return Err(flaw_at_extends(child, Mistake::ExtendsItself));
            }
            line.push(next);
            child = next;
        }
        line.reverse();
        Ok(line)
    }
}

fn find_variation<'a>(variations: &'a [Variation], id: &str) -> Option<&'a Variation> {
    variations.iter().find(|variation| variation.id == id)
}

/// Reports a flaw at the line that names the extended game.
fn flaw_at_extends(file: &GameFile, mistake: Mistake) -> Flaws {
    let mut flaws = Flaws::default();
    flaws.push(&file.place, file.extends_line, || mistake);
    flaws
}

/// File extension of game files.
const FILE: &str = ".toml";

/// Resolves a path named in a file, relative to that file.
fn resolve_path(path: &str, named: &str) -> String {
    let mut whole = PathBuf::new();
    for part in Path::new(path).with_file_name(named).components() {
        let back = part == Component::ParentDir
            && matches!(whole.components().next_back(), Some(Component::Normal(_)));
        if back {
            whole.pop();
        } else if part != Component::CurDir {
            whole.push(part);
        }
    }
    whole.display().to_string()
}

fn apply_choices(
    choices: &mut Choices,
    place: &str,
    sets: &[(String, Value, usize)],
    flaws: &mut Flaws,
) {
    for (path, value, line) in sets {
        let Some(known) = choice(path) else { continue };
        if let Err(bad) = (known.set)(choices, value) {
            flaws.push(place, *line, || bad.of(known.path));
        }
    }
}

/// Restores what was set before the editions after this one; the earliest of them takes precedence.
fn restore_earlier(
    choices: &mut Choices,
    place: &str,
    before: &[Before],
    edition: Edition,
    flaws: &mut Flaws,
) {
    let mut later: Vec<&Before> =
        before.iter().filter(|before| edition.number() < before.edition).collect();
    later.short_sort_by_key(|before| std::cmp::Reverse(before.edition));
    for before in later {
        apply_choices(choices, place, &before.sets, flaws);
    }
}

#[cfg(test)]
mod tests;
