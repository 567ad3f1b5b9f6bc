//! Until when this node may speak for its tables, and which they are.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

/// For how long a node is alive after a renewal, by the database's clock. People whose node hangs lose
/// patience after 2.5 s, and are to find their tables free by then. A renewal that comes too late
/// costs nothing where nobody has asked for the node's tables meanwhile.
pub(crate) const ALIVE: Duration = Duration::from_secs(2);

/// How much earlier it stops to speak for its tables, by its own clock.
const MARGIN: Duration = Duration::from_millis(200);

/// How often it renews: three in a row may be lost.
pub(crate) const RENEW: Duration = Duration::from_millis(400);

/// This node's right to speak for its tables.
pub(crate) struct Term {
    until: watch::Sender<Instant>,
    held: Mutex<HashMap<String, Arc<Held>>>,
}

#[derive(Debug)]
struct Held {
    epoch: u64,
    lost: AtomicBool,
    /// The node that has it next; 0 where that is open.
    next: AtomicI64,
}

impl Term {
    /// None yet.
    pub(crate) fn new() -> Term {
        Term { until: watch::Sender::new(Instant::now()), held: Mutex::default() }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<String, Arc<Held>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It was renewed by a statement that was sent at this moment.
    pub(crate) fn renewed(&self, sent: Instant) {
        self.until.send_replace(sent + (ALIVE - MARGIN));
    }

    /// May this node speak for its tables at this moment?
    pub(crate) fn is_good(&self) -> bool {
        *self.until.borrow() > Instant::now()
    }

    /// The node has this table under this epoch.
    pub(crate) fn holds(self: &Arc<Self>, table: &str, epoch: u64) -> Lease {
        let held = Held { epoch, lost: AtomicBool::new(false), next: AtomicI64::new(0) };
        let held = Arc::new(held);
        self.held().insert(table.to_owned(), held.clone());
        Lease { term: self.clone(), table: table.to_owned(), held }
    }

    /// The tables that the node has, and under which epochs.
    pub(crate) fn tables(&self) -> Vec<(String, u64)> {
        self.held().iter().map(|(table, held)| (table.clone(), held.epoch)).collect()
    }

    /// Does the node have this table?
    pub(crate) fn has(&self, table: &str) -> bool {
        self.held().contains_key(table)
    }

    /// How many tables it has.
    pub(crate) fn number(&self) -> usize {
        self.held().len()
    }

    /// The node has lost all tables but these. Those that it has taken after `before` are left as
    /// they are. The tables that were lost.
    pub(crate) fn lose_but(&self, before: &[(String, u64)], kept: &[String]) -> Vec<String> {
        let mut held = self.held();
        let lost = before.iter().filter(|(table, epoch)| {
            !kept.contains(table) && held.get(table).is_some_and(|held| held.epoch == *epoch)
        });
        let lost: Vec<String> = lost.map(|(table, _)| table.clone()).collect();
        for table in &lost {
            if let Some(held) = held.remove(table) {
                held.lost.store(true, Ordering::Release);
            }
        }
        lost
    }
}

/// A node's lease on a table.
pub(crate) struct Lease {
    term: Arc<Term>,
    table: String,
    held: Arc<Held>,
}

impl Lease {
    /// The epoch under which the table is written to.
    pub(crate) fn epoch(&self) -> u64 {
        self.held.epoch
    }

    /// The table goes to this node when its room has ended.
    pub(crate) fn hand_to(&self, node: i64) {
        self.held.next.store(node, Ordering::Relaxed);
    }

    /// The node that has the table next, where that is known.
    pub(crate) fn next(&self) -> Option<i64> {
        Some(self.held.next.load(Ordering::Relaxed)).filter(|node| *node != 0)
    }

    /// May the table be spoken for now? While that is not known, for instance since the database
    /// cannot be reached, this waits; false where the table is another node's.
    pub(crate) async fn holds(&self) -> bool {
        let mut until = self.term.until.subscribe();
        loop {
            // What was lost is noted before the term is renewed.
            if self.term.is_good() {
                return !self.held.lost.load(Ordering::Acquire);
            }
            if self.held.lost.load(Ordering::Acquire) || until.changed().await.is_err() {
                return false;
            }
        }
    }

    /// The table is given up.
    fn end(&self) {
        let mut held = self.term.held();
        if held.get(&self.table).is_some_and(|held| Arc::ptr_eq(held, &self.held)) {
            held.remove(&self.table);
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nobody_speaks_for_a_table_after_its_term() {
        let term = Arc::new(Term::new());
        let (one, other) = (term.holds("one", 4), term.holds("other", 9));
        let soon = async |lease: &Lease| {
            tokio::time::timeout(Duration::from_millis(1), lease.holds()).await.ok()
        };
        assert_eq!(soon(&one).await, None, "nobody knows yet");
        term.renewed(Instant::now());
        assert_eq!(soon(&one).await, Some(true));
        term.renewed(Instant::now() - (ALIVE - MARGIN));
        assert_eq!(soon(&one).await, None, "the term is over");
        // The renewal comes late; another node has one of the tables meanwhile.
        let before = term.tables();
        let new = term.holds("new", 1);
        assert_eq!(term.lose_but(&before, &["other".to_owned()]), ["one"]);
        term.renewed(Instant::now());
        assert_eq!(soon(&one).await, Some(false));
        assert_eq!((soon(&other).await, soon(&new).await), (Some(true), Some(true)));
        assert_eq!((other.epoch(), term.number(), term.has("one")), (9, 2, false));
        drop((one, other, new));
        assert_eq!(term.number(), 0);
    }
}
