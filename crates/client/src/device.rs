//! A table on a device that may lie in another thread than its person: what it is told and what it answers
//! are values that can be sent, and a bot's thought is a step of its own.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use upcard_engine::{Action, Library};
use upcard_table::wire::{ClientMessage, RuleSource, ServerMessage, SetUp};
use upcard_table::{Millis, Think};

use crate::house_rules::Tried;
use crate::local::{Decide, Local, record_of};

/// How a table begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Begin {
    /// As it is set up.
    New(SetUp),
    /// As [`Local::kept`] gave it.
    Kept(String),
}

/// What a table is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Order {
    /// To begin, with all its chance.
    Begin(Begin, [u8; 32]),
    /// What its person says.
    Say(ClientMessage),
    /// To let the next bot answer.
    Think,
    /// To let bots play a match by these rules, with this chance, apart from any table.
    Try(RuleSource, [u8; 32]),
}

/// What it answers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    /// What it says to its person.
    pub messages: Vec<ServerMessage>,
    /// Is a bot to answer, and does none think yet?
    pub thinks: bool,
    /// What is to be kept of it, where that has changed.
    pub kept: Option<String>,
    /// The record of a match that has just ended.
    pub record: Option<String>,
    /// It could not begin.
    pub failed: bool,
    /// The match that bots were to try.
    pub tried: Option<Tried>,
}

/// A table on a device.
pub struct DeviceTable {
    library: Arc<Library>,
    decide: Decide,
    local: Option<Local>,
    /// How many entries were given to be kept.
    kept: usize,
    thinking: bool,
}

impl DeviceTable {
    /// A table that has not begun.
    #[must_use]
    pub fn new(library: Arc<Library>, decide: Decide) -> DeviceTable {
        DeviceTable { library, decide, local: None, kept: 0, thinking: false }
    }

    /// Does as it is told. Of [`Order::Think`] that is to say whether there is anything to think about:
    /// [`DeviceTable::question`] asks it.
    pub fn obey(&mut self, now: Millis, order: Order) -> Answer {
        let mut answer = Answer::default();
        match (order, &mut self.local) {
            (Order::Begin(begin, seed), _) => {
                self.local = self.begun(begin, seed);
                self.kept = 0;
                match &mut self.local {
                    Some(local) => answer.messages = local.connect(now),
                    None => answer.failed = true,
                }
            }
            (Order::Say(message), Some(local)) => answer.messages = local.send(now, message),
            (Order::Think | Order::Try(..), _) | (_, None) => {}
        }
        self.finished(answer)
    }

    fn begun(&self, begin: Begin, seed: [u8; 32]) -> Option<Local> {
        let library = self.library.clone();
        match begin {
            Begin::New(set_up) => Local::new(library, set_up, seed, self.decide).ok(),
            Begin::Kept(text) => {
                let entries = Local::read_kept(&text).ok()?;
                Local::restore(library, entries, seed, self.decide).ok()
            }
        }
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

    fn finished(&mut self, answer: Answer) -> Answer {
        let Some(local) = &self.local else { return answer };
        let changed = local.entries().len() != self.kept;
        self.kept = local.entries().len();
        let kept = changed.then(|| local.kept());
        let record = || record_of(self.library.clone(), local.entries());
        let record = (changed && local.is_over()).then(record).flatten();
        Answer { thinks: local.thinking() && !self.thinking, kept, record, ..answer }
    }
}
