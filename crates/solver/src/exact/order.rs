//! Canonical order of melds, and the rank that their cards name.

use upcard_cards::{Card, Cards, Meld, Rank};

/// Sort key of melds within a kind.
pub(crate) type Order = (u8, u8, [u64; 4]);

pub(crate) fn order_of(meld: &Meld) -> Order {
    match meld {
        Meld::Set(set) => {
            let rank = set.rank().map_or(13, |r| r.index() as u8);
            (set.cards().len() as u8, rank, set.cards().words())
        }
        Meld::Run(run) => {
            let cards = run.cards();
            let pack = |half: &[Card]| half.iter().fold(0, |w, c| w << 8 | c.index() as u64);
            let (low, high) = cards.split_at(cards.len() / 2);
            (cards.len() as u8, run.suit() as u8, [u64::from(run.low()), pack(low), pack(high), 0])
        }
    }
}

/// The common rank of all cards other than jokers, if any.
pub(crate) fn printed_rank(cards: &Cards) -> Option<Rank> {
    let mut ranks = cards.iter_counts().filter_map(|(c, _)| c.rank());
    let first = ranks.next()?;
    ranks.all(|r| r == first).then_some(first)
}
