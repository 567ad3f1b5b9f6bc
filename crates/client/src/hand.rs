//! The player's hand, in an order that the player chooses and that persists.

use std::cmp::Reverse;

use strum::IntoStaticStr;
use upcard_cards::{Card, Cards, ShortSort};

use crate::Plan;
use crate::meld_cards::take_cards;
use crate::partial_melds::{high_rank, suit_order};

/// A card in the hand. Identical cards are distinct on screen, so each has an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandCard {
    /// Stable while the card is in the hand.
    pub id: u32,
    /// Face.
    pub card: Card,
    /// `true` if it came with the last draw, buy or swap.
    pub fresh: bool,
}

/// Sort order of the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Sort {
    /// By melds and partial melds.
    #[default]
    Melds,
    /// By suit.
    Suit,
    /// By rank.
    Rank,
    /// As arranged by the player.
    Mine,
}

impl Sort {
    /// All sort orders.
    pub const ALL: [Sort; 4] = [Sort::Melds, Sort::Suit, Sort::Rank, Sort::Mine];

    /// Id for storage and messages.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// The player's hand with card ids, in the player's order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    items: Vec<HandCard>,
    next: u32,
}

impl Hand {
    /// Updates to the current hand: removes cards that are gone (among identical ones, those with these ids
    /// first) and appends new ones, marked as fresh unless the hand was empty.
    pub fn follow(&mut self, cards: &Cards, leaving: &[u32]) {
        let mut missing = *cards;
        let deal = self.items.is_empty();
        let mut staying: Vec<u32> = Vec::new();
        for left in [false, true] {
            let of = self.items.iter().filter(|held| leaving.contains(&held.id) == left);
            staying.extend(of.filter(|held| missing.remove(held.card)).map(|held| held.id));
        }
        self.items.retain(|held| staying.contains(&held.id));
        if !missing.is_empty() && !deal {
            self.items.iter_mut().for_each(|held| held.fresh = false);
        }
        for card in missing.iter() {
            self.items.push(HandCard { id: self.next, card, fresh: !deal });
            self.next += 1;
        }
    }

    /// Cards in the player's order.
    #[must_use]
    pub fn items(&self) -> &[HandCard] {
        &self.items
    }

    /// Returns the card with this id.
    #[must_use]
    pub fn get(&self, id: u32) -> Option<HandCard> {
        self.items.iter().copied().find(|held| held.id == id)
    }

    /// Moves a card before another, or to the end, and saves the displayed order as the player's own.
    pub fn put(&mut self, shown: &[Vec<HandCard>], id: u32, before: Option<u32>) {
        self.items = shown.iter().flatten().copied().collect();
        let Some(at) = self.items.iter().position(|held| held.id == id) else { return };
        let held = self.items.remove(at);
        let to = before.and_then(|b| self.items.iter().position(|h| h.id == b));
        self.items.insert(to.unwrap_or(self.items.len()), held);
    }

    /// Cards that the plan assigns to melds, by id: with the slot number for contract melds, with the index
    /// in the plan for others.
    #[must_use]
    pub fn planned(&self, plan: &Plan) -> Vec<(u32, usize)> {
        let mut left = self.items.clone();
        let mut found = Vec::new();
        for (place, meld) in plan.melds.iter().enumerate() {
            let slot = meld.element.unwrap_or(place);
            let cards = take_cards(&mut left, meld.cards.iter().copied(), |held| held.card);
            found.extend(cards.into_iter().map(|held| (held.id, slot)));
        }
        found
    }

    /// Displayed hand in groups.
    #[must_use]
    pub fn shown(&self, sort: Sort, plan: &Plan) -> Vec<Vec<HandCard>> {
        let suit = |held: &HandCard| suit_order(held.card);
        let rank = |held: &HandCard| high_rank(held.card);
        let mut items = self.items.clone();
        match sort {
            Sort::Mine => vec![items],
            Sort::Suit => {
                items.short_sort_by_key(|held| (suit(held), Reverse(rank(held))));
                grouped(items, suit)
            }
            Sort::Rank => {
                items.short_sort_by_key(|held| (Reverse(rank(held)), suit(held)));
                grouped(items, rank)
            }
            Sort::Melds => {
                let mut groups = Vec::new();
                for cards in plan.groups() {
                    groups.push(take_cards(&mut items, cards, |held| held.card));
                }
                groups.push(items);
                groups.retain(|group| !group.is_empty());
                groups
            }
        }
    }
}

/// Splits a sorted list where the key changes.
fn grouped<K: PartialEq>(items: Vec<HandCard>, key: impl Fn(&HandCard) -> K) -> Vec<Vec<HandCard>> {
    items.chunk_by(|a, b| key(a) == key(b)).map(<[HandCard]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.parse().unwrap()
    }

    fn text(groups: &[Vec<HandCard>]) -> String {
        let group =
            |g: &Vec<HandCard>| g.iter().map(|h| h.card.to_string()).collect::<Vec<_>>().join(" ");
        groups.iter().map(group).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn played_copy_of_identical_cards_is_removed() {
        let mut hand = Hand::default();
        hand.follow(&cards("4D 4D KD"), &[]);
        let ids: Vec<u32> = hand.items().iter().map(|held| held.id).collect();
        for played in [ids[0], ids[1]] {
            let mut hand = hand.clone();
            hand.follow(&cards("4D KD"), &[played]);
            assert!(hand.get(played).is_none());
            assert_eq!(hand.items().len(), 2);
        }
        // Cards that did not leave stay.
        hand.follow(&cards("4D 4D KD"), &ids);
        assert_eq!(hand.items().len(), 3);
    }

    #[test]
    fn manual_order_persists_and_new_cards_come_last() {
        let mut hand = Hand::default();
        hand.follow(&cards("3C 9H KD"), &[]);
        let text = |hand: &Hand, sort| text(&hand.shown(sort, &Plan::default()));
        let shown = hand.shown(Sort::Mine, &Plan::default());
        let king = hand.items().iter().find(|h| h.card == "KD".parse().unwrap()).unwrap().id;
        hand.put(&shown, king, Some(shown[0][0].id));
        assert_eq!(text(&hand, Sort::Mine), "KD 3C 9H");
        hand.follow(&cards("3C KD 3C 5S"), &[]);
        assert_eq!(text(&hand, Sort::Mine), "KD 3C 3C 5S");
        assert_eq!(hand.items().iter().filter(|h| h.fresh).count(), 2);
        assert_eq!(text(&hand, Sort::Suit), "5S | 3C 3C | KD");
        assert_eq!(text(&hand, Sort::Rank), "KD | 5S | 3C 3C");
    }
}
