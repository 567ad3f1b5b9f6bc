//! Refusals in sentences.

use upcard_engine::{MeldPlace, Refusal};

use crate::words::{Args, id_of, plain, text};

/// Why an action is refused, in a sentence.
#[must_use]
pub fn refusal_sentence(refusal: Refusal) -> String {
    match refusal {
        Refusal::Meld(place, error) => {
            let place = match place {
                MeldPlace::LayDown => "lay-down",
                MeldPlace::LayOff => "lay-off",
                MeldPlace::Arrange => "arrange",
                MeldPlace::Swap => "swap",
                MeldPlace::Declare => "declare",
                MeldPlace::Knock => "knock",
                MeldPlace::Show => "show",
            };
            let args = Args::none().with("place", place);
            text(&format!("meld-{}", error.code()), None, &args)
        }
        other => plain(&id_of("refusal", &other.code())),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_refusal_has_its_sentence() {
        for refusal in Refusal::every() {
            let said = refusal_sentence(refusal);
            assert!(!said.contains(['⟦', '{']), "{}: {said}", refusal.code());
            assert!(said.ends_with('.'), "{}: {said}", refusal.code());
        }
    }

    #[test]
    fn refusals_of_one_chapter_read_differently() {
        let mut said = HashSet::new();
        for refusal in Refusal::ALL {
            let code = refusal.code();
            let chapter = code.split('.').next().unwrap_or_default().to_owned();
            assert!(said.insert((chapter, refusal_sentence(*refusal))), "{code}");
        }
    }
}
