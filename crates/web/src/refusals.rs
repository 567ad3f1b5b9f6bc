//! Why something may not be done, in a sentence.

use upcard_engine::Refusal;

/// The sentence for a refusal.
pub(crate) fn sentence(refusal: Refusal) -> String {
    upcard_rulebook::refusal_sentence(refusal)
}
