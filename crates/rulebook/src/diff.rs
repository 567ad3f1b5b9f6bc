//! How two rule sets differ, choice by choice, in the words of their rule sheets.

use std::collections::BTreeSet;

use serde::Serialize;
use upcard_engine::choices::{CHOICES, choice};
use upcard_engine::{MAX_PLAYERS, Rules};

use crate::chapters::sheet;
use crate::labels::{choice_label, label_in};
use crate::sheet::{Sentence, Sheet};
use crate::words::{Args, known, text};

/// How one game differs from another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Diff {
    /// The name of the game that is described.
    pub here: String,
    /// The name of the game that it is compared with.
    pub there: String,
    /// What differs, in the order of the table of choices.
    pub differences: Vec<Difference>,
    /// The table size that was compared, where it is not the one that was asked for: there nothing
    /// differs, here it does.
    pub players: Option<u8>,
}

/// One thing that differs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// The choice, by its path.
    pub path: &'static str,
    /// The choice, by its plain name.
    pub label: String,
    /// What holds here; empty where it is of no account here.
    pub here: Vec<String>,
    /// What holds there.
    pub there: Vec<String>,
}

/// How `here` differs from `there`: only what differs, each sentence once. Where nothing does at
/// tables of this size, those of the nearest size are compared at which something does.
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

/// What differs at tables of the nearest other size at which something does.
fn at_other_size(here: &Rules, there: &Rules) -> Option<(u8, Vec<Difference>)> {
    let mut sizes: Vec<u8> = (1..=MAX_PLAYERS as u8).filter(|n| *n != here.players).collect();
    sizes.sort_by_key(|n| n.abs_diff(here.players));
    sizes.into_iter().find_map(|players| {
        let at = |rules: &Rules| Rules::new(rules.set.clone(), players).ok();
        let differences = at_table(&at(here)?, &at(there)?);
        (!differences.is_empty()).then_some((players, differences))
    })
}

/// What differs at these tables.
fn at_table(here: &Rules, there: &Rules) -> Vec<Difference> {
    differences((here, &sheet(here)), (there, &sheet(there)))
}

/// What differs at these tables, whose sheets are written already.
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
    // A sentence of several choices stands with the first of them that differs, and means something on
    // both sides.
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
    let this = here;
    let mut all = Vec::new();
    for choice in CHOICES {
        let here = of(&only_here, choice.path);
        let there = of(&only_there, choice.path);
        if !here.is_empty() || !there.is_empty() {
            let label =
                if contracts { choice_label(choice.path) } else { label_in(choice.path, this) };
            all.push(Difference { path: choice.path, label, here, there });
        }
    }
    all
}

/// The game's name; its id where both have one name, with what else was set where both have one id.
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
    /// The heading: `How A differs from B`.
    #[must_use]
    pub fn title(&self) -> String {
        if self.here == self.there {
            let name = Args::none().with("here", self.here.as_str());
            return text("diff-title-same", None, &name);
        }
        let names =
            Args::none().with("here", self.here.as_str()).with("there", self.there.as_str());
        text("diff-title", None, &names)
    }

    /// For which table size that holds, where it is not the one that was asked for.
    pub(crate) fn note(&self) -> Option<String> {
        let args = Args::none().with("players", self.players?);
        Some(text("diff-players", None, &args))
    }
}

impl Difference {
    /// One side of it as a line; it says so where there is nothing of the kind.
    #[must_use]
    pub fn sentences(&self, side: &[String]) -> String {
        if !side.is_empty() {
            return side.join(" ");
        }
        let own = self.path.replace('.', "-");
        let own = known("diff-nothing", Some(&own)).then_some(own);
        text("diff-nothing", own.as_deref(), &Args::none())
    }
}
