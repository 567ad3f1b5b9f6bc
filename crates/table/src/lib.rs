//! One table, without I/O: seats for people and bots, the life cycle of a match from seating to
//! rematch, decision windows and clocks, and the messages between a table and its clients.
//!
//! Time and entropy come in as arguments; output is data: entries to store, messages to send,
//! requests to bots. The same table therefore runs on a server, in a page and in a test.
//!
//! ```
//! use std::sync::Arc;
//!
//! use upcard_engine::{Seat, Level, Library};
//! use upcard_table::wire::{ClientMessage, PROTOCOL, SeatPlan, ServerMessage, SetUp};
//! use upcard_table::{Entry, Hex, Input, Link, Room, Timing};
//!
//! // Ann opens a table for herself and a bot. The caller supplies entropy and time.
//! let (now, ann, link) = (1_000, Hex([1; 16]), Link(1));
//! let mut entropy = || [7; 32];
//! let bot = SeatPlan::Bot { level: Level::Novice };
//! let set_up = SetUp::new("rummy", vec![SeatPlan::Person, bot]);
//! let library = Arc::new(Library::standard()?);
//! let (mut room, opened) = Room::open(library.clone(), Timing::default(), ann, set_up)?;
//!
//! // Output is data: entries to store first, then messages to send.
//! let mut stored: Vec<Entry> = vec![opened];
//! let mut send = |room: &mut Room, input| {
//!     let out = room.input(now, &mut entropy, input);
//!     stored.extend(out.entries);
//!     out.deliveries.into_iter().map(|delivery| delivery.message).collect::<Vec<ServerMessage>>()
//! };
//! send(&mut room, Input::Connected { link, guest: ann });
//! let hello = ClientMessage::Hello { protocol: PROTOCOL, resume: None };
//! let received = send(&mut room, Input::Message { link, message: hello });
//! assert!(matches!(received[0], ServerMessage::Welcome { host: true, .. }));
//! let sit = ClientMessage::Sit { seat: Some(Seat::at(0)), name: "Ann".to_owned() };
//! send(&mut room, Input::Message { link, message: sit });
//!
//! // Rebuild the same table from the stored entries.
//! let again = Room::restore(library, Timing::default(), &stored)?;
//! assert_eq!(again.state().seated(), room.state().seated());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod compact;
mod guest;
pub mod hex;
pub mod name;
mod pace;
mod room;
mod set_up;
mod state;
mod stored;
pub mod wire;

pub use guest::{Guest, Link};
pub use hex::Hex;
pub use pace::{Millis, Timing};
pub use room::{
    BotRequest, BotRule, Delivery, Input, NameRule, Outbox, PreparedInput, Room, Service,
};
pub use state::{Played, State, records};
pub use stored::{COVER_LEVEL, Entry, RestoreError, Standing, read_without_editions};
