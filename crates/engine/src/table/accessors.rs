//! Accessors of a table.

use upcard_cards::{Card, Rank};

use super::melds::{Addition, MeldId, TableMeld};
use super::phase::Phase;
use super::seat_state::{SeatState, Turn};
use super::state::Table;
use crate::representation::Representation;
use crate::seat::{MAX_PLAYERS, Seat, Seats};

/// Defines getters for fields of the table, by value and by reference.
macro_rules! getters {
    (
        by value { $($(#[$doc:meta])* $name:ident: $type:ty,)+ }
        by reference { $($(#[$ref_doc:meta])* $ref_name:ident: $ref_type:ty,)+ }
    ) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub fn $name(&self) -> $type {
                self.$name
            }
        )+
        $(
            $(#[$ref_doc])*
            #[must_use]
            pub fn $ref_name(&self) -> &$ref_type {
                &self.$ref_name
            }
        )+
    };
}

impl<F: Representation> Table<F> {
    getters! {
        by value {
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
        by reference {
            /// The melds, oldest first.
            melds: [TableMeld<F>],
            /// All discards, the upcard last.
            discards: [F::Discard],
            /// Dead discards that are permanently out of play.
            buried: [Card],
            /// The current turn.
            turn: Turn,
            /// Amount that each seat receives or pays, once the match is over.
            settlement: [i64],
            /// Stock cards in publicly known order (a pile turned over); the next to be drawn is last.
            known_stock: [Card],
            /// Cards laid by seats other than the owners of the melds, if scores depend on who laid a card.
            additions: [Addition],
        }
    }

    /// Winners of the match.
    pub fn winners(&self) -> Seats {
        self.winners
    }

    /// The seats, up to `players`.
    #[must_use]
    pub fn seats(&self) -> &[SeatState] {
        self.seated(&self.seats)
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

    /// Public state of a seat.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> &SeatState {
        &self.seats[seat.index()]
    }

    /// Seats that have answered the current offer or call.
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
