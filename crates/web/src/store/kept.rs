//! What this browser keeps of a person's habits: standing answers, and what the coach has said.

use upcard_client::coach::Taught;
use upcard_client::{InDeal, Standing};

use crate::browser;

const STANDING: &str = "upcard.offers";
/// What of them holds for a match or a deal alone.
const PASSING: &str = "upcard.offers-now";
const TAUGHT: &str = "upcard.taught";

/// The standing answers of this browser.
pub(super) fn standing() -> Standing {
    browser::stored(STANDING).map_or_else(Standing::default, |text| Standing::read(&text))
}

pub(super) fn keep_standing(standing: &Standing) {
    browser::store(STANDING, &standing.text());
}

/// Keeps what of them holds for this match or this deal alone.
pub(super) fn keep_passing(standing: &Standing, now: &InDeal) {
    match standing.passing(now, passing().as_deref()) {
        Some(text) => browser::store(PASSING, &text),
        None => browser::forget(PASSING),
    }
}

/// What was kept of them for a match or a deal; none where nothing was.
pub(super) fn passing() -> Option<String> {
    browser::stored(PASSING)
}

/// What was taught in this browser.
pub(super) fn taught() -> Taught {
    browser::stored(TAUGHT)
        .and_then(|text| text.parse().ok())
        .map_or(Taught::default(), Taught::read)
}

pub(super) fn keep_taught(taught: Taught) {
    browser::store(TAUGHT, &taught.number().to_string());
}
