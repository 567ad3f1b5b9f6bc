//! Differences between two rule sets, choice by choice, in rule sheet sentences.

use std::collections::BTreeSet;

use serde::Serialize;
use upcard_engine::choices::{CHOICES, choice};
use upcard_engine::{MAX_PLAYERS, Rules};

use crate::chapters::sheet;
use crate::labels::{choice_label, label_in};
use crate::sheet::{Sentence, Sheet};
use crate::words::{Args, has_message, text};

/// Differences between two games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Diff {
    /// Name of the game described.
    pub here: String,
    /// Name of the game compared with.
    pub there: String,
    /// Differences, in the order of the table of choices.
    pub differences: Vec<Difference>,
    /// Table size compared, if not the requested one because there is no difference at that size.
    pub players: Option<u8>,
}

/// One difference.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// Path of the choice.
    pub path: &'static str,
    /// Label of the choice.
    pub label: String,
    /// Sentences in the game described; empty if the choice has no effect there.
    pub here: Vec<String>,
    /// Sentences in the game compared with.
    pub there: Vec<String>,
}

/// Compares `here` with `there`, with each sentence once. If they are the same at this table size, compares
/// the nearest size at which they differ.
#[must_use]
pub fn diff(here: &Rules, there: &Rules) -> Diff {
    let mut differences = at_table(here, there);
    let mut players = None;
    if differences.is_empty() && here.set.choices != there.set.choices {
        let other = at_other_size(here, there);
        players = other.as_ref().map(|(players, _)| *players);
        differences = other.map(|(_, differences)| differences).unwrap_or_default();
    }
    Diff { here: title(here, there), there: title(there, here), differences, players }
}

/// Differences at the nearest other table size that has any.
fn at_other_size(here: &Rules, there: &Rules) -> Option<(u8, Vec<Difference>)> {
    let mut sizes: Vec<u8> = (1..=MAX_PLAYERS as u8).filter(|n| *n != here.players).collect();
    sizes.sort_by_key(|n| n.abs_diff(here.players));
    sizes.into_iter().find_map(|players| {
        let at = |rules: &Rules| Rules::new(rules.set.clone(), players).ok();
        let differences = at_table(&at(here)?, &at(there)?);
        (!differences.is_empty()).then_some((players, differences))
    })
}

fn at_table(here: &Rules, there: &Rules) -> Vec<Difference> {
    differences((here, &sheet(here)), (there, &sheet(there)))
}

/// Differences at these tables, from their finished sheets.
#[must_use]
pub fn differences(
    (here, left): (&Rules, &Sheet),
    (there, right): (&Rules, &Sheet),
) -> Vec<Difference> {
    let only = |this: &Sheet, other: &Sheet| -> Vec<Sentence> {
        let there: BTreeSet<&str> = other.sentences().map(|s| s.text.as_str()).collect();
        let missing_there =
            |s: &&Sentence| !s.choices.is_empty() && !there.contains(s.text.as_str());
        this.sentences().filter(missing_there).cloned().collect()
    };
    let (only_here, only_there) = (only(left, right), only(right, left));
    // A sentence tagged with several choices is listed under the first one that differs and has an effect in
    // both games.
    let idle = [here.idle_choices(), there.idle_choices()].concat();
    let differs = |path: &str| {
        !idle.contains(&path)
            && choice(path).is_some_and(|c| c.get(&here.set.choices) != c.get(&there.set.choices))
    };
    let of = |sentences: &[Sentence], path: &str| -> Vec<String> {
        let home = |s: &Sentence| {
            s.choices.iter().copied().find(|p| differs(p)).or(s.choices.first().copied())
        };
        let mine = sentences.iter().filter(|s| home(s) == Some(path));
        mine.map(|s| s.text.clone()).collect()
    };
    let contracts = here.has_contracts() || there.has_contracts();
    let mut all = Vec::new();
    for path in CHOICES.iter().map(|choice| choice.path) {
        let (ours, theirs) = (of(&only_here, path), of(&only_there, path));
        if !ours.is_empty() || !theirs.is_empty() {
            let label = if contracts { choice_label(path) } else { label_in(path, here) };
            all.push(Difference { path, label, here: ours, there: theirs });
        }
    }
    all
}

/// The game's name; its id if both names are equal, with the changed settings if the ids are equal too.
fn title(this: &Rules, other: &Rules) -> String {
    let (set, theirs) = (&this.set, &other.set);
    if set.catalogue.name != theirs.catalogue.name {
        return set.catalogue.name.clone();
    }
    if set.id != theirs.id || set.changed == theirs.changed {
        return set.id.clone();
    }
    let changes = set.changed.iter().map(|(path, value)| format!(",{path}={value}"));
    format!("{}{}", set.id, changes.collect::<String>())
}

impl Diff {
    /// Heading: `How A differs from B`.
    #[must_use]
    pub fn title(&self) -> String {
        if self.here == self.there {
            let name = Args::new().with("here", self.here.as_str());
            return text("diff-title-same", None, &name);
        }
        let names = Args::new().with("here", self.here.as_str()).with("there", self.there.as_str());
        text("diff-title", None, &names)
    }

    /// Note on the table size, if it is not the requested one.
    pub(crate) fn note(&self) -> Option<String> {
        let args = Args::new().with("players", self.players?);
        Some(text("diff-players", None, &args))
    }
}

impl Difference {
    /// One side as a line; a placeholder sentence if it is empty.
    #[must_use]
    pub fn sentences(&self, side: &[String]) -> String {
        if !side.is_empty() {
            return side.join(" ");
        }
        let own = self.path.replace('.', "-");
        let own = has_message("diff-nothing", Some(&own)).then_some(own);
        text("diff-nothing", own.as_deref(), &Args::new())
    }
}
