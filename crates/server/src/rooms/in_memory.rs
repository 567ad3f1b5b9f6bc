//! Rooms in memory, by table id, and the eviction of idle ones.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::connections::error::Refusal;
use crate::rooms::ids::is_code_of;
use crate::rooms::room::{Command, RoomHandle};

#[derive(Debug)]
pub(crate) struct Rooms {
    capacity: usize,
    started: Instant,
    open: Mutex<OpenRooms>,
}

#[derive(Debug, Default)]
struct OpenRooms {
    rooms: HashMap<String, LoadedRoom>,
    /// Whether no more rooms are opened.
    closed: bool,
}

#[derive(Debug)]
struct LoadedRoom {
    room: RoomHandle,
    idle: Idle,
    /// It has been asked to leave, and no longer counts.
    leaving: bool,
}

/// Start of a room's idle time: milliseconds of the rooms' clock, 0 while it has visitors.
#[derive(Clone, Default, Debug)]
struct Idle(Arc<AtomicU64>);

impl Idle {
    fn since(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|since| *since > 0)
    }
}

/// Result of a lookup.
pub(crate) enum Found {
    Existing(RoomHandle),
    /// A slot for a room that the caller must run.
    New(RoomSlot, mpsc::Receiver<Command>),
}

impl Rooms {
    pub(crate) fn new(capacity: usize) -> Rooms {
        Rooms { capacity, started: Instant::now(), open: Mutex::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.open.lock().rooms.len()
    }

    pub(crate) fn idle(&self) -> usize {
        self.open.lock().rooms.values().filter(|room| room.idle.since().is_some()).count()
    }

    pub(crate) fn all(&self) -> Vec<(String, RoomHandle)> {
        let open = self.open.lock();
        open.rooms.iter().map(|(id, loaded)| (id.clone(), loaded.room.clone())).collect()
    }

    /// Returns the table in memory with this short code, if it is unique.
    pub(crate) fn by_code(&self, code: &str) -> Option<String> {
        let open = self.open.lock();
        let mut all = open.rooms.keys().filter(|id| is_code_of(code, id));
        let first = all.next()?;
        all.next().is_none().then(|| first.clone())
    }

    /// Stops opening rooms; returns the handles of all existing ones.
    pub(crate) fn close(&self) -> Vec<(String, RoomHandle)> {
        self.open.lock().closed = true;
        self.all()
    }

    pub(crate) fn get(&self, id: &str) -> Option<RoomHandle> {
        self.open.lock().rooms.get(id).map(|loaded| loaded.room.clone())
    }

    /// Returns the handle of a table's room, or a slot for it. Fails at capacity if no room is idle.
    pub(crate) fn find(self: &Arc<Self>, id: &str) -> Result<Found, Refusal> {
        let mut open = self.open.lock();
        if let Some(loaded) = open.rooms.get(id) {
            return Ok(Found::Existing(loaded.room.clone()));
        }
        if open.closed || !self.make_room(&mut open.rooms) {
            return Err(Refusal::TooMany);
        }
        let ((room, queue), idle) = (RoomHandle::new(), Idle::default());
        let loaded = LoadedRoom { room: room.clone(), idle: idle.clone(), leaving: false };
        open.rooms.insert(id.to_owned(), loaded);
        Ok(Found::New(RoomSlot { rooms: self.clone(), id: id.to_owned(), room, idle }, queue))
    }

    /// Returns `true` if there is capacity for another room, counting idle rooms as free.
    pub(crate) fn has_room(&self) -> bool {
        let open = self.open.lock();
        open.rooms.values().filter(|room| room.idle.since().is_none()).count() < self.capacity
    }

    /// Makes room for another one: if there is none, asks the room that has been idle longest to leave.
    fn make_room(&self, rooms: &mut HashMap<String, LoadedRoom>) -> bool {
        if rooms.len() < self.capacity
            || rooms.values().filter(|room| !room.leaving).count() < self.capacity
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

/// A room's slot, released on drop.
#[derive(Debug)]
pub(crate) struct RoomSlot {
    rooms: Arc<Rooms>,
    pub(crate) id: String,
    pub(crate) room: RoomHandle,
    idle: Idle,
}

impl RoomSlot {
    pub(crate) fn note_idle(&self, idle: bool) {
        let now = self.rooms.started.elapsed().as_millis() as u64 + 1;
        match (idle, self.idle.since()) {
            (false, _) => self.idle.0.store(0, Ordering::Relaxed),
            (true, None) => self.idle.0.store(now, Ordering::Relaxed),
            (true, Some(_)) => {}
        }
    }

    /// Records that the room stays after all, as a visitor has come.
    pub(crate) fn keep(&self) {
        if let Some(loaded) = self.rooms.open.lock().rooms.get_mut(&self.id) {
            loaded.leaving = false;
        }
    }

    /// Releases the slot if the queue is empty; the room can no longer be found then.
    pub(crate) fn unload(&self, queue: &mpsc::Receiver<Command>) -> bool {
        let mut open = self.rooms.open.lock();
        if !queue.is_empty() {
            return false;
        }
        self.remove(&mut open.rooms);
        true
    }

    pub(crate) fn release(&self) {
        self.remove(&mut self.rooms.open.lock().rooms);
    }

    /// Another room may have taken the slot of this table.
    fn remove(&self, rooms: &mut HashMap<String, LoadedRoom>) {
        if rooms.get(&self.id).is_some_and(|loaded| loaded.room.is_same(&self.room)) {
            rooms.remove(&self.id);
        }
    }
}

impl Drop for RoomSlot {
    fn drop(&mut self) {
        self.release();
    }
}
