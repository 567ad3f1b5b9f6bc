//! Records a numbered match while it is played.

use super::lines::Record;
use crate::action::Action;
use crate::chance::{Seed, commitment, commitments, deal_secret, numbered_secret};
use crate::compile::Rules;
use crate::deal::Deal;
use crate::event::Event;
use crate::game::Game;
use crate::seat::Seat;
use crate::table::Table;

/// Recorder of a match dealt from a number ([`Chance::numbered`](crate::chance::Chance::numbered)). Makes
/// each deal provable: the record has the commitments before the first deal, and each deal's secret after its
/// end.
#[derive(Clone, Debug)]
pub struct Recorder {
    record: Record,
    master: Seed,
    /// Number of deals committed to before the first one.
    ahead: usize,
}

impl Recorder {
    /// Creates a recorder for a match dealt from this number, with these players' names.
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

    /// Called before a deal: commits to it if that was not done before the match.
    pub fn before_deal(&mut self, table: &Table) {
        if let Some(deal) = table.coming_deal().filter(|deal| deal.index() >= self.ahead) {
            self.record.committed(deal, commitment(&deal_secret(&self.master, deal)));
        }
    }

    /// Records the start of a deal, given its unredacted events.
    pub fn began(&mut self, events: &[Event]) {
        self.record.began(events);
    }

    /// Records an action, given its unredacted events and the table after them.
    pub fn acted(&mut self, seat: Seat, action: &Action, events: &[Event], table: &Table) {
        self.record.acted(seat, action, events);
        if events.iter().any(|event| matches!(event, Event::DealEnded { .. })) {
            self.reveal(table);
        }
    }

    fn reveal(&mut self, table: &Table) {
        if let Some(deal) = table.current_deal() {
            self.record.revealed(deal, deal_secret(&self.master, deal));
        }
    }

    /// Names of the seats, which may become known only later.
    pub fn names(&mut self) -> &mut [String] {
        &mut self.record.seats
    }

    /// Closes the record, at the end of the match or early.
    pub fn end(&mut self, game: &Game) {
        if !game.is_over() {
            self.record.ended();
            if !game.table().phase().is_after_deal() {
                self.reveal(game.table());
            }
        }
        self.record.close();
    }

    /// The record so far.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the record.
    #[must_use]
    pub fn into_record(self) -> Record {
        self.record
    }
}
