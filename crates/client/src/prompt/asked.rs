//! What is asked, and what a person has before them when it is.

use upcard_engine::Action;

use super::answers::{Answer, Does};
use super::detail::Detail;
use super::may::LayDown;
use super::question::Question;
use crate::hand::Held;
use crate::standing::Reply;
use crate::taps::Targets;
use crate::{ArrangeDraft, LayDownDraft};

/// What is being put together on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Draft {
    /// Nothing.
    #[default]
    None,
    /// A lay-down.
    Down(LayDownDraft),
    /// A rearrangement.
    Arrange(ArrangeDraft),
}

/// What a person has before them, beside what the table shows.
#[derive(Clone, Copy)]
pub struct Prepared<'a> {
    /// What is being put together.
    pub draft: &'a Draft,
    /// The selected cards.
    pub chosen: &'a [Held],
    /// Where those may go: [`Targets::of`] of the same selection.
    pub targets: &'a Targets,
    /// [`LayDown::of`] of the same session: the search depends on the table alone, and is not to be
    /// repeated for each card that is selected.
    pub lay_down: LayDown,
    /// What the plan of the hand advises.
    pub advice: Option<&'a Action>,
    /// The standing answers' [`Standing::reply`](crate::Standing::reply) to the present offer.
    pub reply: Reply,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prompt {
    /// The main line.
    pub question: Question,
    /// The small line.
    pub detail: Detail,
    /// The answers, the main one last.
    pub answers: Vec<Answer>,
    /// The first to answer gets the card.
    pub race: bool,
    /// The own seat is asked.
    pub mine: bool,
}

impl Prompt {
    pub(super) fn of(question: Question, detail: Detail) -> Prompt {
        Prompt { question, detail, ..Prompt::default() }
    }

    pub(super) fn with(mut self, does: Does, main: bool, key: &'static str) -> Prompt {
        self.answers.push(Answer { does, main, key });
        self
    }

    pub(super) fn act(self, action: Action, main: bool, key: &'static str) -> Prompt {
        self.with(Does::Act(action), main, key)
    }
}
