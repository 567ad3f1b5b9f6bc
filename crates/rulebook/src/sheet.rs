//! The rule sheet: sections of sentences, each with the choices it speaks of and drawn examples.

use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};
use upcard_cards::{Card, MeldKind};

/// The sections of a rule sheet, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, IntoStaticStr, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Chapter {
    /// The game in short.
    Short,
    /// Players and cards.
    Players,
    /// The deal.
    Deal,
    /// Contracts.
    Contracts,
    /// Melds.
    Melds,
    /// Wild cards.
    Wilds,
    /// A turn.
    Turn,
    /// Buying.
    Buying,
    /// The Shanghai call.
    Shanghai,
    /// Laying down.
    LayingDown,
    /// Laying off.
    LayingOff,
    /// Rearranging.
    Rearranging,
    /// Taking wild cards.
    Swapping,
    /// Going out with a whole hand.
    Declaring,
    /// Leaving a deal.
    Dropping,
    /// Going out.
    GoingOut,
    /// The empty stock.
    StockOut,
    /// Scoring.
    Scoring,
    /// The match.
    Match,
    /// Money.
    Money,
    /// The footnote: choices that mean nothing here.
    Idle,
    /// How to play well.
    Advice,
}

impl Chapter {
    /// All sections, in their order.
    pub const ALL: &[Chapter] = Chapter::VARIANTS;

    /// Its name in addresses and message names.
    #[must_use]
    pub fn slug(self) -> &'static str {
        self.into()
    }
}

/// A rule sheet: the rules of one table in plain words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sheet {
    /// The game's name.
    pub title: String,
    /// The number of players it is written for.
    pub players: u8,
    /// The sections that have something to say.
    pub sections: Vec<Section>,
    /// The choices that mean nothing here, which the last section lists.
    pub idle: Vec<&'static str>,
}

/// A section of a rule sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Section {
    /// Which.
    pub chapter: Chapter,
    /// Its heading.
    pub title: String,
    /// What it says.
    pub sentences: Vec<Sentence>,
    /// What depends on the number of players, where anything can.
    pub table: Option<SizeTable>,
}

/// What depends on the number of players: a row for each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SizeTable {
    /// The columns' headings, the first that of the numbers of players.
    pub columns: Vec<String>,
    /// A cell for each column.
    pub rows: Vec<Vec<String>>,
}

/// A sentence of a rule sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sentence {
    /// The sentence.
    pub text: String,
    /// The paths of the choices that it speaks of.
    pub choices: Vec<&'static str>,
    /// Cards to draw beside it.
    pub examples: Vec<Example>,
}

/// Cards drawn as an example, with what they show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Example {
    /// The melds to draw.
    pub melds: Vec<Drawn>,
    /// Are they legal under these rules?
    pub legal: bool,
    /// What is to be seen; empty where the sentence says it.
    pub caption: String,
}

/// A drawn meld.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Drawn {
    /// Set, run or pair.
    pub kind: MeldKind,
    /// The cards, a run's in rising order.
    pub cards: Vec<Card>,
}

impl Sheet {
    /// All sentences.
    pub fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        self.sections.iter().flat_map(|section| &section.sentences)
    }
}
