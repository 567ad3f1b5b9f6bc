//! State of a room's task: the table, its connections, and pending work.

use std::net::IpAddr;
use std::ops::Range;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;
use tokio::sync::oneshot;
use tokio::time::Sleep;
use tracing::trace_span;
use upcard_engine::Seat;
use upcard_table::{Delivery, Input, Link, Outbox, Room};

use crate::cluster::lease::Lease;
use crate::connections::encoding::{ClientSender, EncodedMessage};
use crate::operations::entropy::random;
use crate::operations::quotas::Payer;
use crate::operations::shared::Shared;
use crate::operations::traces::TRACES;
use crate::rooms::bots::PendingRequest;
use crate::rooms::ids::short;
use crate::rooms::in_memory::RoomSlot;
use crate::rooms::room::SeatMoveResult;
use crate::rooms::storage_stats::StorageStats;

/// A room's table, and the state of its task.
pub(super) struct Table {
    pub(super) shared: Arc<Shared>,
    pub(super) slot: RoomSlot,
    pub(super) lease: Option<Arc<Lease>>,
    pub(super) room: Room,
    pub(super) stored: StorageStats,
    pub(super) connections: FxHashMap<Link, (ClientSender, Payer)>,
    /// Number of the table in the bots' fair queue, …
    pub(super) number: u64,
    /// … and the address from which it was opened, if known.
    pub(super) opened_from: Option<IpAddr>,
    /// Pending bot requests, by seat and request number.
    pub(super) asked: Vec<(Seat, u64, PendingRequest)>,
    /// Payers of the entries to be stored next.
    pub(super) payers_of_entries: Vec<(Range<usize>, Payer)>,
    /// Total time of waiting for the store beyond a second each, while the players' clocks are stopped.
    pub(super) store_wait: Duration,
    /// Responses to send once everything is stored.
    pub(super) answers: Vec<(oneshot::Sender<SeatMoveResult>, SeatMoveResult)>,
    pub(super) is_lost: bool,
    /// Timer for the notice that the store takes long. A single one for all writes, as resetting it is cheap.
    pub(super) notice_timer: Pin<Box<Sleep>>,
    pub(super) last_write: tokio::time::Instant,
}

impl Table {
    /// Returns `true` if this node holds the table; always so without a cluster.
    pub(super) async fn holds(&mut self) -> bool {
        let Some(lease) = &self.lease else { return true };
        let holds = lease.is_held().await;
        if !holds {
            self.mark_lost();
        }
        holds
    }

    pub(super) fn mark_lost(&mut self) {
        tracing::warn!(table = short(&self.slot.id), "another node has the table, or may have it");
        self.shared.metrics.tables_lost.inc();
        self.is_lost = true;
    }

    pub(super) async fn input(&mut self, input: Input, out: &mut Outbox) {
        #[cfg(test)]
        super::tests::trip(&input);
        let by_itself = matches!(input, Input::BotAnswered { .. } | Input::Tick);
        let (started, store_wait) = (self.shared.started, self.store_wait);
        let now = || started.elapsed().saturating_sub(store_wait).as_millis() as u64;
        let account = self.account();
        let prepared = self.room.prepare(input);
        let more = if prepared.may_take_long() {
            // Other tables continue on other threads. At most as many long inputs run as there are cores.
            let _slot = self.shared.long_inputs.enter(account).await;
            tokio::task::block_in_place(|| {
                let _entered = trace_span!(target: TRACES, "search").entered();
                prepared.process(now(), &mut random::<32>)
            })
        } else {
            prepared.process(now(), &mut random::<32>)
        };
        out.extend(more);
        if by_itself && self.stored.is_full(self.shared.settings.table_quota) {
            out.extend(self.room.input(now(), &mut random::<32>, Input::Full));
        }
    }

    /// Sends the messages; returns the connections that did not accept them.
    pub(super) fn deliver(&self, out: &Outbox) -> Vec<Link> {
        let mut written: Vec<(&[Link], EncodedMessage<'_>)> = out
            .deliveries
            .iter()
            .map(|Delivery { to, message }| (&to[..], EncodedMessage::of(message, to.len())))
            .collect();
        let mut slow = Vec::new();
        for (link, (sender, _)) in &self.connections {
            let own = written.iter_mut().filter(|(to, _)| to.contains(link));
            if !sender.send(own.map(|(_, message)| message)) {
                slow.push(*link);
            }
        }
        slow
    }
}
