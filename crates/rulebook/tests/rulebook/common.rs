//! Shared helpers: rule sets and their sheets.

use upcard_engine::choices::{Choice, Choices};
use upcard_engine::{Library, RuleSet, Rules, Value};
use upcard_rulebook::{Sentence, Sheet};

pub(crate) fn library() -> Library {
    Library::standard().unwrap()
}

/// Ids of all games, plain and with each of their variations.
pub(crate) fn names(library: &Library) -> Vec<String> {
    let mut all = Vec::new();
    for id in library.ids() {
        all.push(id.to_owned());
        let variations = &library.file(id).unwrap().variations;
        all.extend(variations.iter().map(|v| format!("{id}+{}", v.id)));
    }
    all
}

pub(crate) fn tables(set: &RuleSet) -> impl Iterator<Item = Rules> + use<> {
    let players = &set.choices.players;
    let set = set.clone();
    (players.min..=players.max).filter_map(move |n| Rules::new(set.clone(), n).ok())
}

/// Every game, plain and with each of its variations, at every number of players.
pub(crate) fn every_table(library: &Library) -> impl Iterator<Item = Rules> {
    names(library).into_iter().flat_map(|name| tables(&library.select(&name, &[]).unwrap()))
}

/// Values of a choice: the present one, others near it, and every word that it accepts.
pub(crate) fn values(choice: &Choice, choices: &Choices) -> Vec<Value> {
    let mut values = vec![choice.get(choices)];
    values.extend(choice.others(choices));
    let words = choice.forms.iter().filter_map(|form| form.word());
    let words = words.map(|word| Value::Text(word.to_owned()));
    values.extend(words.filter(|word| (choice.set)(&mut choices.clone(), word).is_ok()));
    values
}

/// Sentences tagged with a choice.
pub(crate) fn of_choice<'a>(sheet: &'a Sheet, path: &'a str) -> impl Iterator<Item = &'a Sentence> {
    sheet.sentences().filter(move |s| s.choices.contains(&path))
}

/// Returns `true` if no message (in double brackets) and no argument (in braces) is missing.
pub(crate) fn is_complete(text: &str) -> bool {
    !text.contains(['⟦', '{', '}'])
}
