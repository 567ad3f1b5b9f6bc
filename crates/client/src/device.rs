//! A table on this device, possibly in another thread (a web worker): commands and answers are plain
//! serializable values, and a bot's computation is a separate step.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use upcard_engine::{Action, Event, Library, Seat};
use upcard_table::wire::{ClientMessage, RuleSource, ServerMessage, SetUp};
use upcard_table::{BotRequest, Millis};

use crate::house_rules::TrialMatch;
use crate::local::{LocalTable, record_of};
use crate::shared_device::SharedDevice;

/// How a table starts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Begin {
    /// New, for one person who sits down and begins.
    New(SetUp),
    /// New, for several people with these names who share the device; the first has the first seat. Begins at
    /// once.
    Shared(SetUp, Vec<String>),
    /// From the saved entries, in one text or several consecutive ones.
    Saved(Vec<String>),
    /// From the storage of the thread that runs the table.
    Stored,
}

/// Entries of a table to save, appended to those returned before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedEntries {
    /// Number of entries returned before; 0 if this is the whole table.
    pub from: usize,
    /// New entries, as written by [`LocalTable::saved_text`].
    pub entries: String,
    /// `true` if they end at least a player's turn.
    pub ends_turn: bool,
}

/// Command to a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum DeviceCommand {
    /// Start, with the random seed, and the storage number if the table is stored.
    Begin(Begin, [u8; 32], Option<u64>),
    /// Message from the person.
    Send(ClientMessage),
    /// Let the next bot decide.
    Think,
    /// Set the person looking at the shared device, or `None`.
    SetViewer(Option<Seat>),
    /// All people asked pass on the offered card.
    PassAll,
    /// Return all entries stored under this number.
    Fetch(u64),
    /// Delete the entries stored under this number.
    Forget(u64),
    /// Find stored matches with numbers below the given one that are not in this list.
    Find(Vec<u64>, u64),
    /// Let bots play a match by these rules with this seed, independent of any table.
    Trial(RuleSource, [u8; 32]),
}

/// An orphaned match in storage: the page was closed before it could note the number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OrphanedMatch {
    /// Storage number.
    pub number: u64,
    /// Game.
    pub game: String,
    /// Number of deals begun.
    pub deal: u8,
}

/// Answer to a command.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct DeviceReply {
    /// Messages to the person.
    pub messages: Vec<ServerMessage>,
    /// State of sharing, if several people share the device; the messages are for the current viewer.
    pub shared_device: Option<SharedDevice>,
    /// `true` if a bot has to decide and none is computing yet.
    pub bot_due: bool,
    /// Entries to save, if changed and not stored yet.
    pub to_save: Option<SavedEntries>,
    /// `true` if the entries are stored, up to the messages in this answer.
    pub stored: bool,
    /// Record of a match that has just ended.
    pub record: Option<String>,
    /// `true` if the table could not be started.
    pub failed: bool,
    /// Result of a trial match.
    pub trial: Option<TrialMatch>,
    /// Matches found in storage.
    pub orphaned: Vec<OrphanedMatch>,
}

/// A table on this device.
pub struct DeviceTable {
    library: Arc<Library>,
    local: Option<LocalTable>,
    /// Number of entries at the last check.
    seen: usize,
    /// Number of entries returned for saving.
    saved: usize,
    thinking: bool,
}

impl DeviceTable {
    /// Creates a table that has not started.
    #[must_use]
    pub fn new(library: Arc<Library>) -> DeviceTable {
        DeviceTable { library, local: None, seen: 0, saved: 0, thinking: false }
    }

    /// Executes a command. [`DeviceCommand::Think`] only reports whether a bot has to decide;
    /// [`DeviceTable::question`] returns the decision.
    pub fn execute(&mut self, now: Millis, command: DeviceCommand) -> DeviceReply {
        let mut reply = DeviceReply::default();
        match (command, &mut self.local) {
            (DeviceCommand::Begin(begin, seed, _), _) => {
                (self.seen, self.saved) = (0, 0);
                let start = self.start(now, begin, seed);
                reply.failed = start.is_none();
                let (local, messages) = start.unzip();
                self.local = local;
                reply.messages = messages.unwrap_or_default();
            }
            (DeviceCommand::Send(message), Some(local)) => {
                reply.messages = local.send(now, message)
            }
            (DeviceCommand::SetViewer(seat), Some(local)) => {
                reply.messages = local.set_viewer(now, seat)
            }
            (DeviceCommand::PassAll, Some(local)) => reply.messages = local.pass_all(now),
            // Handled by the owner of this table.
            _ => {}
        }
        self.complete(reply)
    }

    fn start(
        &self,
        now: Millis,
        begin: Begin,
        seed: [u8; 32],
    ) -> Option<(LocalTable, Vec<ServerMessage>)> {
        let library = self.library.clone();
        let mut names = Vec::new();
        let mut local = match begin {
            Begin::New(set_up) => LocalTable::new(library, set_up, seed).ok(),
            Begin::Shared(set_up, people) => {
                names = people;
                LocalTable::new(library, set_up, seed).ok()
            }
            Begin::Saved(texts) => {
                LocalTable::restore(library, LocalTable::parse_all(&texts).ok()?, seed).ok()
            }
            Begin::Stored => None,
        }?;
        let messages =
            if names.is_empty() { local.connect(now) } else { local.seat_all(now, names) };
        Some((local, messages))
    }

    /// Takes the next bot decision; `None` if a bot is computing already or none has to decide.
    pub fn question(&mut self) -> Option<BotRequest> {
        let local = self.local.as_mut().filter(|_| !self.thinking)?;
        let think = local.question();
        self.thinking = think.is_some();
        think
    }

    /// Applies a bot's result; `None` if it found no action.
    pub fn apply_decision(
        &mut self,
        now: Millis,
        think: &BotRequest,
        action: Option<Action>,
    ) -> DeviceReply {
        self.thinking = false;
        let mut reply = DeviceReply::default();
        if let Some(local) = &mut self.local {
            reply.messages = local.answer(now, think.seat, think.request, action);
        }
        self.complete(reply)
    }

    /// All entries of the table, for saving.
    #[must_use]
    pub fn all_entries(&self) -> Option<SavedEntries> {
        let local = self.local.as_ref()?;
        Some(SavedEntries { from: 0, entries: local.saved_text(), ends_turn: true })
    }

    fn complete(&mut self, reply: DeviceReply) -> DeviceReply {
        let Some(local) = &self.local else { return reply };
        let now = local.entries().len();
        let changed = now != self.seen;
        let ends_turn = |message: &ServerMessage| match message {
            ServerMessage::Event { event, .. } => matches!(
                event,
                Event::TurnBegan { .. } | Event::DealEnded { .. } | Event::MatchEnded { .. }
            ),
            _ => false,
        };
        let to_save = changed.then(|| SavedEntries {
            from: self.saved,
            entries: local.saved_from(self.saved),
            ends_turn: reply.messages.iter().any(ends_turn),
        });
        let record = || record_of(self.library.clone(), local.entries());
        let record = (changed && local.is_over()).then(record).flatten();
        // A finished match need not be stored; the next match at the table is stored with everything before
        // it.
        (self.seen, self.saved) = (now, if local.is_over() { 0 } else { now });
        let bot_due = local.is_bot_turn() && !self.thinking;
        DeviceReply { shared_device: local.people(), bot_due, to_save, record, ..reply }
    }
}
