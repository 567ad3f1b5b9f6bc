//! The columns: what is frozen for each position.

use std::fmt::{self, Write};

use upcard_bots::hints::advise;
use upcard_bots::value::{Breadth, ValueNets, evaluate};
use upcard_bots::{Budget, player};
use upcard_cards::Card;
use upcard_client::hint::hint;
use upcard_client::wording::{Args, Texts, hint as words};
use upcard_engine::{Level, View};

use super::family::Family;

/// An output that is frozen for each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// A level's answer.
    Level(Level),
    /// The bots' hint without lookahead: the advice and its reasons.
    Advice,
    /// The hint of the page and the terminal: message ids with their arguments.
    Hint,
    /// The features of each candidate that the nets evaluate.
    Features,
    /// The nets' value of each candidate.
    Worth,
}

/// All columns.
pub const COLUMNS: [Column; 11] = [
    Column::Level(Level::Random),
    Column::Level(Level::Novice),
    Column::Level(Level::Steady),
    Column::Level(Level::Sharp),
    Column::Level(Level::Expert),
    Column::Advice,
    Column::Hint,
    Column::Features,
    Column::Worth,
    Column::Level(Level::Beginner),
    Column::Level(Level::Casual),
];

/// Playouts of the expert, which answers only one position in `EXPERT_EVERY`: it costs more than all else.
const PLAYOUTS: u32 = 4;
const EXPERT_EVERY: usize = 20;

impl Column {
    /// Name, in files and messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Column::Level(level) => level.name(),
            Column::Advice => "advice",
            Column::Hint => "hint",
            Column::Features => "features",
            Column::Worth => "worth",
        }
    }

    /// Returns `true` if the column applies to this family.
    #[must_use]
    pub fn applies_to(self, family: Family) -> bool {
        !matches!(self, Column::Features | Column::Worth) || family.has_nets()
    }

    /// Writes the output for a position; the position's number is the seed of random choices.
    pub(crate) fn write(self, view: &View<'_>, number: usize, to: &mut impl Write) -> fmt::Result {
        let seed = number as u64;
        match self {
            Column::Level(Level::Expert) if !number.is_multiple_of(EXPERT_EVERY) => Ok(()),
            Column::Level(level) => {
                let budget = Budget::Playouts(PLAYOUTS);
                write!(to, "{}", player(level, seed).decide(view, &budget))
            }
            Column::Advice => write!(to, "{:?}", advise(view, &Budget::Playouts(0), seed)),
            Column::Hint => {
                let hint = hint(view);
                write!(to, "{hint:?} {}", words::missing(&Ids, &hint))?;
                let Some((action, reason)) = &hint.advice else { return Ok(()) };
                write!(to, " {} {}", words::advised(&Ids, action), words::why(&Ids, *reason))
            }
            Column::Features => evaluate(view, ValueNets::trained(), Breadth::All)
                .iter()
                .try_for_each(|one| write!(to, "{} {:?} ", one.action, one.features)),
            Column::Worth => evaluate(view, ValueNets::trained(), Breadth::All)
                .iter()
                .try_for_each(|one| write!(to, "{} {:?} ", one.action, one.worth)),
        }
    }
}

/// Message ids in place of texts, independent of any language.
struct Ids;

impl Texts for Ids {
    fn text(&self, id: &str, args: &Args) -> String {
        format!("{id} {args:?}")
    }

    fn card(&self, card: Card) -> String {
        card.to_string()
    }

    fn capital(&self, text: &str) -> String {
        text.to_owned()
    }
}
