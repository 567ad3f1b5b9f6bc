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
use crate::cluster::node::{ALONE_HAND_OVER_AFTER, Cluster};
use crate::cluster::peers::Peer;
use crate::cluster::status::NodeStatus;
use crate::cluster::wire::{Answer, Question};
use crate::connections::error::Refusal;
use crate::operations::shared::Shared;
use crate::rooms::cluster_node::ClusterNode;
use crate::rooms::ids::short;
use crate::rooms::in_memory::RoomSlot;
use crate::rooms::loading::Loaded;
use crate::rooms::room::Command;
use crate::rooms::task;

/// Maximum time that a connection waits for a table whose owner is unknown.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(10);

/// Interval between lookups of the owner meanwhile.
pub(super) const LOOKUP_INTERVAL: Duration = Duration::from_millis(150);

enum Owner {
    Own(Lease),
    Other(Arc<Peer>),
}

impl Cluster {
    /// Returns the owner of a table. A free one is claimed for this node, or another if this accepts none.
    async fn owner(&self, table: &str) -> Result<Owner, StoreError> {
        let own = self.id();
        let other = if self.accepts_tables() { None } else { self.next_node() };
        let claimed = self.leases.claim(table, other.as_ref().map_or(own, |node| node.id)).await?;
        let node = match (claimed, other) {
            (Claim::Granted(epoch), None) => {
                tracing::debug!(table = short(table), epoch, "table taken");
                return Ok(Owner::Own(self.term.hold(table, epoch)));
            }
            (Claim::Granted(_), Some(node)) | (Claim::HeldBy(node), _) => node,
        };
        let address = node.address.parse();
        let address = address.map_err(|_| StoreError::Failed("a node has no address".into()))?;
        Ok(Owner::Other(self.peers.at(address)))
    }

    /// Releases a table, to the node set in the lease or to any claimant.
    async fn release(&self, table: &str, lease: &Lease) {
        if !self.term.is_valid() {
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
            Err(error) => tracing::warn!(table = short(table), %error, "cannot release a table"),
        }
    }
}

#[async_trait]
impl ClusterNode for Cluster {
    async fn run(
        self: Arc<Self>,
        shared: Arc<Shared>,
        slot: RoomSlot,
        mut loaded: Option<Loaded>,
        mut queue: mpsc::Receiver<Command>,
    ) -> Option<mpsc::Receiver<Command>> {
        let mut waiting = None;
        let mut since = Instant::now();
        loop {
            let peer = match self.owner(&slot.id).await {
                Ok(Owner::Own(lease)) => {
                    let (lease, id) = (Arc::new(lease), slot.id.clone());
                    let held = Some(lease.clone());
                    let left = task::run(shared, slot, loaded, held, waiting, queue).await;
                    self.release(&id, &lease).await;
                    return left;
                }
                Ok(Owner::Other(peer)) => peer,
                Err(error) => {
                    let refusal = match error {
                        StoreError::NoSuchTable(_) => Refusal::NoSuchTable,
                        error => shared.store_refusal(Some(&slot.id), &error),
                    };
                    task::reject(&slot, waiting, &mut queue, &refusal).await;
                    return None;
                }
            };
            loaded = None;
            if peer.is_alive() {
                since = Instant::now();
                match front::run(&shared, &slot, &peer, waiting, &mut queue).await {
                    front::End::Left => {
                        slot.release();
                        return Some(queue);
                    }
                    front::End::Stopped => {
                        task::reject(&slot, None, &mut queue, &Refusal::Unavailable).await;
                        return None;
                    }
                    front::End::Elsewhere(command) => waiting = command,
                }
            } else if since.elapsed() >= SEARCH_TIMEOUT || shared.is_stopping() {
                task::reject(&slot, waiting, &mut queue, &Refusal::Unavailable).await;
                return None;
            }
            tokio::time::sleep(LOOKUP_INTERVAL).await;
        }
    }

    async fn remove(&self, table: &str) -> Option<Result<(), Refusal>> {
        if self.term.holds(table) {
            return None;
        }
        match self.owner(table).await {
            Ok(Owner::Own(lease)) => {
                self.release(table, &lease).await;
                None
            }
            Ok(Owner::Other(peer)) => {
                Some(match peer.request(table.to_owned(), Question::Remove).await {
                    Answer::Removed => Ok(()),
                    _ => Err(Refusal::Unavailable),
                })
            }
            Err(StoreError::NoSuchTable(_)) => Some(Err(Refusal::NoSuchTable)),
            Err(_) => Some(Err(Refusal::Unavailable)),
        }
    }

    async fn hand_over(&self) {
        let Some(registry) = self.registry.get() else { return };
        for (table, _) in self.term.tables() {
            if self.accepts_tables() {
                return;
            }
            let Some(node) = self.next_node() else { return };
            if let Some(room) = registry.rooms.get(&table) {
                // A room that has ended has released the table itself; one that waits for the database is
                // asked again later.
                let _ = room.send(Command::HandOver { to: node.id }).await;
                let given_up = async {
                    while self.term.holds(&table) {
                        tokio::time::sleep(Duration::from_millis(5)).await;
                    }
                };
                let _ = tokio::time::timeout(LOOKUP_INTERVAL * 4, given_up).await;
            }
        }
    }

    async fn leave(&self) {
        if let Err(error) = self.leases.leave(self.id()).await {
            tracing::warn!(%error, "cannot delete the node's row; it will expire");
        }
    }

    fn is_healthy(&self) -> bool {
        self.term.is_valid() && is_connected(&self.client) && !self.is_alone(ALONE_HAND_OVER_AFTER)
    }

    fn status(&self) -> NodeStatus {
        let (links_out, links_in) = self.peers.links();
        let others = self.others.lock().len();
        NodeStatus { node: self.id(), others, held: self.term.held_count(), links_out, links_in }
    }
}
