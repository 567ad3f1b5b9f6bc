//! Storage of a room's entries before messages are sent, and notices while it waits.

use std::time::{Duration, Instant};

use tracing::{Instrument, trace_span};
use upcard_store::{Change, Reply, StoreError};
use upcard_table::Entry;
use upcard_table::wire::TableError;

use super::table::Table;
use crate::connections::encoding::send_error;
use crate::operations::quotas::Payer;
use crate::operations::traces::TRACES;
use crate::rooms::bots::Account;
use crate::rooms::entries::encode;

/// Time that the store may take before the players are told that the table is waiting for it …
pub(super) const NOTICE_AFTER: Duration = Duration::from_secs(1);

/// … and interval between repeated notices.
const NOTICE_INTERVAL: Duration = Duration::from_secs(10);

impl Table {
    /// Stores new entries; `false` on failure. If enough entries have accumulated since the last match, one
    /// entry replaces them all.
    pub(super) async fn store(&mut self, entries: &[Entry]) -> bool {
        let bodies: Option<Vec<Vec<u8>>> = entries.iter().map(encode).collect();
        let Some(bodies) = bodies else { return false };
        let now = Instant::now();
        self.charge(&bodies, now);
        let mut stored = self.stored;
        stored.add(&bodies, self.room.permanent_entries());
        let had = self.stored.entries;
        // Entries just added by a match are permanent.
        let settled = stored.compactable().filter(|settled| *settled <= had);
        let standing = settled.and_then(|settled| Some((settled, encode(&self.room.standing()?)?)));
        let (kept, entries_now) = match standing {
            Some((settled, standing)) => {
                stored.compact(&standing);
                (settled, vec![standing])
            }
            None => (had, bodies),
        };
        let reply = self.change(kept, entries_now);
        let span = trace_span!(target: TRACES, "store", entries = entries.len() as i64);
        let Some((stored_all, took)) = self.wait_for(reply, now).instrument(span).await else {
            self.mark_lost();
            return false;
        };
        self.shared.metrics.store_seconds.observe(took.as_secs_f64());
        if let Err(error) = stored_all {
            match error {
                StoreError::Fenced { .. } => self.mark_lost(),
                error => self.shared.store_fault(Some(&self.slot.id), &error),
            }
            return false;
        }
        self.shared.metrics.entries.inc_by(entries.len() as u64);
        self.stored = stored;
        self.last_write = now.into();
        true
    }

    /// Asks the store to keep the first `kept` entries and to append others, under the lease.
    fn change(&self, kept: u64, entries: Vec<Vec<u8>>) -> Reply<()> {
        let (table, expected) = (self.slot.id.clone(), self.stored.entries);
        let epoch = self.lease.as_ref().map(|lease| lease.epoch());
        self.shared.store.change(Change { table, expected, kept, entries, epoch })
    }

    /// Marks the table as used in the store although nothing happened; `false` if another node holds it.
    pub(super) async fn mark_used(&mut self) -> bool {
        let now = Instant::now();
        self.last_write = now.into();
        let reply = self.change(self.stored.entries, Vec::new());
        match self.wait_for(reply, now).await {
            None | Some((Err(StoreError::Fenced { .. }), _)) => {
                self.mark_lost();
                false
            }
            Some((Err(error), _)) => {
                // The next write will be stored, or fail by itself.
                tracing::debug!(%error, "cannot store that a table is in use");
                true
            }
            Some((Ok(()), _)) => true,
        }
    }

    /// Charges the bytes to be stored to those who sent the messages, and the rest (bots' actions and
    /// automatic steps) to the guest who opened the table.
    fn charge(&mut self, bodies: &[Vec<u8>], now: Instant) {
        let quotas = &self.shared.quotas;
        let size = |bodies: &[Vec<u8>]| bodies.iter().map(Vec::len).sum::<usize>() as u64;
        let mut rest = size(bodies);
        for (range, payer) in self.payers_of_entries.drain(..) {
            let bytes = bodies.get(range).map_or(0, size);
            quotas.charge(payer, bytes, now);
            rest = rest.saturating_sub(bytes);
        }
        if rest > 0 {
            let Account { address, guest, .. } = self.account();
            self.shared.quotas.charge(Payer { guest, address }, rest, now);
        }
    }

    /// Waits for a store request sent at `began`; returns its result and duration. Notifies the players if it
    /// takes long. `None` if the lease runs out meanwhile: the table is dropped, and whatever is still stored
    /// will be found by its next holder.
    async fn wait_for(
        &mut self,
        mut reply: Reply<()>,
        began: Instant,
    ) -> Option<(Result<(), StoreError>, Duration)> {
        let lease = self.lease.clone();
        let over = async {
            match &lease {
                Some(lease) => lease.expired().await,
                None => std::future::pending().await,
            }
        };
        let mut over = std::pin::pin!(over);
        self.notice_timer.as_mut().reset((began + NOTICE_AFTER).into());
        loop {
            tokio::select! {
                biased;
                stored = &mut reply => {
                    let took = began.elapsed();
                    self.store_wait += took.saturating_sub(NOTICE_AFTER);
                    return Some((stored, took));
                }
                () = &mut over => return None,
                () = self.notice_timer.as_mut() => {
                    // Connections that do not read are dropped with the next messages.
                    let senders = self.connections.values().map(|(sender, _)| sender);
                    send_error(senders, TableError::Waiting);
                    self.notice_timer.as_mut().reset((Instant::now() + NOTICE_INTERVAL).into());
                }
            }
        }
    }
}
