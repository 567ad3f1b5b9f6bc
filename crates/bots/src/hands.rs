//! A hand with one card more or less.

use upcard_cards::{Card, Cards};

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
