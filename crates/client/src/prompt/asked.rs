//! What is asked, and what a person has before them when it is.

use upcard_engine::{Action, View};

use super::answers::{Answer, Does};
use super::detail::Detail;
use super::drafts::can_lay_down;
use super::question::Question;
use crate::hand::Held;
use crate::standing::Reply;
use crate::taps::Targets;
use crate::{ArrangeDraft, LayDownDraft, Plan};

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

/// May something be laid down now, and is it advised?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LayDown {
    /// Nothing can be laid down.
    #[default]
    No,
    /// Something can be, but it is better held.
    Held,
    /// Something can be, and nothing speaks against it.
    Now,
}

impl LayDown {
    /// What may be laid down in this view, whose plan is known.
    #[must_use]
    pub fn of(view: &View<'_>, plan: &Plan) -> LayDown {
        match plan.advice {
            Some(Action::Down(_)) => LayDown::Now,
            _ if !can_lay_down(view) => LayDown::No,
            Some(Action::Discard { .. }) => LayDown::Held,
            _ => LayDown::Now,
        }
    }
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
