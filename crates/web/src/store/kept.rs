//! Stored preferences: standing answers and the coach's progress.

use upcard_client::coach::Taught;
use upcard_client::{InDeal, Standing};

use crate::browser;

const STANDING: &str = "upcard.offers";
/// Storage key for standing answers limited to a match or a deal.
const PASSING: &str = "upcard.offers-now";
const TAUGHT: &str = "upcard.taught";

/// Loads the standing answers.
pub(super) fn standing() -> Standing {
    browser::stored(STANDING).map_or_else(Standing::default, |text| Standing::read(&text))
}

pub(super) fn keep_standing(standing: &Standing) {
    browser::store(STANDING, &standing.text());
}

/// Saves the standing answers limited to this match or deal.
pub(super) fn keep_passing(standing: &Standing, now: &InDeal) {
    match standing.passing(now, passing().as_deref()) {
        Some(text) => browser::store(PASSING, &text),
        None => browser::forget(PASSING),
    }
}

/// Loads the standing answers limited to a match or a deal, if any.
pub(super) fn passing() -> Option<String> {
    browser::stored(PASSING)
}

/// Loads the coach's progress.
pub(super) fn taught() -> Taught {
    browser::stored(TAUGHT)
        .and_then(|text| text.parse().ok())
        .map_or(Taught::default(), Taught::read)
}

pub(super) fn keep_taught(taught: Taught) {
    browser::store(TAUGHT, &taught.number().to_string());
}
