//! The prompt in the page's words.

use upcard_client::Session;
use upcard_client::prompt::{Detail, Does, Question};
use upcard_client::wording::prompt;

use crate::text::Page;

/// The main line.
pub(super) fn question(session: &Session, question: &Question) -> String {
    prompt::question(&Page, session, question)
}

/// The small line; `last` is what happened last.
pub(super) fn detail(session: &Session, detail: &Detail, last: &str) -> String {
    prompt::detail(&Page, session, detail, last)
}

/// What a slot of the contract asks for.
pub(crate) fn slot_words(element: upcard_cards::Element) -> String {
    prompt::slot_words(&Page, element)
}

/// What is wrong with the cards of a slot.
pub(crate) fn slot_fault(fault: &upcard_client::SlotFault) -> String {
    prompt::slot_fault(&Page, fault)
}

/// What an answer says on its button.
pub(super) fn answer(session: &Session, asked: &Question, does: &Does) -> String {
    prompt::answer(&Page, session, asked, does)
}
