//! A table on a device that may lie in another thread than its person: what it is told and what it answers
//! are values that can be sent, and a bot's thought is a step of its own.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use upcard_engine::{Action, Event, Library, Seat};
use upcard_table::wire::{ClientMessage, RuleSource, ServerMessage, SetUp};
use upcard_table::{Millis, Think};

use crate::around::Around;
use crate::house_rules::Tried;
use crate::local::{Local, record_of};

/// How a table begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Begin {
    /// As it is set up, for one person who sits down and begins.
    New(SetUp),
    /// The same for several people with these names who share the device, of whom the first sits in the first
    /// seat. It begins at once.
    Shared(SetUp, Vec<String>),
    /// As it was kept, in one text or in several that follow each other.
    Kept(Vec<String>),
    /// As whoever tells it this has stored it.
    Stored,
}

/// What is to be kept of a table, behind what was given before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// How many entries were given before: with none, this is all of the table.
    pub from: usize,
    /// The entries that have come, as [`Local::kept`] writes them.
    pub entries: String,
    /// Does it end somebody's turn, or more?
    pub ends_turn: bool,
}

/// What a table is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Order {
    /// To begin, with all its chance, and with the number under which it is stored, if it is.
    Begin(Begin, [u8; 32], Option<u64>),
    /// What its person says.
    Say(ClientMessage),
    /// To let the next bot answer.
    Think,
    /// To let this one of several people look, or nobody.
    Look(Option<Seat>),
    /// None of those wants the card that is offered.
    PassAll,
    /// To give all that is stored under this number, …
    Fetch(u64),
    /// … and to forget it.
    Forget(u64),
    /// To find the matches that are stored under none of these numbers, and under one below the last.
    Find(Vec<u64>, u64),
    /// To let bots play a match by these rules, with this chance, apart from any table.
    Try(RuleSource, [u8; 32]),
}

/// A match that is stored though nothing names it: its page ended before it could note the number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Found {
    /// Its number.
    pub number: u64,
    /// The game.
    pub game: String,
    /// How many deals have begun.
    pub deal: u8,
}

/// What it answers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    /// What it says to its person.
    pub messages: Vec<ServerMessage>,
    /// The people who share the device, where there are several: what is said is for whoever looks.
    pub around: Option<Around>,
    /// Is a bot to answer, and does none think yet?
    pub thinks: bool,
    /// What is to be kept of it, where that has changed and is not stored yet.
    pub kept: Option<Kept>,
    /// It is stored, with all that is said here.
    pub stored: bool,
    /// The record of a match that has just ended.
    pub record: Option<String>,
    /// It could not begin.
    pub failed: bool,
    /// The match that bots were to try.
    pub tried: Option<Tried>,
    /// The matches that were to be found.
    pub found: Vec<Found>,
}

/// A table on a device.
pub struct DeviceTable {
    library: Arc<Library>,
    local: Option<Local>,
    /// How many entries there were when it was looked at last, …
    seen: usize,
    /// … and how many were given to be kept.
    kept: usize,
    thinking: bool,
}

impl DeviceTable {
    /// A table that has not begun.
    #[must_use]
    pub fn new(library: Arc<Library>) -> DeviceTable {
        DeviceTable { library, local: None, seen: 0, kept: 0, thinking: false }
    }

    /// Does as it is told. Of [`Order::Think`] that is to say whether there is anything to think about:
    /// [`DeviceTable::question`] asks it.
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
            // The others are for whoever holds this table.
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

    /// What the next bot is asked; none while one thinks, and where none is asked.
    pub fn question(&mut self) -> Option<Think> {
        let local = self.local.as_mut().filter(|_| !self.thinking)?;
        let think = local.question();
        self.thinking = think.is_some();
        think
    }

    /// Takes what a bot has thought; none where it has found nothing.
    pub fn thought(&mut self, now: Millis, think: &Think, action: Option<Action>) -> Answer {
        self.thinking = false;
        let local = self.local.as_mut();
        let messages = local.map(|local| local.answer(now, think.seat, think.request, action));
        self.finished(Answer { messages: messages.unwrap_or_default(), ..Answer::default() })
    }

    /// All that is to be kept of the table.
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
        // What is over need not be stored any more; another match at the table is, with all before it.
        (self.seen, self.kept) = (now, if local.is_over() { 0 } else { now });
        let thinks = local.thinking() && !self.thinking;
        Answer { around: local.people(), thinks, kept, record, ..answer }
    }
}
