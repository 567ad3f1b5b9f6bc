//! What everybody at a table may see.

mod pool;
mod seat_state;

use std::fmt;

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Meld, Rank};

use crate::MAX_PLAYERS;
use crate::compile::{DealRules, Rules};
use crate::seat::{Seat, Seats};

pub use pool::{HandsWon, PoolState};
pub use seat_state::{Down, Drawn, Gone, SeatState, Turn};

/// The number of a meld on the table, from 1, never used twice in a deal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MeldId(pub u16);

impl MeldId {
    /// The first of a deal.
    pub const FIRST: MeldId = MeldId(1);

    /// The meld that a text names, as in `M3`.
    #[must_use]
    pub fn read(word: &str) -> Option<MeldId> {
        word.strip_prefix('M').and_then(|number| number.parse().ok()).map(MeldId)
    }

    /// The one after it.
    #[must_use]
    pub const fn next(self) -> MeldId {
        MeldId(self.0.saturating_add(1))
    }
}

impl fmt::Display for MeldId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "M{}", self.0)
    }
}

/// What is being waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Between deals: the next one waits to be started. `winner` went out, if anybody did.
    DealOver {
        /// The seat that went out.
        winner: Option<Seat>,
    },
    /// The match is over.
    MatchOver,
    /// This seat cuts the pack.
    Cut {
        /// The seat right of the dealer.
        seat: Seat,
    },
    /// The active seat draws.
    Draw,
    /// The upcard is offered.
    Offers {
        /// Who is asked.
        asked: Seats,
        /// Who has answered.
        answered: Seats,
    },
    /// The active seat plays and discards.
    Play,
    /// The others are asked whether they call Shanghai on the upcard.
    Call {
        /// Who is asked.
        asked: Seats,
        /// Who has answered.
        answered: Seats,
    },
    /// The active seat draws a blind card from the caller's hand.
    Pick {
        /// Who called.
        caller: Seat,
    },
    /// Between turns: this seat may claim wilds.
    Claim {
        /// Who is asked.
        seat: Seat,
    },
    /// This seat alone may take the upcard: the first one, or the last chance for a knock.
    Upcard {
        /// Who is asked.
        seat: Seat,
    },
    /// This seat answers a knock, or shows its hand after a declaration.
    Show {
        /// Who is asked.
        seat: Seat,
    },
    /// Between deals: this seat, which is out of the match, may come back.
    Rejoin {
        /// Who is asked.
        seat: Seat,
    },
    /// Between deals: this seat is asked whether the pool is to be shared.
    Split {
        /// Who is asked.
        seat: Seat,
    },
}

impl Phase {
    /// Is no deal being played: is one over, or the match?
    #[must_use]
    pub const fn is_after_deal(self) -> bool {
        matches!(
            self,
            Phase::DealOver { .. } | Phase::MatchOver | Phase::Rejoin { .. } | Phase::Split { .. }
        )
    }
}

/// A meld on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableMeld {
    /// Its number.
    pub id: MeldId,
    /// Who laid it.
    pub owner: Seat,
    /// The meld.
    pub meld: Meld,
}

/// A card of a meld that another seat than the meld's owner laid, where it counts for that seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Addition {
    /// The meld.
    pub meld: MeldId,
    /// The card.
    pub card: Card,
    /// Its place in a run, as [`upcard_cards::RunMeld::low`] counts; 0 in a set.
    pub place: u8,
    /// Who laid it.
    pub seat: Seat,
    /// What it counts there.
    pub points: u8,
}

/// What everybody may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// How many play.
    pub players: u8,
    /// What is being waited for.
    pub phase: Phase,
    /// The number of the present decision; it grows with every change of what is asked.
    pub decision: u32,
    /// Deals begun so far in this match.
    pub deals_begun: u8,
    /// The present deal, as an index into the rules' deals.
    pub deal: u8,
    /// The dealer.
    pub dealer: Seat,
    /// The seats; those past `players` are empty.
    pub seats: [SeatState; MAX_PLAYERS],
    /// The melds, oldest first.
    pub melds: Vec<TableMeld>,
    /// The number of the next new meld.
    pub next_meld: MeldId,
    /// All discards, the upcard last.
    pub discards: Vec<Card>,
    /// Cards in the stock.
    pub stock: u16,
    /// Who threw each of them; [`Seat::NOBODY`] for a card that was turned up.
    pub throwers: Vec<Seat>,
    /// Is the upcard protected by a Shanghai call?
    pub protected: bool,
    /// How many discards at the bottom are dead.
    pub dead: u16,
    /// Dead discards that are out of play for good.
    pub buried: Vec<Card>,
    /// The turn that is going on.
    pub turn: Turn,
    /// Pennies in the kitty.
    pub kitty: u32,
    /// Pennies each seat has paid in.
    pub pennies: [u32; MAX_PLAYERS],
    /// Reshuffles in this deal.
    pub reshuffles: u8,
    /// Reshuffles since the table last gained a card.
    pub idle_reshuffles: u8,
    /// Turns since a card last came from the stock or to the table.
    pub idle_turns: u16,
    /// Totals of the deals that are over.
    pub scores: [i32; MAX_PLAYERS],
    /// Points paid from seat to seat in deals that are over, in units.
    pub paid: [i64; MAX_PLAYERS],
    /// Playoff deals played.
    pub playoffs: u8,
    /// Who won the match.
    pub winners: Seats,
    /// What each seat receives or pays, once the match is over.
    pub settlement: Vec<i64>,
    /// Stock cards whose order all know, the next to be drawn last (a pile turned over).
    pub known_stock: Vec<Card>,
    /// The seat that was the first to declare its hand in this deal.
    #[serde(default)]
    pub went_out: Option<Seat>,
    /// Void deals in a row that are dealt again.
    #[serde(default)]
    pub void_run: u8,
    /// Void deals of the match that were, or are to be, dealt again.
    #[serde(default)]
    pub voids: u8,
    /// The card that was turned up first in this deal.
    #[serde(default)]
    pub first_upcard: Option<Card>,
    /// Did the knocker throw no card, all being in melds?
    #[serde(default)]
    pub big_gin: bool,
    /// Cards taken from the discards in this deal.
    #[serde(default)]
    pub taken: u16,
    /// The hands won, where one knocks.
    #[serde(default)]
    pub hands: HandsWon,
    /// Cards that other seats than the owners of their melds have laid, where it is counted who
    /// laid a card.
    #[serde(default)]
    pub additions: Vec<Addition>,
    /// The card that was turned up for the wild rank of this deal.
    #[serde(default)]
    pub wild: Option<Card>,
    /// The wild rank of this deal, where a card was turned up for it. Written as its index.
    #[serde(default, with = "rank_index")]
    pub wild_rank: Option<Rank>,
    /// Seats that have put a card aside face down in this deal.
    #[serde(default)]
    pub face_down: Seats,
    /// Who is out of the match, and what is in the pool.
    #[serde(default)]
    pub pool: PoolState,
}

impl Table {
    /// A table before its first deal.
    #[must_use]
    pub fn new(players: u8) -> Table {
        Table {
            players,
            phase: Phase::DealOver { winner: None },
            decision: 0,
            deals_begun: 0,
            deal: 0,
            dealer: Seat(0),
            seats: Default::default(),
            melds: Vec::new(),
            next_meld: MeldId::FIRST,
            discards: Vec::new(),
            stock: 0,
            throwers: Vec::new(),
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
        }
    }

    /// Has this seat a part in the present deal?
    #[inline]
    #[must_use]
    pub fn is_in(&self, seat: Seat) -> bool {
        self.seats[seat.index()].gone == Gone::No
    }

    /// The seats that have a part in the present deal.
    #[must_use]
    pub fn in_deal(&self) -> Seats {
        Seat::all(self.players).filter(|&seat| self.is_in(seat)).collect()
    }

    /// The next seat in turn that has a part in the deal; this one where there is no other.
    #[inline]
    #[must_use]
    pub fn next_in(&self, seat: Seat) -> Seat {
        seat.next_of(self.players, |next| self.is_in(next))
    }

    /// Was this seat dealt cards in the present deal?
    #[must_use]
    pub fn was_dealt(&self, seat: Seat) -> bool {
        self.seats[seat.index()].gone != Gone::NotDealt
    }

    /// The upcard.
    #[must_use]
    pub fn upcard(&self) -> Option<Card> {
        self.discards.last().copied()
    }

    /// Who threw the upcard; none for one that was turned up.
    #[must_use]
    pub fn discarder(&self) -> Option<Seat> {
        self.throwers.last().copied().filter(|&seat| seat != Seat::NOBODY)
    }

    /// Is the upcard dead?
    #[must_use]
    pub fn upcard_dead(&self) -> bool {
        self.discards.len() <= self.dead as usize
    }

    /// The meld with this number and its place in [`Table::melds`].
    #[must_use]
    pub fn meld(&self, id: MeldId) -> Option<(usize, &TableMeld)> {
        self.melds.iter().enumerate().find(|(_, m)| m.id == id)
    }

    /// The seats in turn order, starting after this one and ending with it.
    pub fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let players = self.players;
        (1..=players).map(move |step| seat.ahead(step, players))
    }

    /// The seats that are asked and have not answered.
    #[inline]
    #[must_use]
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

    /// Is this seat asked?
    #[inline]
    #[must_use]
    pub fn asks(&self, seat: Seat) -> bool {
        self.waiting().has(seat)
    }

    /// The part of a list by seats that belongs to those who play.
    #[must_use]
    pub fn seated<'a, T>(&self, each: &'a [T; MAX_PLAYERS]) -> &'a [T] {
        &each[..usize::from(self.players)]
    }

    /// The rules of the present deal.
    #[must_use]
    pub fn deal_rules<'a>(&self, rules: &'a Rules) -> &'a DealRules {
        rules.deal_with(self.deal, self.wild_rank)
    }
}

/// A rank as its index, 0 for the ace.
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
        let rank =
            |index| Rank::new(index).ok_or_else(|| de::Error::custom("there is no such rank"));
        written.map(rank).transpose()
    }
}
