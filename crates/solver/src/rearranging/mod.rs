//! Rearranges the whole table so that as much as possible of a hand can be played.
//!
//! All cards of the table must stay in legal melds, and cards of the hand may join them. As in the search for
//! lay-downs one sweep goes over the ranks. A state counts the open runs by suit and by length up to the
//! minimum run length; longer ones are equivalent. What the runs leave of a rank makes one set. A run begins
//! with a natural, preceded by wilds if useful, so that no run lacks one.

mod rebuild;
mod rules;
mod state;
mod sweep;

use upcard_cards::{AceMode, AllWild, Cards, Meld, MeldKind, ShortSort, WildCap};

pub use rules::Rearranging;

/// A rearranged table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rearranged {
    /// All melds, each with the index of the old meld from which it is made, if any.
    pub melds: Vec<(Option<usize>, Meld)>,
    /// The cards played from the hand.
    pub played: Cards,
    /// Whether it is proved that no arrangement plays more value.
    pub proven: bool,
}

impl Rearranging<'_> {
    /// The most valuable cards of the hand that can be played by rearranging the whole table with all wilds
    /// reassigned. `None` if no play of cards from the hand was found.
    #[must_use]
    pub fn best(&self, table: &[Meld], hand: &Cards) -> Option<Rearranged> {
        if !self.expressible() {
            return None;
        }
        let mut sweep = sweep::Sweep::new(self, table, hand)?;
        let (melds, whole) = sweep.search();
        let melds = melds?;
        let mut all = Cards::NONE;
        for meld in &melds {
            all = all.plus(&meld.cards());
        }
        let laid = table.iter().fold(Cards::NONE, |sum, meld| sum.plus(&meld.cards()));
        let played = all.minus(&laid)?;
        if played.is_empty() {
            return None;
        }
        let proven = whole && self.is_exact() && table.iter().all(|m| m.kind() != MeldKind::Pair);
        Some(Rearranged { melds: matched(table, melds), played, proven })
    }

    /// Returns `true` if the sweep supports these rules at all.
    fn expressible(&self) -> bool {
        let rules = self.rules;
        rules.wild_cap == WildCap::None
            && rules.ace != AceMode::Corner
            && (3..=4).contains(&rules.run_min)
            && rules.run_max >= 2 * rules.run_min - 1
    }

    /// Returns `true` if the sweep considers all melds that the rules allow.
    fn is_exact(&self) -> bool {
        let rules = self.rules;
        rules.all_wild == AllWild::Never
            && rules.set_min == 3
            && (!rules.natural_place || rules.wild_faces.is_empty())
    }
}

/// Assigns each new meld the old one that shares most cards with it, each old one once.
fn matched(table: &[Meld], melds: Vec<Meld>) -> Vec<(Option<usize>, Meld)> {
    let shared = |a: &Meld, b: &Meld| {
        let (a, b) = (a.cards(), b.cards());
        a.iter_counts().map(|(card, n)| n.min(b.count(card))).sum::<u8>()
    };
    let mut pairs = Vec::new();
    for (new, meld) in melds.iter().enumerate() {
        for (old, before) in table.iter().enumerate() {
            let same = shared(meld, before);
            if same > 0 {
                pairs.push((meld != before, std::cmp::Reverse(same), old, new));
            }
        }
    }
    pairs.short_sort();
    let mut from: Vec<Option<usize>> = vec![None; melds.len()];
    let mut used = vec![false; table.len()];
    for (_, _, old, new) in pairs {
        if from[new].is_none() && !used[old] {
            from[new] = Some(old);
            used[old] = true;
        }
    }
    let mut matched: Vec<_> = from.into_iter().zip(melds).collect();
    matched.short_sort_by_key(|&(old, _)| old.unwrap_or(usize::MAX));
    matched
}
