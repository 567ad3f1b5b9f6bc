//! What this browser keeps of a person's habits: standing answers, and what the coach has said.

use upcard_client::Standing;
use upcard_client::coach::Taught;

use crate::browser;

const STANDING: &str = "upcard.offers";
const TAUGHT: &str = "upcard.taught";

/// The standing answers of this browser.
pub(super) fn standing() -> Standing {
    browser::stored(STANDING).map_or_else(Standing::default, |text| Standing::read(&text))
}

pub(super) fn keep_standing(standing: &Standing) {
    browser::store(STANDING, &standing.text());
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
