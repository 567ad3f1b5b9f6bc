//! Contradictions in house rules being edited, and suggested fixes.

use upcard_engine::choices::{CHOICES, Choices, choice};
use upcard_engine::{Flaws, Reason, Value};
use upcard_rulebook::{choice_label, value_label};

use super::editor::RulesEditor;

/// A contradiction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// Reason.
    pub reason: Reason,
    /// Single changes that resolve it, best first.
    pub fixes: Vec<Fix>,
}

/// A change that resolves a contradiction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// Path of the choice.
    pub path: &'static str,
    /// New value.
    pub value: Value,
    /// `true` if this is the game's own value, so that the fix undoes a change.
    pub undoes: bool,
    /// Label of the choice.
    pub label: String,
    /// Label of the value.
    pub words: String,
}

/// Maximum number of fixes per contradiction.
const MAX_FIXES: usize = 4;

/// Sort key of fixes; lower is better.
type FixRank = (usize, bool, bool, usize);

impl RulesEditor {
    /// Contradictions with their fixes; empty if the rules are valid.
    #[must_use]
    pub fn conflicts(&self) -> Vec<Conflict> {
        let Err(flaws) = self.rules() else { return Vec::new() };
        let now = codes(&flaws);
        let mut conflicts: Vec<Conflict> = Vec::new();
        for flaw in flaws.iter() {
            let reason = flaw.reason().clone();
            if conflicts.iter().all(|conflict| conflict.reason.code() != reason.code()) {
                conflicts.push(Conflict { reason, fixes: Vec::new() });
            }
        }
        let mut found: Vec<Vec<(FixRank, Fix)>> = vec![Vec::new(); conflicts.len()];
        for (at, choice) in CHOICES.iter().enumerate() {
            let own = choice.get(&self.base().choices);
            let changed = self.changes().iter().position(|(path, _)| *path == choice.path);
            let mut values = choice.others(self.choices());
            values.extend(choice.forms.iter().filter_map(|form| form.word()).map(Value::from));
            if changed.is_some() {
                values.insert(0, own.clone());
            }
            let present = choice.get(self.choices());
            values.extend(fitted(&present, self.choices()));
            for (number, value) in values.iter().enumerate() {
                let mut choices = self.choices().clone();
                let taken = (choice.set)(&mut choices, value).is_ok();
                if !taken || choice.get(&choices) == present || values[..number].contains(value) {
                    continue;
                }
                let left =
                    self.rules_of(choices).err().map(|flaws| codes(&flaws)).unwrap_or_default();
                // A fix must not cause a new contradiction.
                if left.iter().any(|code| !now.contains(code)) {
                    continue;
                }
                let undoes = *value == own;
                for (conflict, found) in conflicts.iter().zip(&mut found) {
                    if left.contains(&conflict.reason.code()) {
                        continue;
                    }
                    // Undo the most recent change first.
                    let order = match changed {
                        Some(change) => self.changes().len() - change,
                        None => at + self.changes().len(),
                    };
                    let named = concerns_choice(&conflict.reason, choice.path);
                    let fix = fix_for(choice.path, value, undoes);
                    found.push(((left.len(), !undoes, !named, order), fix));
                }
            }
        }
        for (conflict, mut found) in conflicts.iter_mut().zip(found) {
            found.sort_by_key(|(rank, _)| *rank);
            // One value per choice is enough.
            let mut fixes: Vec<Fix> = Vec::new();
            for (_, fix) in found {
                if fixes.len() < MAX_FIXES && fixes.iter().all(|other| other.path != fix.path) {
                    fixes.push(fix);
                }
            }
            conflict.fixes = fixes;
        }
        conflicts
    }
}

fn codes(flaws: &Flaws) -> Vec<&'static str> {
    flaws.iter().map(|flaw| flaw.reason().code()).collect()
}

/// Fits a list to the number of contracts: pads or truncates lists by deal, and drops unknown deals from
/// lists of deal numbers. Empty if the value is not a list or fits already.
fn fitted(value: &Value, choices: &Choices) -> Vec<Value> {
    let Value::List(list) = value else { return Vec::new() };
    let deals = choices.contracts.deals.0.len();
    let last = list.last().cloned().into_iter().cycle();
    let entries = list.iter().cloned().chain(last).take(deals).collect();
    let there = |entry: &&Value| matches!(entry, Value::Int(n) if *n <= deals as i64);
    let named = list.iter().filter(there).cloned().collect();
    [entries, named].map(Value::List).into_iter().filter(|fitted| fitted != value).collect()
}

fn fix_for(path: &'static str, value: &Value, undoes: bool) -> Fix {
    let value = value.clone();
    Fix { path, undoes, label: choice_label(path), words: value_label(path, &value), value }
}

/// Returns `true` if a reason concerns this choice or its chapter.
fn concerns_choice(reason: &Reason, path: &str) -> bool {
    let chapter = |text: &str| text.split('.').next().unwrap_or_default().to_owned();
    let named = reason.data().iter().any(|(name, value)| {
        *name == "path" && matches!(value, Value::Text(named) if named == path)
    });
    named
        || chapter(reason.code()) == chapter(path)
        || choice(reason.code()).is_some_and(|c| c.path == path)
}

#[cfg(test)]
mod tests {
    use super::super::editor::tests::editor;
    use super::*;

    #[test]
    fn valid_rules_have_no_conflicts() {
        assert_eq!(editor("contract-rummy").conflicts(), []);
    }

    /// Every single change of a game that causes a contradiction can be undone, and every suggested fix
    /// resolves its contradiction.
    #[test]
    fn every_contradiction_has_a_fix() {
        let (mut conflicts, mut others) = (0, 0);
        for game in ["contract-rummy", "shanghai-rummy", "gin", "rummy-500", "pool-101"] {
            let editor = editor(game);
            for choice in CHOICES {
                let values = choice.others(editor.choices());
                let words = choice.forms.iter().filter_map(|form| form.word()).map(Value::from);
                for value in values.into_iter().chain(words) {
                    let mut changed = editor.clone();
                    changed.set(choice.path, &value);
                    for conflict in changed.conflicts() {
                        conflicts += 1;
                        let code = conflict.reason.code();
                        let what = format!("{game}: {} = {value}: {code}", choice.path);
                        let first = conflict.fixes.first().unwrap_or_else(|| panic!("{what}"));
                        assert!(first.undoes && first.path == choice.path, "{what}: {first:?}");
                        others += usize::from(conflict.fixes.len() > 1);
                        for fix in &conflict.fixes {
                            let mut out = changed.clone();
                            out.set(fix.path, &fix.value);
                            let left = out.rules().err().unwrap_or_default();
                            assert!(!codes(&left).contains(&code), "{what}: {fix:?}");
                            let unknown = [&fix.label, &fix.words].map(|text| text.contains('⟦'));
                            assert_eq!(unknown, [false; 2], "{fix:?}");
                        }
                    }
                }
            }
        }
        println!("{conflicts} contradictions, {others} of them with a choice that is set instead");
        assert!(conflicts > 100 && others * 4 > conflicts, "{others} of {conflicts}");
    }

    /// After adding or removing a contract, other lists can be adjusted by one fix.
    #[test]
    fn fixes_adjust_lists_by_deal_to_the_contracts() {
        for (game, contracts) in [("contract-rummy", 3), ("contract-rummy", 8), ("progression", 2)]
        {
            let mut editor = editor(game);
            let deals = vec![Value::Text("2S3".into()); contracts];
            editor.set("contracts.deals", &Value::List(deals));
            for _ in 0..5 {
                let conflicts = editor.conflicts();
                let Some(conflict) = conflicts.first() else { break };
                let fix = conflict.fixes.iter().find(|fix| fix.path != "contracts.deals");
                let fix = fix.unwrap_or_else(|| panic!("{game}: {conflicts:?}"));
                editor.set(fix.path, &fix.value);
            }
            assert_eq!(editor.rules().unwrap().deals.len(), contracts);
        }
    }

    #[test]
    fn fixes_may_set_the_other_choice() {
        let mut editor = editor("rummy-500");
        editor.set("match.winner", &Value::Text("lowest".into()));
        let conflicts = editor.conflicts();
        assert_eq!(conflicts[0].reason.code(), "scoring.shown-winner");
        let paths: Vec<&str> = conflicts[0].fixes.iter().map(|fix| fix.path).collect();
        assert!(paths[0] == "match.winner" && paths.contains(&"scoring.who"), "{paths:?}");
        let other = &conflicts[0].fixes[1];
        editor.set(other.path, &other.value);
        assert!(editor.conflicts().iter().all(|c| c.reason.code() != "scoring.shown-winner"));
    }
}
