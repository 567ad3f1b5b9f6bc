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
        let mine = |seat: Seat| viewer == Viewer::Seat(seat);
        match self {
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
            | Event::BetweenDeals => self.clone(),
            Event::DeclaredWrong { seat, groups, finish, open } => Event::DeclaredWrong {
                seat: *seat,
                groups: groups.clone(),
                finish: finish.filter(|_| *open || mine(*seat)),
                open: *open,
            },
            Event::Dealt { deck: _, hands, upcard, stock, each } => Event::Dealt {
                deck: None,
                hands: hands
                    .iter()
                    .enumerate()
                    .map(|(seat, hand)| if mine(Seat::at(seat)) { *hand } else { None })
                    .collect(),
                upcard: *upcard,
                stock: *stock,
                each: *each,
            },
            Event::Answered { seat, buy } => {
                Event::Answered { seat: *seat, buy: if mine(*seat) { *buy } else { None } }
            }
            Event::CallAnswered { seat, call } => {
                Event::CallAnswered { seat: *seat, call: if mine(*seat) { *call } else { None } }
            }
            Event::Drew { seat, card } => {
                Event::Drew { seat: *seat, card: if mine(*seat) { *card } else { None } }
            }
            Event::Penalty { seat, card } => {
                Event::Penalty { seat: *seat, card: if mine(*seat) { *card } else { None } }
            }
            Event::Picked { from, to, card } => Event::Picked {
                from: *from,
                to: *to,
                card: if mine(*from) || mine(*to) { *card } else { None },
            },
            Event::Reshuffled { stock, size, used, turned, upcard } => Event::Reshuffled {
                stock: if *turned { stock.clone() } else { None },
                size: *size,
                used: *used,
                turned: *turned,
                upcard: *upcard,
            },
        }
    }
}
