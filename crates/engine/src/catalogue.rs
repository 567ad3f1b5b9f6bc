//! What is said of a game beside its choices: its entry in the catalogue, its players' words, and its
//! named variations.

use serde::{Deserialize, Serialize};

use crate::value::Value;

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
    /// The game that it descends from, where that is not the one that it extends.
    pub descends_from: Option<String>,
    /// Which way the deal and the turn pass, where the file says it.
    #[serde(default)]
    pub direction: Option<Direction>,
    /// What its players call a set and a run.
    #[serde(default)]
    pub terms: Terms,
    /// Rounds of turns in a match of the usual number of players, as the laboratory has measured
    /// them; 0 where it has not.
    pub rounds: u16,
}

/// Which way the deal and the turn pass. Seats are listed in the order of play, so that nothing but words
/// depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Direction {
    /// To the left.
    Clockwise,
    /// To the right.
    CounterClockwise,
}

/// What a game's players call melds; empty where they have no words of their own.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Terms {
    /// A set.
    pub set: String,
    /// A run.
    pub run: String,
    /// The contracts, one by one.
    #[serde(default)]
    pub contracts: Vec<String>,
    /// To buy the upcard.
    #[serde(default)]
    pub buy: String,
    /// To lay off.
    #[serde(default)]
    pub lay_off: String,
}

impl Terms {
    /// A name is one of the contract that stood in its place when it was given.
    pub(crate) fn keep(&mut self, named: &[String], now: &[String]) {
        let same = named.iter().zip(now).take_while(|(a, b)| a == b);
        self.contracts.truncate(same.count());
    }

    /// Takes those words that others have.
    pub(crate) fn take(&mut self, others: &Terms) {
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

/// A named variation: its changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Variation {
    /// Its id, as in `game+id`.
    pub id: String,
    /// What it changes, in a sentence.
    pub about: String,
    /// Its players' words, where they have others.
    #[serde(default)]
    pub terms: Terms,
    /// The choices that it sets, with the line.
    pub sets: Vec<(String, Value, usize)>,
    /// What it set in earlier editions.
    pub before: Vec<Before>,
}

/// What a file or a variation set before an edition, where that edition changed it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Before {
    /// The number of the edition that changed it.
    pub edition: u8,
    /// The choices as they were set before, with the line.
    pub sets: Vec<(String, Value, usize)>,
}
