//! Answers of a prompt, and their actions.

use upcard_cards::Card;
use upcard_engine::{Action, MeldId, View};

use super::EndsBy;

/// Action of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnswerAction {
    /// Make a move.
    Act(Action),
    /// Open the lay-down proposed by the solver; `free` if it is not for a contract.
    Propose {
        /// Free melds.
        free: bool,
    },
    /// Open a draft of the advised action: a lay-down, the end of the deal or a rearrangement.
    OpenAdvised(Action),
    /// Open an empty lay-down.
    OpenLayDown,
    /// Open a lay-down with the selected cards.
    MeldChosen,
    /// Submit the lay-down draft.
    LayDown(Action),
    /// Lay the selected cards off on this meld, or ask for the position.
    LayOff(MeldId),
    /// Open a rearrangement.
    OpenArrange,
    /// Submit the rearrangement draft.
    Rearrange(Action),
    /// Close the draft.
    Cancel,
    /// Take the player's seat back from the bot.
    TakeSeatBack,
    /// Take a free seat.
    Sit,
    /// Ask for a seat, or claim the player's own one.
    AskForSeat,
    /// Be ready for the next deal.
    NextDeal,
    /// Show the score sheet.
    ShowScores {
        /// `true` if the match is over.
        standings: bool,
    },
    /// Open a lay-down in another player's turn.
    Prepare,
    /// Open the best way to end the deal, as an editable draft.
    OpenEnding(EndsBy),
    /// Open the player's melds to answer a knock.
    OpenAnswer,
    /// Ask for confirmation to drop out of the deal, for these points.
    Drop(i32),
    /// Ask for confirmation to take the discard pile down to this card, which must be used.
    TakeDeep(Card),
    /// Show the discard pile, to choose how deep to take it.
    ChooseDeep,
    /// Show the standing answers to offers.
    StandingAnswers,
    /// Leave the table.
    Leave,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Action.
    pub action: AnswerAction,
    /// `true` for the primary answer.
    pub main: bool,
    /// Keyboard shortcut.
    pub key: &'static str,
}

/// How to carry out an advised action; `None` if it needs more input. Lay-downs are shown first, and dropping
/// out of a deal is confirmed.
#[must_use]
pub fn advised(view: &View<'_>, action: &Action) -> Option<AnswerAction> {
    match action {
        Action::Down(_) | Action::Arrange(_) | Action::Knock { .. } | Action::Declare { .. } => {
            Some(AnswerAction::OpenAdvised(action.clone()))
        }
        Action::Cut(_) | Action::Pick(_) => None,
        Action::Drop => view.drop_price().map(AnswerAction::Drop),
        other => Some(AnswerAction::Act(other.clone())),
    }
}
