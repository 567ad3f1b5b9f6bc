//! Card movements, which the page animates.

use upcard_cards::Card;
use upcard_engine::{Event, MeldId, Seat};

use crate::Session;

/// Place where a movement starts or ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// The stock.
    Stock,
    /// The upcard.
    Upcard,
    /// The player's hand, with the card if known.
    Hand(Option<Card>),
    /// Another player's seat.
    Seat(Seat),
    /// A card of a meld.
    Meld(MeldId, Card),
}

/// A card movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flight {
    /// Place before the event.
    pub from: Spot,
    /// Place after the event.
    pub to: Spot,
    /// Card; `None` if it is face down.
    pub card: Option<Card>,
}

/// Card movements caused by an event, given the session before it.
#[must_use]
pub fn flights(session: &Session, event: &Event) -> Vec<Flight> {
    let with = |seat: Seat, card: Option<Card>| match session.seat == Some(seat) {
        true => Spot::Hand(card),
        false => Spot::Seat(seat),
    };
    let to = |from: Spot, seat: Seat, card: Option<Card>| {
        vec![Flight { from, to: with(seat, card), card }]
    };
    let from = |seat: Seat, to: Spot, card: Card| {
        vec![Flight { from: with(seat, Some(card)), to, card: Some(card) }]
    };
    match event {
        Event::Drew { seat, card } | Event::Penalty { seat, card } => to(Spot::Stock, *seat, *card),
        Event::Took { seat, card } | Event::Bought { seat, card, .. } => {
            to(Spot::Upcard, *seat, Some(*card))
        }
        Event::TookDeep { seat, cards } => to(Spot::Upcard, *seat, cards.first().copied()),
        Event::Discarded { seat, card, .. } => from(*seat, Spot::Upcard, *card),
        Event::LaidOff { seat, meld, card, .. }
        | Event::Slid { seat, meld, card, .. }
        | Event::Swapped { seat, meld, card, .. } => from(*seat, Spot::Meld(*meld, *card), *card),
        Event::Called { meld, card, .. } => {
            let to = Spot::Meld(*meld, *card);
            vec![Flight { from: Spot::Upcard, to, card: Some(*card) }]
        }
        Event::LaidDown { seat, melds, .. } => {
            let next = session.view.as_ref().map_or(MeldId::FIRST, |v| v.table.next_meld());
            let first = |(at, meld): (usize, &upcard_cards::Meld)| {
                let card = meld.spec().cards.first().copied()?;
                let to = Spot::Meld(MeldId(next.0 + at as u16), card);
                Some(Flight { from: with(*seat, Some(card)), to, card: Some(card) })
            };
            melds.iter().enumerate().filter_map(first).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use upcard_engine::Library;

    use super::*;

    #[test]
    fn cards_fly_between_piles_and_the_acting_seat() {
        let mut session = Session::new(Arc::new(Library::standard().unwrap()), 1);
        let (own, other) = (Seat::at(0), Seat::at(1));
        session.seat = Some(own);
        let card: Card = "QS".parse().unwrap();
        let one = |event: Event| {
            let all = flights(&session, &event);
            assert_eq!(all.len(), 1, "{event:?}");
            all[0]
        };
        // Only the player's own draws are visible.
        let drew = one(Event::Drew { seat: own, card: Some(card) });
        let to = Spot::Hand(Some(card));
        assert_eq!(drew, Flight { from: Spot::Stock, to, card: Some(card) });
        let drew = one(Event::Drew { seat: other, card: None });
        assert_eq!(drew, Flight { from: Spot::Stock, to: Spot::Seat(other), card: None });
        let took = one(Event::Took { seat: other, card });
        let to = Spot::Seat(other);
        assert_eq!(took, Flight { from: Spot::Upcard, to, card: Some(card) });
        let threw = one(Event::Discarded { seat: own, card, protected: false });
        let from = Spot::Hand(Some(card));
        assert_eq!(threw, Flight { from, to: Spot::Upcard, card: Some(card) });
        assert_eq!(flights(&session, &Event::TurnBegan { seat: own }), []);
    }
}
