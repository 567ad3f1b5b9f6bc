//! Shared rules: tables with the same rules share one copy in memory, and the check whether bots can play
//! them runs only once.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;
use upcard_bots::check_affordable;
use upcard_engine::Rules;
use upcard_table::wire::RuleSource;

/// Capacity of the cache of bot checks.
const CACHE_SIZE: usize = 10_000;

/// Rules of the tables in memory, by source. Dropped with the last table that uses them.
#[derive(Debug, Default)]
pub(crate) struct SharedRules {
    rules: Mutex<HashMap<RuleSource, Weak<Rules>>>,
    /// Keyed by a hash of the source, with a random key of this process.
    playable_by_bots: Mutex<HashMap<u64, Arc<OnceLock<bool>>>>,
    key: RandomState,
}

impl SharedRules {
    /// Returns the existing rules of this source, or stores `own`.
    pub(crate) fn share(&self, source: RuleSource, own: Arc<Rules>) -> Arc<Rules> {
        let mut known = self.rules.lock();
        if let Some(shared) = known.get(&source).and_then(Weak::upgrade) {
            return shared;
        }
        if known.len() == known.capacity() {
            known.retain(|_, rules| rules.strong_count() > 0);
        }
        known.insert(source, Arc::downgrade(&own));
        own
    }

    /// Returns `true` if bots can play the rules of this source. The first check takes up to some tenths of a
    /// second; concurrent callers wait for it.
    pub(crate) fn can_bots_play(&self, source: &RuleSource, rules: &Arc<Rules>) -> bool {
        let known = {
            let mut known = self.playable_by_bots.lock();
            if known.len() >= CACHE_SIZE {
                known.clear();
            }
            known.entry(self.key.hash_one(source)).or_default().clone()
        };
        *known.get_or_init(|| check_affordable(rules).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::Library;

    use super::*;

    fn source(game: &str, changes: &[(&str, &str)], players: u8) -> RuleSource {
        let changes = changes.iter().map(|(path, value)| (path.to_string(), value.to_string()));
        RuleSource { game: game.to_owned(), changes: changes.collect(), players }
    }

    fn rules(source: &RuleSource) -> Arc<Rules> {
        Arc::new(source.rules(&Library::standard().unwrap()).unwrap())
    }

    #[test]
    fn rules_are_shared_while_in_use() {
        let in_use = SharedRules::default();
        let (three, four) = (source("rummy", &[], 3), source("rummy", &[], 4));
        let first = in_use.share(three.clone(), rules(&three));
        assert!(Arc::ptr_eq(&first, &in_use.share(three.clone(), rules(&three))));
        let other = in_use.share(four.clone(), rules(&four));
        assert!(!Arc::ptr_eq(&first, &other) && other.players == 4);
        drop(first);
        // Unused rules are dropped when others are added.
        for number in 0..100 {
            let deals = (1 + number % 40).to_string();
            let changed = source("rummy", &[("match.deals", &deals)], 3);
            in_use.share(changed.clone(), rules(&changed));
        }
        assert!(in_use.rules.lock().len() < 40);
        assert!(Arc::ptr_eq(&other, &in_use.share(four.clone(), rules(&four))));
    }

    #[test]
    fn the_bot_check_runs_once_per_rule_source() {
        let in_use = SharedRules::default();
        let usual = source("gin", &[], 2);
        let dear =
            source("gin", &[("pack.packs", "3"), ("pack.jokers", "4"), ("dealing.hand", "30")], 2);
        let (usual_rules, dear_rules) = (rules(&usual), rules(&dear));
        assert!(in_use.can_bots_play(&usual, &usual_rules));
        assert!(!in_use.can_bots_play(&dear, &dear_rules));
        // The second result comes from the cache.
        assert!(
            in_use.can_bots_play(&usual, &dear_rules) && !in_use.can_bots_play(&dear, &usual_rules)
        );
        assert_eq!(in_use.playable_by_bots.lock().len(), 2);
    }
}
