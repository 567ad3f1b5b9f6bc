//! Melds without their wilds.

use upcard_cards::{Card, Cards, MAX_RUN, MeldKind, MeldRules, RANKS, Rank, Suit};

#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) kind: Kind,
    /// The naturals in their own places.
    pub(super) naturals: Cards,
    /// Minimum number of wilds that make it a meld, and maximum that it has room for.
    pub(super) min: u8,
    pub(super) max: u8,
    /// Whether it admits no wilds, to be pure.
    pub(super) pure: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Set(Rank),
    /// From the lowest natural's place to the highest one's.
    Run(Suit, u8, u8),
    /// A run, or a set, of wilds only.
    Wilds(MeldKind),
}

impl Outline {
    pub(super) const fn is_run(&self) -> bool {
        matches!(self.kind, Kind::Run(..) | Kind::Wilds(MeldKind::Run))
    }

    /// Number of wilds that are wild in this meld, too: if suits must differ, one of the set's own rank is a
    /// natural in it, unless it may stand for a missing suit.
    pub(super) fn foreign(&self, wilds: &Cards, rules: &MeldRules) -> u8 {
        let own = match self.kind {
            Kind::Set(rank) if own_rank_is_natural(rules) => {
                wilds.iter().filter(|card| card.rank() == Some(rank)).count()
            }
            _ => 0,
        };
        (wilds.len() - own) as u8
    }
}

/// Returns `true` if cards of a wild rank are always naturals in a set of it, so that no two of them are
/// equal.
pub(super) const fn own_rank_is_natural(rules: &MeldRules) -> bool {
    rules.distinct_suits && rules.natural_place && !rules.own_set
}

/// The natural of a suit at a place of a run.
pub(super) const fn face_at(suit: Suit, place: u8) -> Card {
    Card::natural(RANKS[place as usize % 13], suit)
}

pub(super) fn longest(rules: &MeldRules) -> u8 {
    let (first, last) = rules.places();
    rules.run_max.min(MAX_RUN as u8).min(last + 1 - first)
}
