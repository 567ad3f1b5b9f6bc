//! The best way to group a hand into melds: what is left over is its deadwood.
//!
//! Where a contract asks for certain melds, here are as many as one likes. This is what counts in
//! games that keep their melds in the hand until somebody ends the deal.

mod build;
mod choose;
mod defence;
mod grouper;
mod missing;
mod search;
mod sequences;
pub(crate) mod suit_runs;
pub(crate) mod suits;
mod unwind;

use upcard_cards::{Card, Cards, MAX_RUN, Meld, MeldRules, RANKS, SUITS};

pub use defence::Defence;
pub use grouper::Grouper;
use search::{Aim, Search};

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
    let found = Search::new(hand, rules, values, Aim::Deadwood).best();
    found.unwrap_or_else(|| Deadwood::of(hand, values))
}

/// What a hand must come to when it is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declaring {
    /// How many runs there must be; with fewer all cards count.
    pub sequences: u8,
    /// How many of them must be pure: without a card that stands for another.
    pub pure: u8,
    /// What counts of a hand with a pure sequence that has too few sequences.
    pub one_life: OneLife,
}

/// What counts of a hand with a pure sequence that has too few sequences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OneLife {
    /// All its cards.
    #[default]
    All,
    /// The cards outside the pure sequence.
    Outside,
}

impl Declaring {
    /// The grouping by which a hand costs least: the cards in no group count, and all cards where
    /// there are too few sequences.
    #[must_use]
    pub fn cheapest(&self, hand: &Cards, rules: &MeldRules, values: &[u8; 53]) -> Deadwood {
        let nothing = Deadwood::of(hand, values);
        let valid = Search::new(hand, rules, values, Aim::Declared(*self)).best();
        let one = match self.one_life {
            OneLife::All => None,
            OneLife::Outside => self.pure_sequence(hand, rules, values),
        };
        let cheapest = [valid, one].into_iter().flatten().min_by_key(|deadwood| deadwood.points);
        cheapest.filter(|deadwood| deadwood.points < nothing.points).unwrap_or(nothing)
    }

    /// The groups by which all of these cards can be declared.
    #[must_use]
    pub fn complete(&self, cards: &Cards, rules: &MeldRules) -> Option<Vec<Meld>> {
        let all = Search::new(cards, rules, &[1; 53], Aim::Declared(*self)).best()?;
        all.left.is_empty().then_some(all.melds)
    }

    /// The fewest cards that must come to declare this many cards, whatever cards may come. None where
    /// no cards would do.
    #[must_use]
    pub fn distance(&self, hand: &Cards, size: u8, rules: &MeldRules) -> Option<u8> {
        let values = [1; 53];
        let aim = Aim::Distance(*self, size);
        Search::new(hand, rules, &values, aim).least().map(|missing| missing as u8)
    }

    /// The pure sequence that is worth most, the rest left over.
    fn pure_sequence(
        &self,
        hand: &Cards,
        rules: &MeldRules,
        values: &[u8; 53],
    ) -> Option<Deadwood> {
        let one = Declaring { sequences: 1, pure: 1, ..*self };
        let naturals: Cards = hand
            .iter()
            .filter(|card| !rules.is_wild(*card) || (rules.natural_place && !card.is_joker()))
            .collect();
        // Of all groupings with a pure sequence, its cards alone: each run by itself.
        runs_of(&naturals, rules)
            .filter_map(|run| {
                let left = hand.minus(&run)?;
                let melds = one.complete(&run, rules)?;
                Some(Deadwood { points: worth(&left, values), melds, left })
            })
            .min_by_key(|deadwood| deadwood.points)
    }
}

impl Deadwood {
    /// A hand of which nothing is grouped.
    fn of(hand: &Cards, values: &[u8; 53]) -> Deadwood {
        Deadwood { points: worth(hand, values), melds: Vec::new(), left: *hand }
    }
}

/// The naturals of each run that they make by themselves.
fn runs_of<'a>(naturals: &'a Cards, rules: &'a MeldRules) -> impl Iterator<Item = Cards> + use<'a> {
    let (first, last) = rules.places();
    let longest = rules.run_max.min(MAX_RUN as u8).min(last + 1 - first);
    let spans = (first..=last)
        .flat_map(move |low| (rules.run_min..=longest).map(move |size| (low, low + size)));
    let inside = spans.filter(move |&(low, end)| end <= last + 1 && low < 13.max(first + 1));
    inside.flat_map(move |(low, end)| {
        SUITS.into_iter().filter_map(move |suit| {
            let face = |place: u8| Card::natural(RANKS[place as usize % 13], suit);
            let run: Cards = (low..end).map(face).collect();
            naturals.contains(&run).then_some(run)
        })
    })
}

/// What these cards are worth.
fn worth(cards: &Cards, values: &[u8; 53]) -> u32 {
    cards.iter_counts().map(|(card, n)| u32::from(values[card.index()]) * u32::from(n)).sum()
}
