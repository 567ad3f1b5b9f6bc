//! The best way to group a hand into melds: what is left over is its deadwood.
//!
//! Where a contract asks for certain melds, here are as many as one likes. This is what counts in
//! games that keep their melds in the hand until somebody ends the deal.

mod search;

use upcard_cards::{Cards, Meld, MeldRules};

use search::Search;

/// A hand grouped so that the cards left over are worth as little as can be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deadwood {
    /// What the cards left over are worth.
    pub points: u32,
    /// The melds.
    pub melds: Vec<Meld>,
    /// The cards in no meld.
    pub left: Cards,
}

/// Groups a hand so that the cards left over are worth as little as can be, by the value of each
/// face ([`upcard_cards::Card::index`]).
///
/// It is exact for hands of any game's size. The work is bounded, so that a hand of dozens of cards
/// with many wilds gets the best grouping found within the bound.
///
/// ```
/// use upcard_cards::{Cards, MeldRules, AceMode};
/// use upcard_solver::deadwood;
/// let rules = MeldRules { run_min: 3, ace: AceMode::Low, ..MeldRules::default() };
/// let values = std::array::from_fn(|face| (face as u8 % 13 + 1).min(10));
/// let hand: Cards = "7C 7D 7H 8H 9H KS KD 2C 3C 4C".parse().unwrap();
/// // The seven of hearts is worth more in the set: the eight and the nine are left, too.
/// assert_eq!(deadwood(&hand, &rules, &values).points, 34);
/// ```
#[must_use]
pub fn deadwood(hand: &Cards, rules: &MeldRules, values: &[u8; 53]) -> Deadwood {
    Search::new(hand, rules, values).best()
}

/// What these cards are worth.
fn worth(cards: &Cards, values: &[u8; 53]) -> u32 {
    cards.iter_counts().map(|(card, n)| u32::from(values[card.index()]) * u32::from(n)).sum()
}
