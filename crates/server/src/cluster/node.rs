//! This node among the others: who they are, whether they can be reached, and whether it takes tables.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::time::Instant;
use upcard_store::{Leases, Node, Store, StoreError};
use upcard_table::Hex;

use crate::cluster::lease::{ALIVE, Term};
use crate::cluster::nats::{Bus, BusError, Client, PARCELS, is_connected};
use crate::cluster::peers::{Parcel, Peers};
use crate::cluster::wire::Address;
use crate::operations::entropy::random;
use crate::operations::repeats::Repeats;
use crate::operations::shared::Shared;
use crate::rooms::registry::Registry;

/// A node that has been without the message server for this long marks itself as unreachable …
pub(super) const UNREACHABLE: Duration = Duration::from_millis(500);

/// … and hands its tables over after this, if other nodes can be reached. Where the message server is
/// gone for all, every node has marked itself by then: they notice it half a second apart at the most,
/// and read one another's marks with each renewal.
const CUT_OFF: Duration = Duration::from_secs(2);

/// A node that reaches the message server and has heard of none of the others for this long, after it took
/// them for lost, marks itself as unreachable, …
pub(super) const ALONE: Duration = Duration::from_secs(2);

/// … and hands its tables over after this. It is longer than the others' rows last where they have died.
pub(super) const LEFT_ALONE: Duration = Duration::from_secs(4);

/// This node among the others.
pub(crate) struct Cluster {
    pub(super) leases: Leases,
    pub(super) address: Address,
    /// The number of the node in the database.
    pub(super) id: AtomicI64,
    pub(super) term: Arc<Term>,
    pub(super) peers: Peers,
    /// The other nodes that are alive, as of the last renewal.
    pub(super) others: Mutex<Vec<Node>>,
    /// Which of them a table goes to next.
    pub(super) turn: AtomicUsize,
    pub(super) client: Client,
    /// Since when the message server is not there.
    pub(super) cut_off: Mutex<Option<Instant>>,
    /// Since when nothing comes from the others, though it is.
    pub(super) alone: Mutex<Option<Instant>>,
    pub(super) faults: Repeats,
    /// Set once, before anything comes in.
    pub(super) registry: OnceLock<Registry>,
}

/// The connection to the message server, before it is used.
pub(crate) struct Wire {
    pub(super) bus: Bus,
    pub(super) parcels: mpsc::Receiver<Parcel>,
}

impl Cluster {
    /// Connects to the message server, and makes this node known.
    pub(crate) async fn join(
        url: &str,
        leases: Leases,
        store: &dyn Store,
    ) -> Result<(Arc<Cluster>, Wire), JoinError> {
        let secret = store.keep("cluster-key", random::<32>().to_vec()).await?;
        let secret = secret.try_into().map_err(|_| JoinError::Key)?;
        let address = Hex(random());
        // A node that others find in the database can be reached.
        let bus = Bus::connect(url, address).await?;
        let sent = Instant::now();
        let id = leases.join(&address.to_string(), ALIVE).await?;
        let (parcels, queue) = mpsc::channel(PARCELS);
        let cluster = Cluster {
            leases,
            address,
            id: AtomicI64::new(id),
            term: Arc::new(Term::new()),
            peers: Peers::new(secret, address, parcels),
            others: Mutex::default(),
            turn: AtomicUsize::new(0),
            client: bus.client(),
            cut_off: Mutex::default(),
            alone: Mutex::default(),
            faults: Repeats::default(),
            registry: OnceLock::new(),
        };
        cluster.term.renewed(sent);
        tracing::info!(node = id, "joined the cluster");
        Ok((Arc::new(cluster), Wire { bus, parcels: queue }))
    }

    pub(super) fn id(&self) -> i64 {
        self.id.load(Ordering::Relaxed)
    }

    pub(super) fn shared(&self) -> Option<&Shared> {
        self.registry.get().map(|registry| &*registry.shared)
    }

    /// Does this node have the table?
    pub(crate) fn holds(&self, table: &str) -> bool {
        self.term.has(table)
    }

    /// Does this node take tables?
    pub(super) fn takes(&self) -> bool {
        let going = |shared: &Shared| shared.is_draining() || shared.is_stopping();
        !self.shared().is_some_and(going) && !self.is_cut_off(CUT_OFF) && !self.is_alone(LEFT_ALONE)
    }

    /// Has the message server been gone for this long?
    pub(super) fn is_cut_off(&self, long: Duration) -> bool {
        lasts(&self.cut_off, !is_connected(&self.client), long)
    }

    /// Has nothing come from the others for this long, after they were taken for lost? Of two nodes only the
    /// one that came later is alone: the other one has its tables then.
    pub(super) fn is_alone(&self, long: Duration) -> bool {
        let others = self.others.lock();
        let heard = |node: &Node| {
            node.address.parse().is_ok_and(|address| self.peers.at(address).is_live())
        };
        let later = others.iter().any(|node| node.id < self.id()) || others.len() > 1;
        let alone = is_connected(&self.client) && later && !others.iter().any(heard);
        drop(others);
        lasts(&self.alone, alone, long)
    }

    /// Another node that takes tables; each time the next of them.
    pub(super) fn another(&self) -> Option<Node> {
        let others = self.others.lock();
        let taking: Vec<&Node> =
            others.iter().filter(|node| node.reachable && !node.draining).collect();
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        taking.get(turn % taking.len().max(1)).map(|node| (*node).clone())
    }
}

/// Has something been so for this long? It is noted when it was first found so.
fn lasts(since: &Mutex<Option<Instant>>, is: bool, long: Duration) -> bool {
    let mut since = since.lock();
    if !is {
        *since = None;
    } else if since.is_none() {
        *since = Some(Instant::now());
    }
    since.is_some_and(|since| since.elapsed() >= long)
}

/// Why a node cannot join the others.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// The database.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The message server.
    #[error("{0}")]
    Bus(#[from] BusError),
    /// The secret of the nodes is damaged.
    #[error("the store holds a damaged 'cluster-key': it must have 32 bytes")]
    Key,
}
