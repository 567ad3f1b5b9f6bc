//! Background tasks of a node: lease renewal, heartbeats, and handing over its tables while it accepts none.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::time::Instant;
use upcard_store::{FailureDetector, Node, RenewOutcome, Renewal, StoreError};

use crate::cluster::lease::{RENEW_INTERVAL, TERM_DURATION};
use crate::cluster::node::{ALONE_AFTER, Cluster, UNREACHABLE_AFTER};
use crate::cluster::peers::HEARTBEAT;
use crate::cluster::tables::LOOKUP_INTERVAL;
use crate::cluster::wire::Message;
use crate::rooms::cluster_node::ClusterNode;
use crate::rooms::room::Command;

impl Cluster {
    pub(super) async fn send_heartbeats(self: Arc<Self>) {
        let mut often = tokio::time::interval(HEARTBEAT);
        often.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            often.tick().await;
            for node in self.others.lock().iter() {
                if let Ok(address) = node.address.parse() {
                    self.peers.at(address).send(&Message::Heartbeat);
                }
            }
            for peer in self.peers.all() {
                if !peer.is_alive() && peer.disconnect_all() {
                    tracing::warn!("a node has gone silent: closing its connections");
                }
            }
        }
    }

    pub(super) async fn renew(self: Arc<Self>) {
        let mut detector = FailureDetector::default();
        let mut often = tokio::time::interval(RENEW_INTERVAL);
        often.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            often.tick().await;
            if let Err(error) = self.renew_once(&mut detector).await
                && let Some(times) = self.faults.note(std::time::Instant::now())
            {
                tracing::error!(%error, times, "cannot renew the node's row");
            }
        }
    }

    /// Hands tables over whenever this node accepts none.
    pub(super) async fn drain_tables(self: Arc<Self>) {
        loop {
            tokio::time::sleep(LOOKUP_INTERVAL).await;
            if !self.accepts_tables() && self.term.is_valid() && self.term.held_count() > 0 {
                self.hand_over().await;
            }
        }
    }

    async fn renew_once(&self, detector: &mut FailureDetector) -> Result<(), StoreError> {
        let sent = Instant::now();
        let held = self.term.tables();
        let own = Node {
            id: self.id(),
            address: self.address.to_string(),
            draining: !self.accepts_tables(),
            reachable: !self.is_cut_off(UNREACHABLE_AFTER) && !self.is_alone(ALONE_AFTER),
            renewal: Renewal::default(),
        };
        let lost = match self.leases.renew(&own, TERM_DURATION).await? {
            RenewOutcome::InTime => Vec::new(),
            RenewOutcome::Late => {
                let kept = self.leases.still_held(own.id, &held).await?;
                self.term.mark_lost_except(&held, &kept)
            }
            RenewOutcome::Unknown => {
                let id = self.leases.join(&own.address, TERM_DURATION).await?;
                self.id.store(id, Ordering::Relaxed);
                self.term.mark_lost_except(&held, &[])
            }
        };
        self.term.renewed(sent);
        if !lost.is_empty() {
            tracing::warn!(
                tables = lost.len(),
                "this node renewed too late: other nodes have its tables"
            );
        }
        for table in lost {
            // If its queue is full, the room checks the lease itself.
            let room = self.registry.get().and_then(|registry| registry.rooms.get(&table));
            let _ = room.is_some_and(|room| room.try_send(Command::CheckLease));
        }
        let asked = std::time::Instant::now();
        let mut nodes = self.leases.nodes().await?;
        nodes.retain(|node| node.id != own.id && node.address != own.address);
        let dead = detector.observe(&nodes, asked, std::time::Instant::now());
        let dead: Vec<Node> = dead.into_iter().cloned().collect();
        for node in &dead {
            if self.leases.end(node).await? {
                tracing::warn!(node = node.id, "a node is dead: its tables are free");
            }
        }
        nodes.retain(|node| !dead.contains(node));
        *self.others.lock() = nodes;
        Ok(())
    }
}
