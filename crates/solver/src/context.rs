//! Where lookup tables are kept, and how much memory they may take.

use std::any::Any;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The most bytes of tables that the whole program keeps, each counted as if it were filled. A
/// table for two runs or more may take seven million; most of it is never touched.
const MOST_BYTES: usize = if cfg!(target_family = "wasm") { 64 << 20 } else { 256 << 20 };

/// Keeps lookup tables for all problems that want the same ones.
///
/// It knows all of its tables, so that what they take never comes to more than its limit. Where
/// there is no room, tables that no problem uses any more go, those not asked for longest first;
/// where all are in use, the new one is not made, and the problem that wants it does without.
#[derive(Clone)]
pub(crate) struct Context(Arc<Kept>);

struct Kept {
    most: usize,
    tables: Mutex<Vec<Entry>>,
}

struct Entry {
    /// What the table depends on: of a type of its own for each kind of tables.
    key: Box<dyn Any + Send + Sync>,
    bytes: usize,
    table: Arc<dyn Any + Send + Sync>,
}

static SHARED: LazyLock<Context> = LazyLock::new(|| Context::new(MOST_BYTES));

impl Context {
    /// A context of its own, for this many bytes of tables.
    pub(crate) fn new(most: usize) -> Context {
        Context(Arc::new(Kept { most, tables: Mutex::new(Vec::new()) }))
    }

    /// That of the whole program.
    pub(crate) fn shared() -> Context {
        SHARED.clone()
    }

    /// The table for this key, which takes this many bytes. None where there is no room for it.
    pub(crate) fn table<K: Any + PartialEq + Send + Sync, T: Any + Send + Sync>(
        &self,
        key: K,
        bytes: usize,
        make: impl FnOnce() -> T,
    ) -> Option<Arc<T>> {
        // Tables are only ever added to or taken out whole: a panic elsewhere has not spoilt them.
        let mut tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = tables.iter().position(|entry| entry.key.downcast_ref() == Some(&key)) {
            // The last is the one that was asked for last.
            tables[at..].rotate_left(1);
            return tables.last().and_then(|entry| entry.table.clone().downcast().ok());
        }
        let mut taken: usize = tables.iter().map(|entry| entry.bytes).sum();
        if taken + bytes > self.0.most {
            tables.retain(|entry| {
                let goes = taken + bytes > self.0.most && Arc::strong_count(&entry.table) == 1;
                taken -= if goes { entry.bytes } else { 0 };
                !goes
            });
        }
        if taken + bytes > self.0.most {
            return None;
        }
        let table = Arc::new(make());
        tables.push(Entry { key: Box::new(key), bytes, table: table.clone() });
        Some(table)
    }

    /// The bytes that its tables take, and how many tables those are.
    #[cfg(test)]
    pub(crate) fn taken(&self) -> (usize, usize) {
        let tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        (tables.iter().map(|entry| entry.bytes).sum(), tables.len())
    }
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Context")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use crate::problem::Problem;
    use upcard_cards::{AceMode, Cards, LayDownRules, MeldRules, SuitRuns, WildCap};

    /// House rules, each of which wants tables of its own.
    fn house_rules() -> impl Iterator<Item = (MeldRules, LayDownRules, &'static str)> {
        let aces = [AceMode::Low, AceMode::High, AceMode::Either];
        let suits = [SuitRuns::Any, SuitRuns::NotContiguous, SuitRuns::Gap];
        let caps = [WildCap::None, WildCap::Count(1)];
        let contracts = ["2R4", "S3 R5", "2R5 S3"];
        aces.into_iter().flat_map(move |ace| {
            suits.into_iter().flat_map(move |same_suit_runs| {
                caps.into_iter().flat_map(move |wild_cap| {
                    contracts.into_iter().map(move |contract| {
                        let melds = MeldRules { ace, wild_cap, ..MeldRules::default() };
                        (
                            melds,
                            LayDownRules { same_suit_runs, ..LayDownRules::default() },
                            contract,
                        )
                    })
                })
            })
        })
    }

    fn asked(context: &Context, rules: (MeldRules, LayDownRules, &str)) -> Solver {
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
    fn many_house_rules_take_no_more_memory_than_allowed() {
        let most = 20 << 20;
        let context = Context::new(most);
        let (mut largest, mut seen) = (0, 0);
        for rules in house_rules() {
            assert!(asked(&context, rules).tables().is_some(), "tables went, so there is room");
            let (bytes, tables) = context.taken();
            assert!(bytes <= most, "{bytes}");
            largest = largest.max(tables);
            seen += 1;
        }
        assert!(seen > 50 && largest > 2 && largest < seen);
    }

    /// Where all tables are in use, further rules do without: slower, and as exact.
    #[test]
    fn rules_in_use_at_the_same_time_take_no_more_either() {
        let most = 20 << 20;
        let context = Context::new(most);
        let mut kept: Vec<Solver> = Vec::new();
        for rules in house_rules().take(12) {
            kept.push(asked(&context, rules));
            assert!(context.taken().0 <= most);
        }
        let without = kept.iter().filter(|solver| solver.tables().is_none()).count();
        assert!(without > 0 && without < kept.len(), "{without}");
        drop(kept);
        let next = house_rules().last().expect("rules");
        assert!(asked(&context, next).tables().is_some());
    }

    #[test]
    fn what_was_asked_for_lately_stays() {
        let context = Context::new(16 << 20);
        let all: Vec<_> = house_rules().filter(|rules| rules.2 == "2R4").collect();
        drop(asked(&context, all[0]));
        drop(asked(&context, all[1]));
        let table = |rules: &(MeldRules, LayDownRules, &str)| {
            let solver = asked(&context, *rules);
            solver.tables().expect("tables").address()
        };
        let first = table(&all[0]);
        drop(asked(&context, all[2]));
        assert_eq!(table(&all[0]), first);
    }
}
