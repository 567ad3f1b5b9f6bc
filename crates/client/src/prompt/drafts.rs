//! Prompts while a draft is open: a lay-down, in or before the player's turn, or a rearrangement.

use upcard_cards::Cards;
use upcard_engine::choices::LayDownMode;
use upcard_engine::table::Phase;
use upcard_engine::{Action, Refusal, View};

use super::answers::AnswerAction;
use super::detail::Detail;
use super::hidden::{ending, showing};
use super::question::Question;
use super::state::{Draft, Prompt};
use crate::{ArrangeDraft, ArrangeError, LayDownDraft, Purpose};

/// Other players act, while a lay-down may be prepared.
pub(super) fn preparing(view: &View<'_>, draft: &Draft, question: Question) -> Prompt {
    let mut prompt = Prompt::of(question, Detail::LastEvent);
    if let Draft::Down(draft) = draft {
        prompt.detail = match draft.fault(view) {
            None if draft.is_empty() => Detail::SlotsEmpty,
            None => Detail::Prepared,
            Some((slot, fault)) => Detail::Slot(slot, fault),
        };
        return prompt.with(AnswerAction::Cancel, false, "c");
    }
    let dealt = !view.hand.is_empty() && !matches!(view.table.phase(), Phase::Cut { .. });
    if dealt && view.may_lay_down() {
        prompt.with(AnswerAction::Prepare, false, "l")
    } else {
        prompt
    }
}

/// Why this seat cannot lay down any more in this deal, or in this game; `None` if it may prepare a lay-down,
/// even in other players' turns.
#[must_use]
pub fn lay_down_refused(view: &View<'_>) -> Option<Refusal> {
    let hidden = view.rules.set.choices.laying_down.mode == LayDownMode::Hidden;
    let why = if hidden { Refusal::DownHidden } else { Refusal::DownAlready };
    (!view.may_lay_down()).then_some(why)
}

pub(super) fn laying_down(view: &View<'_>, draft: &LayDownDraft) -> Prompt {
    match draft.purpose {
        Purpose::LayDown => {}
        Purpose::Ending => return ending(view, draft),
        Purpose::Answer => return showing(view, draft),
    }
    let prompt =
        Prompt::of(Question::LayingDown, Detail::Nothing).with(AnswerAction::Cancel, false, "c");
    let detail = match draft.action(view) {
        Ok(Action::Down(melds)) => {
            let laid: Cards = melds.iter().flat_map(|meld| meld.cards.iter().copied()).collect();
            let left = view.hand.without(&laid);
            let detail = match view.first_points() {
                Some(_) => Detail::FirstLeaves { points: draft.points(view), left },
                None => Detail::Leaves(left),
            };
            let submit = AnswerAction::LayDown(Action::Down(melds));
            return Prompt { detail, ..prompt.with(submit, true, "g") };
        }
        Ok(_) => Detail::Nothing,
        Err(error) => Detail::wrong(view, draft, error),
    };
    Prompt { detail, ..prompt }
}

pub(super) fn arranging(view: &View<'_>, draft: &ArrangeDraft) -> Prompt {
    let prompt =
        Prompt::of(Question::Arranging, Detail::Nothing).with(AnswerAction::Cancel, false, "c");
    let detail = match draft.action(view) {
        Ok(action) => {
            let prompt = prompt.with(AnswerAction::Rearrange(action), true, "g");
            return Prompt { detail: Detail::ArrangeGood, ..prompt };
        }
        Err(ArrangeError::Nothing) => Detail::ArrangeNothing,
        Err(ArrangeError::NoMeld(_)) => Detail::ArrangeNoMeld,
        Err(ArrangeError::Loose) => Detail::ArrangeLoose,
        Err(ArrangeError::Refused(refusal)) => Detail::Refused(refusal),
    };
    Prompt { detail, ..prompt }
}
