//! Task of a room: processes inputs one after another, stores the resulting entries, then sends the messages.

mod admission;
mod bot_requests;
mod commands;
mod storing;
mod table;
#[cfg(test)]
mod tests;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use rustc_hash::FxHashMap;
use tokio::sync::mpsc;
use tracing::{Instrument, trace_span};
use upcard_table::wire::TableError;
use upcard_table::{Input, Outbox};

use self::storing::NOTICE_AFTER;
use self::table::Table;
use crate::cluster::lease::Lease;
use crate::connections::encoding::send_error;
use crate::connections::error::Refusal;
use crate::operations::shared::Shared;
use crate::operations::traces::TRACES;
use crate::rooms::ids::short;
use crate::rooms::in_memory::RoomSlot;
use crate::rooms::loading::{Loaded, load};
use crate::rooms::room::Command;

#[cfg(test)]
pub(crate) use self::admission::{MAX_CONNECTIONS_PER_PERSON, MAX_SPECTATORS};

/// Maximum number of commands processed and stored together.
const MAX_BATCH: usize = 64;

enum End {
    /// No visitors, or another node holds the table: later commands look it up again.
    Left,
    /// It cannot continue, or has to stop; all visitors are notified.
    Stopped(TableError),
}

/// Runs a room until it has no visitors or cannot continue, in a cluster under a lease. Returns the queue
/// with commands that arrived while it was leaving.
pub(crate) async fn run(
    shared: Arc<Shared>,
    slot: RoomSlot,
    loaded: Option<Loaded>,
    lease: Option<Arc<Lease>>,
    first: Option<Command>,
    mut queue: mpsc::Receiver<Command>,
) -> Option<mpsc::Receiver<Command>> {
    let loaded = match loaded {
        Some(loaded) => Ok(loaded),
        None => load(&shared, &slot.id).await,
    };
    let (room, stored, opened_from) = match loaded {
        Ok(loaded) => *loaded,
        Err(refusal) => {
            reject(&slot, first, &mut queue, &refusal).await;
            return None;
        }
    };
    let mut table = Table {
        shared: shared.clone(),
        slot,
        lease,
        room,
        stored,
        connections: FxHashMap::default(),
        number: shared.pool.new_table(),
        opened_from,
        asked: Vec::new(),
        payers_of_entries: Vec::new(),
        store_wait: Duration::ZERO,
        answers: Vec::new(),
        is_lost: false,
        notice_timer: Box::pin(tokio::time::sleep(NOTICE_AFTER)),
        last_write: tokio::time::Instant::now(),
    };
    // After a panic the table must remain reachable: its entries are stored, and it is restored from them on
    // the next visit.
    let served = AssertUnwindSafe(table.serve(first, &mut queue)).catch_unwind().await;
    let end = served.unwrap_or_else(|_| {
        shared.faults.panicked(&table.slot.id, table.stored.entries);
        End::Stopped(TableError::Unavailable)
    });
    table.slot.release();
    queue.close();
    match end {
        End::Stopped(error) => {
            let senders = table.connections.into_values().map(|(sender, _)| sender);
            send_error(senders, error.clone());
            refuse(None, &mut queue, error, &Refusal::Unavailable).await;
            None
        }
        End::Left => Some(queue),
    }
}

/// Releases a slot whose table cannot be served, and tells waiting callers why.
pub(crate) async fn reject(
    slot: &RoomSlot,
    first: Option<Command>,
    queue: &mut mpsc::Receiver<Command>,
    refusal: &Refusal,
) {
    slot.release();
    refuse(first, queue, refusal.as_table_error(), refusal).await;
}

/// Rejects all queued commands, and closes the queue.
async fn refuse(
    first: Option<Command>,
    queue: &mut mpsc::Receiver<Command>,
    error: TableError,
    refusal: &Refusal,
) {
    queue.close();
    let mut next = first;
    if next.is_none() {
        next = queue.recv().await;
    }
    while let Some(command) = next {
        match command {
            Command::Connect { sender, .. } => send_error([sender], error.clone()),
            Command::About { answer, .. } => {
                let _ = answer.send(Err(refusal.clone()));
            }
            _ => {}
        }
        next = queue.recv().await;
    }
}

impl Table {
    /// Runs until the room has to stop, has no visitors, or cannot continue.
    async fn serve(
        &mut self,
        mut first: Option<Command>,
        queue: &mut mpsc::Receiver<Command>,
    ) -> End {
        // A single timer for all deadlines, as resetting it is cheap.
        let mut timer = std::pin::pin!(tokio::time::sleep_until(self.shared.started));
        let mut idle_since = None;
        loop {
            let idle = self.room.visitors() == 0;
            self.slot.note_idle(idle);
            // Requests about a table without visitors do not keep it in memory.
            idle_since = idle.then(|| idle_since.unwrap_or_else(tokio::time::Instant::now));
            let mut leave = false;
            // Visitors who only watch must keep the table from expiring.
            let touch_due = self.last_write + self.shared.settings.touch_interval;
            let due = match (idle_since, self.room.wake_at()) {
                (Some(since), _) => since + self.shared.settings.idle,
                (None, Some(at)) => {
                    let at = self.shared.started + Duration::from_millis(at) + self.store_wait;
                    at.min(touch_due)
                }
                (None, None) => touch_due,
            };
            if due != timer.deadline() {
                timer.as_mut().reset(due);
            }
            let mut out = Outbox::default();
            let span;
            let waiting = first.take();
            let next_command = async {
                match waiting {
                    Some(command) => Some(command),
                    None => queue.recv().await,
                }
            };
            tokio::select! {
                command = next_command => {
                    // No handles are left.
                    let Some(command) = command else { return End::Left };
                    span = trace_span!(target: TRACES, "table", id = short(&self.slot.id));
                    match self.execute_batch(command, queue, &mut out).instrument(span.clone()).await {
                        Ok(asked_to_leave) => leave = asked_to_leave,
                        Err(end) => return end,
                    }
                }
                () = timer.as_mut() => {
                    if idle && self.slot.unload(queue) {
                        tracing::debug!(table = short(&self.slot.id), "table unloaded");
                        return End::Left;
                    }
                    if !idle && touch_due <= tokio::time::Instant::now() && !self.mark_used().await {
                        return self.end_after_failure();
                    }
                    span = trace_span!(target: TRACES, "table", id = short(&self.slot.id));
                    self.input(Input::Tick, &mut out).instrument(span.clone()).await;
                }
            }
            if !self.process_outbox(out).instrument(span).await {
                return self.end_after_failure();
            }
            if leave {
                let nobody = self.room.visitors() == 0;
                if nobody && self.slot.unload(queue) {
                    tracing::debug!(
                        table = short(&self.slot.id),
                        "table released for another node"
                    );
                    return End::Left;
                }
                self.slot.keep();
            }
        }
    }

    /// Processes a command and those queued behind it; `true` if one was `Leave`, or why the room ends.
    async fn execute_batch(
        &mut self,
        first: Command,
        queue: &mut mpsc::Receiver<Command>,
        out: &mut Outbox,
    ) -> Result<bool, End> {
        let (mut next, mut leave) = (Some(first), false);
        for taken in 1..=MAX_BATCH {
            let Some(command) = next.take() else { break };
            match command {
                Command::Stop { why } => return Err(End::Stopped(why)),
                Command::HandOver { to } => {
                    // Earlier commands are stored and sent first.
                    if !self.process_outbox(std::mem::take(out)).await {
                        return Err(self.end_after_failure());
                    }
                    if let Some(lease) = &self.lease {
                        lease.set_successor(to);
                        return Err(End::Left);
                    }
                }
                _ => {}
            }
            leave |= matches!(command, Command::Leave);
            self.execute(command, out).await;
            if taken < MAX_BATCH {
                next = queue.try_recv().ok();
            }
        }
        Ok(leave)
    }

    /// Returns how the room ends when nothing more may be sent. If another node holds the table, clients
    /// reconnect and find it there.
    fn end_after_failure(&self) -> End {
        if self.is_lost { End::Left } else { End::Stopped(TableError::Unavailable) }
    }

    /// Stores entries, sends messages and requests bots' decisions; `false` if nothing more may be sent.
    async fn process_outbox(&mut self, mut out: Outbox) -> bool {
        loop {
            for (seat, _) in &out.faults {
                tracing::error!(
                    table = short(&self.slot.id),
                    seat = seat.index(),
                    "a bot's action was refused"
                );
            }
            if self.room.is_broken() {
                tracing::error!(table = short(&self.slot.id), "cannot apply an entry");
                return false;
            }
            if !out.entries.is_empty() && !self.store(&out.entries).await {
                return false;
            }
            // Another node may have stored later entries, unknown here.
            if !self.holds().await {
                return false;
            }
            for (answer, moved) in self.answers.drain(..) {
                // The caller may have gone.
                let _ = answer.send(moved);
            }
            self.ask_bots(out.bot_requests.drain(..));
            let slow = self.deliver(&out);
            if slow.is_empty() {
                return true;
            }
            // Drop connections that do not read; they reconnect and resume.
            out = Outbox::default();
            for link in slow {
                self.connections.remove(&link);
                self.input(Input::Gone { link }, &mut out).await;
            }
        }
    }
}
