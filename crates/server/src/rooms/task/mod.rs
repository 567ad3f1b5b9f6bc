//! A room's task: takes its inputs one after another, stores what follows, then sends it.

mod admission;
mod asking;
mod storing;
mod table;
mod taking;
#[cfg(test)]
mod tests;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use rustc_hash::FxHashMap;
use tokio::sync::mpsc;
use tracing::{Instrument, trace_span};
use upcard_table::wire::{ServerMessage, TableError};
use upcard_table::{Input, Outbox};

use self::storing::PATIENCE;
use self::table::Table;
use crate::cluster::lease::Lease;
use crate::connections::coding::Written;
use crate::connections::error::Refusal;
use crate::operations::shared::Shared;
use crate::operations::traces::TRACES;
use crate::rooms::ids::short;
use crate::rooms::in_memory::Place;
use crate::rooms::loading::{Loaded, load};
use crate::rooms::room::Command;

#[cfg(test)]
pub(crate) use self::admission::{OF_ONE, WATCHING};

/// The most commands that are taken together, and stored together.
const TOGETHER: usize = 64;

/// What a room begins with.
pub(crate) struct Here {
    /// The table, where it has been loaded already.
    pub(crate) loaded: Option<Loaded>,
    /// The lease on it, where there are several nodes.
    pub(crate) lease: Option<Arc<Lease>>,
}

/// Why a room ends.
enum End {
    /// Nobody is there, or the table is another node's: whoever still comes looks for it once more.
    Left,
    /// It cannot go on, or has to stop; everybody is notified.
    Stopped(TableError),
}

/// Runs a room until nobody visits it any more, or it cannot go on. Those who came while it was
/// leaving come back in their queue.
pub(crate) async fn run(
    shared: Arc<Shared>,
    place: Place,
    here: Here,
    first: Option<Command>,
    mut queue: mpsc::Receiver<Command>,
) -> Option<mpsc::Receiver<Command>> {
    let loaded = match here.loaded {
        Some(loaded) => Ok(loaded),
        None => load(&shared, place.id()).await,
    };
    let (room, stored, from) = match loaded {
        Ok(loaded) => *loaded,
        Err(refusal) => {
            turn_away(&place, first, &mut queue, &refusal).await;
            return None;
        }
    };
    let mut table = Table {
        shared: shared.clone(),
        place,
        lease: here.lease,
        room,
        stored,
        outs: FxHashMap::default(),
        payers: FxHashMap::default(),
        number: shared.pool.new_table(),
        from,
        asked: Vec::new(),
        bill: Vec::new(),
        waited: Duration::ZERO,
        answers: Vec::new(),
        is_lost: false,
        patience: Box::pin(tokio::time::sleep(PATIENCE)),
        used: tokio::time::Instant::now(),
    };
    // A fault of the program must not leave the table out of reach: its entries are stored, and
    // whoever comes back finds it as they say.
    let served = AssertUnwindSafe(table.serve(first, &mut queue)).catch_unwind().await;
    let end = served.unwrap_or_else(|_| {
        shared.faults.panicked(table.place.id(), table.stored.entries);
        End::Stopped(TableError::Unavailable)
    });
    table.place.give_up();
    queue.close();
    match end {
        End::Stopped(error) => {
            table.dismiss(&error);
            refuse(None, &mut queue, error, &Refusal::Unavailable).await;
            None
        }
        End::Left => Some(queue),
    }
}

/// Gives up a place that no table can take, and tells those who wait for it why.
pub(crate) async fn turn_away(
    place: &Place,
    first: Option<Command>,
    queue: &mut mpsc::Receiver<Command>,
    refusal: &Refusal,
) {
    place.give_up();
    refuse(first, queue, refusal.at_table(), refusal).await;
}

/// Tells those who still wait, and those who are just about to, that there is nothing to wait for.
async fn refuse(
    first: Option<Command>,
    queue: &mut mpsc::Receiver<Command>,
    error: TableError,
    refusal: &Refusal,
) {
    queue.close();
    let mut next = first;
    loop {
        let command = match next.take() {
            Some(command) => command,
            None => match queue.recv().await {
                Some(command) => command,
                None => return,
            },
        };
        match command {
            Command::Connect { out, .. } => {
                out.send([&mut Written::new(&ServerMessage::Error { error: error.clone() })]);
            }
            Command::About { answer, .. } => {
                let _ = answer.send(Err(refusal.clone()));
            }
            _ => {}
        }
    }
}

impl Table {
    /// Serves until it has to stop, nobody is left or it cannot go on.
    async fn serve(
        &mut self,
        mut first: Option<Command>,
        queue: &mut mpsc::Receiver<Command>,
    ) -> End {
        // One timer for all times: to put it off costs next to nothing.
        let mut timer = std::pin::pin!(tokio::time::sleep_until(self.shared.started));
        let mut idle_since = None;
        loop {
            let idle = self.room.visitors() == 0;
            self.place.note_idle(idle);
            // Questions about a table that nobody visits do not keep it in memory.
            idle_since = idle.then(|| idle_since.unwrap_or_else(tokio::time::Instant::now));
            let mut leave = false;
            // A table at which people only look grows no older in the store.
            let unheard = self.used + self.shared.settings.presence;
            let due = match (idle_since, self.room.wake_at()) {
                (Some(since), _) => since + self.shared.settings.idle,
                (None, Some(at)) => {
                    let at = self.shared.started + Duration::from_millis(at) + self.waited;
                    at.min(unheard)
                }
                (None, None) => unheard,
            };
            if due != timer.deadline() {
                timer.as_mut().reset(due);
            }
            let mut out = Outbox::default();
            let span;
            let waiting = first.take();
            let come = async {
                match waiting {
                    Some(command) => Some(command),
                    None => queue.recv().await,
                }
            };
            tokio::select! {
                command = come => {
                    // Nobody has a handle any more.
                    let Some(command) = command else { return End::Left };
                    span = trace_span!(target: TRACES, "table", id = short(self.place.id()));
                    match self.take_some(command, queue, &mut out).instrument(span.clone()).await {
                        Ok(asked_to_leave) => leave = asked_to_leave,
                        Err(end) => return end,
                    }
                }
                () = timer.as_mut() => {
                    if idle && self.place.leave(queue) {
                        tracing::debug!(table = short(self.place.id()), "table unloaded");
                        return End::Left;
                    }
                    if !idle && unheard <= tokio::time::Instant::now() && !self.note_use().await {
                        return self.failed();
                    }
                    span = trace_span!(target: TRACES, "table", id = short(self.place.id()));
                    self.input(Input::Tick, &mut out).instrument(span.clone()).await;
                }
            }
            if !self.carry_out(out).instrument(span).await {
                return self.failed();
            }
            if leave {
                let nobody = self.room.visitors() == 0;
                if nobody && self.place.leave(queue) {
                    tracing::debug!(table = short(self.place.id()), "table left for another");
                    return End::Left;
                }
                self.place.stays();
            }
        }
    }

    /// Takes a command and those that wait behind it; was one of them to leave? Or why the room ends.
    async fn take_some(
        &mut self,
        first: Command,
        queue: &mut mpsc::Receiver<Command>,
        out: &mut Outbox,
    ) -> Result<bool, End> {
        let (mut next, mut leave) = (Some(first), false);
        for taken in 1..=TOGETHER {
            let Some(command) = next.take() else { break };
            match command {
                Command::Stop { why } => return Err(End::Stopped(why)),
                Command::HandOver { to } => {
                    // What was taken before is stored and sent first.
                    if !self.carry_out(std::mem::take(out)).await {
                        return Err(self.failed());
                    }
                    if let Some(lease) = &self.lease {
                        lease.hand_to(to);
                        return Err(End::Left);
                    }
                }
                _ => {}
            }
            leave |= matches!(command, Command::Leave);
            self.take(command, out).await;
            if taken < TOGETHER {
                next = queue.try_recv().ok();
            }
        }
        Ok(leave)
    }

    /// Nothing more may be sent. Where the table is another node's, people come back and find it there.
    fn failed(&self) -> End {
        if self.is_lost { End::Left } else { End::Stopped(TableError::Unavailable) }
    }

    /// Stores, sends, asks the bots; false where nothing more may be sent.
    async fn carry_out(&mut self, mut out: Outbox) -> bool {
        loop {
            for (seat, _) in &out.faults {
                tracing::error!(
                    table = short(self.place.id()),
                    seat = seat.index(),
                    "a bot's answer was refused"
                );
            }
            if self.room.is_broken() {
                tracing::error!(table = short(self.place.id()), "an entry does not fold");
                return false;
            }
            if !out.entries.is_empty() && !self.store(&out.entries).await {
                return false;
            }
            // What another node has stored since is not known here.
            if !self.holds().await {
                return false;
            }
            for (answer, moved) in self.answers.drain(..) {
                // Who asked may have gone.
                let _ = answer.send(moved);
            }
            self.ask_bots(out.thinks.drain(..));
            let slow = self.deliver(&out);
            if slow.is_empty() {
                return true;
            }
            // A connection that does not read is cut; it comes back and goes on where it was.
            out = Outbox::default();
            for link in slow {
                self.outs.remove(&link);
                self.payers.remove(&link);
                self.input(Input::Gone { link }, &mut out).await;
            }
        }
    }
}
