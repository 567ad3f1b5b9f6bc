//! The answers that a prompt offers, and what each of them does.

use upcard_cards::Card;
use upcard_engine::{Action, MeldId, View};

use super::EndsBy;

/// What an answer does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Does {
    /// Makes a move.
    Act(Action),
    /// Opens the lay-down that the solver proposes; `free` where no contract asks for it.
    Propose {
        /// Melds of one's own choice.
        free: bool,
    },
    /// Opens what was advised, put together as it was advised: a lay-down, the end of the deal or a
    /// rearrangement.
    OpenAdvised(Action),
    /// Opens an empty lay-down.
    OpenLayDown,
    /// Opens a lay-down of the selected cards.
    MeldChosen,
    /// Makes the lay-down that was put together.
    LayDown(Action),
    /// Lays the selected cards off on this meld, or asks where on it.
    LayOff(MeldId),
    /// Opens a rearrangement.
    OpenArrange,
    /// Makes the rearrangement that was put together.
    Rearrange(Action),
    /// Puts the draft away.
    Cancel,
    /// Takes the own seat back from the bot.
    TakeSeatBack,
    /// Takes a free seat.
    Sit,
    /// Asks for a seat, or says which is the own one.
    AskForSeat,
    /// Ready for the next deal.
    NextDeal,
    /// Shows the score sheet.
    ShowScores {
        /// The match is over.
        standings: bool,
    },
    /// Opens a lay-down while others play.
    Prepare,
    /// Opens the best way to end the deal, to be looked at and changed.
    OpenEnding(EndsBy),
    /// Opens the own melds with which a knock is answered.
    OpenAnswer,
    /// Asks whether to leave the deal at the price of these points.
    Drop(i32),
    /// Asks whether to take the discards down to this card, which must be used.
    TakeDeep(Card),
    /// Shows the discards, one of which can be taken with those above it.
    ChooseDeep,
    /// Shows the standing answers to offers.
    StandingAnswers,
    /// Leaves the table.
    Leave,
}

/// One answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What it does.
    pub does: Does,
    /// The one that most people will want.
    pub main: bool,
    /// The key that gives it.
    pub key: &'static str,
}

/// What carries out an action that was advised; none where it needs more than a tap. A lay-down is
/// shown before it is made, and leaving a deal is asked about.
#[must_use]
pub fn advised(view: &View<'_>, action: &Action) -> Option<Does> {
    match action {
        Action::Down(_) | Action::Arrange(_) | Action::Knock { .. } | Action::Declare { .. } => {
            Some(Does::OpenAdvised(action.clone()))
        }
        Action::Cut(_) | Action::Pick(_) => None,
        Action::Drop => view.drop_price().map(Does::Drop),
        other => Some(Does::Act(other.clone())),
    }
}
