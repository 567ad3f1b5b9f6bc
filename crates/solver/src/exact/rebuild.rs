//! Reconstructs the melds from the end of a sweep.

use upcard_cards::{
    Card, Cards, MAX_ELEMENTS, Meld, MeldKind, RANKS, Rank, SUITS, ShortSort, Stage,
};

use super::order::{order_of, printed_rank};
use super::state::{OpenRun, PerSuit, SetTaken, Transition};
use super::sweep::{Goal, Sweep};
use crate::laid::LayDown;
use crate::nodes::NodeId;

/// A run being reconstructed, from its highest card down.
struct Partial {
    expect: OpenRun,
    /// Which slots are natural, the highest first.
    slots: Vec<bool>,
    /// Number of the pair that this is a part of, round the corner.
    pair: Option<usize>,
}

/// A reconstructed run: its place and which slots are natural, in rising order.
struct Found {
    suit: usize,
    low: u8,
    slots: Vec<bool>,
    pair: Option<usize>,
}

struct FoundSet {
    rank: Option<Rank>,
    kind: MeldKind,
    cards: Vec<Card>,
    wilds: u8,
}

impl Sweep<'_> {
    /// The melds that lead to this end; only after a search for the best.
    pub(super) fn rebuild(&self, end: NodeId) -> Option<LayDown> {
        let (runs, sets) = self.walk_back(end);
        let key = self.load(end).0;
        let Goal::Best(value) = self.goal else { return None };
        let own = self.own_cards(&key);
        let number = self.number_of_wilds(&key);
        let mut wilds = self.wilds_used(number, &own, &value).without(&own).iter();
        let mut found = LayDown::default();
        let mut trios = Vec::new();
        for set in sets {
            let mut cards: Cards = set.cards.into_iter().collect();
            cards.extend(wilds.by_ref().take(set.wilds as usize));
            match set.rank {
                None => trios.push(cards),
                rank => found.melds.push(self.set(rank, set.kind == MeldKind::Pair, cards)?),
            }
        }
        for cards in trios {
            let rank = self.trio_rank(&cards, &found);
            found.melds.push(self.set(rank, false, cards)?);
        }
        for run in runs {
            let suit = SUITS[run.suit];
            let cards: Vec<Card> = run
                .slots
                .iter()
                .enumerate()
                .filter_map(|(i, &natural)| {
                    let face = Card::natural(RANKS[(run.low as usize + i) % 13], suit);
                    if natural { Some(face) } else { wilds.next() }
                })
                .collect();
            let meld = Meld::run(suit, run.low, &cards, &self.problem.melds, Stage::First);
            found.melds.push(meld.ok()?);
        }
        found.melds.short_sort_by_key(|m| (m.kind(), order_of(m)));
        Some(found)
    }

    fn set(&self, rank: Option<Rank>, pair: bool, cards: Cards) -> Option<Meld> {
        Meld::set(rank, pair, cards, &self.problem.melds, Stage::First).ok()
    }

    /// A trio has no rank, unless its cards would name one by themselves: then another is given.
    fn trio_rank(&self, cards: &Cards, found: &LayDown) -> Option<Rank> {
        let melds = &self.problem.melds;
        let printed = printed_rank(cards)?;
        if !melds.natural_place {
            return None;
        }
        let taken = |rank: Rank| {
            self.rules.own_set_ranks.has_rank(rank)
                || (!self.rules.same_rank_sets
                    && found
                        .melds
                        .iter()
                        .any(|m| matches!(m, Meld::Set(s) if s.rank() == Some(rank))))
        };
        let naturals = cards.rank_count(printed);
        if melds.cap_allows(MeldKind::Set, 3 - naturals, naturals, Stage::First) && !taken(printed)
        {
            return Some(printed);
        }
        RANKS.into_iter().find(|&rank| rank != printed && !taken(rank))
    }

    fn walk_back(&self, end: NodeId) -> (Vec<Found>, Vec<FoundSet>) {
        let mut partial: Vec<Partial> = Vec::new();
        let mut runs: Vec<Found> = Vec::new();
        let mut sets: Vec<FoundSet> = Vec::new();
        let joined = self.rules.joined(&self.load(end).0).unwrap_or_default();
        for (pair, (head, tail)) in joined.into_iter().enumerate() {
            for expect in [head, tail] {
                partial.push(Partial { expect, slots: Vec::new(), pair: Some(pair) });
            }
        }
        let mut node = end;
        loop {
            match &self.layers.transitions[node] {
                Transition::Begin { trios } => {
                    let kind = MeldKind::Set;
                    let trio = || FoundSet { rank: None, kind, cards: Vec::new(), wilds: 3 };
                    sets.extend((0..*trios).map(|_| trio()));
                    break;
                }
                Transition::Sets { rank, pool, sets: taken } => {
                    self.found_sets(*rank, *pool, taken, &mut sets);
                }
                Transition::Runs { place, suit, slots } => {
                    let mut met: Vec<usize> = Vec::with_capacity(MAX_ELEMENTS);
                    for slot in slots {
                        let at = slot.after.and_then(|after| {
                            let is = |i: &usize| !met.contains(i) && partial[*i].expect == after;
                            (0..partial.len()).find(is)
                        });
                        let at = at.unwrap_or_else(|| {
                            let slots = Vec::new();
                            partial.push(Partial { expect: OpenRun::NONE, slots, pair: None });
                            partial.len() - 1
                        });
                        met.push(at);
                        partial[at].slots.push(slot.natural);
                        partial[at].expect = slot.before.unwrap_or(OpenRun::NONE);
                    }
                    while let Some(i) = partial.iter().position(|p| p.expect == OpenRun::NONE) {
                        let Partial { mut slots, pair, .. } = partial.swap_remove(i);
                        slots.reverse();
                        runs.push(Found { suit: *suit, low: *place, slots, pair });
                    }
                }
            }
            node = self.layers.nodes[node].parent;
        }
        // The rest are the upper parts of runs round the corner.
        for tail in partial {
            if let Some(head) = runs.iter_mut().find(|r| r.pair == tail.pair) {
                head.slots.extend(tail.slots.iter().rev());
            }
        }
        (runs, sets)
    }

    fn found_sets(&self, rank: usize, pool: PerSuit, taken: &[SetTaken], sets: &mut Vec<FoundSet>) {
        let mut cards = self.best_of_pool(RANKS[rank], pool, taken).into_iter();
        for set in taken {
            sets.push(FoundSet {
                rank: Some(RANKS[rank]),
                kind: self.rules.type_of(set.kind).kind,
                cards: cards.by_ref().take(set.naturals as usize).collect(),
                wilds: set.wilds,
            });
        }
    }
}
