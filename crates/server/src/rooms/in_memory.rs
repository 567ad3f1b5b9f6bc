//! The rooms in memory, by the id of their table: which there are, and which gives way to another.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::connections::error::Refusal;
use crate::rooms::ids::is_code_of;
use crate::rooms::room::{Command, RoomHandle};

/// The rooms in memory.
#[derive(Debug)]
pub(crate) struct Rooms {
    /// The most that there may be.
    most: usize,
    started: Instant,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    rooms: HashMap<String, Loaded>,
    /// No further one is opened.
    closed: bool,
}

#[derive(Debug)]
struct Loaded {
    room: RoomHandle,
    idle: Idle,
    /// It has been asked to leave and does not count any more.
    leaving: bool,
}

/// Since when nobody visits a room: milliseconds of the rooms' own clock, 0 while somebody does.
#[derive(Clone, Default, Debug)]
struct Idle(Arc<AtomicU64>);

impl Idle {
    fn since(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|since| *since > 0)
    }
}

/// A room that was found, or a place for one that has to be made.
pub(crate) enum Found {
    /// It is in memory.
    There(RoomHandle),
    /// It is not: whoever is given this runs it.
    New(Place, mpsc::Receiver<Command>),
}

impl Rooms {
    pub(crate) fn new(most: usize) -> Rooms {
        Rooms { most, started: Instant::now(), open: Mutex::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.open.lock().rooms.len()
    }

    /// How many nobody visits.
    pub(crate) fn idle(&self) -> usize {
        self.open.lock().rooms.values().filter(|room| room.idle.since().is_some()).count()
    }

    /// The ways to all of them, with their tables' ids.
    pub(crate) fn all(&self) -> Vec<(String, RoomHandle)> {
        let open = self.open.lock();
        open.rooms.iter().map(|(id, loaded)| (id.clone(), loaded.room.clone())).collect()
    }

    /// The table in memory that has this short code, where it is one alone.
    pub(crate) fn by_code(&self, code: &str) -> Option<String> {
        let open = self.open.lock();
        let mut all = open.rooms.keys().filter(|id| is_code_of(code, id));
        let first = all.next()?;
        all.next().is_none().then(|| first.clone())
    }

    /// Opens no further one; the ways to all that there are.
    pub(crate) fn close(&self) -> Vec<(String, RoomHandle)> {
        self.open.lock().closed = true;
        self.all()
    }

    /// The way to a table's room, if it is in memory.
    pub(crate) fn get(&self, id: &str) -> Option<RoomHandle> {
        self.open.lock().rooms.get(id).map(|loaded| loaded.room.clone())
    }

    /// The way to a table's room, or a place for it.
    ///
    /// # Errors
    /// Where there are too many, and none that could leave.
    pub(crate) fn find(self: &Arc<Self>, id: &str) -> Result<Found, Refusal> {
        let mut open = self.open.lock();
        if let Some(loaded) = open.rooms.get(id) {
            return Ok(Found::There(loaded.room.clone()));
        }
        if open.closed || !self.make_room(&mut open.rooms) {
            return Err(Refusal::TooMany);
        }
        let ((room, queue), idle) = (RoomHandle::new(), Idle::default());
        let loaded = Loaded { room: room.clone(), idle: idle.clone(), leaving: false };
        open.rooms.insert(id.to_owned(), loaded);
        Ok(Found::New(Place { rooms: self.clone(), id: id.to_owned(), room, idle }, queue))
    }

    /// Is there room for one more, if idle ones leave?
    pub(crate) fn has_room(&self) -> bool {
        let open = self.open.lock();
        open.rooms.values().filter(|room| room.idle.since().is_none()).count() < self.most
    }

    /// Makes room for one more: where there is none, the room that nobody has visited for longest is
    /// asked to leave.
    fn make_room(&self, rooms: &mut HashMap<String, Loaded>) -> bool {
        if rooms.len() < self.most
            || rooms.values().filter(|room| !room.leaving).count() < self.most
        {
            return true;
        }
        let idle = rooms.values_mut().filter(|room| !room.leaving);
        let idle = idle.filter_map(|room| Some((room.idle.since()?, room)));
        match idle.min_by_key(|(since, _)| *since) {
            Some((_, loaded)) if loaded.room.try_send(Command::Leave) => {
                loaded.leaving = true;
                true
            }
            _ => false,
        }
    }
}

/// A room's own place among those in memory. It is given up when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    rooms: Arc<Rooms>,
    id: String,
    room: RoomHandle,
    idle: Idle,
}

impl Place {
    /// The table's id.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The way to the room.
    pub(crate) fn room(&self) -> &RoomHandle {
        &self.room
    }

    /// Notes whether nobody is there.
    pub(crate) fn note_idle(&self, idle: bool) {
        let now = self.rooms.started.elapsed().as_millis() as u64 + 1;
        match (idle, self.idle.since()) {
            (false, _) => self.idle.0.store(0, Ordering::Relaxed),
            (true, None) => self.idle.0.store(now, Ordering::Relaxed),
            (true, Some(_)) => {}
        }
    }

    /// The room was asked to leave and stays: somebody has come.
    pub(crate) fn stays(&self) {
        if let Some(loaded) = self.rooms.open.lock().rooms.get_mut(&self.id) {
            loaded.leaving = false;
        }
    }

    /// Gives the place up if nothing waits for the room: from then on nobody finds it.
    pub(crate) fn leave(&self, queue: &mpsc::Receiver<Command>) -> bool {
        let mut open = self.rooms.open.lock();
        if !queue.is_empty() {
            return false;
        }
        self.remove(&mut open.rooms);
        true
    }

    /// Gives the place up.
    pub(crate) fn give_up(&self) {
        self.remove(&mut self.rooms.open.lock().rooms);
    }

    /// Another room may have this table's place by now.
    fn remove(&self, rooms: &mut HashMap<String, Loaded>) {
        if rooms.get(&self.id).is_some_and(|loaded| loaded.room.is_same(&self.room)) {
            rooms.remove(&self.id);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.give_up();
    }
}
