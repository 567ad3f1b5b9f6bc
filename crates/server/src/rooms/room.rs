//! What can be asked of a room, and the handle by which it is asked. A room is one table in memory;
//! whoever has its handle need not know where it runs.

use std::net::IpAddr;

use serde::Serialize;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use upcard_engine::{Action, Seat};
use upcard_table::wire::{ClientMessage, SeatInfo, SetUp, Stage, TableError};
use upcard_table::{Guest, Hex, Link, State};

use crate::connections::coding::Out;
use crate::connections::error::Refusal;
use crate::operations::quotas::Payer;
use crate::operations::rates::household;
use crate::rooms::bots::Account;

/// Commands that may wait for a room.
const QUEUE: usize = 256;

/// What a room is asked. Every room has places for some dozens of them: what is large is boxed.
#[derive(Debug)]
pub(crate) enum Command {
    /// A new connection; `from_peer` where it ends at another node.
    Connect { link: Link, who: Payer, out: Out, from_peer: bool },
    /// A connection's message, and what it costs; see [`crate::operations::limits::cost`].
    Message { link: Link, message: Box<ClientMessage>, cost: u32 },
    /// A connection has ended.
    Gone { link: Link },
    /// A bot's answer.
    Thought { seat: Seat, request: u64, action: Option<Box<Action>> },
    /// What may be known before joining?
    About { who: Asker, answer: oneshot::Sender<Result<About, Refusal>> },
    /// Leave the memory, if nobody is there: another room needs the place.
    Leave,
    /// How often was this guest's seat moved to another device?
    Moves { guest: Guest, answer: oneshot::Sender<Result<u32, Refusal>> },
    /// A seat goes to another device; the name of its person, once that is stored.
    Move { wish: Move, answer: oneshot::Sender<Moved> },
    /// End, and tell all visitors why.
    Stop { why: TableError },
    /// Give the table to another node.
    HandOver { to: i64 },
    /// Look whether the table is still here.
    Look,
}

/// A seat that is to go to another device.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) from: Guest,
    pub(crate) to: Guest,
    pub(crate) moves: u32,
    /// Or is it only asked about?
    pub(crate) carry_out: bool,
}

/// The name of the person who moves, or why that cannot be.
pub(crate) type Moved = Result<String, TableError>;

/// Who asks about a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker {
    /// Who it is, where they have a cookie.
    pub(crate) guest: Option<Guest>,
    /// From where.
    pub(crate) address: IpAddr,
}

impl Asker {
    /// On whose account the answer is found: whoever asks for much waits for itself.
    pub(crate) fn account(self) -> Account {
        let guest = self.guest.unwrap_or(Hex([0; 16]));
        Account { address: household(self.address), guest, table: 0 }
    }
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
    /// For those who have a seat in the match that is being played: whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) you: Option<Turn>,
}

/// Whose turn it is, as somebody with a seat may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Turn {
    pub(crate) seat: Seat,
    pub(crate) waiting: Vec<Seat>,
}

impl About {
    /// What this guest, or anybody, may know of a table with this state.
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

/// What all who may ask about a table would be told.
#[derive(Debug)]
pub(crate) struct Outline {
    everybody: About,
    turns: Vec<(Guest, Turn)>,
}

impl Outline {
    /// Of a table with this state.
    pub(crate) fn of(state: &State) -> Outline {
        let seats = (0..state.seated().len()).map(Seat::at);
        let seated = seats.filter_map(|seat| state.guest_of(seat));
        let turns = seated.filter_map(|guest| Some((guest, Turn::of(state, guest)?))).collect();
        Outline { everybody: About::of(state, None), turns }
    }

    /// What this guest, or anybody, is told.
    pub(crate) fn about(&self, guest: Option<Guest>) -> About {
        let own = |(of, _): &&(Guest, Turn)| Some(*of) == guest;
        let you = self.turns.iter().find(own).map(|(_, turn)| turn.clone());
        About { you, ..self.everybody.clone() }
    }
}

/// The room has ended, or has left the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ended;

/// The way to a room.
#[derive(Clone, Debug)]
pub(crate) struct RoomHandle(mpsc::Sender<Command>);

impl RoomHandle {
    /// A way, and the queue at its end.
    pub(crate) fn new() -> (RoomHandle, mpsc::Receiver<Command>) {
        let (commands, queue) = mpsc::channel(QUEUE);
        (RoomHandle(commands), queue)
    }

    /// Asks for something; what was not taken comes back where the room has ended.
    pub(crate) async fn send(&self, command: Command) -> Result<(), Command> {
        match self.0.try_send(command) {
            Ok(()) => Ok(()),
            Err(TrySendError::Closed(unsent)) => Err(unsent),
            Err(TrySendError::Full(command)) => {
                self.0.send(command).await.map_err(|mpsc::error::SendError(unsent)| unsent)
            }
        }
    }

    /// Asks for something, unless the room is busy or has ended.
    pub(crate) fn try_send(&self, command: Command) -> bool {
        self.0.try_send(command).is_ok()
    }

    /// Passes on a message of a connection.
    pub(crate) fn message(
        &self,
        link: Link,
        message: ClientMessage,
        cost: u32,
    ) -> impl Future<Output = Result<(), Ended>> {
        let command = Command::Message { link, message: Box::new(message), cost };
        async move { self.send(command).await.map_err(|_| Ended) }
    }

    /// Says that a connection has ended. A room that has ended itself needs no telling.
    pub(crate) async fn disconnect(&self, link: Link) {
        let _ = self.send(Command::Gone { link }).await;
    }

    /// Waits until the room has ended.
    pub(crate) async fn ended(&self) {
        self.0.closed().await;
    }

    /// Do both lead to the same room?
    pub(crate) fn is_same(&self, other: &RoomHandle) -> bool {
        self.0.same_channel(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A room's queue has places for 32 at least, whether they are used or not.
    #[test]
    fn a_command_is_small() {
        assert!(size_of::<Command>() <= 80, "{} bytes", size_of::<Command>());
    }
}
