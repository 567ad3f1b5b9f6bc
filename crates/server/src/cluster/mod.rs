//! Several nodes on one database. A table lives on one of them, under a lease with an epoch that every
//! append names. A connection may end on any node, which relays its messages where another one has the
//! table. Without a cluster nothing of this runs.

mod front;
mod host;
mod lease;
mod nats;
mod peers;
pub mod wire;

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use upcard_store::{Claim, Leases, Node, Renewed, Sign, Store, StoreError, Watch};
use upcard_table::Hex;

use crate::cluster::lease::{ALIVE, RENEW, Term};
use crate::cluster::nats::{Bus, PARCELS, is_connected};
use crate::cluster::peers::{FromClient, HEARTBEAT, Peer, Peers};
use crate::cluster::wire::{Address, Message, Question};
use crate::entropy::random;
use crate::error::Refusal;
use crate::ids::short;
use crate::loading::Loaded;
use crate::registry::Registry;
use crate::repeats::Repeats;
use crate::room::Command;
use crate::rooms::Place;
use crate::task;

pub(crate) use self::lease::Lease;
pub use self::nats::BusError;

/// How long a connection to a table waits while it is not known who has it.
const SEARCH: Duration = Duration::from_secs(10);

/// How often it is looked who has it meanwhile.
const LOOK: Duration = Duration::from_millis(150);

/// A node that has been without the message server for this long marks itself as unreachable …
const UNREACHABLE: Duration = Duration::from_millis(500);

/// … and hands its tables over after this, if other nodes can be reached. Where the message server is
/// gone for all, every node has marked itself by then: they notice it half a second apart at the most,
/// and read one another's marks with each renewal.
const CUT_OFF: Duration = Duration::from_secs(2);

/// A node that reaches the message server and has heard of none of the others for this long, after it took
/// them for lost, marks itself as unreachable, …
const ALONE: Duration = Duration::from_secs(2);

/// … and hands its tables over after this. It is longer than the others' rows last where they have died.
const LEFT_ALONE: Duration = Duration::from_secs(4);

/// This node among the others.
pub(crate) struct Cluster {
    leases: Leases,
    address: Address,
    /// The number of the node in the database.
    id: AtomicI64,
    term: Arc<Term>,
    peers: Peers,
    /// The other nodes that are alive, as of the last renewal.
    others: Mutex<Vec<Node>>,
    /// Which of them a table goes to next.
    turn: AtomicUsize,
    client: async_nats::Client,
    /// Since when the message server is not there.
    cut_off: Mutex<Option<Instant>>,
    /// Since when nothing comes from the others, though it is.
    alone: Mutex<Option<Instant>>,
    faults: Repeats,
    /// Set once, before anything comes in.
    registry: OnceLock<Registry>,
}

/// The connection to the message server, before it is used.
pub(crate) struct Wire {
    bus: Bus,
    parcels: mpsc::Receiver<peers::Parcel>,
}

/// Whose a table is.
enum Owner {
    Own(Lease),
    Other(Arc<Peer>),
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

    /// Starts what runs beside the rooms: renewals, beats, and what comes from other nodes.
    pub(crate) fn start(self: &Arc<Self>, wire: Wire, registry: &Registry) -> Vec<JoinHandle<()>> {
        // It is set nowhere else.
        let _ = self.registry.set(registry.clone());
        let (renewing, beating) = (self.clone(), self.clone());
        let (draining, taking) = (self.clone(), self.clone());
        let own = self.address;
        vec![
            tokio::spawn(async move { renewing.renew().await }),
            tokio::spawn(async move { beating.beat().await }),
            tokio::spawn(async move { draining.drain().await }),
            tokio::spawn(wire.bus.run(own, wire.parcels, move |from, bytes| {
                taking.take(from, bytes);
            })),
        ]
    }

    fn id(&self) -> i64 {
        self.id.load(Ordering::Relaxed)
    }

    fn shared(&self) -> Option<&crate::shared::Shared> {
        self.registry.get().map(|registry| &*registry.shared)
    }

    /// Is this node alive for the database and the others?
    pub(crate) fn is_fine(&self) -> bool {
        self.term.is_good() && is_connected(&self.client) && !self.is_alone(LEFT_ALONE)
    }

    /// Does this node have the table?
    pub(crate) fn holds(&self, table: &str) -> bool {
        self.term.has(table)
    }

    /// How this node is among the others.
    pub(crate) fn status(&self) -> NodeStatus {
        let (links_out, links_in) = self.peers.links();
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner).len();
        NodeStatus { node: self.id(), others, held: self.term.number(), links_out, links_in }
    }

    /// Does this node take tables?
    fn takes(&self) -> bool {
        let going = |shared: &crate::shared::Shared| shared.is_draining() || shared.is_stopping();
        !self.shared().is_some_and(going) && !self.is_cut_off(CUT_OFF) && !self.is_alone(LEFT_ALONE)
    }

    /// Has the message server been gone for this long?
    fn is_cut_off(&self, long: Duration) -> bool {
        lasts(&self.cut_off, !is_connected(&self.client), long)
    }

    /// Has nothing come from the others for this long, after they were taken for lost? Of two nodes only the
    /// one that came later is alone: the other one has its tables then.
    fn is_alone(&self, long: Duration) -> bool {
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = |node: &Node| {
            node.address.parse().is_ok_and(|address| self.peers.at(address).is_live())
        };
        let later = others.iter().any(|node| node.id < self.id()) || others.len() > 1;
        let alone = is_connected(&self.client) && later && !others.iter().any(heard);
        drop(others);
        lasts(&self.alone, alone, long)
    }

    /// Another node that takes tables; each time the next of them.
    fn another(&self) -> Option<Node> {
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let taking: Vec<&Node> =
            others.iter().filter(|node| node.reachable && !node.draining).collect();
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        taking.get(turn % taking.len().max(1)).map(|node| (*node).clone())
    }

    /// Runs a table's room, here or in the place of one that another node has. Those who came while it
    /// was leaving come back in their queue.
    pub(crate) async fn run(
        self: Arc<Self>,
        registry: Registry,
        place: Place,
        mut loaded: Option<Loaded>,
        mut queue: mpsc::Receiver<Command>,
    ) -> Option<mpsc::Receiver<Command>> {
        let mut waiting = None;
        let mut since = Instant::now();
        loop {
            let peer = match self.owner(place.id()).await {
                Ok(Owner::Own(lease)) => {
                    let lease = Arc::new(lease);
                    let shared = registry.shared.clone();
                    let here = task::Here { loaded: loaded.take(), lease: Some(lease.clone()) };
                    let id = place.id().to_owned();
                    let left = task::run(shared, place, here, waiting, queue).await;
                    self.give_up(&id, &lease).await;
                    return left;
                }
                Ok(Owner::Other(peer)) => peer,
                Err(error) => {
                    let refusal = match error {
                        StoreError::NoSuchTable(_) => Refusal::NoSuchTable,
                        error => {
                            registry.shared.store_fault(Some(place.id()), &error);
                            Refusal::Unavailable
                        }
                    };
                    task::turn_away(&place, waiting, &mut queue, &refusal).await;
                    return None;
                }
            };
            loaded = None;
            if peer.is_live() {
                since = Instant::now();
                match front::run(&registry.shared, &place, &peer, waiting, &mut queue).await {
                    front::End::Left => {
                        place.give_up();
                        return Some(queue);
                    }
                    front::End::Stopped => {
                        let refusal = Refusal::Unavailable;
                        task::turn_away(&place, None, &mut queue, &refusal).await;
                        return None;
                    }
                    front::End::Elsewhere(command) => waiting = command,
                }
            } else if since.elapsed() >= SEARCH || registry.shared.is_stopping() {
                task::turn_away(&place, waiting, &mut queue, &Refusal::Unavailable).await;
                return None;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Whose a table is. Where it is nobody's it is this node's from now on; of one that takes no
    /// tables, another's.
    async fn owner(&self, table: &str) -> Result<Owner, StoreError> {
        let own = self.id();
        let other = if self.takes() { None } else { self.another() };
        let claimed = self.leases.claim(table, other.as_ref().map_or(own, |node| node.id)).await?;
        let node = match (claimed, other) {
            (Claim::Granted(epoch), None) => {
                tracing::debug!(table = short(table), epoch, "table taken");
                return Ok(Owner::Own(self.term.holds(table, epoch)));
            }
            (Claim::Granted(_), Some(node)) => node,
            (Claim::HeldBy(node), _) => node,
        };
        let address = node.address.parse();
        let address =
            address.map_err(|_| StoreError::Failed("a node without an address".into()))?;
        Ok(Owner::Other(self.peers.at(address)))
    }

    /// Gives a table up, to the node that is to have it next or to any that claims it.
    async fn give_up(&self, table: &str, lease: &Lease) {
        if !self.term.is_good() {
            // It is free with this node's row, or found here again.
            return;
        }
        match self.leases.pass_on(table, self.id(), lease.epoch(), lease.next()).await {
            // It was another node's already.
            Ok(false) => {}
            Ok(true) => {
                if let Some(node) = lease.next() {
                    tracing::info!(table = short(table), node, "table handed over");
                }
            }
            // It is free when the node is not alive any more, or comes back to it.
            Err(error) => tracing::warn!(table = short(table), %error, "a table is not given up"),
        }
    }

    /// Removes a table that another node has; none where no other has it.
    pub(crate) async fn remove(&self, table: &str) -> Option<Result<(), Refusal>> {
        if self.holds(table) {
            return None;
        }
        match self.owner(table).await {
            Ok(Owner::Own(lease)) => {
                self.give_up(table, &lease).await;
                None
            }
            Ok(Owner::Other(peer)) => {
                Some(match peer.ask(table.to_owned(), Question::Remove).await {
                    wire::Answer::Removed => Ok(()),
                    _ => Err(Refusal::Unavailable),
                })
            }
            Err(StoreError::NoSuchTable(_)) => Some(Err(Refusal::NoSuchTable)),
            Err(_) => Some(Err(Refusal::Unavailable)),
        }
    }

    /// Hands tables over to other nodes, one by one, as long as this node takes none; true when it
    /// has none left.
    pub(crate) async fn hand_over(&self) -> bool {
        let Some(registry) = self.registry.get() else { return true };
        for (table, _) in self.term.tables() {
            if self.takes() {
                return false;
            }
            let Some(node) = self.another() else { return false };
            if let Some(room) = registry.rooms.get(&table) {
                // One that has ended has given the table up itself; one that waits for the database is
                // asked again.
                let _ = room.send(Command::HandOver { to: node.id }).await;
                let given_up = async {
                    while self.term.has(&table) {
                        tokio::time::sleep(Duration::from_millis(5)).await;
                    }
                };
                let _ = tokio::time::timeout(LOOK * 4, given_up).await;
            }
        }
        self.term.number() == 0
    }

    /// The node ends.
    pub(crate) async fn leave(&self) {
        if let Err(error) = self.leases.leave(self.id()).await {
            tracing::warn!(%error, "the node's row stays until it is old");
        }
    }

    async fn beat(&self) {
        let mut often = tokio::time::interval(HEARTBEAT);
        often.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            often.tick().await;
            for node in self.others.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                if let Ok(address) = node.address.parse() {
                    self.peers.at(address).send(&Message::Heartbeat);
                }
            }
            for peer in self.peers.all() {
                if !peer.is_live() && peer.cut() {
                    tracing::warn!("nothing comes from a node any more: its connections are cut");
                }
            }
        }
    }

    async fn renew(&self) {
        let mut watch = Watch::default();
        let mut often = tokio::time::interval(RENEW);
        often.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            often.tick().await;
            if let Err(error) = self.renew_once(&mut watch).await
                && let Some(times) = self.faults.note(std::time::Instant::now())
            {
                tracing::error!(%error, times, "the node's row cannot be renewed");
            }
        }
    }

    /// Hands tables over whenever this node takes none.
    async fn drain(&self) {
        loop {
            tokio::time::sleep(LOOK).await;
            if !self.takes() && self.term.is_good() && self.term.number() > 0 {
                self.hand_over().await;
            }
        }
    }

    async fn renew_once(&self, watch: &mut Watch) -> Result<(), StoreError> {
        let sent = Instant::now();
        let held = self.term.tables();
        let own = Node {
            id: self.id(),
            address: self.address.to_string(),
            draining: !self.takes(),
            reachable: !self.is_cut_off(UNREACHABLE) && !self.is_alone(ALONE),
            sign: Sign::default(),
        };
        let lost = match self.leases.renew(&own, ALIVE).await? {
            Renewed::InTime => Vec::new(),
            Renewed::Late => {
                let kept = self.leases.still_held(own.id, &held).await?;
                self.term.lose_but(&held, &kept)
            }
            Renewed::Unknown => {
                let id = self.leases.join(&own.address, ALIVE).await?;
                self.id.store(id, Ordering::Relaxed);
                self.term.lose_but(&held, &[])
            }
        };
        self.term.renewed(sent);
        if !lost.is_empty() {
            tracing::warn!(
                tables = lost.len(),
                "this node did not renew in time: others have its tables"
            );
        }
        for table in lost {
            // One that is busy looks by itself.
            let room = self.registry.get().and_then(|registry| registry.rooms.get(&table));
            let _ = room.is_some_and(|room| room.try_send(Command::Look));
        }
        let asked = std::time::Instant::now();
        let mut nodes = self.leases.nodes().await?;
        nodes.retain(|node| node.id != own.id && node.address != own.address);
        let dead = watch.look(&nodes, asked, std::time::Instant::now());
        let dead: Vec<Node> = dead.into_iter().cloned().collect();
        for node in &dead {
            if self.leases.end(node).await? {
                tracing::warn!(node = node.id, "a node stands still: its tables are free");
            }
        }
        nodes.retain(|node| !dead.contains(node));
        *self.others.lock().unwrap_or_else(PoisonError::into_inner) = nodes;
        Ok(())
    }

    /// Takes what comes from another node. It never waits.
    fn take(self: &Arc<Self>, from: Address, sealed: &[u8]) {
        let Some(registry) = self.registry.get() else { return };
        // What is not from a node of this database is nothing.
        let Some((peer, message)) = self.peers.open(from, sealed) else { return };
        match message {
            Message::Heartbeat => {}
            Message::Reset => {
                peer.cut();
            }
            Message::Open(open) => {
                let incoming = peer.host(open.link);
                tokio::spawn(host::serve(registry.clone(), peer, open, incoming));
            }
            Message::FromClient { link, cost, message } => {
                if !peer.deliver(link, FromClient { cost, message }) {
                    peer.send(&Message::Closed { link, elsewhere: false });
                }
            }
            Message::Disconnected { link } => peer.remove_hosted(link),
            Message::ToClient { link, parts } => {
                let taken = peer.out(link).is_some_and(|out| out.pass_on(front::batch(parts)));
                if !taken {
                    peer.remove_fronted(link);
                    peer.send(&Message::Disconnected { link });
                }
            }
            Message::Closed { link, elsewhere } => {
                if let Some(fronted) = peer.remove_fronted(link)
                    && elsewhere
                {
                    fronted.elsewhere.store(true, Ordering::Relaxed);
                }
            }
            Message::Ask { number, table, question } => {
                let (cluster, registry) = (self.clone(), registry.clone());
                tokio::spawn(async move {
                    let answer = host::answer(&cluster, &registry, &table, question).await;
                    peer.send(&Message::Answer { number, answer });
                });
            }
            Message::Answer { number, answer } => peer.answered(number, answer),
        }
    }
}

/// Has something been so for this long? It is noted when it was first found so.
fn lasts(since: &Mutex<Option<Instant>>, is: bool, long: Duration) -> bool {
    let mut since = since.lock().unwrap_or_else(PoisonError::into_inner);
    if !is {
        *since = None;
    } else if since.is_none() {
        *since = Some(Instant::now());
    }
    since.is_some_and(|since| since.elapsed() >= long)
}

/// How a node is among the others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
pub(crate) struct NodeStatus {
    /// Its number in the database.
    pub(crate) node: i64,
    /// Other nodes that are alive.
    pub(crate) others: usize,
    /// Tables that are here.
    pub(crate) held: usize,
    /// Connections that end here, to tables elsewhere.
    pub(crate) links_out: usize,
    /// Connections that end elsewhere, to tables here.
    pub(crate) links_in: usize,
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
