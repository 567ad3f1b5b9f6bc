//! How a hand groups, for whoever is to see it.

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards, MeldSpec};

/// How a hand groups for the goal that is nearest.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Grouping {
    /// Melds that could be laid together now; none until the hand is ready.
    pub ready: Vec<MeldSpec>,
    /// Cards that some shortest way uses.
    pub engaged: Cards,
    /// Cards that none uses.
    pub idle: Cards,
    /// Cards that fit the table.
    pub fitting: Cards,
    /// How many cards are missing for what is to be laid, or until a hand that needs sequences can be
    /// declared; none where nothing is left to be laid, or the hand is too large to be told.
    pub missing: Option<u8>,
    /// The faces that would help, and whether a wild would.
    pub useful: Vec<Card>,
    /// Would a wild help?
    pub wild: bool,
}
