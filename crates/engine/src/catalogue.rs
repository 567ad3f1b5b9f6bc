//! A game's metadata besides its choices: catalogue entry, terminology, and named variations.

use serde::{Deserialize, Serialize};

use crate::value::Value;

/// Catalogue entry of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Catalogue {
    /// The name.
    pub name: String,
    /// Other names.
    pub also_known_as: Vec<String>,
    /// Id of the source in the ledger of clauses.
    pub source: String,
    /// Origin of the game.
    pub origin: String,
    /// One-sentence summary.
    pub summary: String,
    /// Whether it is reconstructed from a brief mention.
    pub reconstruction: bool,
    /// The game it descends from, if that is not the one it extends.
    pub descends_from: Option<String>,
    /// Direction in which deal and turn pass, if the file gives it.
    #[serde(default)]
    pub direction: Option<Direction>,
    /// Players' terms for melds.
    #[serde(default)]
    pub terms: Terms,
    /// Rounds of turns in a match with the usual number of players, as measured by the lab; 0 if not
    /// measured.
    pub rounds: u16,
}

/// Direction in which deal and turn pass. Seats are listed in playing order, so this affects texts only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Direction {
    /// To the left.
    Clockwise,
    /// To the right.
    CounterClockwise,
}

/// The game's own terms; empty where it has none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Terms {
    /// Term for a set.
    pub set: String,
    /// Term for a run.
    pub run: String,
    /// Names of the contracts, in order.
    #[serde(default)]
    pub contracts: Vec<String>,
    /// Term for buying the upcard.
    #[serde(default)]
    pub buy: String,
    /// Term for laying off.
    #[serde(default)]
    pub lay_off: String,
}

impl Terms {
    /// Keeps the contract names up to the first contract that has changed.
    pub(crate) fn inherit_contract_names(&mut self, named: &[String], now: &[String]) {
        let same = named.iter().zip(now).take_while(|(a, b)| a == b);
        self.contracts.truncate(same.count());
    }

    /// Overrides with those terms that `others` has.
    pub(crate) fn override_with(&mut self, others: &Terms) {
        let Terms { set, run, buy, lay_off, contracts } = others;
        let words = [
            (&mut self.set, set),
            (&mut self.run, run),
            (&mut self.buy, buy),
            (&mut self.lay_off, lay_off),
        ];
        for (word, other) in words.into_iter().filter(|(_, other)| !other.is_empty()) {
            word.clone_from(other);
        }
        if !contracts.is_empty() {
            self.contracts.clone_from(contracts);
        }
    }
}

/// A named variation of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Variation {
    /// Id, as in `game+id`.
    pub id: String,
    /// What it changes, in one sentence.
    pub about: String,
    /// Players' terms, if they differ.
    #[serde(default)]
    pub terms: Terms,
    /// The choices it sets, with the line in the file.
    pub sets: Vec<(String, Value, usize)>,
    /// What it set in earlier editions.
    pub before: Vec<Before>,
}

/// What a file or a variation set before an edition changed it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Before {
    /// Number of the edition that changed it.
    pub edition: u8,
    /// The choices as they were set before, with the line in the file.
    pub sets: Vec<(String, Value, usize)>,
}
