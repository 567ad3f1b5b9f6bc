//! Phases of a table.

use serde::{Deserialize, Serialize};

use crate::seat::{Seat, Seats};

/// The decision that a table expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Between deals: the next deal can be started.
    DealOver {
        /// The seat that went out, if any.
        winner: Option<Seat>,
    },
    /// The match is over.
    MatchOver,
    /// The pack is to be cut.
    Cut {
        /// The seat right of the dealer.
        seat: Seat,
    },
    /// The active seat draws.
    Draw,
    /// The upcard is offered.
    Offers {
        /// Seats that are asked.
        asked: Seats,
        /// Seats that have answered.
        answered: Seats,
    },
    /// The active seat plays and discards.
    Play,
    /// The others are asked whether to call Shanghai on the upcard.
    Call {
        /// Seats that are asked.
        asked: Seats,
        /// Seats that have answered.
        answered: Seats,
    },
    /// The active seat picks a blind card from the caller's hand.
    Pick {
        /// The caller.
        caller: Seat,
    },
    /// Between turns: a seat may claim wild cards.
    Claim {
        /// The seat that is asked.
        seat: Seat,
    },
    /// One seat alone may take the upcard: the first one, or the last chance for a knock.
    Upcard {
        /// The seat that is asked.
        seat: Seat,
    },
    /// A seat answers a knock, or shows its hand after a declaration.
    Show {
        /// The seat that is asked.
        seat: Seat,
    },
    /// Between deals: an eliminated seat may rejoin.
    Rejoin {
        /// The seat that is asked.
        seat: Seat,
    },
    /// Between deals: a seat is asked whether to share the pool.
    Split {
        /// The seat that is asked.
        seat: Seat,
    },
}

impl Phase {
    /// Returns `true` if no deal is in progress, between deals or after the match.
    #[must_use]
    pub const fn is_after_deal(self) -> bool {
        matches!(
            self,
            Phase::DealOver { .. } | Phase::MatchOver | Phase::Rejoin { .. } | Phase::Split { .. }
        )
    }
}
