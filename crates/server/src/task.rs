//! A room's task: takes its inputs one after another, stores what follows, then sends it.

use std::net::IpAddr;
use std::ops::Range;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use rustc_hash::FxHashMap;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Sleep;
use tracing::{Instrument, trace_span};
use upcard_engine::Seat;
use upcard_table::wire::{ClientMessage, Quota, Refused, ServerMessage, TableError};
use upcard_table::{Delivery, Guest, Input, Link, Outbox, Room};

use crate::bots::Asked;
use crate::cluster::Lease;
use crate::coding::{Out, Written};
use crate::entropy::random;
use crate::error::Refusal;
use crate::ids::short;
use crate::loading::{Loaded, load};
use crate::quotas::Payer;
use crate::room::{About, Command, Move, Moved};
use crate::rooms::Place;
use crate::shared::Shared;
use crate::stored::{Stored, stores};
use crate::task::storing::PATIENCE;
use crate::traces::TRACES;

mod admission;
mod asking;
mod storing;
#[cfg(test)]
mod tests;

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

struct Table {
    shared: Arc<Shared>,
    place: Place,
    lease: Option<Arc<Lease>>,
    room: Room,
    stored: Stored,
    outs: FxHashMap<Link, Out>,
    payers: FxHashMap<Link, Payer>,
    /// Its number, for those who share out the places where bots think, …
    number: u64,
    /// … and where it was opened from, where that is known.
    from: Option<IpAddr>,
    /// What bots are asked, by seat and number of the question.
    asked: Vec<(Seat, u64, Asked)>,
    /// Whose messages led to which of the entries that are to be stored next.
    bill: Vec<(Range<usize>, Payer)>,
    /// How long the table has waited for its store, beyond a second. Nobody's time ran meanwhile.
    waited: Duration,
    /// What is answered when all is stored.
    answers: Vec<(oneshot::Sender<Moved>, Moved)>,
    /// The table is another node's.
    is_lost: bool,
    /// When the people are told that the store takes long. One timer for all entries: to put it off
    /// costs next to nothing.
    patience: Pin<Box<Sleep>>,
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
        loop {
            let idle = self.room.visitors() == 0;
            self.place.note_idle(idle);
            let mut leave = false;
            let due = match self.room.wake_at() {
                _ if idle => Some(tokio::time::Instant::now() + self.shared.settings.idle),
                Some(at) => Some(self.shared.started + Duration::from_millis(at) + self.waited),
                None => None,
            };
            if let Some(due) = due.filter(|due| *due != timer.deadline()) {
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
                    span = trace_span!(target: TRACES, "table", id = short(self.place.id()));
                    let mut next = command;
                    let mut taken = 0;
                    while let Some(command) = next.take() {
                        match command {
                            Command::Stop { why } => return End::Stopped(why),
                            Command::HandOver { to } => {
                                // What was taken before is stored and sent first.
                                if !self.carry_out(std::mem::take(&mut out)).await {
                                    return self.failed();
                                }
                                if let Some(lease) = &self.lease {
                                    lease.hand_to(to);
                                    return End::Left;
                                }
                            }
                            _ => {}
                        }
                        leave |= matches!(command, Command::Leave);
                        self.take(command, &mut out).instrument(span.clone()).await;
                        taken += 1;
                        if taken < TOGETHER {
                            next = queue.try_recv().ok();
                        }
                    }
                    if taken == 0 {
                        return End::Left;
                    }
                }
                () = timer.as_mut(), if due.is_some() => {
                    if idle && self.place.leave(queue) {
                        tracing::debug!(table = short(self.place.id()), "table unloaded");
                        return End::Left;
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

    /// Nothing more may be sent. Where the table is another node's, people come back and find it there.
    fn failed(&self) -> End {
        if self.is_lost { End::Left } else { End::Stopped(TableError::Unavailable) }
    }

    /// May this node speak for the table? Where it is alone it always may.
    async fn holds(&mut self) -> bool {
        let Some(lease) = &self.lease else { return true };
        let holds = lease.holds().await;
        if !holds {
            self.lose();
        }
        holds
    }

    fn lose(&mut self) {
        tracing::warn!(table = short(self.place.id()), "the table is another node's, or may be");
        self.shared.metrics.tables_lost.inc();
        self.is_lost = true;
    }

    async fn take(&mut self, command: Command, out: &mut Outbox) {
        match command {
            Command::Connect { link, who, out: way, .. } => {
                if self.admit(who.guest, &way, out).await {
                    self.outs.insert(link, way);
                    self.payers.insert(link, who);
                    self.input(Input::Connected { link, guest: who.guest }, out).await;
                }
            }
            Command::Message { link, message, cost } => {
                self.message(link, *message, cost, out).await
            }
            Command::Gone { link } => {
                self.payers.remove(&link);
                if self.outs.remove(&link).is_some() {
                    self.input(Input::Gone { link }, out).await;
                }
            }
            Command::Thought { seat, request, action } => {
                let action = action.map(|action| *action);
                self.input(Input::Thought { seat, request, action }, out).await;
            }
            Command::About { guest, answer } => {
                // Who asked may have gone.
                let _ = answer.send(Ok(About::of(self.room.state(), guest)));
            }
            Command::Moves { guest, answer } => {
                let state = self.room.state();
                let seated = state.seat_of(guest).ok_or(Refusal::NoSeat);
                // Who asked may have gone; here and below.
                let _ = answer.send(seated.map(|_| state.moves(guest)));
            }
            Command::Move { wish: Move { from, to, moves, carry_out }, answer } => {
                let state = self.room.state();
                let seat = state.may_move(from, to, moves);
                let name = |seat| state.name_of(seat).unwrap_or_default().to_owned();
                let moved = seat.map(name);
                if carry_out && moved.is_ok() {
                    self.input(Input::Moved { from, to, moves }, out).await;
                    self.answers.push((answer, moved));
                } else {
                    let _ = answer.send(moved);
                }
            }
            Command::Leave | Command::Stop { .. } | Command::HandOver { .. } | Command::Look => {}
        }
    }

    /// Takes a message, unless more would have to be stored for it than may be.
    async fn message(&mut self, link: Link, message: ClientMessage, cost: u32, out: &mut Outbox) {
        let Some(payer) = self.payers.get(&link).copied() else { return };
        if cost > 0 && !self.may_cost(payer.guest, cost) {
            let message = ServerMessage::Error { error: TableError::TooFast };
            out.deliveries.push(Delivery { to: vec![link], message });
            return;
        }
        if let Err(of) = self.allows(&message, payer) {
            let refused = match message {
                ClientMessage::Act { id, .. } => {
                    ServerMessage::Refused { id, why: Refused::Quota { of } }
                }
                _ => ServerMessage::Error { error: TableError::Quota { of } },
            };
            out.deliveries.push(Delivery { to: vec![link], message: refused });
            return;
        }
        let before = out.entries.len();
        self.input(Input::Message { link, message }, out).await;
        if out.entries.len() > before {
            self.bill.push((before..out.entries.len(), payer));
        }
    }

    fn allows(&self, message: &ClientMessage, payer: Payer) -> Result<(), Quota> {
        self.stored.allows(message, self.shared.settings.table_quota)?;
        if stores(message) { self.shared.quotas.allows(payer, Instant::now()) } else { Ok(()) }
    }

    /// May this guest cost that much more? Those who neither sit here nor are the host share what
    /// one of them may cost: they cannot use up what belongs to the players.
    fn may_cost(&self, guest: Guest, cost: u32) -> bool {
        let state = self.room.state();
        let rates = &self.shared.rates;
        let stranger = state.seat_of(guest).is_none() && state.host() != guest;
        rates.costly.allow(&guest, cost) != Some(false)
            && !(stranger
                && rates.strangers.allow(&self.place.id().to_owned(), cost) == Some(false))
    }

    async fn input(&mut self, input: Input, out: &mut Outbox) {
        #[cfg(test)]
        tests::trip(&input);
        let (started, waited) = (self.shared.started, self.waited);
        let now = || started.elapsed().saturating_sub(waited).as_millis() as u64;
        let more = if self.room.may_take_long(&input) {
            // Other tables go on meanwhile, on other threads; only as many take long as there are
            // cores.
            let _place = self.shared.long.enter(self.account()).await;
            tokio::task::block_in_place(|| {
                let _entered = trace_span!(target: TRACES, "search").entered();
                self.room.input(now(), &mut random::<32>, input)
            })
        } else {
            self.room.input(now(), &mut random::<32>, input)
        };
        out.extend(more);
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

    /// Sends the messages; the connections that did not take them.
    fn deliver(&self, out: &Outbox) -> Vec<Link> {
        let mut written: Vec<(&[Link], Written<'_>)> = out
            .deliveries
            .iter()
            .map(|Delivery { to, message }| (&to[..], Written::of(message, to.len())))
            .collect();
        let mut slow = Vec::new();
        for (link, way) in &self.outs {
            let own = written.iter_mut().filter(|(to, _)| to.contains(link));
            if !way.send(own.map(|(_, message)| message)) {
                slow.push(*link);
            }
        }
        slow
    }

    /// Notifies all visitors why the table stops for now.
    fn dismiss(&mut self, error: &TableError) {
        let message = ServerMessage::Error { error: error.clone() };
        let mut message = Written::new(&message);
        for way in self.outs.values() {
            way.send([&mut message]);
        }
        self.outs.clear();
    }
}
