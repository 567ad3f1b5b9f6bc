//! What is legal: an action that has been judged, with all that follows from it.

use upcard_cards::{Card, Cards, Elements, End, Meld};

use crate::seat::Seat;
use crate::table::{MeldId, TableMeld};

/// An action of a seat that a game has judged, and may carry out. Only [`crate::Game::judge`] makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legal {
    pub(crate) seat: Seat,
    pub(crate) play: Move,
}

/// An action that was judged legal, with its consequences worked out. Only
/// [`crate::View::judge`] makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// Declare the draw.
    Draw,
    /// Take the upcard.
    Take,
    /// Take these discards, the deepest first, which must be used.
    TakeDeep(Vec<Card>),
    /// Buy the upcard.
    Buy,
    /// Let pass.
    Pass,
    /// Lay down.
    Down {
        /// The melds.
        melds: Vec<Meld>,
        /// The elements of the contract that remain.
        remaining: Elements,
    },
    /// Lay off.
    Off(LayOff),
    /// Lay the natural, the wild slides.
    Slide {
        /// The meld's place in the table's list.
        index: usize,
        /// The natural.
        card: Card,
        /// The wild.
        wild: Card,
        /// Where it goes.
        to: End,
        /// The meld afterwards.
        now: Meld,
    },
    /// Show the hand and end the deal.
    Declare {
        /// The melds.
        melds: Vec<Meld>,
        /// The card that is thrown with it.
        finish: Option<Card>,
    },
    /// Show the hand wrongly, and leave the deal.
    DeclareWrong {
        /// The groups as they were shown.
        groups: Vec<Vec<Card>>,
        /// The card that is thrown with it.
        finish: Option<Card>,
    },
    /// End the deal with little deadwood.
    Knock {
        /// The melds.
        melds: Vec<Meld>,
        /// The card that is thrown with it.
        discard: Option<Card>,
        /// The deadwood.
        rest: Cards,
    },
    /// Answer a knock.
    Show {
        /// What is laid off first.
        offs: Vec<LayOff>,
        /// The own melds.
        melds: Vec<Meld>,
    },
    /// Take a wild.
    Swap {
        /// The meld's place in the table's list.
        index: usize,
        /// The natural.
        card: Card,
        /// The wild.
        wild: Card,
        /// The meld afterwards.
        now: Meld,
    },
    /// Rearrange.
    Arrange {
        /// All melds afterwards.
        melds: Vec<TableMeld>,
        /// The number of the next new meld.
        next_meld: MeldId,
        /// The cards from the hand.
        played: Cards,
    },
    /// Call Shanghai.
    Call {
        /// The meld's number.
        meld: MeldId,
        /// The end.
        end: Option<End>,
    },
    /// Draw this card of the caller's hand, by its place from 1.
    Pick(u8),
    /// Cut at about this many per mille.
    Cut(u16),
    /// Discard.
    Discard {
        /// The card.
        card: Card,
        /// Is it protected?
        shanghai: bool,
    },
    /// End the turn without a discard.
    Keep,
    /// Take back the last play.
    Undo,
    /// Leave the deal.
    Drop,
    /// Come back into the match, or stay out of it.
    Rejoin(bool),
    /// Share the pool, or do not.
    Split(bool),
}

/// A lay-off that was judged legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayOff {
    /// The meld's place in the table's list.
    pub index: usize,
    /// The card.
    pub card: Card,
    /// The end.
    pub end: Option<End>,
    /// The meld afterwards.
    pub now: Meld,
}

impl Move {
    /// The cards that leave the hand by a play, and those that come.
    pub(crate) fn hand_change(&self) -> (Cards, Cards) {
        let one = |card| [card].into_iter().collect::<Cards>();
        match self {
            Move::Down { melds, .. } => {
                (melds.iter().fold(Cards::NONE, |sum, m| sum.plus(&m.cards())), Cards::NONE)
            }
            Move::Off(LayOff { card, .. }) | Move::Slide { card, .. } => (one(*card), Cards::NONE),
            Move::Swap { card, wild, .. } => (one(*card), one(*wild)),
            Move::Arrange { played, .. } => (*played, Cards::NONE),
            _ => (Cards::NONE, Cards::NONE),
        }
    }
}
