//! Errors in how a rule set is written or selected.

use super::{Quoted, reasons};
use crate::value::BadValue;

reasons! {
    /// An error in how a rule set is written or selected.
    Mistake:
    /// The file cannot be read.
    Unreadable { message: Quoted } = "file.unreadable",
    /// The file is not valid TOML; the parser's message.
    NotToml { message: Quoted } = "file.not-toml",
    /// The file has no name for the game.
    NoName = "file.name",
    /// A value that must be a string is not one.
    ExpectedText { key: &'static str } = "file.text",
    /// A value that must be a list of strings is not one.
    ExpectedTexts { key: &'static str } = "file.texts",
    /// `reconstruction` is not a boolean.
    Reconstruction = "file.reconstruction",
    /// `rounds` is not a number, or too large.
    Rounds { most: usize } = "file.rounds",
    /// `direction` is not a valid direction.
    Direction = "file.direction",
    /// `variations` is not a table.
    Variations = "file.variations",
    /// A variation is not a table.
    Variation { variation: Quoted } = "file.variation",
    /// Invalid id of a variation: empty, or with a plus, which separates ids.
    VariationId { variation: Quoted } = "file.variation-id",
    /// A variation has no description.
    VariationAbout { variation: Quoted } = "file.about",
    /// `before` does not list choices of a valid earlier edition.
    Before { latest: u8 } = "file.before",
    /// The file extends an unknown game.
    ExtendsUnknown { game: Quoted, near: Quoted } = "file.extends",
    /// The file keeps a variation that the extended game does not have; `known` is `none` if it has no
    /// variations.
    KeepsUnknown { variation: Quoted, known: Quoted } = "file.keeps",
    /// The file descends from an unknown game.
    DescendsUnknown { game: Quoted, near: Quoted } = "file.descends",
    /// The file extends itself, directly or indirectly.
    ExtendsItself = "file.circle",
    /// Unknown choice; `near` has similar ones, separated by commas, or `none`.
    UnknownChoice { path: Quoted, near: Quoted } = "choice.unknown",
    /// A key of the whole game is placed among the choices.
    OfTheGame { key: &'static str } = "file.misplaced",
    /// A choice is set twice.
    ChangedTwice { path: &'static str } = "choice.twice",
    /// A value of the wrong type for the choice.
    ValueKind { path: &'static str } = "value.kind",
    /// An invalid value of the choice.
    Value { path: &'static str, found: Quoted } = "value.unknown",
    /// Too many contracts in the list.
    ValueContracts { path: &'static str, count: usize, most: usize } = "value.contracts",
    /// The contract of a deal cannot be parsed: what was expected, and what was found.
    ValueContract { path: &'static str, deal: usize, expected: &'static str, found: Quoted }
        = "value.contract",
    /// The value exceeds the maximum length.
    ValueLength { most: usize } = "value.length",
    /// Unknown game; `near` has similar ones, separated by commas, or `none`. `known` has the games with the
    /// most similar names.
    UnknownGame { game: Quoted, near: Quoted, known: Quoted, all: usize } = "game.unknown",
    /// The name of the game exceeds the maximum length.
    GameLength { most: usize } = "game.length",
    /// The edition is newer than this version.
    GameEdition { edition: u8, latest: u8 } = "game.edition",
    /// More changes than there are choices.
    Changes { changes: usize, choices: usize } = "game.changes",
    /// Unknown variation of the game; `known` is `none` if it has no variations.
    UnknownVariation { game: Quoted, variation: Quoted, known: Quoted } = "variation.unknown",
    /// A variation is named twice.
    VariationTwice { variation: Quoted } = "variation.twice",
    /// Two variations set a choice to different values.
    VariationsDiffer {
        one: Quoted,
        other: Quoted,
        path: Quoted,
        first: Quoted,
        second: Quoted,
    } = "variation.differs",
    /// Number of flaws beyond those listed.
    More { count: usize } = "flaws.more",
}

impl BadValue {
    /// Converts to the mistake for the choice with this path.
    #[must_use]
    pub fn of(self, path: &'static str) -> Mistake {
        match self {
            BadValue::Form(found) => Mistake::Value { path, found },
            BadValue::Contracts { count, most } => Mistake::ValueContracts { path, count, most },
            BadValue::Contract { deal, expected, found } => {
                Mistake::ValueContract { path, deal, expected, found }
            }
        }
    }
}
