//! Performs moves related to leaving a deal or match, and the decisions between deals.

use crate::choices::FinishCard;
use crate::event::{Ending, Event, Sink};
use crate::game::Game;
use crate::moves::Move;
use crate::rules::{declaring, dropping, match_end, pools};
use crate::seat::Seat;

impl Game {
    /// Leaves the deal, by dropping or by a wrong declaration. Ends the deal if one player remains.
    pub(super) fn leave_deal(&mut self, seat: Seat, play: Move, sink: &mut impl Sink) {
        match play {
            Move::DeclareWrong { groups, finish } => {
                let open = self.rules.set.choices.declaring.finish_card == FinishCard::Pile;
                self.emit(Event::DeclaredWrong { seat, groups, finish, open }, sink);
            }
            _ => self.emit(Event::Dropped { seat }, sink),
        }
        if let Some(last) = dropping::last_player(&self.table) {
            self.end_deal(Some(last), Ending::LastPlayer, sink);
        } else if seat == self.table.turn.seat {
            self.end_turn(sink);
        }
    }

    /// After a declaration that ends the deal: asks the others for their groups, if these count.
    pub(super) fn end_declared(&mut self, sink: &mut impl Sink) {
        match declaring::next_to_show(&self.table, &self.rules) {
            Some(seat) => self.emit(Event::GroupsAsked { seat }, sink),
            None => self.end_deal(None, Ending::Declared, sink),
        }
    }

    /// After a deal of a pool: asks those who may rejoin, then whether to share the pool.
    pub(super) fn ask_between_deals(&mut self, sink: &mut impl Sink) {
        if let Some(seat) = self.table.pool.may_rejoin.first() {
            self.emit(Event::RejoinOffered { seat }, sink);
        } else if let Some(seat) = pools::split_asked(&self.table, &self.rules) {
            self.emit(Event::SplitOffered { seat }, sink);
        }
    }

    pub(super) fn answer_between(&mut self, seat: Seat, play: &Move, sink: &mut impl Sink) {
        match play {
            Move::Rejoin(back) => {
                let total = back.then_some(self.table.pool.rejoin_total);
                self.emit(Event::RejoinAnswered { seat, total }, sink);
            }
            Move::Split(agrees) => {
                self.emit(Event::SplitAnswered { seat, agrees: *agrees }, sink);
            }
            _ => return,
        }
        let asks = !self.table.pool.may_rejoin.is_empty()
            || pools::split_asked(&self.table, &self.rules).is_some();
        if match_end::next_deal(&self.table, &self.rules).is_none() {
            self.end_match(sink);
        } else if asks {
            self.ask_between_deals(sink);
        } else {
            self.emit(Event::BetweenDeals, sink);
        }
    }
}
