//! What a table waits for.

use serde::{Deserialize, Serialize};

use crate::seat::{Seat, Seats};

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
