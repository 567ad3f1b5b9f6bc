//! What a table knows beyond one deal: hands won, who is out of a match, chips; and the card that was
//! turned up for a wild rank.

use serde::{Deserialize, Serialize};
use upcard_cards::Card;

use super::Table;
use crate::MAX_PLAYERS;
use crate::choices::{TurnedCard, WhoScores};
use crate::compile::Rules;
use crate::seat::{Seat, Seats};

/// Who is out of a match, who comes back, chips, and what is in a pool.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PoolState {
    /// Seats that are out of the match.
    pub out: Seats,
    /// How often each seat has come back.
    pub rejoined: [u8; MAX_PLAYERS],
    /// Seats that are still to be asked whether they come back.
    pub may_rejoin: Seats,
    /// The total with which they would.
    pub rejoin_total: i32,
    /// Seats that have agreed to share the pool.
    pub agreed: Seats,
    /// Has somebody declined to?
    pub declined: bool,
    /// Have all agreed?
    pub split: bool,
    /// Who won the last deal.
    pub winner: Option<Seat>,
    /// The chips that each seat has won, or lost, so far.
    pub chips: [i32; MAX_PLAYERS],
}

/// The hands that were won in a game in which one knocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HandsWon {
    /// How many each seat has won.
    pub won: [u8; MAX_PLAYERS],
    /// The boxes of each seat.
    pub boxes: [u8; MAX_PLAYERS],
    /// Where three games are scored at once: in how many of them a seat enters its next hand,
    /// less one.
    pub reach: [u8; MAX_PLAYERS],
    /// The points of each seat in each of the three games.
    pub columns: [[i32; 3]; MAX_PLAYERS],
    /// The boxes of each seat in each of them.
    pub column_boxes: [[u8; 3]; MAX_PLAYERS],
}

impl Table {
    /// The seats that are in the match.
    #[must_use]
    pub fn in_match(&self) -> Seats {
        Seats::all(self.players).minus(self.pool.out)
    }

    /// The chips with which each seat begins a match.
    #[must_use]
    pub fn first_chips(&self, rules: &Rules) -> i32 {
        match rules.set.choices.scoring.who {
            WhoScores::Chips => {
                i32::from(rules.set.choices.matching.chips) * rules.schedule.len() as i32
            }
            _ => 0,
        }
    }

    /// The chips of this seat.
    #[must_use]
    pub fn chips(&self, rules: &Rules, seat: Seat) -> i32 {
        self.first_chips(rules) + self.pool.chips[seat.index()]
    }

    /// The card that was turned up for the wild rank, where it lies in a place of its own: aside, or
    /// under the stock. As the last card of the stock it is one of [`Table::known_stock`].
    #[must_use]
    pub fn wild_in_place(&self, rules: &Rules) -> Option<Card> {
        self.wild.filter(|_| match rules.set.choices.wilds.turned_card {
            TurnedCard::Aside => true,
            TurnedCard::StockBottom => self.wild_under_stock(rules),
        })
    }

    /// Does that card lie under the stock, with others on it?
    #[must_use]
    pub fn wild_under_stock(&self, rules: &Rules) -> bool {
        rules.set.choices.wilds.turned_card == TurnedCard::StockBottom
            && self.wild.is_some()
            && self.reshuffles == 0
            && self.stock > 1
    }

    /// Where that card is the last one of the stock, all know it.
    pub(crate) fn know_last_of_stock(&mut self, rules: &Rules) {
        let bottom = rules.set.choices.wilds.turned_card == TurnedCard::StockBottom;
        if self.stock == 1 && self.reshuffles == 0 && bottom {
            self.known_stock = self.wild.into_iter().collect();
        }
    }
}
