//! Ownership of tables: runs a room for a table held here, and a front for one held by another node.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::mpsc;
use tokio::time::Instant;
use upcard_store::{Claim, StoreError};

use crate::cluster::front;
use crate::cluster::lease::Lease;
use crate::cluster::nats::is_connected;
use crate::cluster::node::{Cluster, LEFT_ALONE};
use crate::cluster::peers::Peer;
use crate::cluster::status::NodeStatus;
use crate::cluster::wire::{Answer, Question};
use crate::connections::error::Refusal;
use crate::operations::shared::Shared;
use crate::rooms::ids::short;
use crate::rooms::in_memory::Place;
use crate::rooms::loading::Loaded;
use crate::rooms::others::Others;
use crate::rooms::room::Command;
use crate::rooms::task;

/// Maximum time that a connection waits for a table whose owner is unknown.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(10);

/// Interval between lookups of the owner meanwhile.
pub(super) const LOOK: Duration = Duration::from_millis(150);

/// Owner of a table.
enum Owner {
    Own(Lease),
    Other(Arc<Peer>),
}

impl Cluster {
    /// Returns the owner of a table. A free table is claimed for this node, or for another one if this node
    /// accepts no tables.
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

    /// Releases a table, to the node set in the lease or to any claimant.
    async fn give_up(&self, table: &str, lease: &Lease) {
        if !self.term.is_good() {
            // The table becomes free with this node's row, or is claimed here again.
            return;
        }
        match self.leases.pass_on(table, self.id(), lease.epoch(), lease.next()).await {
            // Another node held it already.
            Ok(false) => {}
            Ok(true) => {
                if let Some(node) = lease.next() {
                    tracing::info!(table = short(table), node, "table handed over");
                }
            }
            // The table becomes free when this node is dead, or is claimed here again.
            Err(error) => tracing::warn!(table = short(table), %error, "a table is not given up"),
        }
    }

    /// Hands tables over to other nodes, one by one, as long as this node accepts none.
    pub(super) async fn hand_over_all(&self) {
        let Some(registry) = self.registry.get() else { return };
        for (table, _) in self.term.tables() {
            if self.takes() {
                return;
            }
            let Some(node) = self.another() else { return };
            if let Some(room) = registry.rooms.get(&table) {
                // A room that has ended has released the table itself; one that waits for the database is
                // asked again later.
                let _ = room.send(Command::HandOver { to: node.id }).await;
                let given_up = async {
                    while self.term.has(&table) {
                        tokio::time::sleep(Duration::from_millis(5)).await;
                    }
                };
                let _ = tokio::time::timeout(LOOK * 4, given_up).await;
            }
        }
    }
}

#[async_trait]
impl Others for Cluster {
    async fn run(
        self: Arc<Self>,
        shared: Arc<Shared>,
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
                    let here = task::Here { loaded: loaded.take(), lease: Some(lease.clone()) };
                    let id = place.id().to_owned();
                    let left = task::run(shared.clone(), place, here, waiting, queue).await;
                    self.give_up(&id, &lease).await;
                    return left;
                }
                Ok(Owner::Other(peer)) => peer,
                Err(error) => {
                    let refusal = match error {
                        StoreError::NoSuchTable(_) => Refusal::NoSuchTable,
                        error => {
                            shared.store_fault(Some(place.id()), &error);
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
                match front::run(&shared, &place, &peer, waiting, &mut queue).await {
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
            } else if since.elapsed() >= SEARCH_TIMEOUT || shared.is_stopping() {
                task::turn_away(&place, waiting, &mut queue, &Refusal::Unavailable).await;
                return None;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn remove(&self, table: &str) -> Option<Result<(), Refusal>> {
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
                    Answer::Removed => Ok(()),
                    _ => Err(Refusal::Unavailable),
                })
            }
            Err(StoreError::NoSuchTable(_)) => Some(Err(Refusal::NoSuchTable)),
            Err(_) => Some(Err(Refusal::Unavailable)),
        }
    }

    async fn hand_over(&self) {
        self.hand_over_all().await;
    }

    async fn leave(&self) {
        if let Err(error) = self.leases.leave(self.id()).await {
            tracing::warn!(%error, "the node's row stays until it is old");
        }
    }

    fn is_fine(&self) -> bool {
        self.term.is_good() && is_connected(&self.client) && !self.is_alone(LEFT_ALONE)
    }

    fn status(&self) -> NodeStatus {
        let (links_out, links_in) = self.peers.links();
        let others = self.others.lock().len();
        NodeStatus { node: self.id(), others, held: self.term.number(), links_out, links_in }
    }
}
