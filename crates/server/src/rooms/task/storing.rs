//! Storage of a room's entries before messages are sent, and notices while it waits.

use std::time::{Duration, Instant};

use tracing::{Instrument, trace_span};
use upcard_store::{Change, Reply, StoreError};
use upcard_table::Entry;
use upcard_table::wire::{ServerMessage, TableError};

use super::table::Table;
use crate::connections::coding::Written;
use crate::operations::quotas::Payer;
use crate::operations::traces::TRACES;
use crate::rooms::bots::Account;
use crate::rooms::entries::encode;

/// Time that the store may take before the players are told that the table is waiting for it …
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

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
        stored.added(&bodies, self.room.settled());
        let had = self.stored.entries;
        let standing = match stored.foldable() {
            // Entries just added by a match are permanent.
            Some(settled) if settled <= had => self.room.standing().map(|entry| (settled, entry)),
            _ => None,
        };
        let standing = standing.and_then(|(settled, entry)| Some((settled, encode(&entry)?)));
        let (kept, entries_now) = match standing {
            Some((settled, standing)) => {
                stored.folded(&standing);
                (settled, vec![standing])
            }
            None => (had, bodies),
        };
        let reply = self.shared.store.change(Change {
            table: self.place.id().to_owned(),
            expected: had,
            kept,
            entries: entries_now,
            epoch: self.lease.as_ref().map(|lease| lease.epoch()),
        });
        let span = trace_span!(target: TRACES, "store", entries = entries.len() as i64);
        let Some((stored_all, took)) = self.wait_for(reply, now).instrument(span).await else {
            self.lose();
            return false;
        };
        self.shared.metrics.store_seconds.observe(took.as_secs_f64());
        if let Err(error) = stored_all {
            if matches!(error, StoreError::Fenced { .. }) {
                self.lose();
                return false;
            }
            self.shared.store_fault(Some(self.place.id()), &error);
            return false;
        }
        self.shared.metrics.entries.inc_by(entries.len() as u64);
        self.stored = stored;
        self.used = now.into();
        true
    }

    /// Marks the table as used in the store although nothing happened; `false` if another node holds it.
    pub(super) async fn note_use(&mut self) -> bool {
        let now = Instant::now();
        self.used = now.into();
        let entries = self.stored.entries;
        let reply = self.shared.store.change(Change {
            table: self.place.id().to_owned(),
            expected: entries,
            kept: entries,
            entries: Vec::new(),
            epoch: self.lease.as_ref().map(|lease| lease.epoch()),
        });
        match self.wait_for(reply, now).await {
            None | Some((Err(StoreError::Fenced { .. }), _)) => {
                self.lose();
                false
            }
            Some((Err(error), _)) => {
                // The next write will be stored, or fail by itself.
                tracing::debug!(%error, "the store does not note that a table is in use");
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
        for (range, payer) in self.bill.drain(..) {
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
                Some(lease) => lease.is_over().await,
                None => std::future::pending().await,
            }
        };
        let mut over = std::pin::pin!(over);
        self.patience.as_mut().reset((began + PATIENCE).into());
        loop {
            tokio::select! {
                biased;
                stored = &mut reply => {
                    let took = began.elapsed();
                    self.waited += took.saturating_sub(PATIENCE);
                    return Some((stored, took));
                }
                () = &mut over => return None,
                () = self.patience.as_mut() => {
                    let error = TableError::Waiting;
                    let message = ServerMessage::Error { error };
                    let mut message = Written::new(&message);
                    for way in self.outs.values() {
                        // Connections that do not read are dropped with the next messages.
                        way.send([&mut message]);
                    }
                    self.patience.as_mut().reset((Instant::now() + NOTICE_INTERVAL).into());
                }
            }
        }
    }
}
