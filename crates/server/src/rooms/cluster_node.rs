//! Interface of rooms to the cluster. Unused without a cluster.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::mpsc;

use crate::cluster::status::NodeStatus;
use crate::connections::error::Refusal;
use crate::operations::shared::Shared;
use crate::rooms::in_memory::RoomSlot;
use crate::rooms::loading::Loaded;
use crate::rooms::room::Command;

#[async_trait]
pub(crate) trait ClusterNode: Send + Sync {
    /// Runs a table's room, or a front if another node holds the table. Returns the queue with commands that
    /// arrived while the room was leaving.
    async fn run(
        self: Arc<Self>,
        shared: Arc<Shared>,
        slot: RoomSlot,
        loaded: Option<Loaded>,
        queue: mpsc::Receiver<Command>,
    ) -> Option<mpsc::Receiver<Command>>;

    /// Removes a table held by another node; `None` if no other node holds it.
    async fn remove(&self, table: &str) -> Option<Result<(), Refusal>>;

    /// Hands tables over to other nodes, one by one, as long as this node accepts none.
    async fn hand_over(&self);

    /// Unregisters the node.
    async fn leave(&self);

    /// Returns `true` if this node is alive for the database and connected to the others.
    fn is_healthy(&self) -> bool;

    fn status(&self) -> NodeStatus;
}
