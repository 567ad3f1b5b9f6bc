//! The prompt's texts.

use upcard_client::Session;
use upcard_client::prompt::{AnswerAction, Detail, Question};
use upcard_client::wording::prompt;

use crate::text::Page;

/// Returns the main line.
pub(super) fn question(session: &Session, question: &Question) -> String {
    prompt::question(&Page, session, question)
}

/// Returns the detail line; `last` is the last event.
pub(super) fn detail(session: &Session, detail: &Detail, last: &str) -> String {
    prompt::detail(&Page, session, detail, last)
}

/// Returns a contract slot's requirement.
pub(crate) fn slot_words(element: upcard_cards::Element) -> String {
    prompt::slot_words(&Page, element)
}

/// Returns what is wrong with the cards in a slot.
pub(crate) fn slot_fault(fault: &upcard_client::SlotFault) -> String {
    prompt::slot_fault(&Page, fault)
}

/// Returns an answer's button label.
pub(super) fn answer(session: &Session, asked: &Question, does: &AnswerAction) -> String {
    prompt::answer(&Page, session, asked, does)
}
