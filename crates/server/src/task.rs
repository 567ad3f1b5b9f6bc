//! One table's task: takes its inputs one after another, stores what follows, then tells it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::{mpsc, oneshot};
use upcard_engine::{Action, Seat};
use upcard_table::wire::{ClientMessage, SeatInfo, ServerMessage, SetUp, Stage, TableError};
use upcard_table::{Guest, Input, Link, Outbox, Room};

use crate::coding::{Out, Written};
use crate::error::Refusal;
use crate::identity::random;
use crate::registry::{Shared, decode, encode, short};

/// The most commands that are taken together, and stored together.
const TOGETHER: usize = 64;

/// The most connections to one table.
const VISITORS: usize = 100;

/// What a table is asked.
#[derive(Debug)]
pub(crate) enum Command {
    Connect { link: Link, guest: Guest, out: Out },
    Said { link: Link, message: ClientMessage },
    Gone { link: Link },
    Thought { seat: Seat, request: u64, action: Option<Action> },
    About { answer: oneshot::Sender<Result<About, Refusal>> },
    Stop,
}

/// What whoever has the link may know before joining.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct About {
    pub(crate) stage: Stage,
    pub(crate) number: u32,
    pub(crate) set_up: SetUp,
    pub(crate) seated: Vec<SeatInfo>,
    pub(crate) host: Option<Seat>,
    /// The matches whose records can be had.
    pub(crate) finished: u32,
}

struct Table {
    shared: Arc<Shared>,
    id: String,
    room: Room,
    /// How many entries are stored.
    entries: u64,
    outs: HashMap<Link, Out>,
    commands: mpsc::Sender<Command>,
}

/// Runs a table until nobody visits it any more, or it cannot go on.
pub(crate) async fn run(
    shared: Arc<Shared>,
    id: String,
    room: Option<Room>,
    commands: mpsc::Sender<Command>,
    mut queue: mpsc::Receiver<Command>,
) {
    let loaded = match room {
        Some(room) => Ok((room, 1)),
        None => load(&shared, &id).await,
    };
    match loaded {
        Ok((room, entries)) => {
            let outs = HashMap::new();
            let commands_too = commands.clone();
            let mut table =
                Table { shared: shared.clone(), id, room, entries, outs, commands: commands_too };
            let error = table.serve(&mut queue).await;
            shared.unload(&table.id, &commands, None);
            table.dismiss(error.as_ref());
            match error {
                Some(error) => refuse(&mut queue, error, Refusal::Unavailable).await,
                None => hand_on(&shared, &table.id, &mut queue).await,
            }
        }
        Err(refusal) => {
            shared.unload(&id, &commands, None);
            let error = match refusal {
                Refusal::NoSuchTable => TableError::NoSuchTable,
                Refusal::Damaged => TableError::Damaged,
                _ => TableError::Unavailable,
            };
            refuse(&mut queue, error, refusal).await;
        }
    }
}

/// Tells those who still wait, and those who are just about to, that there is nothing to wait for.
async fn refuse(queue: &mut mpsc::Receiver<Command>, error: TableError, refusal: Refusal) {
    queue.close();
    while let Some(command) = queue.recv().await {
        match command {
            Command::Connect { out, .. } => {
                out.send([&mut Written::new(&ServerMessage::Error { error: error.clone() })]);
            }
            Command::About { answer } => {
                let _ = answer.send(Err(refusal.clone()));
            }
            _ => {}
        }
    }
}

/// Brings those who came while the table was leaving, since nobody was there, to the table loaded
/// anew.
async fn hand_on(shared: &Arc<Shared>, id: &str, queue: &mut mpsc::Receiver<Command>) {
    queue.close();
    while let Some(command) = queue.recv().await {
        if shared.tell(id, command).await.is_err() {
            tracing::warn!(table = short(id), "a visitor of a table that was leaving was cut");
        }
    }
}

async fn load(shared: &Arc<Shared>, id: &str) -> Result<(Room, u64), Refusal> {
    let texts = shared.texts(id).await?;
    let count = texts.len() as u64;
    let (library, timing) = (shared.library.clone(), shared.settings.timing);
    let made = tokio::task::spawn_blocking(move || {
        let entries = decode(&texts)?;
        Room::restore(library, timing, &entries).map_err(|error| error.to_string())
    });
    let made = made.await.map_err(|error| {
        tracing::error!(table = short(id), %error, "a table cannot be rebuilt");
        Refusal::Unavailable
    })?;
    let room = made.map_err(|why| {
        shared.set_aside(id, &why);
        Refusal::Damaged
    })?;
    tracing::info!(table = short(id), entries = count, "table loaded");
    Ok((room, count))
}

impl Table {
    /// Serves until it is told to stop, nobody is left or it cannot go on; what the visitors are
    /// to be told then.
    async fn serve(&mut self, queue: &mut mpsc::Receiver<Command>) -> Option<TableError> {
        loop {
            let idle = self.room.visitors() == 0;
            let due = match self.room.wake_at() {
                _ if idle => tokio::time::Instant::now() + self.shared.settings.idle,
                Some(at) => self.shared.started + Duration::from_millis(at),
                None => tokio::time::Instant::now() + Duration::from_secs(3600),
            };
            let mut out = Outbox::default();
            tokio::select! {
                command = queue.recv() => {
                    let mut next = command;
                    let mut taken = 0;
                    while let Some(command) = next.take() {
                        if matches!(command, Command::Stop) {
                            return Some(TableError::Stopping);
                        }
                        self.take(command, &mut out);
                        taken += 1;
                        if taken < TOGETHER {
                            next = queue.try_recv().ok();
                        }
                    }
                    if taken == 0 {
                        return None;
                    }
                }
                () = tokio::time::sleep_until(due) => {
                    if idle && self.shared.unload(&self.id, &self.commands, Some(queue)) {
                        tracing::debug!(table = short(&self.id), "table unloaded");
                        return None;
                    }
                    self.input(Input::Tick, &mut out);
                }
            }
            if !self.carry_out(out).await {
                return Some(TableError::Unavailable);
            }
        }
    }

    fn take(&mut self, command: Command, out: &mut Outbox) {
        match command {
            Command::Connect { link, guest, out: way } => {
                if self.outs.len() >= VISITORS {
                    let full = ServerMessage::Error { error: TableError::TableFull };
                    way.send([&mut Written::new(&full)]);
                    return;
                }
                self.outs.insert(link, way);
                self.input(Input::Connected { link, guest }, out);
            }
            Command::Said { link, message } => self.input(Input::Said { link, message }, out),
            Command::Gone { link } => {
                if self.outs.remove(&link).is_some() {
                    self.input(Input::Gone { link }, out);
                }
            }
            Command::Thought { seat, request, action } => {
                self.input(Input::Thought { seat, request, action }, out);
            }
            Command::About { answer } => {
                // Who asked may have gone.
                let _ = answer.send(Ok(self.about()));
            }
            Command::Stop => {}
        }
    }

    fn input(&mut self, input: Input, out: &mut Outbox) {
        let now = self.shared.started.elapsed().as_millis() as u64;
        let more = self.room.input(now, &mut random::<32>, input);
        out.entries.extend(more.entries);
        out.deliveries.extend(more.deliveries);
        out.thinks.extend(more.thinks);
        out.faults.extend(more.faults);
    }

    /// Stores, tells, asks the bots; false where nothing more may be told.
    async fn carry_out(&mut self, mut out: Outbox) -> bool {
        loop {
            for (seat, _) in &out.faults {
                tracing::error!(table = short(&self.id), seat, "a bot's answer was refused");
            }
            if self.room.is_broken() {
                tracing::error!(table = short(&self.id), "an entry does not fold");
                return false;
            }
            if !out.entries.is_empty() {
                let texts: Option<Vec<String>> = out.entries.iter().map(encode).collect();
                let Some(texts) = texts else { return false };
                let added = texts.len() as u64;
                let stored = self.shared.store.append(&self.id, self.entries, texts).await;
                if let Err(error) = stored {
                    tracing::error!(table = short(&self.id), %error, "cannot store");
                    return false;
                }
                self.entries += added;
            }
            for think in out.thinks.drain(..) {
                let (pool, commands) = (self.shared.pool.clone(), self.commands.clone());
                let (seat, request) = (think.seat, think.request);
                tokio::spawn(async move {
                    let action = pool.think(think).await;
                    // A table that has ended needs no answer.
                    let _ = commands.send(Command::Thought { seat, request, action }).await;
                });
            }
            let slow = self.deliver(&out);
            if slow.is_empty() {
                return true;
            }
            // A connection that does not read is cut; it comes back and goes on where it was.
            out = Outbox::default();
            for link in slow {
                self.outs.remove(&link);
                self.input(Input::Gone { link }, &mut out);
            }
        }
    }

    /// Sends the messages; the connections that did not take them.
    fn deliver(&self, out: &Outbox) -> Vec<Link> {
        let mut written: Vec<(&[Link], Written<'_>)> =
            out.deliveries.iter().map(|d| (&d.to[..], Written::new(&d.message))).collect();
        let mut slow = Vec::new();
        for (link, way) in &self.outs {
            let own = written.iter_mut().filter(|(to, _)| to.contains(link));
            if !way.send(own.map(|(_, message)| message)) {
                slow.push(*link);
            }
        }
        slow
    }

    /// Tells all visitors why the table stops for now.
    fn dismiss(&mut self, error: Option<&TableError>) {
        let Some(error) = error else { return };
        let message = ServerMessage::Error { error: error.clone() };
        let mut message = Written::new(&message);
        for way in self.outs.values() {
            way.send([&mut message]);
        }
        self.outs.clear();
    }

    fn about(&self) -> About {
        let state = self.room.state();
        About {
            stage: state.stage(),
            number: state.number(),
            set_up: state.set_up().clone(),
            seated: state.seated(),
            host: state.host_seat(),
            finished: state.number() - u32::from(state.stage() == Stage::Playing),
        }
    }
}
