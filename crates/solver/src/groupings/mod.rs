//! The best grouping of a hand into melds; the rest is its deadwood.
//!
//! Unlike a contract, a grouping may have any number of melds. It counts in games that keep melds in the hand
//! until somebody ends the deal.

mod build;
mod choose;
mod defence;
mod grouped;
mod grouper;
mod missing;
mod outline;
mod reconstruct;
mod runs_alone;
mod search;
mod sequences;
mod suit_runs;
mod suits;

use upcard_cards::{Card, Cards, Meld, MeldRules, RANKS, SUITS};

pub use defence::Defence;
use grouped::worth;
pub use grouped::{Deadwood, Declaring, OneLife};
pub use grouper::Grouper;
pub use search::deadwood;
use search::{Aim, Search};

impl Declaring {
    /// The cheapest grouping of a hand: the cards in no meld count, and all cards if there are too few
    /// sequences.
    #[must_use]
    pub fn cheapest(&self, hand: &Cards, rules: &MeldRules, values: &[u8; 53]) -> Deadwood {
        let nothing = Deadwood::of(hand, values);
        // Required sets do not affect the cost of a hand.
        let aim = Aim::Declared(Declaring { sets: 0, ..*self }, 0);
        let valid = Search::new(hand, rules, values, aim).below(nothing.points).best();
        let one = match self.one_life {
            OneLife::All => None,
            OneLife::Outside => self.pure_sequence(hand, rules, values),
        };
        let cheapest = [valid, one].into_iter().flatten().min_by_key(|deadwood| deadwood.points);
        cheapest.filter(|deadwood| deadwood.points < nothing.points).unwrap_or(nothing)
    }

    /// The melds with which all of these cards can be declared.
    #[must_use]
    pub fn complete(&self, cards: &Cards, rules: &MeldRules) -> Option<Vec<Meld>> {
        self.complete_with(cards, rules, 0)
    }

    /// The same, with a run of at least `long` cards among the melds.
    #[must_use]
    pub fn complete_with(&self, cards: &Cards, rules: &MeldRules, long: u8) -> Option<Vec<Meld>> {
        let aim = Aim::Declared(*self, long);
        let all = Search::new(cards, rules, &[1; 53], aim).below(1).best()?;
        all.left.is_empty().then_some(all.melds)
    }

    /// Minimum number of cards, of any kind, that must come to declare this many cards. `None` if impossible.
    #[must_use]
    pub fn distance(&self, hand: &Cards, size: u8, rules: &MeldRules) -> Option<u8> {
        let aim = Aim::Distance(*self, size);
        Search::new(hand, rules, &[1; 53], aim).minimum().map(|missing| missing as u8)
    }

    /// Returns `true` if that is at most `distance`; faster than computing it.
    fn is_within(&self, hand: &Cards, size: u8, distance: u8, rules: &MeldRules) -> bool {
        let aim = Aim::Distance(*self, size);
        let near = Search::new(hand, rules, &[1; 53], aim).below(u32::from(distance) + 1);
        near.minimum().is_some()
    }

    /// The most valuable pure sequence, with the rest left over.
    fn pure_sequence(
        &self,
        hand: &Cards,
        rules: &MeldRules,
        values: &[u8; 53],
    ) -> Option<Deadwood> {
        let one = Declaring { sequences: 1, pure: 1, sets: 0, ..*self };
        let naturals: Cards = hand
            .iter()
            .filter(|card| !rules.is_wild(*card) || (rules.natural_place && !card.is_joker()))
            .collect();
        // A single pure run, without other melds.
        runs_of(&naturals, rules)
            .filter_map(|run| {
                let left = hand.minus(&run)?;
                let melds = one.complete(&run, rules)?;
                Some(Deadwood { points: worth(&left, values), melds, left })
            })
            .min_by_key(|deadwood| deadwood.points)
    }
}

/// The naturals of each possible run of naturals.
fn runs_of<'a>(naturals: &'a Cards, rules: &'a MeldRules) -> impl Iterator<Item = Cards> + use<'a> {
    let (first, last) = rules.places();
    let longest = outline::longest(rules);
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
