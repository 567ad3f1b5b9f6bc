//! Every game and variation has a complete sheet, which covers every choice with an effect.

use std::collections::BTreeSet;

use upcard_engine::choices::CHOICES;
use upcard_engine::{Rules, Value};
use upcard_rulebook::{
    Chapter, chapter_label, choice_label, diff, diff_text, sheet, sheet_text, show_json, show_text,
    value_label,
};

use crate::common::{every_table, is_complete, library, names, of_choice, tables, values};
use crate::omissions::may_omit;

#[test]
fn every_game_and_variation_has_a_complete_sheet() {
    let library = library();
    let mut seen = BTreeSet::new();
    for rules in every_table(&library) {
        let (name, sheet) = (&rules.set.id, sheet(&rules));
        for sentence in sheet.sentences() {
            assert!(is_complete(&sentence.text), "{name}: {}", sentence.text);
            assert!(sentence.examples.iter().all(|e| is_complete(&e.caption)), "{name}");
            assert!(sentence.text.ends_with(['.', ':']), "{name}: no end: {}", sentence.text);
            let first = sentence.text.chars().next().unwrap();
            assert!(!first.is_lowercase(), "{name}: {}", sentence.text);
        }
        assert!(is_complete(&sheet_text(&sheet)), "{name}");
        seen.insert(name.clone());
    }
    assert_eq!(seen, BTreeSet::from_iter(names(&library)));
}

#[test]
fn every_deal_has_a_contract_example() {
    let library = library();
    for id in library.ids() {
        let set = library.select(id, &[]).unwrap();
        for rules in tables(&set) {
            let sheet = sheet(&rules);
            let drawn =
                of_choice(&sheet, "contracts.deals").flat_map(|s| &s.examples).filter(|e| e.legal);
            let contracts = rules.deals.iter().filter(|deal| !deal.contract.is_empty()).count();
            assert_eq!(drawn.count(), contracts, "{id} with {} players", rules.players);
        }
    }
}

#[test]
fn every_choice_and_value_has_a_label() {
    let library = library();
    for name in names(&library) {
        let set = library.select(&name, &[]).unwrap();
        for choice in CHOICES {
            assert_ne!(choice_label(choice.path), choice.path);
            let chapter = chapter_label(choice.path);
            assert!(chapter.starts_with(char::is_uppercase), "{}: {chapter}", choice.path);
            for value in values(choice, &set.choices) {
                let label = value_label(choice.path, &value);
                assert!(is_complete(&label) && !label.is_empty(), "{}: {label}", choice.path);
                if let Value::Text(word) = &value {
                    // The label must differ from the word in the file, unless the word has no hyphen.
                    let own = label != *word || !word.contains('-');
                    assert!(own, "{}: {word} has no label", choice.path);
                }
            }
        }
    }
}

/// Every word of every choice has its own label. Separate from the test above, which cannot tell a label from
/// an identical word.
#[test]
fn every_word_has_its_own_label() {
    let library = library();
    let mut defaults = library.select(library.ids().next().unwrap(), &[]).unwrap().choices;
    let source = concat!(
        include_str!("../../locales/en/choices.ftl"),
        include_str!("../../locales/en/choices-ends.ftl")
    );
    for choice in CHOICES {
        for value in values(choice, &defaults) {
            let Value::Text(word) = &value else { continue };
            (choice.set)(&mut defaults, &value).unwrap();
            let id = format!("choice-{} =", choice.path.replace('.', "-"));
            let from = source.split_once(&id).expect(choice.path).1;
            let entry = from.split("\nchoice-").next().unwrap();
            // Words with a number, like 'wall 2', share one label, and label names cannot contain a plus
            // sign.
            let word = word.split(' ').next().unwrap_or_default().replace('+', "-");
            assert!(entry.contains(&format!(".{word} =")), "{}: {word}", choice.path);
        }
    }
}

#[test]
fn sheet_covers_every_effective_choice() {
    for rules in every_table(&library()) {
        let (name, sheet) = (&rules.set.id, sheet(&rules));
        for choice in CHOICES {
            let spoken = of_choice(&sheet, choice.path).next().is_some();
            let silent = may_omit(&rules, choice.path);
            assert_eq!(!spoken, silent, "{name} with {}: {}", rules.players, choice.path);
        }
    }
}

#[test]
fn command_line_output_is_complete() {
    let library = library();
    for rules in every_table(&library) {
        assert!(!show_text(&rules).contains('⟦'), "{}", rules.set.id);
        let json = show_json(&rules);
        assert_eq!(json["choices"].as_array().unwrap().len(), CHOICES.len());
        assert!(!json.to_string().contains('⟦'), "{}", rules.set.id);
    }
    let ids: Vec<&str> = library.ids().collect();
    let rules = |id: &str| tables(&library.select(id, &[]).unwrap()).last().unwrap();
    for two in ids.windows(2) {
        assert!(is_complete(&diff_text(&diff(&rules(two[0]), &rules(two[1])))), "{two:?}");
    }
}

/// A choice without effect tags no sentence and is listed in the footnote.
#[test]
fn idle_choices_appear_only_in_the_footnote() {
    for rules in every_table(&library()) {
        let (name, sheet) = (&rules.set.id, sheet(&rules));
        let footnote = sheet.sections.iter().filter(|section| section.chapter == Chapter::Idle);
        let footnote = footnote.flat_map(|section| &section.sentences);
        let footnote: String = footnote.map(|sentence| sentence.text.as_str()).collect();
        for path in &sheet.idle {
            let spoken = of_choice(&sheet, path).next();
            assert!(spoken.is_none(), "{name} with {}: {path}: {spoken:?}", rules.players);
            let label = choice_label(path);
            let listed = footnote.contains(&label) || footnote.contains(&chapter_label(path));
            assert!(listed, "{name} with {}: {path}", rules.players);
        }
    }
}

/// Choices that were set explicitly come first in the footnote, with their values.
#[test]
fn explicit_idle_choices_are_named_in_the_footnote() {
    let choices = [("scoring.cap", "80"), ("scoring.least", "2")];
    let sheet = sheet(&Rules::of(&library(), "gin", &choices, Some(2)).unwrap());
    let text = sheet_text(&sheet).replace("\n  ", " ");
    let made = "These choices were made but have no effect here: Most points in a deal: 80; \
                Fewest points for a loser: 2.";
    assert!(text.contains(made), "{text}");
    assert!(!text.contains("No deal costs a player more") && !text.contains("pays 2 points"));
}
