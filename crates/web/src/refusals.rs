//! Why something may not be done, in a sentence.

use upcard_engine::Refusal;

use crate::text::tr;

/// The sentence for a refusal.
pub(crate) fn sentence(refusal: Refusal) -> String {
    upcard_rulebook::refusal_sentence(refusal)
}

/// The sentence for a refusal's code, as a server gives it.
pub(crate) fn by_code(code: &str) -> String {
    Refusal::from_code(code).map_or_else(|| tr!("refusal-other", code = code.to_owned()), sentence)
}
