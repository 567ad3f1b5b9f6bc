//! Editor of house rules: every choice by chapter, with the game's own value and the changes.

use std::sync::Arc;

use upcard_engine::choices::{CHOICES, Choice, Choices, choice};
use upcard_engine::{Flaws, Library, RuleSet, Rules, Value};
use upcard_rulebook::{chapter_label, choice_label, value_label};

use super::named::{HouseRules, argument};

/// House rules being edited.
#[derive(Clone)]
pub struct RulesEditor {
    library: Arc<Library>,
    /// The unchanged game.
    base: RuleSet,
    name: String,
    /// Changes, in the order in which they were made.
    changes: Vec<(&'static str, Value)>,
    /// Choices with the changes applied.
    choices: Choices,
    /// Choices without effect, as of the last valid combination.
    idle: Vec<&'static str>,
}

/// A choice as the editor lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Path.
    pub path: &'static str,
    /// Label.
    pub label: String,
    /// Label of its value.
    pub value: String,
    /// The game's own value, if different.
    pub own: Option<String>,
    /// `true` if it has no effect with the other choices as they are.
    pub idle: bool,
}

impl RulesEditor {
    /// Opens house rules.
    ///
    /// # Errors
    /// Unknown games, choices and values. Contradictions between choices are not an error here.
    pub fn open(library: Arc<Library>, rules: &HouseRules) -> Result<RulesEditor, Flaws> {
        // Reports all flaws at once.
        rules.set(&library)?;
        let base = library.select(&rules.game, &[])?;
        let choices = base.choices.clone();
        let name = rules.name.clone();
        let mut editor =
            RulesEditor { library, base, name, changes: Vec::new(), choices, idle: Vec::new() };
        for (path, value) in &rules.changes {
            if let Some(known) = choice(path) {
                editor.put(known, &Value::from_argument(value));
            }
        }
        editor.update_idle();
        Ok(editor)
    }

    fn update_idle(&mut self) {
        match self.rules() {
            Ok(rules) => self.idle = rules.idle_choices(),
            Err(_) if self.idle.is_empty() => {
                self.idle = self.own_rules().map(|rules| rules.idle_choices()).unwrap_or_default();
            }
            Err(_) => {}
        }
    }

    fn put(&mut self, choice: &'static Choice, value: &Value) {
        let mut changed = self.choices.clone();
        if (choice.set)(&mut changed, value).is_err() {
            return;
        }
        let value = choice.get(&changed);
        self.choices = changed;
        self.changes.retain(|(path, _)| *path != choice.path);
        if value != choice.get(&self.base.choices) {
            self.changes.push((choice.path, value));
        }
    }

    /// Sets a choice; an invalid value is ignored. The game's own value removes the change.
    pub fn set(&mut self, path: &str, value: &Value) {
        if let Some(choice) = choice(path) {
            self.put(choice, value);
            self.update_idle();
        }
    }

    /// Resets a choice to the game's own value.
    pub fn undo(&mut self, path: &str) {
        if let Some(choice) = choice(path) {
            self.set(path, &choice.get(&self.base.choices));
        }
    }

    /// Resets all choices.
    pub fn undo_all(&mut self) {
        self.changes.clear();
        self.choices = self.base.choices.clone();
        self.update_idle();
    }

    /// Sets the name.
    pub fn rename(&mut self, name: &str) {
        self.name = HouseRules::clean(name);
    }

    /// Returns the edited house rules.
    #[must_use]
    pub fn house_rules(&self) -> HouseRules {
        let changes = self.changes.iter();
        let changes = changes.map(|(path, value)| ((*path).to_owned(), argument(value)));
        HouseRules {
            name: self.name.clone(),
            game: self.base.id.clone(),
            changes: changes.collect(),
        }
    }

    /// The unchanged game.
    #[must_use]
    pub fn base(&self) -> &RuleSet {
        &self.base
    }

    /// Current choices.
    #[must_use]
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Changes, in the order in which they were made.
    #[must_use]
    pub fn changes(&self) -> &[(&'static str, Value)] {
        &self.changes
    }

    /// Compiles the rules for the default number of players.
    ///
    /// # Errors
    /// Contradictions.
    pub fn rules(&self) -> Result<Rules, Flaws> {
        self.rules_of(self.choices.clone())
    }

    /// The same with other choices.
    pub(super) fn rules_of(&self, choices: Choices) -> Result<Rules, Flaws> {
        let changed = self.changes.iter().map(|(path, value)| ((*path).to_owned(), value.clone()));
        let set = RuleSet { choices, changed: changed.collect(), ..self.base.clone() };
        let players = set.usual_players();
        Rules::new(set, players)
    }

    /// Compiles the rules of the unchanged game.
    ///
    /// # Errors
    /// Contradictions; games of the library have none.
    pub fn own_rules(&self) -> Result<Rules, Flaws> {
        Rules::new(self.base.clone(), self.base.usual_players())
    }

    /// Numbers of players within the allowed range for which the rules are invalid.
    #[must_use]
    pub fn bad_sizes(&self) -> Vec<u8> {
        let rules = self.house_rules();
        let bad = |players: &u8| rules.source(*players).new_rules(&self.library).is_err();
        (self.choices.players.min..=self.choices.players.max).filter(bad).collect()
    }

    /// Lists a choice.
    #[must_use]
    pub fn row(&self, choice: &'static Choice) -> Row {
        let (value, own) = (choice.get(&self.choices), choice.get(&self.base.choices));
        Row {
            path: choice.path,
            label: choice_label(choice.path),
            value: value_label(choice.path, &value),
            own: (own != value).then(|| value_label(choice.path, &own)),
            idle: self.idle.contains(&choice.path),
        }
    }

    /// Searches the choices and returns their paths; all of them for an empty query.
    #[must_use]
    pub fn search(&self, query: &str) -> Vec<&'static str> {
        let wanted = words(query);
        let found = CHOICES.iter().filter(|choice| matches_search(&wanted, choice));
        found.map(|choice| choice.path).collect()
    }
}

/// Splits a text into lower-case words.
fn words(text: &str) -> Vec<String> {
    let letters = |c: char| !c.is_alphanumeric();
    text.to_lowercase().split(letters).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns `true` if each search word is a prefix of a word in the choice's label, meaning or values.
fn matches_search(wanted: &[String], choice: &Choice) -> bool {
    if wanted.is_empty() {
        return true;
    }
    let path = choice.path;
    let mut said = vec![path.to_owned(), choice.meaning().to_owned()];
    said.extend([chapter_label(path), choice_label(path)]);
    let values = choice.forms.iter().filter_map(|form| form.word());
    said.extend(values.map(|word| value_label(path, &Value::from(word))));
    let said = words(&said.join(" "));
    wanted.iter().all(|wanted| said.iter().any(|word| word.starts_with(wanted.as_str())))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn editor(game: &str) -> RulesEditor {
        let library = Arc::new(Library::standard().unwrap());
        RulesEditor::open(library, &HouseRules::of(game)).unwrap()
    }

    #[test]
    fn every_choice_is_listed_in_plain_words() {
        let editor = editor("contract-rummy");
        for choice in CHOICES {
            let (row, chapter) = (editor.row(choice), chapter_label(choice.path));
            for words in [&row.label, &row.value, &chapter] {
                assert!(!words.is_empty() && !words.contains('⟦'), "{}: {words}", choice.path);
            }
            assert_ne!(row.label, choice.path);
            assert_eq!((row.path, row.own), (choice.path, None));
        }
        let idle = |path: &str| editor.row(choice(path).unwrap()).idle;
        assert!(idle("knocking.tie") && !idle("melds.ace"));
    }

    #[test]
    fn search_finds_choices_by_common_words() {
        let editor = editor("contract-rummy");
        let jokers = editor.search("joker");
        assert!(jokers.contains(&"pack.jokers") && jokers.contains(&"scoring.joker"), "{jokers:?}");
        let buys = editor.search("Buy");
        assert!(buys.contains(&"buying.deals") && buys.contains(&"buying.limit.per-deal"));
        assert!(editor.search("ace run").contains(&"melds.ace"));
        assert!(editor.search("low only").contains(&"melds.ace"), "by what it may be");
        assert_eq!(editor.search("trombone"), [""; 0]);
        assert_eq!(editor.search(" ").len(), CHOICES.len());
    }

    #[test]
    fn changes_are_marked_and_undone_one_by_one() {
        let mut editor = editor("contract-rummy");
        let ace = choice("melds.ace").unwrap();
        let own = editor.row(ace).value;
        let others = ace.others(editor.choices());
        editor.set("melds.ace", &others[0]);
        editor.set("pack.jokers", &Value::Int(4));
        let row = editor.row(ace);
        assert_eq!((row.own.as_deref(), row.value == own), (Some(own.as_str()), false));
        let paths: Vec<&str> = editor.changes().iter().map(|(path, _)| *path).collect();
        assert_eq!(paths, ["melds.ace", "pack.jokers"]);
        editor.set("melds.ace", &ace.get(&editor.base().choices));
        assert_eq!(editor.changes().len(), 1, "the game's own value is no change");
        editor.set("melds.ace", &Value::Text("nowhere".into()));
        editor.set("no.such", &Value::Int(1));
        assert_eq!(editor.changes().len(), 1);
        editor.undo("pack.jokers");
        assert!(editor.changes().is_empty());
        editor.set("pack.jokers", &Value::Int(3));
        editor.undo_all();
        assert_eq!(editor.house_rules(), HouseRules::of("contract-rummy"));
    }

    /// House rules survive saving and reopening unchanged.
    #[test]
    fn house_rules_survive_saving_and_reopening() {
        let mut first = editor("rummy+jokers");
        first.rename(" Grandma's  rules ");
        for choice in CHOICES {
            for value in choice.others(first.choices()) {
                let mut changed = first.clone();
                changed.set(choice.path, &value);
                let rules = changed.house_rules();
                assert_eq!(HouseRules::read(&rules.text()), Ok(rules.clone()));
                let again = RulesEditor::open(first.library.clone(), &rules).unwrap();
                assert_eq!(again.choices(), changed.choices(), "{} = {value}", choice.path);
                assert_eq!(again.house_rules(), rules);
                if let Ok(made) = rules.rules(&first.library) {
                    assert_eq!(&made.set.choices, changed.choices());
                }
            }
        }
    }

    #[test]
    fn invalid_house_rules_are_refused() {
        let library = Arc::new(Library::standard().unwrap());
        let with = |path: &str, value: &str| HouseRules {
            changes: vec![(path.into(), value.into())],
            ..HouseRules::of("rummy")
        };
        for rules in [HouseRules::of("no-game"), with("no.such", "1"), with("melds.ace", "up")] {
            assert!(RulesEditor::open(library.clone(), &rules).is_err(), "{rules:?}");
        }
        let contradictory = with("laying-down.mode", "hidden");
        assert!(RulesEditor::open(library, &contradictory).is_ok());
    }

    #[test]
    fn invalid_table_sizes_are_listed() {
        let mut editor = editor("contract-rummy");
        assert_eq!(editor.bad_sizes(), [0; 0]);
        editor.set("players.max", &Value::Int(8));
        editor.set("pack.packs", &Value::Int(1));
        assert!(editor.bad_sizes().contains(&8), "{:?}", editor.bad_sizes());
    }
}
