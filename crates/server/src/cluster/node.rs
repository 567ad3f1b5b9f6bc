//! This node within the cluster: other nodes, reachability, and whether it accepts tables.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::time::Instant;
use upcard_store::{Leases, Node, Store, StoreError};
use upcard_table::Hex;

use crate::cluster::lease::{TERM_DURATION, Term};
use crate::cluster::nats::{Bus, BusError, Client, OUTGOING_CAPACITY, is_connected};
use crate::cluster::peers::{Peers, SealedMessage};
use crate::cluster::wire::Address;
use crate::operations::entropy::random;
use crate::operations::log_throttle::LogThrottle;
use crate::rooms::registry::Registry;

/// A node without a NATS connection for this long marks itself as unreachable …
pub(super) const UNREACHABLE_AFTER: Duration = Duration::from_millis(500);

/// … and hands its tables over after this, if other nodes are reachable. If NATS is down for everyone, all
/// nodes have marked themselves by then: they notice it within half a second of one another, and read each
/// other's marks with each renewal.
const CUT_OFF_HAND_OVER_AFTER: Duration = Duration::from_secs(2);

/// A node that is connected to NATS but has received nothing from any other node for this long, after their
/// peer timeout, marks itself as unreachable, …
pub(super) const ALONE_AFTER: Duration = Duration::from_secs(2);

/// … and hands its tables over after this, which is longer than the rows of dead nodes last.
pub(super) const ALONE_HAND_OVER_AFTER: Duration = Duration::from_secs(4);

pub(crate) struct Cluster {
    pub(super) leases: Leases,
    pub(super) address: Address,
    pub(super) id: AtomicI64,
    pub(super) term: Arc<Term>,
    pub(super) peers: Peers,
    /// Other nodes alive as of the last renewal.
    pub(super) others: Mutex<Vec<Node>>,
    /// Round-robin counter for handing over tables.
    pub(super) round_robin: AtomicUsize,
    pub(super) client: Client,
    /// Start of the current loss of the NATS connection.
    pub(super) cut_off: Mutex<Option<Instant>>,
    /// Since when nothing has been received from other nodes in spite of a NATS connection.
    pub(super) alone: Mutex<Option<Instant>>,
    pub(super) faults: LogThrottle,
    /// Set once, before any message is received.
    pub(super) registry: OnceLock<Registry>,
}

/// NATS connection before it is used.
pub(crate) struct BusSetup {
    pub(super) bus: Bus,
    pub(super) outgoing: mpsc::Receiver<SealedMessage>,
}

impl Cluster {
    /// Connects to NATS and registers this node.
    pub(crate) async fn join(
        url: &str,
        leases: Leases,
        store: &dyn Store,
    ) -> Result<(Arc<Cluster>, BusSetup), JoinError> {
        let secret = store.get_or_insert("cluster-key", random::<32>().to_vec()).await?;
        let secret = secret.try_into().map_err(|_| JoinError::Key)?;
        let address = Hex(random());
        // Connect first, so that nodes registered in the database are reachable.
        let bus = Bus::connect(url, address).await?;
        let sent = Instant::now();
        let id = leases.join(&address.to_string(), TERM_DURATION).await?;
        let (outgoing, queue) = mpsc::channel(OUTGOING_CAPACITY);
        let cluster = Cluster {
            leases,
            address,
            id: AtomicI64::new(id),
            term: Arc::new(Term::new()),
            peers: Peers::new(secret, address, outgoing),
            others: Mutex::default(),
            round_robin: AtomicUsize::new(0),
            client: bus.client(),
            cut_off: Mutex::default(),
            alone: Mutex::default(),
            faults: LogThrottle::default(),
            registry: OnceLock::new(),
        };
        cluster.term.renewed(sent);
        tracing::info!(node = id, "joined the cluster");
        Ok((Arc::new(cluster), BusSetup { bus, outgoing: queue }))
    }

    pub(super) fn id(&self) -> i64 {
        self.id.load(Ordering::Relaxed)
    }

    pub(super) fn accepts_tables(&self) -> bool {
        let going =
            |registry: &Registry| registry.shared.is_draining() || registry.shared.is_stopping();
        !self.registry.get().is_some_and(going)
            && !self.is_cut_off(CUT_OFF_HAND_OVER_AFTER)
            && !self.is_alone(ALONE_HAND_OVER_AFTER)
    }

    /// Returns `true` if NATS has been disconnected for this long.
    pub(super) fn is_cut_off(&self, long: Duration) -> bool {
        has_lasted(&self.cut_off, !is_connected(&self.client), long)
    }

    /// Returns `true` if nothing has been received from other nodes for this long, after their peer timeout.
    /// Of two nodes only the one that joined later counts as alone; the other one takes its tables.
    pub(super) fn is_alone(&self, long: Duration) -> bool {
        let others = self.others.lock();
        let heard = |node: &Node| {
            node.address.parse().is_ok_and(|address| self.peers.at(address).is_alive())
        };
        let later = others.iter().any(|node| node.id < self.id()) || others.len() > 1;
        let alone = is_connected(&self.client) && later && !others.iter().any(heard);
        drop(others);
        has_lasted(&self.alone, alone, long)
    }

    /// Returns another node that accepts tables, in round-robin order.
    pub(super) fn next_node(&self) -> Option<Node> {
        let others = self.others.lock();
        let taking: Vec<&Node> =
            others.iter().filter(|node| node.reachable && !node.draining).collect();
        let round_robin = self.round_robin.fetch_add(1, Ordering::Relaxed);
        taking.get(round_robin % taking.len().max(1)).map(|node| (*node).clone())
    }
}

/// Returns `true` if a condition has held for this long; records when it was first seen to hold.
fn has_lasted(since: &Mutex<Option<Instant>>, is: bool, long: Duration) -> bool {
    let mut since = since.lock();
    *since = is.then(|| since.unwrap_or_else(Instant::now));
    since.is_some_and(|since| since.elapsed() >= long)
}

/// Reason why a node cannot join the cluster.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// Database error.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// NATS error.
    #[error("{0}")]
    Bus(#[from] BusError),
    /// The cluster's secret is damaged.
    #[error("the store's 'cluster-key' is damaged: it must have 32 bytes")]
    Key,
}
