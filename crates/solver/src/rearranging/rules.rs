//! Constraints on a rearrangement.

use upcard_cards::MeldRules;

/// Constraints on a rearrangement.
#[derive(Clone, Copy, Debug)]
pub struct Rearranging<'a> {
    /// The rules of melds.
    pub rules: &'a MeldRules,
    /// Value of playing a card of each face; all ones count the cards.
    pub value: &'a [u8; 53],
    /// Number of cards that must stay in the hand.
    pub keep: u8,
    /// Maximum number of states that the search may visit.
    pub budget: u32,
}
