//! Writing the record of a numbered match while it is played.

use super::lines::Record;
use crate::action::Action;
use crate::chance::{Seed, commitment, commitments, deal_secret, numbered_secret};
use crate::compile::Rules;
use crate::deal::Deal;
use crate::event::Event;
use crate::game::Game;
use crate::seat::Seat;
use crate::table::Table;

/// Notes what is done in a match whose deals come from a number ([`Chance::numbered`](crate::chance::Chance::numbered)),
/// so that each deal can be proved from the record: its commitments stand in it before the first deal, and the secret
/// of a deal behind its end.
#[derive(Clone, Debug)]
pub struct Recorder {
    record: Record,
    master: Seed,
    /// How many deals were committed to before the first one.
    ahead: usize,
}

impl Recorder {
    /// Of a match that is dealt from this number, between these.
    #[must_use]
    pub fn new(rules: &Rules, number: u64, names: Vec<String>) -> Recorder {
        let master = numbered_secret(number);
        let mut record = Record::new(rules.set.clone(), names);
        let ahead = commitments(&master, rules);
        for (deal, commitment) in Deal::all().zip(&ahead) {
            record.committed(deal, *commitment);
        }
        Recorder { record, master, ahead: ahead.len() }
    }

    /// A deal is about to begin: one that was not committed to before the match is committed to now.
    pub fn coming(&mut self, table: &Table) {
        if let Some(deal) = table.coming_deal().filter(|deal| deal.index() >= self.ahead) {
            self.record.committed(deal, commitment(&deal_secret(&self.master, deal)));
        }
    }

    /// It has begun; with the unmasked events of it.
    pub fn began(&mut self, events: &[Event]) {
        self.record.began(events);
    }

    /// A seat has acted; with the unmasked events of it, and the table after them.
    pub fn acted(&mut self, seat: Seat, action: &Action, events: &[Event], table: &Table) {
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

    /// What the seats are called, which may be known only later.
    pub fn names(&mut self) -> &mut [String] {
        &mut self.record.seats
    }

    /// The match is over, or ends here before its time: the record is closed.
    pub fn end(&mut self, game: &Game) {
        if !game.is_over() {
            self.record.ended();
            if !game.table().phase().is_after_deal() {
                self.reveal(game.table());
            }
        }
        self.record.close();
    }

    /// The record as far as it has come.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The record itself.
    #[must_use]
    pub fn into_record(self) -> Record {
        self.record
    }
}
