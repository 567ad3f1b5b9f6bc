//! Commands of a room, and its handle. A room is one table in memory; the handle hides where it runs.

use std::net::IpAddr;

use serde::Serialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use upcard_engine::{Action, Seat};
use upcard_table::wire::{ClientMessage, SeatInfo, SetUp, Stage, TableError};
use upcard_table::{Guest, Hex, Link, State};

use crate::cluster::wire::SeatMove;
use crate::connections::encoding::ClientSender;
use crate::connections::error::Refusal;
use crate::operations::quotas::Payer;
use crate::operations::rates::household;
use crate::rooms::bots::Account;

/// Capacity of a room's command queue.
const QUEUE_CAPACITY: usize = 256;

/// Command to a room. Each room's queue allocates space for some dozens of them, so large payloads are boxed.
#[derive(Debug)]
pub(crate) enum Command {
    /// A new connection. One relayed by another node is accepted only if this node holds the table.
    Connect { link: Link, who: Payer, sender: ClientSender, from_peer: bool },
    /// A message of a connection, with its cost; see [`crate::operations::limits::cost`].
    Message { link: Link, message: Box<ClientMessage>, cost: u32 },
    /// A connection has ended.
    Disconnected { link: Link },
    /// A bot's decision.
    BotAnswered { seat: Seat, request: u64, action: Option<Box<Action>> },
    /// Requests the summary for this caller.
    About { who: Caller, answer: oneshot::Sender<Result<About, Refusal>> },
    /// Leaves memory if there are no visitors, as another room needs the slot.
    Leave,
    /// Requests how often this guest's seat has moved to another device.
    Moves { guest: Guest, answer: oneshot::Sender<Result<u32, Refusal>> },
    /// Moves a seat to another device; the response is sent once this is stored.
    Move { wish: SeatMove, answer: oneshot::Sender<SeatMoveResult> },
    /// Ends the room and tells all visitors why.
    Stop { why: TableError },
    /// Hands the table over to another node.
    HandOver { to: i64 },
    /// Checks whether this node still holds the table.
    CheckLease,
}

/// Name of the moved player, or the reason for rejecting the move.
pub(crate) type SeatMoveResult = Result<String, TableError>;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller {
    /// The guest, if the caller has a cookie.
    pub(crate) guest: Option<Guest>,
    pub(crate) address: IpAddr,
}

impl Caller {
    /// Returns the account charged for computing the response.
    pub(crate) fn account(self) -> Account {
        let guest = self.guest.unwrap_or(Hex([0; 16]));
        Account { address: household(self.address), guest, table: 0 }
    }
}

/// Summary of a table for those who have its link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct About {
    pub(crate) stage: Stage,
    pub(crate) number: u32,
    pub(crate) set_up: SetUp,
    pub(crate) seated: Vec<SeatInfo>,
    pub(crate) host: Option<Seat>,
    /// Number of matches with records.
    pub(crate) finished: u32,
    /// For players of the current match: whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) you: Option<Turn>,
}

/// Whose turn it is, as shown to a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Turn {
    pub(crate) seat: Seat,
    pub(crate) waiting: Vec<Seat>,
}

impl About {
    /// Builds the summary for this guest, or for anyone.
    pub(crate) fn of(state: &State, guest: Option<Guest>) -> About {
        About {
            you: guest.and_then(|guest| Turn::of(state, guest)),
            stage: state.stage(),
            number: state.number(),
            set_up: state.set_up().clone(),
            seated: state.seated(),
            host: state.host_seat(),
            finished: state.number() - u32::from(state.stage() == Stage::Playing),
        }
    }
}

impl Turn {
    fn of(state: &State, guest: Guest) -> Option<Turn> {
        let waiting = state.waiting(guest)?.iter().collect();
        Some(Turn { seat: state.seat_of(guest)?, waiting })
    }
}

/// Summary of a table for all possible callers.
#[derive(Debug)]
pub(crate) struct Outline {
    everybody: About,
    turns: Vec<(Guest, Turn)>,
}

impl Outline {
    pub(crate) fn of(state: &State) -> Outline {
        let seats = (0..state.seated().len()).map(Seat::at);
        let seated = seats.filter_map(|seat| state.guest_of(seat));
        let turns = seated.filter_map(|guest| Some((guest, Turn::of(state, guest)?))).collect();
        Outline { everybody: About::of(state, None), turns }
    }

    /// Returns the summary for this guest, or for anyone.
    pub(crate) fn about(&self, guest: Option<Guest>) -> About {
        let own = |(of, _): &&(Guest, Turn)| Some(*of) == guest;
        let you = self.turns.iter().find(own).map(|(_, turn)| turn.clone());
        About { you, ..self.everybody.clone() }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct RoomHandle(mpsc::Sender<Command>);

impl RoomHandle {
    pub(crate) fn new() -> (RoomHandle, mpsc::Receiver<Command>) {
        let (commands, queue) = mpsc::channel(QUEUE_CAPACITY);
        (RoomHandle(commands), queue)
    }

    /// Sends a command, waiting for capacity; returns it if the room has ended.
    pub(crate) async fn send(&self, command: Command) -> Result<(), Command> {
        match self.0.try_send(command) {
            Ok(()) => Ok(()),
            Err(TrySendError::Closed(unsent)) => Err(unsent),
            Err(TrySendError::Full(command)) => {
                self.0.send(command).await.map_err(|mpsc::error::SendError(unsent)| unsent)
            }
        }
    }

    /// Sends a command, unless the queue is full or the room has ended.
    pub(crate) fn try_send(&self, command: Command) -> bool {
        self.0.try_send(command).is_ok()
    }

    /// Sends a connection's message; returns `false` if the room has ended or left memory.
    pub(crate) fn message(
        &self,
        link: Link,
        message: ClientMessage,
        cost: u32,
    ) -> impl Future<Output = bool> {
        let command = Command::Message { link, message: Box::new(message), cost };
        async move { self.send(command).await.is_ok() }
    }

    /// Tells the room that a connection has ended. Ignored if the room has ended itself.
    pub(crate) async fn disconnect(&self, link: Link) {
        let _ = self.send(Command::Disconnected { link }).await;
    }

    pub(crate) async fn ended(&self) {
        self.0.closed().await;
    }

    pub(crate) fn is_same(&self, other: &RoomHandle) -> bool {
        self.0.same_channel(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A room's queue allocates at least 32 commands, used or not.
    #[test]
    fn a_command_is_small() {
        assert!(size_of::<Command>() <= 80, "{} bytes", size_of::<Command>());
    }
}
