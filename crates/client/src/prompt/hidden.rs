//! Prompts in games in which melds stay in the hand: ending the deal by going out or knocking, answering a
//! knock, and grouping the hand after a declaration.

use upcard_engine::choices::LastTurns;
use upcard_engine::{Action, View};

use super::answers::AnswerAction;
use super::detail::Detail;
use super::question::{EndsBy, Question};
use super::state::{Prompt, PromptInputs};
use crate::LayDownDraft;
use crate::groups::{best_answer, best_ending, left_after};

/// The upcard is offered to this seat only: the first one, or the last one for a knock.
pub(super) fn own_upcard(view: &View<'_>) -> Prompt {
    let question = Question::OwnUpcard(view.table.upcard());
    let take = view.judge(&Action::Take);
    let detail = match &take {
        Err(refusal) => Detail::Refused(*refusal),
        Ok(_) if view.table.first_upcard() != view.table.upcard() => Detail::TakeToKnock,
        Ok(_) => Detail::Nothing,
    };
    let prompt = Prompt::of(question, detail).act(Action::Pass, take.is_err(), "p");
    if take.is_ok() { prompt.act(Action::Take, true, "t") } else { prompt }
}

/// Best way for this seat to end the deal now; `None` if it cannot.
pub(super) fn ends_by(view: &View<'_>) -> Option<EndsBy> {
    best_ending(view).map(|action| ends_with(view, &action))
}

/// How this declaration or knock ends the deal.
pub(crate) fn ends_with(view: &View<'_>, action: &Action) -> EndsBy {
    let Action::Knock { melds, discard } = action else { return declared(view) };
    let left = left_after(view, melds, *discard);
    if left.is_empty() {
        return EndsBy::Gin;
    }
    EndsBy::Knock(view.table.deal_rules(view.rules).points(&left))
}

/// A draft for ending the deal is open.
pub(super) fn ending(view: &View<'_>, draft: &LayDownDraft) -> Prompt {
    let choices = &view.rules.set.choices;
    let action = match draft.action(view) {
        Ok(action) => action,
        Err(error) => {
            let by = ends_by(view).unwrap_or(EndsBy::GoingOut);
            let prompt = Prompt::of(Question::Ending(by), Detail::wrong(view, draft, error));
            return prompt.with(AnswerAction::Cancel, false, "c");
        }
    };
    let by = ends_with(view, &action);
    let detail = match by {
        EndsBy::GoingOut | EndsBy::Declaring
            if let Some(each) = view.declaration_payment(&action) =>
        {
            Detail::OutCollects(each)
        }
        EndsBy::GoingOut | EndsBy::Declaring => {
            let others = choices.declaring.last_turns == LastTurns::OneEach;
            Detail::OutScores(others && view.table.went_out().is_none())
        }
        EndsBy::Gin => match &action {
            Action::Knock { discard: None, .. } => {
                Detail::GinScores(choices.knocking.big_gin.0.unwrap_or(choices.scoring.gin))
            }
            _ => Detail::GinScores(choices.scoring.gin),
        },
        EndsBy::Knock(_) => Detail::KnockScores {
            limit: view.table.knock_limit(view.rules).unwrap_or(0),
            undercut: choices.scoring.undercut,
        },
    };
    let prompt = Prompt::of(Question::Ending(by), detail).with(AnswerAction::Cancel, false, "c");
    prompt.with(AnswerAction::LayDown(action), true, "g")
}

/// Returns `true` if a knock is being answered; otherwise hands are grouped after a declaration.
pub(super) fn is_answer(view: &View<'_>) -> bool {
    view.table.knock_limit(view.rules).is_some()
}

/// Another player has ended the deal, and all players group their hands.
pub(super) fn grouping(view: &View<'_>) -> Prompt {
    let table = view.table;
    let first = table.went_out().unwrap_or(table.turn().seat);
    let question = Question::ShowGroups(first, declared(view));
    Prompt::of(question, Detail::GroupsCost(best_cost(view)))
        .with(AnswerAction::OpenAnswer, false, "m")
        .act(Action::Show(Vec::new()), true, "g")
}

/// How a hand with all cards in melds ends the deal in this game.
fn declared(view: &View<'_>) -> EndsBy {
    let needs = view.table.deal_rules(view.rules).needs;
    if needs.sequences > 0 { EndsBy::Declaring } else { EndsBy::GoingOut }
}

/// Cost of the player's hand after a declaration, with the best grouping.
fn best_cost(view: &View<'_>) -> i32 {
    let cost = view.table.deal_rules(view.rules).deadwood(view.hand).points;
    i32::try_from(cost).unwrap_or(i32::MAX)
}

/// A knock must be answered: with lay-offs on the knocker's melds, and the player's own melds.
pub(super) fn knocked(view: &View<'_>, prepared: PromptInputs<'_>) -> Prompt {
    let table = view.table;
    let knocker = table.went_out().unwrap_or(table.turn().seat);
    let deadwood = table.seat(knocker).known;
    let points = table.deal_rules(view.rules).points(&deadwood);
    let best = best_answer(view).unwrap_or_default();
    let mut prompt =
        Prompt::of(Question::Knocked(knocker, points), Detail::BestAnswer(best.clone()));
    if !prepared.chosen.is_empty() {
        let fits = !prepared.targets.melds().is_empty();
        prompt.detail = if fits { Detail::TapMeld } else { Detail::BestAnswer(best) };
    }
    prompt.with(AnswerAction::OpenAnswer, false, "m").act(Action::Show(Vec::new()), true, "g")
}

/// A draft of the player's melds is open, to answer a knock or to group the hand after a declaration.
pub(super) fn showing(view: &View<'_>, draft: &LayDownDraft) -> Prompt {
    let question = if is_answer(view) { Question::ShowingMelds } else { Question::Grouping };
    let prompt = Prompt::of(question, Detail::Nothing).with(AnswerAction::Cancel, false, "c");
    let action = match draft.action(view) {
        Ok(action) => action,
        Err(error) => return Prompt { detail: Detail::wrong(view, draft, error), ..prompt },
    };
    let detail = if is_answer(view) {
        let used = draft.slots.iter().flat_map(|slot| slot.cards.iter().map(|held| held.card));
        Detail::Leaves(view.hand.without(&used.collect()))
    } else {
        Detail::GroupedSo { cost: view.cost_in(&draft.melds(view)), best: best_cost(view) }
    };
    Prompt { detail, ..prompt.with(AnswerAction::LayDown(action), true, "g") }
}
