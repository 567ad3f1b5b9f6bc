//! How a hand groups, for display.

use serde::{Deserialize, Serialize};
use upcard_cards::{Card, Cards, MeldSpec};

/// How a hand groups for its nearest goal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Grouping {
    /// Melds that could be laid together now; empty until the hand is ready.
    pub ready: Vec<MeldSpec>,
    /// Cards that some shortest way uses.
    pub engaged: Cards,
    /// Cards that no shortest way uses.
    pub idle: Cards,
    /// Cards that fit the table.
    pub fitting: Cards,
    /// Number of cards missing for what is to be laid, or for the declaration of a hand that needs sequences;
    /// `None` if nothing is left to be laid, or the hand is too large to measure.
    pub missing: Option<u8>,
    /// Faces that would help.
    pub useful: Vec<Card>,
    /// Whether a wild would help.
    pub wild: bool,
}
