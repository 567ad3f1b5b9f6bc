//! The public state of a table.

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Rank};

use super::melds::{Addition, MeldId, TableMeld};
use super::phase::Phase;
use super::pool::{HandsWon, PoolState};
use super::seat_state::{Gone, SeatState, Turn};
use crate::choices::{Priority, TurnedCard, WhoScores, Winner};
use crate::compile::{DealRules, Rules};
use crate::deal::Deal;
use crate::representation::{Checked, Representation};
use crate::seat::{MAX_PLAYERS, Seat, Seats};

/// The public state of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "F::Meld: Serialize, F::Discard: Serialize, F::Discarders: Serialize",
    deserialize = "F::Meld: Deserialize<'de>, F::Discard: Deserialize<'de>, \
                   F::Discarders: Deserialize<'de>"
))]
pub struct Table<F: Representation = Checked> {
    pub(crate) players: u8,
    pub(crate) phase: Phase,
    pub(crate) decision: u32,
    pub(crate) deals_begun: u8,
    pub(crate) deal: u8,
    pub(crate) dealer: Seat,
    pub(crate) seats: [SeatState; MAX_PLAYERS],
    pub(crate) melds: Vec<TableMeld<F>>,
    pub(crate) next_meld: MeldId,
    pub(crate) discards: Vec<F::Discard>,
    pub(crate) stock: u16,
    /// The discarding seats, if the discards do not include them.
    #[serde(rename = "throwers")]
    pub(crate) discarders: F::Discarders,
    pub(crate) protected: bool,
    pub(crate) dead: u16,
    pub(crate) buried: Vec<Card>,
    pub(crate) turn: Turn,
    pub(crate) kitty: u32,
    /// Pennies paid by each seat.
    pub(crate) pennies: [u32; MAX_PLAYERS],
    pub(crate) reshuffles: u8,
    /// Reshuffles since a card was last added to the table.
    pub(crate) idle_reshuffles: u8,
    /// Turns since a card was last drawn from the stock or added to the table.
    pub(crate) idle_turns: u16,
    pub(crate) scores: [i32; MAX_PLAYERS],
    pub(crate) paid: [i64; MAX_PLAYERS],
    /// Number of playoff deals played.
    pub(crate) playoffs: u8,
    pub(crate) winners: Seats,
    pub(crate) settlement: Vec<i64>,
    pub(crate) known_stock: Vec<Card>,
    #[serde(default)]
    pub(crate) went_out: Option<Seat>,
    /// Consecutive void deals that are dealt again.
    #[serde(default)]
    pub(crate) void_run: u8,
    /// Void deals of the match that were or will be dealt again.
    #[serde(default)]
    pub(crate) voids: u8,
    #[serde(default)]
    pub(crate) first_upcard: Option<Card>,
    /// Whether the knocker made no discard, with all cards in melds.
    #[serde(default)]
    pub(crate) big_gin: bool,
    #[serde(default)]
    pub(crate) taken: u16,
    #[serde(default)]
    pub(crate) hands: HandsWon,
    #[serde(default)]
    pub(crate) additions: Vec<Addition>,
    #[serde(default)]
    pub(crate) wild: Option<Card>,
    #[serde(default, with = "rank_index")]
    pub(crate) wild_rank: Option<Rank>,
    /// Seats that have put a card aside face down in this deal.
    #[serde(default)]
    pub(crate) face_down: Seats,
    #[serde(default)]
    pub(crate) pool: PoolState,
    /// Buys of each seat in earlier deals, for a limit per match.
    #[serde(default)]
    pub(crate) bought_before: [u8; MAX_PLAYERS],
}

impl Table {
    /// Creates a table before its first deal.
    #[must_use]
    pub fn new(players: u8) -> Table {
        Table {
            players,
            phase: Phase::DealOver { winner: None },
            decision: 0,
            deals_begun: 0,
            deal: 0,
            dealer: Seat::at(0),
            seats: Default::default(),
            melds: Vec::new(),
            next_meld: MeldId::FIRST,
            discards: Vec::new(),
            stock: 0,
            discarders: (),
            protected: false,
            dead: 0,
            buried: Vec::new(),
            turn: Turn::default(),
            kitty: 0,
            pennies: [0; MAX_PLAYERS],
            reshuffles: 0,
            idle_reshuffles: 0,
            idle_turns: 0,
            scores: [0; MAX_PLAYERS],
            paid: [0; MAX_PLAYERS],
            playoffs: 0,
            winners: Seats::NONE,
            settlement: Vec::new(),
            known_stock: Vec::new(),
            went_out: None,
            void_run: 0,
            voids: 0,
            first_upcard: None,
            big_gin: false,
            taken: 0,
            hands: HandsWon::default(),
            additions: Vec::new(),
            wild: None,
            wild_rank: None,
            face_down: Seats::NONE,
            pool: PoolState::default(),
            bought_before: [0; MAX_PLAYERS],
        }
    }

    /// The current or last deal; `None` before the first.
    #[must_use]
    pub fn current_deal(&self) -> Option<Deal> {
        Deal::new(self.deals_begun)
    }

    /// The next deal; `None` after the last representable one.
    #[must_use]
    pub fn coming_deal(&self) -> Option<Deal> {
        self.current_deal().map_or(Some(Deal::FIRST), Deal::next)
    }

    /// Returns `true` if this seat is in the current deal.
    #[inline]
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        self.seats[seat.index()].gone == Gone::No
    }

    /// The seats in the current deal.
    pub fn in_deal(&self) -> Seats {
        Seat::all(self.players).filter(|&seat| self.is_in(seat)).collect()
    }

    /// The next seat in turn order that is in the deal; this one if there is no other.
    #[inline]
    #[must_use]
    pub fn next_in(&self, seat: Seat) -> Seat {
        seat.next_of(self.players, |next| self.is_in(next))
    }

    /// Returns `true` if this seat was dealt cards in the current deal.
    #[must_use]
    pub fn was_dealt(&self, seat: Seat) -> bool {
        self.seats[seat.index()].gone != Gone::NotDealt
    }

    /// Iterates over the cards of the discard pile, the upcard last.
    pub fn pile(&self) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator + Clone {
        self.discards.iter().map(|discard| discard.card)
    }

    /// The upcard.
    #[must_use]
    pub fn upcard(&self) -> Option<Card> {
        self.discards.last().map(|discard| discard.card)
    }

    /// The seat that discarded the upcard; `None` if it was turned up.
    #[must_use]
    pub fn discarder(&self) -> Option<Seat> {
        self.discards.last()?.by
    }

    /// Returns `true` if the upcard is dead.
    #[must_use]
    pub fn upcard_dead(&self) -> bool {
        self.discards.len() <= self.dead as usize
    }

    /// Returns the meld with this id and its index in [`Table::melds`].
    #[must_use]
    pub fn meld(&self, id: MeldId) -> Option<(usize, &TableMeld)> {
        self.melds.iter().enumerate().find(|(_, m)| m.id == id)
    }

    /// The seats in turn order, starting after this one and ending with it.
    pub fn seats_after(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let players = self.players;
        (1..=players).map(move |step| seat.ahead(step, players))
    }

    /// Seats that are asked and have not answered.
    #[inline]
    pub fn waiting(&self) -> Seats {
        match self.phase {
            Phase::DealOver { .. } | Phase::MatchOver => Seats::NONE,
            Phase::Cut { seat }
            | Phase::Claim { seat }
            | Phase::Upcard { seat }
            | Phase::Show { seat }
            | Phase::Rejoin { seat }
            | Phase::Split { seat } => Seats::only(seat),
            Phase::Draw | Phase::Play | Phase::Pick { .. } => Seats::only(self.turn.seat),
            Phase::Offers { asked, answered } | Phase::Call { asked, answered } => {
                asked.minus(answered)
            }
        }
    }

    /// Returns `true` if this seat is asked and has not answered.
    #[inline]
    #[must_use]
    pub fn asks(&self, seat: Seat) -> bool {
        self.waiting().has(seat)
    }

    /// The seats still in the match.
    pub fn in_match(&self) -> Seats {
        Seats::all(self.players).minus(self.pool.out)
    }

    /// Number of chips with which each seat begins a match.
    #[must_use]
    pub fn first_chips(&self, rules: &Rules) -> i32 {
        match rules.set.choices.scoring.who {
            WhoScores::Chips => {
                i32::from(rules.set.choices.matching.chips) * rules.schedule.len() as i32
            }
            _ => 0,
        }
    }

    /// Chips of this seat.
    #[must_use]
    pub fn chips(&self, rules: &Rules, seat: Seat) -> i32 {
        self.first_chips(rules) + self.chips_won(seat)
    }

    /// The score that decides the match, for this seat; higher is better.
    #[must_use]
    pub fn standing(&self, rules: &Rules, seat: Seat) -> i32 {
        match rules.set.choices.matching.winner {
            Winner::Lowest => -self.score(seat),
            Winner::Highest => self.score(seat),
            Winner::Chips => self.chips(rules, seat),
        }
    }

    /// The card turned up for the wild rank, if it is still in its own place: aside, or under the stock. As
    /// the last card of the stock it belongs to [`Table::known_stock`] instead.
    #[must_use]
    pub fn wild_in_place(&self, rules: &Rules) -> Option<Card> {
        self.wild.filter(|_| match rules.set.choices.wilds.turned_card {
            TurnedCard::Aside => true,
            TurnedCard::StockBottom => self.wild_under_stock(rules),
        })
    }

    /// Returns `true` if that card is under the stock, with other cards on top.
    #[must_use]
    pub fn wild_under_stock(&self, rules: &Rules) -> bool {
        rules.set.choices.wilds.turned_card == TurnedCard::StockBottom
            && self.wild.is_some()
            && self.reshuffles == 0
            && self.stock > 1
    }

    /// Once that card is the last one of the stock, it is publicly known.
    pub(crate) fn reveal_last_of_stock(&mut self, rules: &Rules) {
        let bottom = rules.set.choices.wilds.turned_card == TurnedCard::StockBottom;
        if self.stock == 1 && self.reshuffles == 0 && bottom {
            self.known_stock = self.wild.into_iter().collect();
        }
    }

    /// Returns `true` if a card is offered, or may be called, on a first-come basis.
    #[must_use]
    pub fn is_first_come(&self, rules: &Rules) -> bool {
        let choices = &rules.set.choices;
        match self.phase() {
            Phase::Offers { .. } => choices.buying.priority == Priority::Race,
            Phase::Call { .. } => choices.shanghai.priority == Priority::Race,
            _ => false,
        }
    }

    /// Rules of the current deal.
    #[must_use]
    pub fn deal_rules<'a>(&self, rules: &'a Rules) -> &'a DealRules {
        rules.deal_with(self.deal, self.wild_rank)
    }
}

/// Serializes a rank as its index, 0 for the ace.
mod rank_index {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
    use upcard_cards::Rank;

    pub(super) fn serialize<S: Serializer>(
        rank: &Option<Rank>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        rank.map(|rank| rank.index() as u8).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Rank>, D::Error> {
        let written = Option::<u8>::deserialize(deserializer)?;
        let rank = |index| Rank::new(index).ok_or_else(|| de::Error::custom("unknown rank"));
        written.map(rank).transpose()
    }
}
