//! Sentences for refusals.

use upcard_engine::Refusal;

use crate::words::{Args, message_id, plain, text};

/// Sentence that explains why an action is illegal.
#[must_use]
pub fn refusal_sentence(refusal: Refusal) -> String {
    match refusal {
        Refusal::Meld(place, error) => {
            let args = Args::new().with("place", place.code());
            text(&format!("meld-{}", error.code()), None, &args)
        }
        other => plain(&message_id("refusal", &other.code())),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_refusal_has_its_sentence() {
        for refusal in Refusal::every() {
            let sentence = refusal_sentence(refusal);
            assert!(!sentence.contains(['⟦', '{']), "{}: {sentence}", refusal.code());
            assert!(sentence.ends_with('.'), "{}: {sentence}", refusal.code());
        }
    }

    #[test]
    fn refusals_of_a_chapter_have_distinct_sentences() {
        let mut sentences = HashSet::new();
        for refusal in Refusal::ALL {
            let code = refusal.code();
            let chapter = code.split('.').next().unwrap_or_default().to_owned();
            assert!(sentences.insert((chapter, refusal_sentence(*refusal))), "{code}");
        }
    }
}
