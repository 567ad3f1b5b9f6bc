//! What a rearrangement must obey.

use upcard_cards::MeldRules;

/// What a rearrangement must obey.
#[derive(Clone, Copy, Debug)]
pub struct Rearranging<'a> {
    /// The rules of melds.
    pub rules: &'a MeldRules,
    /// What playing a card of each face is worth; ones count the cards.
    pub value: &'a [u8; 53],
    /// How many cards must stay in the hand.
    pub keep: u8,
    /// The most states that the search may visit.
    pub budget: u32,
}
