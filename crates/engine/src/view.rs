//! The view of one seat.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards};

use crate::compile::{DealRules, Rules};
use crate::representation::{Checked, Representation};
use crate::seat::{Seat, Seats};
use crate::table::{Phase, Table};

/// What one seat knows: the table, its own hand, and the blind cards it has seen move between
/// hands. All rules validate against this alone, so that server, page and bots run the same checks.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules of the table.
    pub rules: &'a Arc<Rules>,
    /// Public state.
    pub table: &'a Table,
    /// The seat whose view it is.
    pub seat: Seat,
    /// The seat's hand.
    pub hand: &'a Cards,
    /// Cards that this seat knows in other hands, beyond the public knowledge: holder and card.
    pub sightings: &'a [(Seat, Card)],
}

impl<'a> View<'a> {
    /// Rules of the deal whose contract this seat has.
    #[inline]
    #[must_use]
    pub fn contract_rules(&self) -> &'a DealRules {
        let contract = self.table.seats[self.seat.index()].contract;
        self.rules.deal_with(contract, self.table.wild_rank)
    }

    /// Cards known to be in another seat's hand.
    #[must_use]
    pub fn known_of(&self, seat: Seat) -> Cards {
        let mut known = self.table.seats[seat.index()].known;
        for (holder, card) in self.sightings {
            if *holder == seat {
                known.try_add(*card);
            }
        }
        known
    }

    /// Cards whose location this seat does not know: in the stock or in other hands.
    #[must_use]
    pub fn unseen(&self) -> Cards {
        let mut unseen = self.rules.pack.without(self.hand);
        for meld in &self.table.melds {
            unseen = unseen.without(&meld.meld.cards());
        }
        let known = self.table.buried.iter().chain(&self.table.known_stock).copied();
        let known = self.table.pile().chain(known).chain(self.table.wild_in_place(self.rules));
        known.for_each(|card| {
            unseen.remove(card);
        });
        for seat in Seat::all(self.table.players).filter(|&s| s != self.seat) {
            unseen = unseen.without(&self.known_of(seat));
        }
        unseen
    }
}

/// An owned view: the state of a client, folded from the events it receives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "Table<F>: Serialize", deserialize = "Table<F>: Deserialize<'de>"))]
pub struct OwnView<F: Representation = Checked> {
    /// Public state.
    pub table: Table<F>,
    /// The seat whose view it is; `None` for a spectator.
    pub seat: Option<Seat>,
    /// The seat's hand.
    pub hand: Cards,
    /// Cards known in other hands, beyond the public knowledge: holder and card.
    #[serde(rename = "whispers")]
    pub sightings: Vec<(Seat, Card)>,
}

impl OwnView {
    /// Creates a view before the first deal.
    #[must_use]
    pub fn new(players: u8, seat: Option<Seat>) -> OwnView {
        OwnView { table: Table::new(players), seat, hand: Cards::NONE, sightings: Vec::new() }
    }

    /// Marks these seats as having answered the current offer or call, if any.
    #[must_use]
    pub fn with_answered(mut self, seats: Seats) -> OwnView {
        if let Phase::Offers { answered, .. } | Phase::Call { answered, .. } = &mut self.table.phase
        {
            *answered = seats;
        }
        self
    }

    /// Borrows the view under these rules; `None` for a spectator, who has no hand.
    #[must_use]
    pub fn view<'a>(&'a self, rules: &'a Arc<Rules>) -> Option<View<'a>> {
        let seat = self.seat?;
        Some(View { rules, table: &self.table, seat, hand: &self.hand, sightings: &self.sightings })
    }
}
