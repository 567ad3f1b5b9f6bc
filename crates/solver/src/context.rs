//! Storage and memory limit of lookup tables.

use std::any::Any;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Memory limit of all tables of the program, each counted as if it were filled. A table for two runs or more
/// may take seven million bytes; most of it is never touched.
const MAX_BYTES: usize = if cfg!(target_family = "wasm") { 64 << 20 } else { 256 << 20 };

/// Shares lookup tables between all problems that need the same ones.
///
/// Tables never exceed the memory limit. If there is no room, tables that no problem uses any more are
/// evicted, least recently used first; if all are in use, the new one is not created, and the problem works
/// without it.
#[derive(Clone)]
pub(crate) struct Context(Arc<Store>);

struct Store {
    max: usize,
    tables: Mutex<Vec<Entry>>,
}

struct Entry {
    /// What the table depends on; each kind of table has its own key type.
    key: Box<dyn Any + Send + Sync>,
    bytes: usize,
    table: Arc<dyn Any + Send + Sync>,
}

static SHARED: LazyLock<Context> = LazyLock::new(|| Context::new(MAX_BYTES));

impl Context {
    /// A separate context with this memory limit, in bytes.
    pub(crate) fn new(max: usize) -> Context {
        Context(Arc::new(Store { max, tables: Mutex::new(Vec::new()) }))
    }

    pub(crate) fn shared() -> Context {
        SHARED.clone()
    }

    /// The table for this key, with this size in bytes; `None` if there is no room for it.
    pub(crate) fn table<K: Any + PartialEq + Send + Sync, T: Any + Send + Sync>(
        &self,
        key: K,
        bytes: usize,
        make: impl FnOnce() -> T,
    ) -> Option<Arc<T>> {
        // Tables are only added or removed whole, so a panic elsewhere leaves a consistent list.
        let mut tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = tables.iter().position(|entry| entry.key.downcast_ref() == Some(&key)) {
            // The most recently used one is last.
            tables[at..].rotate_left(1);
            return tables.last().and_then(|entry| entry.table.clone().downcast().ok());
        }
        let mut taken: usize = tables.iter().map(|entry| entry.bytes).sum();
        if taken + bytes > self.0.max {
            tables.retain(|entry| {
                let goes = taken + bytes > self.0.max && Arc::strong_count(&entry.table) == 1;
                taken -= if goes { entry.bytes } else { 0 };
                !goes
            });
        }
        if taken + bytes > self.0.max {
            return None;
        }
        let table = Arc::new(make());
        tables.push(Entry { key: Box::new(key), bytes, table: table.clone() });
        Some(table)
    }

    /// Total size of its tables in bytes, and their number.
    #[cfg(test)]
    pub(crate) fn usage(&self) -> (usize, usize) {
        let tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        (tables.iter().map(|entry| entry.bytes).sum(), tables.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use crate::problem::Problem;
    use upcard_cards::{AceMode, Cards, LayDownRules, MeldRules, SameSuitRuns, WildCap};

    /// House rules, each of which needs tables of its own.
    fn house_rules() -> impl Iterator<Item = (MeldRules, LayDownRules, &'static str)> {
        let aces = [AceMode::Low, AceMode::High, AceMode::Either];
        let suits = [SameSuitRuns::Any, SameSuitRuns::NotContiguous, SameSuitRuns::Gap];
        let caps = [WildCap::None, WildCap::Count(1)];
        let contracts = ["2R4", "S3 R5", "2R5 S3"];
        aces.into_iter().flat_map(move |ace| {
            suits.into_iter().flat_map(move |same_suit_runs| {
                caps.into_iter().flat_map(move |wild_cap| {
                    contracts.into_iter().map(move |contract| {
                        let melds = MeldRules { ace, wild_cap, ..MeldRules::default() };
                        let rules = LayDownRules { same_suit_runs, ..LayDownRules::default() };
                        (melds, rules, contract)
                    })
                })
            })
        })
    }

    fn solver_for(context: &Context, rules: (MeldRules, LayDownRules, &str)) -> Solver {
        let (melds, lay_down, contract) = rules;
        let contract = contract.parse().expect("a contract");
        let laid_earlier = crate::LaidEarlier::default();
        let problem = Problem { melds, rules: lay_down, contract, laid_earlier };
        let solver = Solver::within_context(problem.clone(), context.clone());
        let hand: Cards = "4C 5C 6C 7C 9H TH JH 7D 7H KS JK JK".parse().expect("cards");
        let state = solver.state(&hand);
        let elsewhere = Solver::within_context(problem, Context::shared());
        let exact = |solver: &Solver| {
            let survey = solver.survey(&state);
            (survey.distance, survey.needed, survey.useful)
        };
        assert_eq!(exact(&solver), exact(&elsewhere));
        let whole = solver.whole_hand(solver.problem().contract.size() + 1);
        assert!(whole.survey(&state).shortfall() >= solver.survey(&state).shortfall());
        solver
    }

    /// Visitors come with one set of house rules after the other.
    #[test]
    fn tables_stay_within_the_memory_limit() {
        let max = 20 << 20;
        let context = Context::new(max);
        let (mut largest, mut seen) = (0, 0);
        for rules in house_rules() {
            let solver = solver_for(&context, rules);
            assert!(solver.tables().is_some(), "tables went, so there is room");
            let (bytes, tables) = context.usage();
            assert!(bytes <= max, "{bytes}");
            largest = largest.max(tables);
            seen += 1;
        }
        assert!(seen > 50 && largest > 2 && largest < seen);
    }

    /// If all tables are in use, further rules work without: slower, but as exact.
    #[test]
    fn tables_in_use_stay_within_the_memory_limit() {
        let max = 20 << 20;
        let context = Context::new(max);
        let mut kept: Vec<Solver> = Vec::new();
        for rules in house_rules().take(12) {
            kept.push(solver_for(&context, rules));
            assert!(context.usage().0 <= max);
        }
        let without = kept.iter().filter(|solver| solver.tables().is_none()).count();
        assert!(without > 0 && without < kept.len(), "{without}");
        drop(kept);
        let next = house_rules().last().expect("rules");
        assert!(solver_for(&context, next).tables().is_some());
    }

    #[test]
    fn recently_used_tables_are_kept() {
        let context = Context::new(16 << 20);
        let all: Vec<_> = house_rules().filter(|rules| rules.2 == "2R4").collect();
        drop(solver_for(&context, all[0]));
        drop(solver_for(&context, all[1]));
        let table = |rules: &(MeldRules, LayDownRules, &str)| {
            let solver = solver_for(&context, *rules);
            solver.tables().expect("tables").run_table_address()
        };
        let first = table(&all[0]);
        drop(solver_for(&context, all[2]));
        assert_eq!(table(&all[0]), first);
    }
}
