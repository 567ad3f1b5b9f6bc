//! The other nodes, as the rooms of this one ask them. A room that is alone has none.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::mpsc;

use crate::cluster::status::NodeStatus;
use crate::connections::error::Refusal;
use crate::operations::shared::Shared;
use crate::rooms::in_memory::Place;
use crate::rooms::loading::Loaded;
use crate::rooms::room::Command;

/// This node among others.
#[async_trait]
pub(crate) trait Others: Send + Sync {
    /// Runs a table's room, here or in the place of one that another node has. Those who came while it
    /// was leaving come back in their queue.
    async fn run(
        self: Arc<Self>,
        shared: Arc<Shared>,
        place: Place,
        loaded: Option<Loaded>,
        queue: mpsc::Receiver<Command>,
    ) -> Option<mpsc::Receiver<Command>>;

    /// Removes a table that another node has; none where no other has it.
    async fn remove(&self, table: &str) -> Option<Result<(), Refusal>>;

    /// Hands tables over to other nodes, one by one, as long as this node takes none.
    async fn hand_over(&self);

    /// The node ends.
    async fn leave(&self);

    /// Is this node alive for the database and the others?
    fn is_fine(&self) -> bool;

    /// How this node is among the others.
    fn status(&self) -> NodeStatus;
}
