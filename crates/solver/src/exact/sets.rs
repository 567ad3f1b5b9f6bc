//! One step of the sweep: the sets of one rank.

use std::ops::RangeInclusive;

use arrayvec::ArrayVec;
use upcard_cards::{Card, MAX_ELEMENTS, MeldKind, RANKS, SUITS, ShortSort, Suit};

use super::state::{Key, PerSuit, SetTaken, Transition};
use super::sweep::{Goal, Sweep};
use crate::nodes::NodeId;

impl Sweep<'_> {
    pub(super) fn sets_of_rank(&mut self, node: NodeId, place: u8) {
        let (mut key, score) = self.load(node);
        let rank = place as usize % 13;
        for suit in 0..4 {
            let used = key.used.of(suit);
            let (held, supply) = (self.held[rank][suit], self.supply[rank][suit]);
            key.pool.add(suit, held.saturating_sub(used));
            key.could_draw = key.could_draw.saturating_add(supply - used.max(held));
        }
        key.used = PerSuit::NONE;
        let pool = self.pool_of(rank, key.pool);
        let mut taken = ArrayVec::new();
        self.take_sets(node, place, key, score, pool, &mut taken);
    }

    /// Takes any number of sets, of the last one's type or later ones, with falling naturals.
    fn take_sets(
        &mut self,
        node: NodeId,
        place: u8,
        key: Key,
        score: i32,
        pool: Pool,
        taken: &mut ArrayVec<SetTaken, MAX_ELEMENTS>,
    ) {
        if !self.layers.step() {
            return;
        }
        let rank = RANKS[place as usize % 13];
        self.leave_sets(node, place, key, score, pool, taken);
        let (from, last) = taken.last().map_or((0, u8::MAX), |s| (s.kind, s.naturals));
        for kind in from..self.rules.types().count() {
            let of = *self.rules.type_of(kind);
            let blocked = of.kind == MeldKind::Set
                && (self.rules.own_set_ranks.has_rank(rank)
                    || (!self.rules.same_rank_sets
                        && taken.iter().any(|s| self.rules.type_of(s.kind).kind == MeldKind::Set)));
            if of.kind == MeldKind::Run || key.todo(kind) == 0 || blocked {
                continue;
            }
            let bound = if kind == from { last } else { u8::MAX };
            let draws = match self.goal {
                Goal::Within { missing } => key.could_draw.min(missing - key.drawn.min(missing)),
                _ => 0,
            };
            for naturals in 0..=(pool.sum() + draws).min(bound).min(of.max) {
                let max = if self.larger_sets {
                    of.max.min(naturals.saturating_add(self.wilds).max(of.min))
                } else {
                    of.min
                };
                for size in of.min.max(naturals)..=max {
                    for own in pool.own_of(naturals) {
                        let set = SetTaken { kind, naturals, own, wilds: size - naturals };
                        self.take_set(node, place, key, score, pool, taken, set);
                    }
                }
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one step of a recursion over plain values")]
    fn take_set(
        &mut self,
        node: NodeId,
        place: u8,
        mut key: Key,
        score: i32,
        pool: Pool,
        taken: &mut ArrayVec<SetTaken, MAX_ELEMENTS>,
        set: SetTaken,
    ) {
        let rank = RANKS[place as usize % 13];
        if taken.is_full() || !self.rules.is_legal_set(set.kind, rank, set.naturals, set.wilds) {
            return;
        }
        key.begin_elements(set.kind, 1);
        key.wilds += set.wilds;
        let from_hand = set.naturals.min(pool.sum());
        let drawn = set.naturals - from_hand;
        key.drawn += drawn;
        key.could_draw -= drawn;
        // If they are counted apart, that happens when no more sets of the rank are taken.
        if !self.own_apart {
            key.wilds += set.own;
        }
        if self.problem.melds.is_wild_rank(rank) {
            key.drawn_wilds += drawn;
        }
        if self.is_within_goal(&key) {
            taken.push(set);
            self.take_sets(node, place, key, score, pool.less(from_hand, set.own), taken);
            taken.pop();
        }
    }

    /// Takes no more sets of this rank: the remaining naturals are left over.
    fn leave_sets(
        &mut self,
        node: NodeId,
        place: u8,
        mut key: Key,
        mut score: i32,
        pool: Pool,
        taken: &ArrayVec<SetTaken, MAX_ELEMENTS>,
    ) {
        let rank = RANKS[place as usize % 13];
        if matches!(self.goal, Goal::Best(_)) && !taken.is_empty() {
            for card in self.best_of_pool(rank, key.pool, taken) {
                if self.problem.melds.is_wild(card) {
                    key.wilds -= u8::from(!self.own_apart);
                    self.use_own(&mut key, card);
                } else {
                    score += self.natural_worth(rank, card.suit().unwrap_or(Suit::Clubs));
                }
            }
        }
        if self.count_left > 0 {
            key.left = (key.left + pool.plain).min(self.count_left);
        }
        if !self.leaves(&key) || !self.can_finish(&key, place, 3, true) {
            return;
        }
        let kept = key.pool;
        key.pool = PerSuit::NONE;
        key.could_draw = 0;
        self.push(key, score, node, || Transition::Sets {
            rank: rank.index(),
            pool: kept,
            sets: taken.to_vec(),
        });
    }

    /// The most valuable naturals of a rank that the runs left.
    pub(super) fn best_of_pool(
        &self,
        rank: upcard_cards::Rank,
        pool: PerSuit,
        taken: &[SetTaken],
    ) -> Vec<Card> {
        let Goal::Best(value) = self.goal else { return Vec::new() };
        let mut own: u8 = taken.iter().map(|set| set.own).sum();
        let mut plain = taken.iter().map(|set| set.naturals).sum::<u8>() - own;
        let mut cards: Vec<Card> = SUITS
            .into_iter()
            .flat_map(|suit| {
                let copies = pool.of(suit.index());
                std::iter::repeat_n(Card::natural(rank, suit), copies as usize)
            })
            .collect();
        cards.short_sort_by_key(|c| (std::cmp::Reverse(value[c.index()]), c.index()));
        cards.retain(|card| {
            let more = if self.problem.melds.is_wild(*card) { &mut own } else { &mut plain };
            let taken = *more > 0;
            *more -= u8::from(taken);
            taken
        });
        cards
    }

    /// The naturals of a rank that the runs left, by number.
    fn pool_of(&self, rank: usize, pool: PerSuit) -> Pool {
        let wild =
            |suit: &usize| self.problem.melds.is_wild(Card::natural(RANKS[rank], SUITS[*suit]));
        let own = (0..4).filter(wild).map(|suit| pool.of(suit)).sum();
        Pool { plain: pool.sum() - own, own }
    }
}

/// Cards of a rank for its sets.
#[derive(Clone, Copy)]
struct Pool {
    plain: u8,
    /// Those that are wild elsewhere.
    own: u8,
}

impl Pool {
    const fn sum(self) -> u8 {
        self.plain + self.own
    }

    /// The possible numbers of cards wild elsewhere among so many naturals.
    fn own_of(self, naturals: u8) -> RangeInclusive<u8> {
        let from_hand = naturals.min(self.sum());
        from_hand.saturating_sub(self.plain)..=from_hand.min(self.own)
    }

    const fn less(self, cards: u8, own: u8) -> Pool {
        Pool { plain: self.plain - (cards - own), own: self.own - own }
    }
}
