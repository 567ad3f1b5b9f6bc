//! What may be asked of a table.

use upcard_cards::{Card, Rank};

use super::melds::{Addition, MeldId, TableMeld};
use super::phase::Phase;
use super::seat_state::{SeatState, Turn};
use super::state::Table;
use crate::seat::{MAX_PLAYERS, Seat, Seats};
use crate::shape::Shape;

/// Functions that give a value of the table.
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident: $type:ty,)+) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub fn $name(&self) -> $type {
                self.$name
            }
        )+
    };
}

impl<F: Shape> Table<F> {
    values! {
        /// How many play.
        players: u8,
        /// What is being waited for.
        phase: Phase,
        /// The number of the present decision; it grows with every change of what is asked.
        decision: u32,
        /// Deals begun so far in this match.
        deals_begun: u8,
        /// The present deal, as an index into the rules' deals.
        deal: u8,
        /// The dealer.
        dealer: Seat,
        /// The number of the next new meld.
        next_meld: MeldId,
        /// Cards in the stock.
        stock: u16,
        /// Is the upcard protected by a Shanghai call?
        protected: bool,
        /// How many discards at the bottom are dead.
        dead: u16,
        /// Pennies in the kitty.
        kitty: u32,
        /// Reshuffles in this deal.
        reshuffles: u8,
        /// Turns since a card last came from the stock or to the table, with the one that is going on.
        idle_turns: u16,
        /// Who won the match.
        winners: Seats,
        /// The seat that was the first to declare its hand in this deal.
        went_out: Option<Seat>,
        /// The card that was turned up first in this deal.
        first_upcard: Option<Card>,
        /// Cards taken from the discards in this deal.
        taken: u16,
        /// The card that was turned up for the wild rank of this deal.
        wild: Option<Card>,
        /// The wild rank of this deal, where a card was turned up for it. Written as its index.
        wild_rank: Option<Rank>,
    }

    /// The seats; those past `players` are empty.
    #[must_use]
    pub fn seats(&self) -> &[SeatState] {
        self.seated(&self.seats)
    }

    /// The melds, oldest first.
    #[must_use]
    pub fn melds(&self) -> &[TableMeld<F>] {
        &self.melds
    }

    /// All discards, the upcard last.
    #[must_use]
    pub fn discards(&self) -> &[F::Discard] {
        &self.discards
    }

    /// Dead discards that are out of play for good.
    #[must_use]
    pub fn buried(&self) -> &[Card] {
        &self.buried
    }

    /// The turn that is going on.
    #[must_use]
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Totals of the deals that are over.
    #[must_use]
    pub fn scores(&self) -> &[i32] {
        self.seated(&self.scores)
    }

    /// Points paid from seat to seat in deals that are over, in units.
    #[must_use]
    pub fn paid(&self) -> &[i64] {
        self.seated(&self.paid)
    }

    /// What each seat receives or pays, once the match is over.
    #[must_use]
    pub fn settlement(&self) -> &[i64] {
        &self.settlement
    }

    /// Stock cards whose order all know, the next to be drawn last (a pile turned over).
    #[must_use]
    pub fn known_stock(&self) -> &[Card] {
        &self.known_stock
    }

    /// Cards that other seats than the owners of their melds have laid, where it is counted who
    /// laid a card.
    #[must_use]
    pub fn additions(&self) -> &[Addition] {
        &self.additions
    }

    /// What all may see of a seat.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> &SeatState {
        &self.seats[seat.index()]
    }

    /// Who has answered the present offer or call.
    #[must_use]
    pub fn answered(&self) -> Seats {
        match self.phase {
            Phase::Offers { answered, .. } | Phase::Call { answered, .. } => answered,
            _ => Seats::NONE,
        }
    }

    /// The total of a seat in the deals that are over.
    #[must_use]
    pub fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// The boxes of a seat: one for each hand that it has won.
    #[must_use]
    pub fn boxes(&self, seat: Seat) -> u8 {
        self.hands.boxes[seat.index()]
    }

    /// The points and the boxes of a seat in each of three games that are scored at once.
    #[must_use]
    pub fn columns(&self, seat: Seat) -> [(i32, u8); 3] {
        let hands = &self.hands;
        let (points, boxes) = (hands.columns[seat.index()], hands.column_boxes[seat.index()]);
        std::array::from_fn(|column| (points[column], boxes[column]))
    }

    /// The chips that a seat has won, or lost, so far.
    #[must_use]
    pub fn chips_won(&self, seat: Seat) -> i32 {
        self.pool.chips[seat.index()]
    }

    /// How often a seat that was out has come back.
    #[must_use]
    pub fn rejoined(&self, seat: Seat) -> u8 {
        self.pool.rejoined[seat.index()]
    }

    /// The total with which who is out would come back.
    #[must_use]
    pub fn rejoin_total(&self) -> i32 {
        self.pool.rejoin_total
    }

    /// Is this seat out of the match?
    #[must_use]
    pub fn is_out(&self, seat: Seat) -> bool {
        self.pool.out.has(seat)
    }

    /// The part of a list by seats that belongs to those who play.
    #[must_use]
    pub(crate) fn seated<'a, T>(&self, each: &'a [T; MAX_PLAYERS]) -> &'a [T] {
        &each[..usize::from(self.players)]
    }
}
