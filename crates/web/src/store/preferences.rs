//! Stored preferences: standing answers and the coach's progress.

use upcard_client::coach::ShownCoachLines;
use upcard_client::{AnswerScope, StandingAnswers};

use crate::browser;

const STANDING: &str = "upcard.offers";
/// Storage key for standing answers limited to a match or a deal.
const TEMPORARY_STANDING: &str = "upcard.offers-now";
const COACH_PROGRESS: &str = "upcard.taught";

pub(super) fn load_standing() -> StandingAnswers {
    browser::stored(STANDING)
        .map_or_else(StandingAnswers::default, |text| StandingAnswers::read(&text))
}

pub(super) fn save_standing(standing: &StandingAnswers) {
    browser::store(STANDING, &standing.text());
}

/// Saves the standing answers limited to this match or deal.
pub(super) fn save_temporary_standing(standing: &StandingAnswers, now: &AnswerScope) {
    match standing.temporary_text(now, load_temporary_standing().as_deref()) {
        Some(text) => browser::store(TEMPORARY_STANDING, &text),
        None => browser::remove_stored(TEMPORARY_STANDING),
    }
}

/// Loads the standing answers limited to a match or a deal, if any.
pub(super) fn load_temporary_standing() -> Option<String> {
    browser::stored(TEMPORARY_STANDING)
}

pub(super) fn load_coach_progress() -> ShownCoachLines {
    browser::stored(COACH_PROGRESS)
        .and_then(|text| text.parse().ok())
        .map_or(ShownCoachLines::default(), ShownCoachLines::read)
}

pub(super) fn save_coach_progress(taught: ShownCoachLines) {
    browser::store(COACH_PROGRESS, &taught.number().to_string());
}
