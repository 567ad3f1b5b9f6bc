//! A hand and how far it is from its contract, kept card by card.

use upcard_cards::{Card, Cards};

use crate::fast::{Fast, Moved};
use crate::problem::Problem;
use crate::state::HandState;

/// A hand and how far it is from its contract: when a card comes or goes, only what hangs on that
/// card is looked up. Made by [`Problem::keep`].
///
/// ```
/// use upcard_cards::{Contract, LayDownRules, MeldRules};
/// use upcard_solver::Problem;
/// let contract: Contract = "R4 R4".parse().unwrap();
/// let problem = Problem::new(MeldRules::default(), LayDownRules::default(), contract);
/// let mut kept = problem.keep(&"7C 8C TC 9S TS QS KD KH 2C".parse().unwrap());
/// assert_eq!(kept.distance(), Some(2));
/// kept.add("JS".parse().unwrap());
/// assert_eq!(kept.distance(), Some(1));
/// assert!(kept.remove("8C".parse().unwrap()));
/// assert_eq!(kept.distance(), Some(2));
/// ```
#[derive(Clone, Debug)]
pub struct Kept<'a> {
    problem: &'a Problem,
    fast: Option<&'a Fast>,
    by: By,
}

#[derive(Clone, Debug)]
enum By {
    /// Sets, runs, or sets and a run, card by card.
    Card { cards: Cards, wilds: u8, moved: Moved },
    /// The whole hand.
    Hand(HandState),
}

impl Problem {
    /// Keeps this hand with its distance.
    #[must_use]
    pub fn keep(&self, hand: &Cards) -> Kept<'_> {
        let mut naturals = *hand;
        for (card, copies) in hand.iter_counts().filter(|(card, _)| self.melds.is_wild(*card)) {
            (0..copies).for_each(|_| _ = naturals.remove(card));
        }
        let wilds = (hand.len() - naturals.len()) as u8;
        let fast = self.fast();
        let by = match fast.and_then(|fast| Moved::of(fast, &naturals)) {
            Some(moved) => By::Card { cards: *hand, wilds, moved },
            None => By::Hand(self.state(hand)),
        };
        Kept { problem: self, fast, by }
    }
}

impl Kept<'_> {
    /// The hand.
    #[must_use]
    pub const fn cards(&self) -> &Cards {
        match &self.by {
            By::Card { cards, .. } => cards,
            By::Hand(hand) => hand.cards(),
        }
    }

    /// Adds a card.
    #[inline]
    pub fn add(&mut self, card: Card) {
        match (&mut self.by, self.fast) {
            (By::Card { cards, wilds, moved }, Some(fast)) => {
                if self.problem.melds.is_wild(card) {
                    *wilds += 1;
                } else {
                    moved.comes(fast, card.index(), cards.count(card));
                }
                cards.add(card);
            }
            (By::Card { cards, .. }, None) => cards.add(card),
            (By::Hand(hand), _) => hand.add(card),
        }
    }

    /// Takes a card out; false, and nothing changes, where it is not held.
    #[inline]
    pub fn remove(&mut self, card: Card) -> bool {
        match (&mut self.by, self.fast) {
            (By::Card { cards, wilds, moved }, Some(fast)) => {
                if !cards.remove(card) {
                    return false;
                }
                if self.problem.melds.is_wild(card) {
                    *wilds -= 1;
                } else {
                    moved.goes(fast, card.index(), cards.count(card));
                }
                true
            }
            (By::Card { cards, .. }, None) => cards.remove(card),
            (By::Hand(hand), _) => hand.remove(card),
        }
    }

    /// The least number of cards that must come before the contract can be laid down; any cards may
    /// come. None where no cards whatever would do.
    #[inline]
    #[must_use]
    pub fn distance(&self) -> Option<u8> {
        let known = self.fast.and_then(|fast| match &self.by {
            By::Card { wilds, moved, .. } => fast.plain(moved.missing(fast)?, *wilds),
            By::Hand(hand) => fast.distance(hand),
        });
        known.or_else(|| self.asked_anew())
    }

    #[cold]
    fn asked_anew(&self) -> Option<u8> {
        self.problem.distance_of(&self.problem.state(self.cards()))
    }
}
