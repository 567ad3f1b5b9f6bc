//! Accessors of a table.

use upcard_cards::{Card, Rank};

use super::melds::{Addition, MeldId, TableMeld};
use super::phase::Phase;
use super::seat_state::{SeatState, Turn};
use super::state::Table;
use crate::representation::Representation;
use crate::seat::{MAX_PLAYERS, Seat, Seats};

/// Defines getters for `Copy` fields of the table.
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

impl<F: Representation> Table<F> {
    values! {
        /// Number of players.
        players: u8,
        /// The expected decision.
        phase: Phase,
        /// Number of the current decision; it grows whenever the expected decision changes.
        decision: u32,
        /// Deals begun so far in this match.
        deals_begun: u8,
        /// Index of the current deal in the rules' deals.
        deal: u8,
        /// The dealer.
        dealer: Seat,
        /// Id of the next new meld.
        next_meld: MeldId,
        /// Number of cards in the stock.
        stock: u16,
        /// Whether a Shanghai call protects the upcard.
        protected: bool,
        /// Number of dead discards at the bottom of the pile.
        dead: u16,
        /// Pennies in the kitty.
        kitty: u32,
        /// Reshuffles in this deal.
        reshuffles: u8,
        /// Turns since a card was last drawn from the stock or added to the table, including the current one.
        idle_turns: u16,
        /// Winners of the match.
        winners: Seats,
        /// The first seat that declared its hand in this deal.
        went_out: Option<Seat>,
        /// The first upcard of this deal.
        first_upcard: Option<Card>,
        /// Number of cards taken from the discards in this deal.
        taken: u16,
        /// The card turned up for the wild rank of this deal.
        wild: Option<Card>,
        /// The wild rank of this deal, if a card was turned up for it. Serialized as its index.
        wild_rank: Option<Rank>,
    }

    /// The seats, up to `players`.
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

    /// Dead discards that are permanently out of play.
    #[must_use]
    pub fn buried(&self) -> &[Card] {
        &self.buried
    }

    /// The current turn.
    #[must_use]
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Totals of the finished deals.
    #[must_use]
    pub fn scores(&self) -> &[i32] {
        self.seated(&self.scores)
    }

    /// Payments between seats in finished deals, in units.
    #[must_use]
    pub fn paid(&self) -> &[i64] {
        self.seated(&self.paid)
    }

    /// Amount that each seat receives or pays, once the match is over.
    #[must_use]
    pub fn settlement(&self) -> &[i64] {
        &self.settlement
    }

    /// Stock cards in publicly known order (a pile turned over); the next to be drawn is last.
    #[must_use]
    pub fn known_stock(&self) -> &[Card] {
        &self.known_stock
    }

    /// Cards laid by seats other than the owners of the melds, if scores depend on who laid a card.
    #[must_use]
    pub fn additions(&self) -> &[Addition] {
        &self.additions
    }

    /// Public state of a seat.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> &SeatState {
        &self.seats[seat.index()]
    }

    /// Seats that have answered the current offer or call.
    #[must_use]
    pub fn answered(&self) -> Seats {
        match self.phase {
            Phase::Offers { answered, .. } | Phase::Call { answered, .. } => answered,
            _ => Seats::NONE,
        }
    }

    /// Total of a seat in the finished deals.
    #[must_use]
    pub fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// Boxes of a seat: at least one per won hand.
    #[must_use]
    pub fn boxes(&self, seat: Seat) -> u8 {
        self.hands.boxes[seat.index()]
    }

    /// Points and boxes of a seat in each of the three games scored at once.
    #[must_use]
    pub fn columns(&self, seat: Seat) -> [(i32, u8); 3] {
        let hands = &self.hands;
        let (points, boxes) = (hands.columns[seat.index()], hands.column_boxes[seat.index()]);
        std::array::from_fn(|column| (points[column], boxes[column]))
    }

    /// Net chips won by a seat so far.
    #[must_use]
    pub fn chips_won(&self, seat: Seat) -> i32 {
        self.pool.chips[seat.index()]
    }

    /// Number of times a seat has rejoined.
    #[must_use]
    pub fn rejoined(&self, seat: Seat) -> u8 {
        self.pool.rejoined[seat.index()]
    }

    /// The total with which an eliminated seat would rejoin.
    #[must_use]
    pub fn rejoin_total(&self) -> i32 {
        self.pool.rejoin_total
    }

    /// Returns `true` if this seat is eliminated from the match.
    #[must_use]
    pub fn is_out(&self, seat: Seat) -> bool {
        self.pool.out.has(seat)
    }

    /// The part of a per-seat array for the actual players.
    #[must_use]
    pub(crate) fn seated<'a, T>(&self, each: &'a [T; MAX_PLAYERS]) -> &'a [T] {
        &each[..usize::from(self.players)]
    }
}
