//! Nodes that share a database, as they see one another.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// A node whose counter has stood still for this long is dead.
pub const STILL: Duration = Duration::from_secs(2);

/// Between two looks at the counters there is no more than this, or the watch begins anew: who could not
/// look, since the database was not there or since it slept itself, has not seen anything stand still.
const GAP: Duration = Duration::from_secs(1);

/// What a node changes with each renewal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sign {
    pub(crate) counter: i64,
    /// Microseconds, by a clock that means nothing: programs from before change this alone.
    pub(crate) until: i64,
}

/// A node that has a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its number; a process that is started again gets another one.
    pub id: i64,
    /// Where the others reach it; the store does not look into it.
    pub address: String,
    /// Does it take no further tables?
    pub draining: bool,
    /// Does it reach the others?
    pub reachable: bool,
    /// What it changed when it was alive last.
    pub sign: Sign,
}

/// Watches the nodes by a steady clock: which of them stand still?
#[derive(Default)]
pub struct Watch {
    seen: HashMap<i64, Seen>,
}

/// A node that was seen.
struct Seen {
    sign: Sign,
    /// Since when the sign is known to be this one.
    since: Instant,
    /// When it was last looked at.
    looked: Instant,
    /// Has it changed since the first look?
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "leases ask for it"))]
    moved: bool,
}

impl Watch {
    /// Looks at the nodes as they were at some moment between these two; those that are dead.
    pub fn look<'a>(
        &mut self,
        nodes: &'a [Node],
        asked: Instant,
        answered: Instant,
    ) -> Vec<&'a Node> {
        self.seen.retain(|id, _| nodes.iter().any(|node| node.id == *id));
        let still = |node: &&Node| {
            let first = Seen { sign: node.sign, since: answered, looked: answered, moved: false };
            let seen = self.seen.entry(node.id).or_insert(first);
            if seen.sign != node.sign {
                *seen = Seen { sign: node.sign, since: answered, looked: answered, moved: true };
            } else if asked.saturating_duration_since(seen.looked) > GAP {
                seen.since = answered;
            }
            seen.looked = answered;
            asked.saturating_duration_since(seen.since) >= STILL
        };
        nodes.iter().filter(still).collect()
    }

    /// Has each of these nodes changed since it was first seen?
    #[cfg(feature = "postgres")]
    pub(crate) fn all_moved(&self, nodes: &[Node]) -> bool {
        nodes.iter().all(|node| self.seen.get(&node.id).is_some_and(|seen| seen.moved))
    }
}

/// What a renewal has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renewed {
    /// The row is there: what the node held it still holds.
    InTime,
    /// It is there, but by the database's clock it is old: programs from before may have taken tables
    /// meanwhile.
    Late,
    /// It was ended, and all tables are free.
    Unknown,
}

/// The answer to a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The table is the claimant's, under this epoch.
    Granted(u64),
    /// It belongs to a node whose row is there.
    HeldBy(Node),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: i64, counter: i64) -> Node {
        let sign = Sign { counter, until: 0 };
        Node { id, address: String::new(), draining: false, reachable: true, sign }
    }

    /// The looks are told in milliseconds: when it was asked, and what was seen.
    fn dead(looks: &[(u64, &[Node])]) -> Vec<Vec<i64>> {
        let (begin, mut watch) = (Instant::now(), Watch::default());
        let at = |ms: u64| begin + Duration::from_millis(ms);
        let look = |(asked, nodes): &(u64, &[Node])| {
            watch.look(nodes, at(*asked), at(asked + 10)).iter().map(|node| node.id).collect()
        };
        looks.iter().map(look).collect()
    }

    #[test]
    fn a_node_is_dead_when_it_was_seen_to_stand_still_for_two_seconds() {
        let (ann, bo) = (node(1, 7), node(2, 3));
        let both = [ann.clone(), bo.clone()];
        let moved = [node(1, 8), bo.clone()];
        // One that moves lives; one that does not is dead after two seconds, and not before.
        let looks: Vec<(u64, &[Node])> = vec![
            (0, &both),
            (800, &both),
            (1600, &moved),
            (2000, &moved),
            (2010, &moved),
            (2800, &moved),
            (3609, &moved),
            (3610, &moved),
        ];
        let found = dead(&looks);
        let none: Vec<i64> = Vec::new();
        assert_eq!(found[..4], [none.clone(), none.clone(), none.clone(), none.clone()]);
        assert_eq!(found[4..], [vec![2], vec![2], vec![2], vec![1, 2]]);
        // Programs from before change the other half of the sign.
        let mut until = bo.clone();
        until.sign.until = 1;
        let later = [ann.clone(), until];
        assert_eq!(dead(&[(0, &both), (900, &both), (1800, &later), (2200, &later)])[3], [1]);
    }

    #[test]
    fn who_could_not_look_has_seen_nothing_stand_still() {
        let both = [node(1, 7), node(2, 3)];
        let looks: Vec<(u64, &[Node])> = vec![
            (0, &both),
            (900, &both),
            (9_000, &both),
            (9_900, &both),
            (10_800, &both),
            (11_020, &both),
        ];
        let found = dead(&looks);
        assert!(found[..5].iter().all(Vec::is_empty), "{found:?}");
        assert_eq!(found[5], [1, 2]);
        // A row that goes and comes back begins anew.
        let one = [node(1, 7)];
        let found = dead(&[(0, &both), (900, &one), (1_800, &both), (2_500, &both)]);
        assert_eq!(found[3], [1]);
    }
}
