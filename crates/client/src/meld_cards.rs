//! The cards of a meld as they lie on the table.

use upcard_cards::{Card, Meld, MeldRules, ShortSort};

/// What a meld's wilds stand for, card by card.
#[must_use]
pub fn meld_cards(meld: &Meld, rules: &MeldRules) -> Vec<(Card, Option<Card>)> {
    match meld {
        Meld::Run(run) => run
            .cards()
            .iter()
            .enumerate()
            .map(|(i, &card)| (card, Some(run.face(i)).filter(|face| *face != card)))
            .collect(),
        Meld::Set(_) => {
            let mut cards: Vec<Card> = meld.spec().cards;
            cards.short_sort_by_key(|c| rules.is_wild(*c));
            cards.into_iter().map(|card| (card, None)).collect()
        }
    }
}
