//! The prompt, and its inputs.

use upcard_engine::Action;

use super::answers::{Answer, AnswerAction};
use super::detail::Detail;
use super::lay_down::LayDown;
use super::question::Question;
use crate::hand::HandCard;
use crate::standing::Reply;
use crate::taps::Targets;
use crate::{ArrangeDraft, LayDownDraft};

/// Current draft.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Draft {
    /// None.
    #[default]
    None,
    /// A lay-down.
    Down(LayDownDraft),
    /// A rearrangement.
    Arrange(ArrangeDraft),
}

/// Inputs of the prompt besides the session.
#[derive(Clone, Copy)]
pub struct PromptInputs<'a> {
    /// Current draft.
    pub draft: &'a Draft,
    /// Selected cards.
    pub chosen: &'a [HandCard],
    /// Their targets: [`Targets::of`] for the same selection.
    pub targets: &'a Targets,
    /// [`LayDown::of`] for the same session, computed once because it does not depend on the selection.
    pub lay_down: LayDown,
    /// Move advised by the plan of the hand.
    pub advice: Option<&'a Action>,
    /// The standing answers' [`StandingAnswers::reply`](crate::StandingAnswers::reply) to the current offer.
    pub reply: Reply,
}

/// A prompt.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prompt {
    /// Main line.
    pub question: Question,
    /// Small line.
    pub detail: Detail,
    /// Answers, the primary one last.
    pub answers: Vec<Answer>,
    /// `true` if the first to answer gets the card.
    pub race: bool,
    /// `true` if the player's seat has to decide.
    pub mine: bool,
}

impl Prompt {
    pub(super) fn of(question: Question, detail: Detail) -> Prompt {
        Prompt { question, detail, ..Prompt::default() }
    }

    pub(super) fn with(mut self, action: AnswerAction, main: bool, key: &'static str) -> Prompt {
        self.answers.push(Answer { action, main, key });
        self
    }

    pub(super) fn act(self, action: Action, main: bool, key: &'static str) -> Prompt {
        self.with(AnswerAction::Act(action), main, key)
    }
}
