//! Rule sheet data: sections of sentences, each tagged with its choices and illustrated by examples.

use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};
use upcard_cards::{Card, MeldKind};

/// Sections of a rule sheet, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, IntoStaticStr, VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Chapter {
    /// Summary.
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
    /// Swapping for wild cards.
    Swapping,
    /// Declaring: going out with a whole hand.
    Declaring,
    /// Dropping out of a deal.
    Dropping,
    /// Going out.
    GoingOut,
    /// The exhausted stock.
    StockOut,
    /// Scoring.
    Scoring,
    /// The match.
    Match,
    /// Money.
    Money,
    /// Footnote: choices without effect here.
    Idle,
    /// Strategy advice.
    Advice,
}

impl Chapter {
    /// All sections, in order.
    pub const ALL: &[Chapter] = Chapter::VARIANTS;

    /// Name in addresses and message names.
    #[must_use]
    pub fn slug(self) -> &'static str {
        self.into()
    }
}

/// Rule sheet: the rules of one table in plain words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sheet {
    /// Name of the game.
    pub title: String,
    /// Number of players.
    pub players: u8,
    /// Sections that are not empty.
    pub sections: Vec<Section>,
    /// Choices without effect here, listed in the last section.
    pub idle: Vec<&'static str>,
}

/// A section of a rule sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Section {
    /// Section id.
    pub chapter: Chapter,
    /// Heading.
    pub title: String,
    /// Sentences.
    pub sentences: Vec<Sentence>,
    /// Table by number of players, if anything depends on it.
    pub table: Option<SizeTable>,
}

/// Table of what depends on the number of players, a row for each number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SizeTable {
    /// Column headings; the first column is the number of players.
    pub columns: Vec<String>,
    /// Rows, with a cell for each column.
    pub rows: Vec<Vec<String>>,
}

/// A sentence of a rule sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sentence {
    /// Text.
    pub text: String,
    /// Paths of the choices that it describes.
    pub choices: Vec<&'static str>,
    /// Example melds.
    pub examples: Vec<Example>,
}

/// Example melds with a caption.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Example {
    /// Melds to draw.
    pub melds: Vec<ExampleMeld>,
    /// `true` if they are legal under these rules.
    pub legal: bool,
    /// Caption; empty if the sentence is enough.
    pub caption: String,
}

/// A drawn meld.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExampleMeld {
    /// Set, run or pair.
    pub kind: MeldKind,
    /// Cards; those of a run in rising order.
    pub cards: Vec<Card>,
}

impl Sheet {
    /// All sentences.
    pub fn sentences(&self) -> impl Iterator<Item = &Sentence> {
        self.sections.iter().flat_map(|section| &section.sentences)
    }
}
