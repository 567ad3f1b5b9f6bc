//! The record of a match, while it is being played.

use upcard_engine::chance::{commitment, deal_secret};
use upcard_engine::record::Record;
use upcard_engine::{Action, Event, Game, Rules, Seat, Table};

use crate::options::Contestant;

/// Notes what is done in a match whose deals come from a number, so that the deals can be proved from the record.
pub(crate) struct Recorder {
    record: Record,
    master: [u8; 32],
}

/// What a contestant is called in records: a level as bots of tables are.
pub(crate) fn recorded(contestant: &Contestant) -> String {
    match contestant {
        Contestant::Bot(level) => format!("bot {level}"),
        other => other.to_string(),
    }
}

impl Recorder {
    /// Of a match that is dealt from this number, between these.
    pub(crate) fn new(rules: &Rules, deals: u64, names: Vec<String>) -> Recorder {
        let mut master = [0; 32];
        master[..8].copy_from_slice(&deals.to_le_bytes());
        Recorder { record: Record::new(rules.set.clone(), names), master }
    }

    /// A deal is about to begin.
    pub(crate) fn coming(&mut self, table: &Table) {
        if let Some(deal) = table.coming_deal() {
            self.record.committed(deal, commitment(&deal_secret(&self.master, deal)));
        }
    }

    /// It has begun.
    pub(crate) fn began(&mut self, events: &[Event]) {
        self.record.began(events);
    }

    /// A seat has acted.
    pub(crate) fn acted(&mut self, seat: Seat, action: &Action, events: &[Event], table: &Table) {
        self.record.acted(seat, action, events);
        if events.iter().any(|event| matches!(event, Event::DealEnded { .. })) {
            self.reveal(table);
        }
    }

    fn reveal(&mut self, table: &Table) {
        if let Some(deal) = table.present_deal() {
            self.record.revealed(deal, deal_secret(&self.master, deal));
        }
    }

    /// The record of the match, which is over or was broken off. `lost` says which seats a novice has finished.
    pub(crate) fn end(mut self, game: &Game, lost: impl Iterator<Item = bool>) -> Record {
        if !game.is_over() {
            self.record.ended();
            if !game.table().phase().is_after_deal() {
                self.reveal(game.table());
            }
        }
        for (name, _) in self.record.seats.iter_mut().zip(lost).filter(|(_, lost)| *lost) {
            name.push_str(", then bot novice");
        }
        self.record.close();
        self.record
    }
}
