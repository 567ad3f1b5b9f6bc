//! Lease term of this node, and the tables it holds.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::Instant;

/// Duration of the term after a renewal, before subtracting the margin: other nodes may take the tables once
/// they have seen this node's counter unchanged for this long.
pub(crate) const TERM_DURATION: Duration = upcard_store::DEAD_AFTER;

/// Safety margin by which the term ends early on the node's own clock.
const MARGIN: Duration = Duration::from_millis(200);

/// Time after the end of the term at which a table is dropped: by then other nodes can have detected the
/// failure, and clients find the table there.
const DROP_AFTER: Duration = Duration::from_secs(1);

/// Renewal interval: three renewals in a row may fail.
pub(crate) const RENEW_INTERVAL: Duration = Duration::from_millis(400);

pub(crate) struct Term {
    until: watch::Sender<Instant>,
    held: Mutex<HashMap<String, Arc<HeldTable>>>,
}

#[derive(Debug, Default)]
struct HeldTable {
    epoch: u64,
    lost: AtomicBool,
    /// Node to hand the table over to; 0 for none.
    next: AtomicI64,
}

impl Term {
    pub(crate) fn new() -> Term {
        Term { until: watch::Sender::new(Instant::now()), held: Mutex::default() }
    }

    /// Extends the term after a successful renewal, sent at this moment.
    pub(crate) fn renewed(&self, sent: Instant) {
        self.until.send_replace(sent + (TERM_DURATION - MARGIN));
    }

    pub(crate) fn is_valid(&self) -> bool {
        *self.until.borrow() > Instant::now()
    }

    /// Records that the node holds this table under this epoch.
    pub(crate) fn hold(self: &Arc<Self>, table: &str, epoch: u64) -> Lease {
        let held = Arc::new(HeldTable { epoch, ..HeldTable::default() });
        self.held.lock().insert(table.to_owned(), held.clone());
        Lease { term: self.clone(), table: table.to_owned(), held }
    }

    pub(crate) fn tables(&self) -> Vec<(String, u64)> {
        self.held.lock().iter().map(|(table, held)| (table.clone(), held.epoch)).collect()
    }

    pub(crate) fn holds(&self, table: &str) -> bool {
        self.held.lock().contains_key(table)
    }

    pub(crate) fn held_count(&self) -> usize {
        self.held.lock().len()
    }

    /// Marks the tables of `before` as lost, except those in `kept` and those taken later; returns the lost.
    pub(crate) fn mark_lost_except(
        &self,
        before: &[(String, u64)],
        kept: &[String],
    ) -> Vec<String> {
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

pub(crate) struct Lease {
    term: Arc<Term>,
    table: String,
    held: Arc<HeldTable>,
}

impl Lease {
    pub(crate) fn epoch(&self) -> u64 {
        self.held.epoch
    }

    /// Sets the node that takes the table over when its room has ended.
    pub(crate) fn set_successor(&self, node: i64) {
        self.held.next.store(node, Ordering::Relaxed);
    }

    pub(crate) fn next(&self) -> Option<i64> {
        Some(self.held.next.load(Ordering::Relaxed)).filter(|node| *node != 0)
    }

    /// Returns `true` if the lease is valid. If this is unknown, for instance because the database is
    /// unreachable, waits for a while; returns `false` if another node holds the table, or may hold it.
    pub(crate) async fn is_held(&self) -> bool {
        let mut until = self.term.until.subscribe();
        loop {
            // Losses are recorded before the term is extended.
            if self.term.is_valid() {
                return !self.held.lost.load(Ordering::Acquire);
            }
            if self.held.lost.load(Ordering::Acquire) {
                return false;
            }
            tokio::select! {
                changed = until.changed() => if changed.is_err() {
                    return false;
                },
                () = self.expired() => return false,
            }
        }
    }

    /// Waits until the term has been over for so long that the table must be dropped.
    pub(crate) async fn expired(&self) {
        let mut until = self.term.until.subscribe();
        loop {
            let over = *until.borrow_and_update() + DROP_AFTER;
            tokio::select! {
                () = tokio::time::sleep_until(over) => return,
                changed = until.changed() => if changed.is_err() {
                    return;
                },
            }
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut held = self.term.held.lock();
        if held.get(&self.table).is_some_and(|held| Arc::ptr_eq(held, &self.held)) {
            held.remove(&self.table);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_lease_is_invalid_after_its_term() {
        let term = Arc::new(Term::new());
        let (one, other) = (term.hold("one", 4), term.hold("other", 9));
        let soon = async |lease: &Lease| {
            tokio::time::timeout(Duration::from_millis(1), lease.is_held()).await.ok()
        };
        assert_eq!(soon(&one).await, None, "nobody knows yet");
        term.renewed(Instant::now());
        assert_eq!(soon(&one).await, Some(true));
        term.renewed(Instant::now() - (TERM_DURATION - MARGIN));
        assert_eq!(soon(&one).await, None, "the term is over");
        term.renewed(Instant::now() - (TERM_DURATION - MARGIN) - DROP_AFTER);
        assert_eq!(
            soon(&one).await,
            Some(false),
            "and has been for so long that others have the table"
        );
        assert_eq!(tokio::time::timeout(Duration::from_millis(1), one.expired()).await, Ok(()));
        term.renewed(Instant::now());
        assert!(tokio::time::timeout(Duration::from_millis(1), one.expired()).await.is_err());
        term.renewed(Instant::now() - (TERM_DURATION - MARGIN));
        // The renewal comes late; meanwhile another node has taken one of the tables.
        let before = term.tables();
        let new = term.hold("new", 1);
        assert_eq!(term.mark_lost_except(&before, &["other".to_owned()]), ["one"]);
        term.renewed(Instant::now());
        assert_eq!(soon(&one).await, Some(false));
        assert_eq!((soon(&other).await, soon(&new).await), (Some(true), Some(true)));
        assert_eq!((other.epoch(), term.held_count(), term.holds("one")), (9, 2, false));
        drop((one, other, new));
        assert_eq!(term.held_count(), 0);
    }
}
