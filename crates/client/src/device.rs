//! A table on this device, possibly in another thread (a web worker): commands and answers are plain
//! serializable values, and a bot's computation is a separate step.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use upcard_engine::{Action, Event, Library, Seat};
use upcard_table::wire::{ClientMessage, RuleSource, ServerMessage, SetUp};
use upcard_table::{Millis, Think};

use crate::around::Around;
use crate::house_rules::Tried;
use crate::local::{Local, record_of};

/// How a table starts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Begin {
    /// New, for one person who sits down and begins.
    New(SetUp),
    /// New, for several people with these names who share the device; the first has the first seat. Begins at
    /// once.
    Shared(SetUp, Vec<String>),
    /// From the saved entries, in one text or several consecutive ones.
    Kept(Vec<String>),
    /// From the storage of the thread that runs the table.
    Stored,
}

/// Entries of a table to save, appended to those returned before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// Number of entries returned before; 0 if this is the whole table.
    pub from: usize,
    /// New entries, as written by [`Local::kept`].
    pub entries: String,
    /// `true` if they end at least a player's turn.
    pub ends_turn: bool,
}

/// Command to a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Start, with the random seed, and the storage number if the table is stored.
    Begin(Begin, [u8; 32], Option<u64>),
    /// Message from the person.
    Say(ClientMessage),
    /// Let the next bot decide.
    Think,
    /// Set the person looking at the shared device, or `None`.
    Look(Option<Seat>),
    /// All people asked pass on the offered card.
    PassAll,
    /// Return all entries stored under this number.
    Fetch(u64),
    /// Delete the entries stored under this number.
    Forget(u64),
    /// Find stored matches with numbers below the given one that are not in this list.
    Find(Vec<u64>, u64),
    /// Let bots play a match by these rules with this seed, independent of any table.
    Try(RuleSource, [u8; 32]),
}

/// An orphaned match in storage: the page was closed before it could note the number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Found {
    /// Storage number.
    pub number: u64,
    /// Game.
    pub game: String,
    /// Number of deals begun.
    pub deal: u8,
}

/// Answer to a command.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    /// Messages to the person.
    pub messages: Vec<ServerMessage>,
    /// State of sharing, if several people share the device; the messages are for the current viewer.
    pub around: Option<Around>,
    /// `true` if a bot has to decide and none is computing yet.
    pub thinks: bool,
    /// Entries to save, if changed and not stored yet.
    pub kept: Option<Kept>,
    /// `true` if the entries are stored, up to the messages in this answer.
    pub stored: bool,
    /// Record of a match that has just ended.
    pub record: Option<String>,
    /// `true` if the table could not be started.
    pub failed: bool,
    /// Result of a trial match.
    pub tried: Option<Tried>,
    /// Matches found in storage.
    pub found: Vec<Found>,
}

/// A table on this device.
pub struct DeviceTable {
    library: Arc<Library>,
    local: Option<Local>,
    /// Number of entries at the last check.
    seen: usize,
    /// Number of entries returned for saving.
    kept: usize,
    thinking: bool,
}

impl DeviceTable {
    /// Creates a table that has not started.
    #[must_use]
    pub fn new(library: Arc<Library>) -> DeviceTable {
        DeviceTable { library, local: None, seen: 0, kept: 0, thinking: false }
    }

    /// Executes a command. [`Order::Think`] only reports whether a bot has to decide;
    /// [`DeviceTable::question`] returns the decision.
    pub fn obey(&mut self, now: Millis, order: Order) -> Answer {
        let mut answer = Answer::default();
        match (order, &mut self.local) {
            (Order::Begin(begin, seed, _), _) => {
                (self.seen, self.kept) = (0, 0);
                let begun = self.begun(now, begin, seed);
                answer.failed = begun.is_none();
                let (local, messages) = begun.unzip();
                self.local = local;
                answer.messages = messages.unwrap_or_default();
            }
            (Order::Say(message), Some(local)) => answer.messages = local.send(now, message),
            (Order::Look(seat), Some(local)) => answer.messages = local.let_look(now, seat),
            (Order::PassAll, Some(local)) => answer.messages = local.pass_all(now),
            // Handled by the owner of this table.
            _ => {}
        }
        self.finished(answer)
    }

    fn begun(
        &self,
        now: Millis,
        begin: Begin,
        seed: [u8; 32],
    ) -> Option<(Local, Vec<ServerMessage>)> {
        let library = self.library.clone();
        let mut names = Vec::new();
        let mut local = match begin {
            Begin::New(set_up) => Local::new(library, set_up, seed).ok(),
            Begin::Shared(set_up, people) => {
                names = people;
                Local::new(library, set_up, seed).ok()
            }
            Begin::Kept(texts) => {
                let entries: Result<Vec<_>, _> =
                    texts.iter().map(|t| Local::read_kept(t)).collect();
                Local::restore(library, entries.ok()?.concat(), seed).ok()
            }
            Begin::Stored => None,
        }?;
        let messages =
            if names.is_empty() { local.connect(now) } else { local.seat_all(now, names) };
        Some((local, messages))
    }

    /// Takes the next bot decision; `None` if a bot is computing already or none has to decide.
    pub fn question(&mut self) -> Option<Think> {
        let local = self.local.as_mut().filter(|_| !self.thinking)?;
        let think = local.question();
        self.thinking = think.is_some();
        think
    }

    /// Applies a bot's result; `None` if it found no action.
    pub fn thought(&mut self, now: Millis, think: &Think, action: Option<Action>) -> Answer {
        self.thinking = false;
        let local = self.local.as_mut();
        let messages = local.map(|local| local.answer(now, think.seat, think.request, action));
        self.finished(Answer { messages: messages.unwrap_or_default(), ..Answer::default() })
    }

    /// All entries of the table, for saving.
    #[must_use]
    pub fn whole(&self) -> Option<Kept> {
        let local = self.local.as_ref()?;
        Some(Kept { from: 0, entries: local.kept(), ends_turn: true })
    }

    fn finished(&mut self, answer: Answer) -> Answer {
        let Some(local) = &self.local else { return answer };
        let now = local.entries().len();
        let changed = now != self.seen;
        let ends_turn = |message: &ServerMessage| match message {
            ServerMessage::Event { event, .. } => matches!(
                event,
                Event::TurnBegan { .. } | Event::DealEnded { .. } | Event::MatchEnded { .. }
            ),
            _ => false,
        };
        let kept = changed.then(|| Kept {
            from: self.kept,
            entries: local.kept_from(self.kept),
            ends_turn: answer.messages.iter().any(ends_turn),
        });
        let record = || record_of(self.library.clone(), local.entries());
        let record = (changed && local.is_over()).then(record).flatten();
        // A finished match need not be stored; the next match at the table is stored with everything before
        // it.
        (self.seen, self.kept) = (now, if local.is_over() { 0 } else { now });
        let thinks = local.thinking() && !self.thinking;
        Answer { around: local.people(), thinks, kept, record, ..answer }
    }
}
