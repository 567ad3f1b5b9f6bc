//! What can be wrong in how a rule set is written or chosen.

use super::{Quoted, reasons};
use crate::value::BadValue;

reasons! {
    /// Something is wrong in how a rule set is written or chosen.
    Mistake:
    /// The file cannot be read.
    Unreadable { message: Quoted } = "file.unreadable",
    /// The file is not TOML, as its reader says.
    NotToml { message: Quoted } = "file.not-toml",
    /// The file gives the game no name.
    NoName = "file.name",
    /// Something that must be a text is none.
    ExpectedText { key: &'static str } = "file.text",
    /// Something that must be a list of texts is none.
    ExpectedTexts { key: &'static str } = "file.texts",
    /// `reconstruction` is neither true nor false.
    Reconstruction = "file.reconstruction",
    /// `rounds` is no number, or too large.
    Rounds { most: usize } = "file.rounds",
    /// `direction` is no way in which the turn passes.
    Direction = "file.direction",
    /// `variations` is no table.
    Variations = "file.variations",
    /// A variation is no table.
    Variation { variation: Quoted } = "file.variation",
    /// No variation can be called so: a plus stands between names.
    VariationId { variation: Quoted } = "file.variation-id",
    /// A variation does not say what it changes.
    VariationAbout { variation: Quoted } = "file.about",
    /// `before` does not give choices for an edition that changed them.
    Before { latest: u8 } = "file.before",
    /// The file extends a game that is not known.
    ExtendsUnknown { game: Quoted, near: Quoted } = "file.extends",
    /// The file keeps a variation that what it extends does not have; `known` is `none` where it has none at
    /// all.
    KeepsUnknown { variation: Quoted, known: Quoted } = "file.keeps",
    /// The file descends from a game that is not known.
    DescendsUnknown { game: Quoted, near: Quoted } = "file.descends",
    /// The file extends itself, through others perhaps.
    ExtendsItself = "file.circle",
    /// No such choice; `near` is a similar one, or several with commas between, or `none`.
    UnknownChoice { path: Quoted, near: Quoted } = "choice.unknown",
    /// What the whole game has stands among its choices.
    OfTheGame { key: &'static str } = "file.misplaced",
    /// A choice is changed twice.
    ChangedTwice { path: &'static str } = "choice.twice",
    /// A choice has no value of this kind.
    ValueKind { path: &'static str } = "value.kind",
    /// A choice has no such value.
    Value { path: &'static str, found: Quoted } = "value.unknown",
    /// A list of contracts is too long.
    ValueContracts { path: &'static str, count: usize, most: usize } = "value.contracts",
    /// The contract of a deal cannot be read: what was expected, and what stood there.
    ValueContract { path: &'static str, deal: usize, expected: &'static str, found: Quoted }
        = "value.contract",
    /// A value is longer than any can be.
    ValueLength { most: usize } = "value.length",
    /// No such game; `near` is a similar one, or several with commas between, or `none`. `known` are the first of
    /// all the games there are, those with the most similar names.
    UnknownGame { game: Quoted, near: Quoted, known: Quoted, all: usize } = "game.unknown",
    /// The name of a game is longer than any can be.
    GameLength { most: usize } = "game.length",
    /// It was made by an edition that is newer than this version.
    GameEdition { edition: u8, latest: u8 } = "game.edition",
    /// More changes than there are choices.
    Changes { changes: usize, choices: usize } = "game.changes",
    /// The game has no such variation; `known` is `none` where it has none at all.
    UnknownVariation { game: Quoted, variation: Quoted, known: Quoted } = "variation.unknown",
    /// A variation is named twice.
    VariationTwice { variation: Quoted } = "variation.twice",
    /// Two variations set one choice differently.
    VariationsDiffer {
        one: Quoted,
        other: Quoted,
        path: Quoted,
        first: Quoted,
        second: Quoted,
    } = "variation.differs",
    /// As many flaws beyond those that are listed.
    More { count: usize } = "flaws.more",
}

impl BadValue {
    /// The mistake, of the choice with this path.
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
