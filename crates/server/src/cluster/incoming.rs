//! Messages from other nodes, and the background tasks of the cluster.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::task::JoinHandle;

use crate::cluster::node::{BusSetup, Cluster};
use crate::cluster::peers::FromClient;
use crate::cluster::wire::{Address, Answer, Message};
use crate::cluster::{front, host};
use crate::rooms::registry::Registry;

impl Cluster {
    /// Starts the background tasks: lease renewal, heartbeats, handover, and receiving messages.
    pub(crate) fn start(
        self: &Arc<Self>,
        wire: BusSetup,
        registry: &Registry,
    ) -> Vec<JoinHandle<()>> {
        // Set nowhere else.
        let _ = self.registry.set(registry.clone());
        let cluster = self.clone();
        let take = move |from, bytes: &[u8]| cluster.handle_message(from, bytes);
        vec![
            tokio::spawn(self.clone().renew()),
            tokio::spawn(self.clone().send_heartbeats()),
            tokio::spawn(self.clone().drain_tables()),
            tokio::spawn(wire.bus.run(self.address, wire.outgoing, take)),
        ]
    }

    /// Handles a message from another node. Never blocks.
    fn handle_message(self: &Arc<Self>, from: Address, sealed: &[u8]) {
        let Some(registry) = self.registry.get() else { return };
        // Drop messages that were not sealed by a node of this database.
        let Some((peer, message)) = self.peers.open(from, sealed) else { return };
        match message {
            Message::Heartbeat => {}
            Message::Reset => {
                peer.disconnect_all();
            }
            Message::Open(open) => {
                let incoming = peer.register_hosted(open.link);
                let cluster = self.clone();
                let takes = move || cluster.accepts_tables();
                tokio::spawn(host::serve(registry.clone(), takes, peer, open, incoming));
            }
            Message::FromClient { link, cost, message } => {
                if !peer.deliver(link, FromClient { cost, message }) {
                    peer.send(&Message::Closed { link, elsewhere: false });
                }
            }
            Message::Disconnected { link } => peer.remove_hosted(link),
            Message::ToClient { link, parts } => {
                let taken = peer
                    .sender_of(link)
                    .is_some_and(|sender| sender.send_encoded(front::to_batch(parts)));
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
                    let answer = match cluster.term.holds(&table) {
                        true => host::answer(&registry, &table, question).await,
                        false => Answer::Elsewhere,
                    };
                    peer.send(&Message::Answer { number, answer });
                });
            }
            Message::Answer { number, answer } => peer.complete_request(number, answer),
        }
    }
}
