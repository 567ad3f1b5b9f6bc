//! Front: stands in for a room whose table is held by another node. It has the same handle as a local room,
//! and relays the messages of each connection in both directions.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::ws::Message as Frame;
use tokio::sync::mpsc;
use upcard_table::Link;

use crate::cluster::peers::{FrontedLink, Peer};
use crate::cluster::wire::{Answer, Message, Open, Part, Question};
use crate::connections::encoding::{Batch, Encoding, send_error};
use crate::connections::error::Refusal;
use crate::operations::shared::Shared;
use crate::rooms::in_memory::RoomSlot;
use crate::rooms::loading;
use crate::rooms::room::Command;

/// Time after which an unused front is unloaded.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// Interval between checks that the other node is alive.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);

/// Converts a batch of messages from the holder to frames for the local connection.
pub(super) fn to_batch(parts: Vec<Part>) -> Batch {
    let frame = |part| match part {
        Part::Text(text) => Frame::Text(text.into()),
        Part::Bytes(bytes) => Frame::Binary(bytes.into()),
    };
    parts.into_iter().map(frame).collect()
}

/// Reason why a front ends.
pub(super) enum End {
    /// The table may have moved to another node. Contains the command still to be executed.
    Elsewhere(Option<Command>),
    Left,
    Stopped,
}

pub(super) async fn run(
    shared: &Arc<Shared>,
    slot: &RoomSlot,
    peer: &Arc<Peer>,
    first: Option<Command>,
    queue: &mut mpsc::Receiver<Command>,
) -> End {
    let elsewhere = Arc::new(AtomicBool::new(false));
    let mut front = Front { shared, slot, peer, elsewhere, links: HashSet::new() };
    let end = front.serve(first, queue).await;
    front.disconnect_all();
    end
}

struct Front<'a> {
    shared: &'a Arc<Shared>,
    slot: &'a RoomSlot,
    peer: &'a Arc<Peer>,
    /// Set when the other node answers that it does not hold the table.
    elsewhere: Arc<AtomicBool>,
    links: HashSet<Link>,
}

impl Front<'_> {
    async fn serve(&mut self, first: Option<Command>, queue: &mut mpsc::Receiver<Command>) -> End {
        let mut next = first;
        let mut idle = tokio::time::Instant::now();
        loop {
            if let Some(command) = next.take()
                && let Some(end) = self.take(command, queue)
            {
                return end;
            }
            let unused = self.links.is_empty();
            self.slot.note_idle(unused);
            if !unused {
                idle = tokio::time::Instant::now();
            }
            tokio::select! {
                command = queue.recv() => {
                    let Some(command) = command else { return End::Left };
                    next = Some(command);
                }
                () = tokio::time::sleep(CHECK_INTERVAL) => {
                    if unused && idle.elapsed() >= IDLE_TIMEOUT && self.slot.unload(queue) {
                        return End::Left;
                    }
                    if !unused && self.is_lost() {
                        return End::Elsewhere(None);
                    }
                }
            }
        }
    }

    /// Returns `true` if the table cannot be reached at that node.
    fn is_lost(&self) -> bool {
        self.elsewhere.load(Ordering::Relaxed) || !self.peer.is_alive()
    }

    fn take(&mut self, command: Command, queue: &mpsc::Receiver<Command>) -> Option<End> {
        let asks = matches!(
            command,
            Command::Connect { .. } | Command::Moves { .. } | Command::Move { .. }
        );
        if asks && self.is_lost() {
            return Some(End::Elsewhere(Some(command)));
        }
        match command {
            // Another node takes this one for the holder. It will look up the real one.
            Command::Connect { from_peer: true, .. } => {}
            Command::Connect { link, who, sender, from_peer: false } => {
                let compact = sender.encoding == Encoding::Compact;
                let fronted = FrontedLink { sender, elsewhere: self.elsewhere.clone() };
                self.peer.register_fronted(link.0, fronted);
                self.links.insert(link);
                self.peer.send(&Message::Open(Open {
                    link: link.0,
                    table: self.slot.id.clone(),
                    guest: who.guest,
                    address: who.address,
                    compact,
                }));
            }
            Command::Message { link, message, cost } => {
                if self.peer.is_fronted(link.0) {
                    let message = *message;
                    self.peer.send(&Message::FromClient { link: link.0, cost, message });
                }
            }
            Command::Disconnected { link } => {
                self.links.remove(&link);
                if self.peer.remove_fronted(link.0).is_some() {
                    self.peer.send(&Message::Disconnected { link: link.0 });
                }
            }
            Command::About { who, answer } => {
                // Messages are sent only after being stored, so the store knows everything as well.
                let (shared, id) = (self.shared.clone(), self.slot.id.clone());
                tokio::spawn(async move {
                    // The caller may have gone; likewise below.
                    let _ = answer.send(loading::about(&shared, &id, who).await);
                });
            }
            Command::Moves { guest, answer } => {
                let (peer, id) = (self.peer.clone(), self.slot.id.clone());
                tokio::spawn(async move {
                    let moves = match peer.request(id, Question::Moves { guest }).await {
                        Answer::Moves(moves) => moves.ok_or(Refusal::NoSeat),
                        _ => Err(Refusal::Unavailable),
                    };
                    let _ = answer.send(moves);
                });
            }
            Command::Move { wish, answer } => {
                let (peer, id) = (self.peer.clone(), self.slot.id.clone());
                tokio::spawn(async move {
                    if let Answer::Moved(moved) = peer.request(id, Question::Move(wish)).await {
                        let _ = answer.send(moved);
                    }
                });
            }
            Command::Leave => {
                if self.links.is_empty() && self.slot.unload(queue) {
                    return Some(End::Left);
                }
                self.slot.keep();
            }
            Command::Stop { why } => {
                let senders = self.links.iter().filter_map(|link| self.peer.sender_of(link.0));
                send_error(senders, why);
                return Some(End::Stopped);
            }
            // Commands for the holder only.
            Command::BotAnswered { .. } | Command::HandOver { .. } | Command::CheckLease => {}
        }
        None
    }

    /// Closes all connections; clients reconnect.
    fn disconnect_all(&mut self) {
        for link in self.links.drain() {
            if self.peer.remove_fronted(link.0).is_some() {
                self.peer.send(&Message::Disconnected { link: link.0 });
            }
        }
    }
}
