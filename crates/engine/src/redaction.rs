//! Redaction of events for each viewer.

use crate::event::Event;
use crate::representation::Representation;
use crate::seat::Seat;

/// Viewer of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// A seat.
    Seat(Seat),
    /// A spectator, without a hand.
    Spectator,
}

impl<F: Representation> Event<F> {
    /// Redacts the event for this viewer. All variants are listed, so that a new one must define
    /// what it shows.
    #[must_use]
    pub fn redacted_for(&self, viewer: Viewer) -> Event<F> {
        let mine = |seat: &Seat| viewer == Viewer::Seat(*seat);
        let mut event = self.clone();
        // Events with secrets list all fields: a new one has to be considered here.
        match &mut event {
            Event::DeclaredWrong { seat, groups: _, finish, open } => {
                hide_unless(*open || mine(seat), finish);
            }
            Event::Dealt { deck, hands, upcard: _, stock: _, each: _ } => {
                *deck = None;
                for (seat, hand) in hands.iter_mut().enumerate() {
                    hide_unless(mine(&Seat::at(seat)), hand);
                }
            }
            Event::Answered { seat, buy } => hide_unless(mine(seat), buy),
            Event::CallAnswered { seat, call } => hide_unless(mine(seat), call),
            Event::Drew { seat, card } | Event::Penalty { seat, card } => {
                hide_unless(mine(seat), card);
            }
            Event::Picked { from, to, card } => hide_unless(mine(from) || mine(to), card),
            Event::Reshuffled { stock, size: _, used: _, turned, upcard: _ } => {
                hide_unless(*turned, stock);
            }
            Event::DealerFound { .. }
            | Event::DealBegan { .. }
            | Event::WasCut { .. }
            | Event::TurnBegan { .. }
            | Event::Offered { .. }
            | Event::OffersClosed
            | Event::Took { .. }
            | Event::Bought { .. }
            | Event::LaidDown { .. }
            | Event::LaidOff { .. }
            | Event::Slid { .. }
            | Event::Swapped { .. }
            | Event::Arranged { .. }
            | Event::TookBack { .. }
            | Event::Discarded { .. }
            | Event::Kept { .. }
            | Event::CallOffered { .. }
            | Event::CallsClosed
            | Event::Called { .. }
            | Event::ClaimOffered { .. }
            | Event::DealEnded { .. }
            | Event::MatchEnded { .. }
            | Event::Declared { .. }
            | Event::UpcardOffered { .. }
            | Event::UpcardDeclined
            | Event::BeganWithoutDraw
            | Event::Knocked { .. }
            | Event::Shown { .. }
            | Event::Totalled { .. }
            | Event::TookDeep { .. }
            | Event::WildTurned { .. }
            | Event::Dropped { .. }
            | Event::GroupsAsked { .. }
            | Event::RejoinOffered { .. }
            | Event::RejoinAnswered { .. }
            | Event::SplitOffered { .. }
            | Event::SplitAnswered { .. }
            | Event::BetweenDeals => {}
        }
        event
    }
}

fn hide_unless<T>(shown: bool, field: &mut Option<T>) {
    if !shown {
        *field = None;
    }
}
