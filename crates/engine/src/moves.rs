//! Validated actions with all their consequences.

use upcard_cards::{Card, Cards, Elements, End, Meld};

use crate::seat::Seat;
use crate::table::{MeldId, TableMeld};

/// A validated action of a seat that the game can perform. Only [`crate::Game::judge`] creates one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legal {
    pub(crate) seat: Seat,
    pub(crate) play: Move,
}

/// A legal action, with its consequences computed. Only [`crate::View::judge`] creates one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// Declare the draw.
    Draw,
    /// Take the upcard.
    Take,
    /// Take these discards, deepest first; the deepest must be used.
    TakeDeep(Vec<Card>),
    /// Buy the upcard.
    Buy,
    /// Decline.
    Pass,
    /// Lay down.
    Down {
        /// The melds.
        melds: Vec<Meld>,
        /// The elements of the contract still to be laid down.
        remaining: Elements,
    },
    /// Lay off.
    Off(LayOff),
    /// Put the natural in a wild card's place; the wild card slides.
    Slide {
        /// Index of the meld on the table.
        index: usize,
        /// The natural.
        card: Card,
        /// The wild card.
        wild: Card,
        /// The end it moves to.
        to: End,
        /// The meld afterwards.
        now: Meld,
    },
    /// Declare the hand, which ends the deal.
    Declare {
        /// The melds.
        melds: Vec<Meld>,
        /// The finishing discard.
        finish: Option<Card>,
    },
    /// Declare wrongly and leave the deal.
    DeclareWrong {
        /// The groups as shown.
        groups: Vec<Vec<Card>>,
        /// The finishing discard.
        finish: Option<Card>,
    },
    /// Knock: end the deal with little deadwood.
    Knock {
        /// The melds.
        melds: Vec<Meld>,
        /// The discard.
        discard: Option<Card>,
        /// The deadwood.
        rest: Cards,
    },
    /// Answer a knock.
    Show {
        /// Lay-offs, which come first.
        offs: Vec<LayOff>,
        /// The seat's own melds.
        melds: Vec<Meld>,
    },
    /// Swap a natural for a wild card.
    Swap {
        /// Index of the meld on the table.
        index: usize,
        /// The natural.
        card: Card,
        /// The wild card.
        wild: Card,
        /// The meld afterwards.
        now: Meld,
    },
    /// Rearrange the table.
    Arrange {
        /// All melds afterwards.
        melds: Vec<TableMeld>,
        /// Id of the next new meld.
        next_meld: MeldId,
        /// Cards played from the hand.
        played: Cards,
    },
    /// Call Shanghai.
    Call {
        /// Meld number.
        meld: MeldId,
        /// The end.
        end: Option<End>,
    },
    /// Pick the card at this position, from 1, of the caller's hand.
    Pick(u8),
    /// Cut at about this many per mille of the pack's height.
    Cut(u16),
    /// Discard.
    Discard {
        /// The card.
        card: Card,
        /// Whether it is protected.
        shanghai: bool,
    },
    /// End the turn without a discard.
    Keep,
    /// Undo the last play.
    Undo,
    /// Drop out of the deal.
    Drop,
    /// Rejoin the match, or stay out.
    Rejoin(bool),
    /// Agree to share the pool, or decline.
    Split(bool),
}

/// A legal lay-off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayOff {
    /// Index of the meld on the table.
    pub index: usize,
    /// The card.
    pub card: Card,
    /// The end.
    pub end: Option<End>,
    /// The meld afterwards.
    pub now: Meld,
}

impl Move {
    /// Cards that leave the hand by a play, and cards that enter it.
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
