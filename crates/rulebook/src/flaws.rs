//! Error messages for rule sets, and value forms in words.

use upcard_engine::choices::choice;
use upcard_engine::{Coded, Flaw, Flaws, Form, Reason, Value, nearest};

use crate::labels::{choice_label, value_label};
use crate::words::{Args, message_id, plain, text};

/// Sentence for a reason, without its location.
#[must_use]
pub fn reason_sentence(reason: &Reason) -> String {
    sentence(reason.code(), reason.data())
}

/// The same with labels in place of paths and values, for players.
#[must_use]
pub fn plain_reason(reason: &Reason) -> String {
    paths_to_labels(&reason_sentence(reason))
}

/// Replaces paths in a sentence by labels of their choices, and the quoted values after them by value labels.
fn paths_to_labels(sentence: &str) -> String {
    let name = |path: &str| text("flaw-name", None, &Args::new().with("name", choice_label(path)));
    let mut named = None;
    let mut word = |word: &str| {
        let bare = word.trim_end_matches([':', ',', ';', '.', '?']);
        let rest = &word[bare.len()..];
        if choice(bare).is_some() {
            named = Some(bare.to_owned());
            return format!("{}{rest}", name(bare));
        }
        let quoted = bare.strip_prefix('"').and_then(|bare| bare.strip_suffix('"'));
        match (quoted, &named) {
            (Some(value), Some(path)) => {
                let words = value_label(path, &Value::Text(value.to_owned()));
                format!("{}{rest}", text("flaw-name", None, &Args::new().with("name", words)))
            }
            _ => word.to_owned(),
        }
    };
    sentence.split(' ').map(&mut word).collect::<Vec<_>>().join(" ")
}

/// Sentence for a reason in its text form, as received from another program. An unknown form is returned
/// unchanged.
#[must_use]
pub fn coded_sentence(reason: &str) -> String {
    Coded::read(reason).map_or_else(|| reason.to_owned(), |coded| sentence(coded.code, coded.data))
}

/// One error with its location: `games/x.toml:3: melds.set-size: at least 3`.
#[must_use]
pub fn flaw_line(flaw: &Flaw) -> String {
    let sentence = reason_sentence(flaw.reason());
    match (flaw.place(), flaw.line()) {
        ("", _) => sentence,
        (place, 0) => format!("{place}: {sentence}"),
        (place, line) => format!("{place}:{line}: {sentence}"),
    }
}

/// Errors as lines: one for each of the first, and one for the number of further ones.
#[must_use]
pub fn flaw_lines(flaws: &Flaws) -> Vec<String> {
    let more = (flaws.omitted() > 0)
        .then(|| text("flaw-flaws-more", None, &Args::new().with("count", flaws.omitted())));
    flaws.iter().map(flaw_line).chain(more).collect()
}

/// The same as one string.
#[must_use]
pub fn flaws_text(flaws: &Flaws) -> String {
    flaw_lines(flaws).join("\n")
}

fn sentence(code: &str, data: Vec<(&'static str, Value)>) -> String {
    sentence_of_code("flaw", code, data)
}

/// Text of a code, with its data filled in.
pub(crate) fn sentence_of_code(
    prefix: &str,
    code: &str,
    data: Vec<(&'static str, Value)>,
) -> String {
    let mut args = Args::new();
    let value_of = |wanted: &str| data.iter().find(|(name, _)| *name == wanted).map(|(_, of)| of);
    let text_of = |wanted: &str| match value_of(wanted)? {
        Value::Text(text) => Some(text.as_str()),
        _ => None,
    };
    // The sentence may list the values of the choice and suggest similar ones.
    if let Some(choice) = text_of("path").and_then(choice) {
        args = args.with("forms", forms_words(choice.forms));
        if let Some(found) = text_of("found") {
            args = args.with("near", similar_values(choice.forms, found));
        }
    }
    // "for 2", not "for 2 to 2".
    if let (Some(fewest), Some(most)) = (value_of("fewest"), value_of("most")) {
        args = args.with("range", if fewest == most { "single" } else { "several" });
    }
    for (name, value) in data {
        args = match value {
            Value::Int(number) => args.with(name, number),
            Value::Text(text) => args.with(name, text),
            other => args.with(name, other.to_string()),
        };
    }
    text(&message_id(prefix, code), None, &args)
}

/// Values of a choice that are spelled like the one found; `none` if there are none.
fn similar_values(forms: &[Form], found: &str) -> String {
    let words = forms.iter().filter_map(|form| match form {
        Form::Word(word) | Form::Synonyms(word, _) => Some(*word),
        _ => None,
    });
    let mut near = nearest(found.trim_matches('"'), words);
    // In a table, the typo may be in a key.
    for form in forms {
        let Form::ByPlayers(example) = form else { continue };
        let keys: Vec<&str> = quoted_words(example).collect();
        let others = quoted_words(found).filter(|key| !keys.contains(key));
        near.extend(others.flat_map(|key| nearest(key, keys.iter().copied())));
    }
    let near: Vec<String> = near.into_iter().map(|word| format!("\"{word}\"")).collect();
    if near.is_empty() { "none".to_owned() } else { near.join(", ") }
}

fn quoted_words(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('"').skip(1).step_by(2);
    quoted.filter(|word| word.starts_with(|letter: char| letter.is_alphabetic()))
}

/// Value forms in words: `a number, or "none"`.
#[must_use]
pub fn forms_words(forms: &[Form]) -> String {
    let only_words = forms.iter().all(|form| matches!(form, Form::Word(_)));
    let Some((first, rest)) = forms.split_first() else { return String::new() };
    rest.iter().enumerate().fold(form_words(*first), |before, (at, form)| {
        let last = at + 1 == rest.len() && !only_words;
        let args = Args::new().with("before", before).with("next", form_words(*form));
        text(if last { "form-last" } else { "form-more" }, None, &args)
    })
}

fn form_words(form: Form) -> String {
    let with =
        |id: &str, name: &'static str, word: &str| text(id, None, &Args::new().with(name, word));
    match form {
        Form::Switch => plain("form-switch"),
        Form::Number => plain("form-number"),
        Form::NumberTo(most) => text("form-number-to", None, &Args::new().with("most", most)),
        Form::Word(word) => with("form-word", "word", word),
        Form::Synonyms(word, other) => {
            text("form-synonyms", None, &Args::new().with("word", word).with("other", other))
        }
        Form::WordWithNumber(word) => with("form-word-with-number", "word", word),
        Form::NumberByDeal => plain("form-number-by-deal"),
        Form::DealNumbers => plain("form-deal-numbers"),
        Form::Ranks => plain("form-ranks"),
        Form::Contracts => plain("form-contracts"),
        Form::Amounts => plain("form-amounts"),
        Form::ByPlayers(example) => with("form-by-players", "example", example),
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::choices::CHOICES;
    use upcard_engine::{Contradiction, Library, Mistake, Quoted};

    use super::*;

    fn refused(name: &str, changes: &[(&str, &str)]) -> String {
        let read = |(path, value): &(&str, &str)| (path.to_string(), Value::from_argument(value));
        let changes: Vec<_> = changes.iter().map(read).collect();
        flaws_text(&Library::standard().unwrap().select(name, &changes).unwrap_err())
    }

    /// Every code has a sentence that uses exactly its data.
    #[test]
    fn every_flaw_has_its_sentence() {
        for (code, names) in Reason::every() {
            let example = |name: &str| match name {
                "path" => "melds.ace".to_owned(),
                name => format!("some-{name}"),
            };
            let said = |near: &str| {
                let value =
                    |name: &str| if name == "near" { near.to_owned() } else { example(name) };
                let data = names.iter().map(|name| (*name, Value::Text(value(name))));
                sentence(code, data.collect())
            };
            // Without suggestions the sentence is a different one.
            let found = said(&example("near")) + &said("none");
            assert!(!found.contains(['⟦', '$']), "{code}: {found}");
            // `expected` only selects the sentence.
            for name in names.iter().filter(|name| **name != "expected") {
                assert!(found.contains(&example(name)), "{code} without {name}: {found}");
            }
        }
    }

    #[test]
    fn flaw_messages_read_naturally() {
        assert_eq!(
            refused("rummy", &[("melds.acc", "low")]),
            "melds.acc: unknown choice 'melds.acc'; did you mean melds.ace?"
        );
        assert_eq!(
            refused("rummy", &[("melds.ace", "low"), ("melds.ace", "high")]),
            "melds.ace: changed twice"
        );
        assert_eq!(
            refused("rummy", &[("wilds.cap", "many")]),
            "wilds.cap: expected a number up to 255, \"none\", \"naturals\", \"fewer-than-naturals\", or \"two-naturals\", found \"many\""
        );
        assert_eq!(
            refused("rummy", &[("contracts.deals", "[\"2S\", \"X\"]")]),
            "contracts.deals: deal 2: expected a contract element like S3, 2R4, S3p or P, found 'X'"
        );
        let none = refused("x", &[]);
        assert!(none.starts_with("game: no game 'x'; 'upcard games' lists all "), "{none}");
        assert!(none.contains(", among them gin, loba, ") && !none.contains('…'), "{none}");
        let slip = refused("gni", &[]);
        assert!(
            slip.starts_with("game: no game 'gni'; did you mean gin? 'upcard games' "),
            "{slip}"
        );
        assert!(
            refused("rummy+x", &[]).starts_with("rummy+x: rummy has no variation 'x'; known: ")
        );
        let text = refused(&format!("rummy{}", "+x".repeat(16_000)), &[]);
        assert!(text.len() < 8 * 1024 && text.ends_with("\nand 15980 more"), "{text}");
    }

    #[test]
    fn coded_reason_yields_the_same_sentence() {
        let reasons: [Reason; 3] = [
            Contradiction::PlayersCount { players: 9, fewest: 2, most: 6 }.into(),
            Mistake::Value { path: "melds.ace", found: Quoted::new("\"a\"") }.into(),
            Contradiction::MeldRunSize.into(),
        ];
        for reason in reasons {
            assert_eq!(coded_sentence(&reason.to_string()), reason_sentence(&reason));
        }
        assert_eq!(coded_sentence("of a later version"), "of a later version");
    }

    /// Sentences for players contain no paths.
    #[test]
    fn contradictions_for_players_contain_no_paths() {
        for (code, names) in Contradiction::CODES {
            let data = names.iter().map(|name| match *name {
                "path" => (*name, Value::Text("melds.ace".into())),
                name => (name, Value::Int(3)),
            });
            let words = paths_to_labels(&sentence(code, data.collect()));
            for path in CHOICES.iter().map(|choice| choice.path) {
                let whole = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()) == path;
                assert!(!words.split(' ').any(whole), "{code}: {words}");
            }
        }
        assert_eq!(
            plain_reason(&Contradiction::LayingDownMode.into()),
            "“Laying down”: without contracts it must be “any melds at any time” or “only when somebody ends the deal”"
        );
    }

    #[test]
    fn every_choice_lists_its_values() {
        for choice in CHOICES {
            let words = forms_words(choice.forms);
            assert!(!words.is_empty() && !words.contains(['⟦', '$']), "{}: {words}", choice.path);
        }
        let words = |path| forms_words(choice(path).unwrap().forms);
        assert_eq!(words("melds.ace"), "\"low\", \"high\", \"either\", \"corner\"");
        assert_eq!(words("melds.set-max"), "a number up to 255, or \"none\" (also \"any\")");
        assert_eq!(words("melds.set-size"), "a number from 0 to 255");
    }
}
