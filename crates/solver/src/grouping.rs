//! A hand as a person would sort it for a contract: what is made, what is near, the rest.

use upcard_cards::{Card, Cards, JOKER, Meld};

use crate::problem::{LayDown, Leave, Problem};

/// A hand sorted for a contract.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grouping {
    /// Melds of the contract that the hand holds whole.
    pub made: Vec<Meld>,
    /// Melds of the contract of which the hand holds a part: the meld as it could be, and the
    /// cards of it that are missing.
    pub near: Vec<(Meld, Cards)>,
    /// Cards that are in none of these.
    pub rest: Cards,
}

impl Grouping {
    /// How many cards are missing.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.near.iter().map(|(_, missing)| missing.len()).sum()
    }
}

impl Problem {
    /// Sorts a hand: melds of the contract that lack as few cards as can be, with as much value
    /// in them as can be. `likely` is how many copies of each face may still come; where there is
    /// a choice the likelier cards are the missing ones. None where no cards would do.
    #[must_use]
    pub fn grouping(&self, hand: &Cards, likely: &Cards, value: &[u8; 53]) -> Option<Grouping> {
        let mut state = self.state(hand);
        let mut missing = Cards::NONE;
        while self.distance_of(&state)? > 0 {
            let useful = self.useful_of(&state);
            // A natural tells more than a joker, which could be anything.
            let card = useful
                .iter()
                .filter(|c| !c.is_joker())
                .max_by_key(|&c| (!self.melds().is_wild(c), likely.count(c), 52 - c.index()))
                .or_else(|| useful.has(JOKER).then_some(JOKER))?;
            state.add(card);
            missing.add(card);
        }
        // Cards that are not there are worth more than any other to lay down: so all of them are.
        let weigh = |card: Card| if missing.has(card) { u8::MAX } else { value[card.index()] / 2 };
        let weights = std::array::from_fn(|i| Card::from_index(i).map_or(0, weigh));
        let found = self.best(state.cards(), Leave::ANY, &weights)?;
        Some(sorted(hand, missing, &found))
    }
}

/// Takes the missing cards out of the melds again.
fn sorted(hand: &Cards, missing: Cards, found: &LayDown) -> Grouping {
    let mut grouping = Grouping::default();
    let mut held = *hand;
    let mut partly = Vec::new();
    // Whole melds first, so that the cards held are in as few melds as possible.
    for meld in &found.melds {
        let cards = meld.cards();
        let lacks = cards.iter_counts().any(|(card, _)| missing.has(card));
        match held.minus(&cards) {
            Some(rest) if !lacks => {
                held = rest;
                grouping.made.push(*meld);
            }
            _ => partly.push(*meld),
        }
    }
    for meld in partly {
        let lacks = meld.cards().without(&held);
        held = held.without(&meld.cards());
        if lacks.is_empty() {
            grouping.made.push(meld);
        } else {
            grouping.near.push((meld, lacks));
        }
    }
    grouping.rest = held;
    grouping
}
