//! Performs moves related to knocking: the offer of an upcard, the knock, the answer.

use crate::event::{Ending, Event, Sink};
use crate::game::Game;
use crate::moves::Move;
use crate::rules::knocking;
use crate::seat::Seat;

impl Game {
    /// Takes the upcard that was offered to this seat alone, which then plays the turn.
    pub(super) fn take_offered(&mut self, seat: Seat, sink: &mut impl Sink) {
        if seat != self.table.turn.seat {
            self.emit(Event::TurnBegan { seat }, sink);
        }
        if let Some(card) = self.table.upcard() {
            self.emit(Event::Took { seat, card }, sink);
        }
    }

    pub(super) fn decline_offered(&mut self, seat: Seat, sink: &mut impl Sink) {
        if knocking::last_chance(&self.table, &self.rules) {
            self.end_deal(None, Ending::StockOut, sink);
            return;
        }
        let next = self.table.next_in(seat);
        if next == self.table.turn.seat {
            self.emit(Event::UpcardDeclined, sink);
        } else {
            self.emit(Event::UpcardOffered { seat: next }, sink);
        }
    }

    /// Performs a knock, or the answer to one.
    pub(super) fn knock(&mut self, seat: Seat, play: Move, sink: &mut impl Sink) {
        match play {
            Move::Knock { melds, discard, rest } => {
                self.emit(Event::Knocked { seat, melds, discard, rest }, sink);
            }
            Move::Show { offs, melds } => {
                for off in offs {
                    self.play(seat, Move::Off(off), sink);
                }
                self.emit(Event::Shown { seat, melds }, sink);
                if knocking::is_enabled(&self.rules) {
                    self.end_deal(None, Ending::Knocked, sink);
                } else {
                    self.end_declared(sink);
                }
            }
            _ => {}
        }
    }
}
