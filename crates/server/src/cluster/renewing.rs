//! Background tasks of a node: lease renewal, heartbeats, and handing over its tables while it accepts none.

use std::sync::atomic::Ordering;

use tokio::time::Instant;
use upcard_store::{Node, Renewed, Sign, StoreError, Watch};

use crate::cluster::lease::{ALIVE, RENEW};
use crate::cluster::node::{ALONE, Cluster, UNREACHABLE};
use crate::cluster::peers::HEARTBEAT;
use crate::cluster::tables::LOOK;
use crate::cluster::wire::Message;
use crate::rooms::room::Command;

impl Cluster {
    pub(super) async fn beat(&self) {
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
                if !peer.is_live() && peer.cut() {
                    tracing::warn!("nothing comes from a node any more: its connections are cut");
                }
            }
        }
    }

    pub(super) async fn renew(&self) {
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

    /// Hands tables over whenever this node accepts none.
    pub(super) async fn drain(&self) {
        loop {
            tokio::time::sleep(LOOK).await;
            if !self.takes() && self.term.is_good() && self.term.number() > 0 {
                self.hand_over_all().await;
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
            // If its queue is full, the room checks the lease itself.
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
        *self.others.lock() = nodes;
        Ok(())
    }
}
