//! Nodes that share a database, and failure detection.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// A node whose counter has not changed for this long is dead.
pub const DEAD_AFTER: Duration = Duration::from_secs(2);

/// Maximum time between two readings of the counters. After a longer gap (database unreachable, or this
/// process suspended) the observation starts again.
const MAX_GAP: Duration = Duration::from_secs(1);

/// Values that a node changes with each renewal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Renewal {
    pub(crate) counter: i64,
    /// Microseconds, never compared with a clock. Older versions change only this value.
    pub(crate) until: i64,
}

/// A registered node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its id; a restarted process gets a new one.
    pub id: i64,
    /// Address for other nodes; opaque to the store.
    pub address: String,
    /// Whether it accepts no more tables.
    pub draining: bool,
    /// Whether it can reach the other nodes.
    pub reachable: bool,
    /// Its last renewal.
    pub renewal: Renewal,
}

/// Failure detector: uses a monotonic clock to find nodes that have stopped renewing.
#[derive(Default)]
pub struct FailureDetector {
    seen: HashMap<i64, Observation>,
}

struct Observation {
    renewal: Renewal,
    since: Instant,
    last_read: Instant,
    /// Whether the sign has changed since the first reading.
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "leases ask for it"))]
    has_changed: bool,
}

impl FailureDetector {
    /// Observes the nodes as they were at some moment between `asked` and `answered`; returns the dead ones.
    pub fn observe<'a>(
        &mut self,
        nodes: &'a [Node],
        asked: Instant,
        answered: Instant,
    ) -> Vec<&'a Node> {
        self.seen.retain(|id, _| nodes.iter().any(|node| node.id == *id));
        let still = |node: &&Node| {
            let observed = |has_changed| Observation {
                renewal: node.renewal,
                since: answered,
                last_read: answered,
                has_changed,
            };
            let seen = self.seen.entry(node.id).or_insert(observed(false));
            if seen.renewal != node.renewal {
                *seen = observed(true);
            } else if asked.saturating_duration_since(seen.last_read) > MAX_GAP {
                seen.since = answered;
            }
            seen.last_read = answered;
            asked.saturating_duration_since(seen.since) >= DEAD_AFTER
        };
        nodes.iter().filter(still).collect()
    }

    /// Returns `true` if each of these nodes has changed since it was first seen.
    #[cfg(feature = "postgres")]
    pub(crate) fn have_all_changed(&self, nodes: &[Node]) -> bool {
        nodes.iter().all(|node| self.seen.get(&node.id).is_some_and(|seen| seen.has_changed))
    }
}

/// Result of a renewal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RenewOutcome {
    /// The row exists; the node still holds its tables.
    InTime,
    /// The row exists but had expired by the database's clock: older versions may have taken tables.
    Late,
    /// The row was deleted, and all tables are free.
    Unknown,
}

/// Result of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The claimant holds the table, under this epoch.
    Granted(u64),
    /// A registered node holds the table.
    HeldBy(Node),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: i64, counter: i64) -> Node {
        let renewal = Renewal { counter, until: 0 };
        Node { id, address: String::new(), draining: false, reachable: true, renewal }
    }

    /// Each observation is a time in milliseconds and the nodes seen.
    fn dead(looks: &[(u64, &[Node])]) -> Vec<Vec<i64>> {
        let (begin, mut detector) = (Instant::now(), FailureDetector::default());
        let at = |ms: u64| begin + Duration::from_millis(ms);
        let observe = |(asked, nodes): &(u64, &[Node])| {
            detector.observe(nodes, at(*asked), at(asked + 10)).iter().map(|node| node.id).collect()
        };
        looks.iter().map(observe).collect()
    }

    #[test]
    fn a_node_without_renewals_for_two_seconds_is_dead() {
        let (ann, bo) = (node(1, 7), node(2, 3));
        let both = [ann.clone(), bo.clone()];
        let renewed = [node(1, 8), bo.clone()];
        // A node that renews is alive; one that does not is dead after exactly two seconds.
        let looks = [0, 800].map(|ms| (ms, &both[..]));
        let later = [1600, 2000, 2010, 2800, 3609, 3610].map(|ms| (ms, &renewed[..]));
        let found = dead(&[&looks[..], &later].concat());
        assert!(found[..4].iter().all(Vec::is_empty), "{found:?}");
        assert_eq!(found[4..], [vec![2], vec![2], vec![2], vec![1, 2]]);
        // Older versions change only `until`.
        let mut until = bo.clone();
        until.renewal.until = 1;
        let later = [ann.clone(), until];
        assert_eq!(dead(&[(0, &both), (900, &both), (1800, &later), (2200, &later)])[3], [1]);
    }

    #[test]
    fn gaps_between_observations_do_not_count() {
        let both = [node(1, 7), node(2, 3)];
        let found = dead(&[0, 900, 9_000, 9_900, 10_800, 11_020].map(|ms| (ms, &both[..])));
        assert!(found[..5].iter().all(Vec::is_empty), "{found:?}");
        assert_eq!(found[5], [1, 2]);
        // A row that disappears and returns starts afresh.
        let one = [node(1, 7)];
        let found = dead(&[(0, &both), (900, &one), (1_800, &both), (2_500, &both)]);
        assert_eq!(found[3], [1]);
    }
}
