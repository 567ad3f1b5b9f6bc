//! A hand with one card more or less, and which cards of it go together.

use upcard_cards::{Card, Cards, Faces, RANKS, SUITS};

pub(crate) fn with(hand: &Cards, card: Card) -> Cards {
    let mut more = *hand;
    more.add(card);
    more
}

pub(crate) fn without(hand: &Cards, card: Card) -> Cards {
    let mut left = *hand;
    left.remove(card);
    left
}

/// Number of cards of the hand that go with this card: others of its rank, near ones in its suit.
#[must_use]
pub fn companions(card: Card, hand: &Cards) -> u8 {
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return 0 };
    let same = hand.rank_count(rank);
    let at = |step: usize| Card::natural(RANKS[(rank.index() + step) % 13], SUITS[suit.index()]);
    let near = [1, 2, 11, 12].into_iter().filter(|&step| hand.has(at(step))).count() as u8;
    same + near
}

/// The faces one and two places from a card in its suit.
pub(crate) fn neighbours(card: Card) -> Faces {
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return Faces::NONE };
    let near = [1, 2, 11, 12].map(|step| Card::natural(RANKS[(rank.index() + step) % 13], suit));
    near.into_iter().collect()
}
