//! Until when this node may speak for its tables, and which they are.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::Instant;

/// For how long a node may speak for its tables after a renewal, but for the margin: others may take them
/// when they have seen it stand still for this long.
pub(crate) const ALIVE: Duration = upcard_store::STILL;

/// How much earlier it stops to speak for its tables, by its own clock.
const MARGIN: Duration = Duration::from_millis(200);

/// A table whose node has had no right to speak for it for this long is let go of: others have had the time
/// to see the node stand still, and its people find it with them.
const LET_GO: Duration = Duration::from_secs(1);

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
        self.held.lock().insert(table.to_owned(), held.clone());
        Lease { term: self.clone(), table: table.to_owned(), held }
    }

    /// The tables that the node has, and under which epochs.
    pub(crate) fn tables(&self) -> Vec<(String, u64)> {
        self.held.lock().iter().map(|(table, held)| (table.clone(), held.epoch)).collect()
    }

    /// Does the node have this table?
    pub(crate) fn has(&self, table: &str) -> bool {
        self.held.lock().contains_key(table)
    }

    /// How many tables it has.
    pub(crate) fn number(&self) -> usize {
        self.held.lock().len()
    }

    /// The node has lost all tables but these. Those that it has taken after `before` are left as
    /// they are. The tables that were lost.
    pub(crate) fn lose_but(&self, before: &[(String, u64)], kept: &[String]) -> Vec<String> {
        let mut held = self.held.lock();
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
    /// cannot be reached, this waits a moment; false where the table is another node's, or may be.
    pub(crate) async fn holds(&self) -> bool {
        let mut until = self.term.until.subscribe();
        loop {
            // What was lost is noted before the term is renewed.
            if self.term.is_good() {
                return !self.held.lost.load(Ordering::Acquire);
            }
            if self.held.lost.load(Ordering::Acquire) {
                return false;
            }
            tokio::select! {
                changed = until.changed() => if changed.is_err() {
                    return false;
                },
                () = self.is_over() => return false,
            }
        }
    }

    /// Waits until the node has had no right to speak for the table for so long that it is to be let go of.
    pub(crate) async fn is_over(&self) {
        let mut until = self.term.until.subscribe();
        loop {
            let over = *until.borrow_and_update() + LET_GO;
            tokio::select! {
                () = tokio::time::sleep_until(over) => return,
                changed = until.changed() => if changed.is_err() {
                    return;
                },
            }
        }
    }

    /// The table is given up.
    fn end(&self) {
        let mut held = self.term.held.lock();
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
        term.renewed(Instant::now() - (ALIVE - MARGIN) - LET_GO);
        assert_eq!(
            soon(&one).await,
            Some(false),
            "and has been for so long that others have the table"
        );
        assert_eq!(tokio::time::timeout(Duration::from_millis(1), one.is_over()).await, Ok(()));
        term.renewed(Instant::now());
        assert!(tokio::time::timeout(Duration::from_millis(1), one.is_over()).await.is_err());
        term.renewed(Instant::now() - (ALIVE - MARGIN));
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
