//! Rules that several tables play by are in memory once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use upcard_engine::Rules;
use upcard_table::wire::RuleSource;

/// The rules of the tables in memory, by where they come from. They are forgotten with the last table
/// that plays by them.
#[derive(Debug, Default)]
pub(crate) struct RulesInUse(Mutex<HashMap<RuleSource, Weak<Rules>>>);

impl RulesInUse {
    /// The rules of this source that are there already, or these from now on.
    pub(crate) fn share(&self, source: RuleSource, own: Arc<Rules>) -> Arc<Rules> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = known.get(&source).and_then(Weak::upgrade) {
            return shared;
        }
        if known.len() == known.capacity() {
            known.retain(|_, rules| rules.strong_count() > 0);
        }
        known.insert(source, Arc::downgrade(&own));
        own
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::Library;

    use super::*;

    #[test]
    fn rules_are_shared_as_long_as_somebody_plays_by_them() {
        let library = Library::standard().unwrap();
        let source = |game: &str, players| RuleSource {
            game: game.to_owned(),
            changes: Vec::new(),
            players,
        };
        let rules = |source: &RuleSource| Arc::new(source.rules(&library).unwrap());
        let in_use = RulesInUse::default();
        let (three, four) = (source("rummy", 3), source("rummy", 4));
        let first = in_use.share(three.clone(), rules(&three));
        assert!(Arc::ptr_eq(&first, &in_use.share(three.clone(), rules(&three))));
        let other = in_use.share(four.clone(), rules(&four));
        assert!(!Arc::ptr_eq(&first, &other) && other.players == 4);
        drop(first);
        // Nobody has them any more: they are made room for when the next ones come.
        for number in 0..100 {
            let mut changed = source("rummy", 3);
            changed.changes = vec![("match.deals".to_owned(), (1 + number % 40).to_string())];
            in_use.share(changed.clone(), rules(&changed));
        }
        assert!(in_use.0.lock().unwrap().len() < 40);
        assert!(Arc::ptr_eq(&other, &in_use.share(four.clone(), rules(&four))));
    }
}
