//! The sweep for lay-downs.

use std::ops::ControlFlow;

use upcard_cards::{AceMode, Card, Cards, ShortSort, Suit};

use super::bounds::Bounds;
use super::rules::SweepRules;
use super::state::{Key, Node, Transition};
use crate::laid::Remainder;
use crate::layers::{Layered, Layers};
use crate::nodes::{Layer, NodeId};
use crate::problem::Problem;

/// Remaining step budget of a query, for all searches that it takes.
///
/// A step is a card assigned to a run or a set of some state. Hands from play take some thousands, and hands
/// of a size that no game deals, with wilds of several ranks, some hundreds of thousands. Only hands of
/// dozens of cards, such as house rules about bought cards can lead to, exhaust the budget: then the search
/// stops, and what it has not found by then counts as nonexistent. Such a hand is searched with narrow layers
/// first, which finds easy lay-downs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps(pub(super) u32);

impl Steps {
    /// Budget of one query: some tenths of a second at most.
    pub(crate) const BUDGET: Steps = Steps(4_000_000);
}

/// Beam widths of successive passes: maximum number of states per layer. A pass that dropped no state is the
/// last.
pub(super) const WIDTHS: [usize; 3] = [100, 2_000, usize::MAX];

#[derive(Clone, Copy)]
pub(super) enum Goal {
    /// Any lay-down.
    Feasible,
    /// Any lay-down with at most this many cards that are not in the hand.
    Within { missing: u8 },
    /// The lay-down with the most value.
    Best([u8; 53]),
}

pub(super) struct Sweep<'a> {
    pub(super) problem: &'a Problem,
    pub(super) rules: SweepRules,
    pub(super) goal: Goal,
    pub(super) leave: Remainder,
    pub(super) hand: Cards,
    /// Naturals of each rank and suit in the hand that may be used as such.
    pub(super) held: [[u8; 4]; 13],
    /// The same including cards that may come.
    pub(super) supply: [[u8; 4]; 13],
    /// Number of wilds in the hand, including cards of wild ranks.
    held_wilds: u8,
    /// Maximum number of wilds for a lay-down; those out of their own places, if only these are limited.
    pub(super) wilds: u8,
    /// Whether wilds in their own places are excluded from the count in keys: for the best lay-down, if a
    /// limit for all melds binds only the others. Other queries do not use this search then.
    pub(super) own_apart: bool,
    pub(super) max_wilds: u8,
    /// Whether states with different numbers of wilds must be kept apart; otherwise fewer is always better.
    pub(super) exact_wilds: bool,
    /// Whether a set larger than its element's size may be of use.
    pub(super) larger_sets: bool,
    /// Limit up to which cards left over are counted; 0 if their number follows from the contract.
    pub(super) count_left: u8,
    pub(super) bounds: Bounds,
    pub(super) layers: Layers<Key, Node, Transition>,
    /// Sets of cards of wild ranks used in their own places; keys refer to them by index.
    pub(super) own: Vec<Cards>,
}

impl<'a> Sweep<'a> {
    /// `None` if the numbers alone rule out a lay-down.
    pub(super) fn new(
        problem: &'a Problem,
        hand: &Cards,
        leave: Remainder,
        goal: Goal,
        steps: Steps,
    ) -> Option<Sweep<'a>> {
        let rules = SweepRules::new(problem)?;
        let melds = &problem.melds;
        let cards = hand.len();
        let more = match goal {
            Goal::Within { missing } => missing as usize,
            _ => 0,
        };
        if rules.min + leave.at_least as usize > cards + more {
            return None;
        }
        let whole = cards > leave.at_most as usize + rules.min;
        let count_left = if rules.fixed {
            if whole {
                return None;
            }
            0
        } else if (leave.at_most as usize) < cards {
            leave.at_most.max(leave.at_least) + 1
        } else {
            leave.at_least
        };
        let mut held = [[0; 4]; 13];
        let mut supply = [[0; 4]; 13];
        let mut wilds = 0u8;
        let mut pack_wilds = 0u8;
        for card in Card::all() {
            let n = hand.count(card);
            let may_come = match goal {
                Goal::Within { .. } => Cards::MAX_COPIES,
                _ => n,
            };
            if melds.is_wild(card) {
                wilds += n;
                pack_wilds = pack_wilds.saturating_add(may_come);
            }
            if let (Some(rank), Some(suit)) = (card.rank(), card.suit())
                && (!melds.is_wild(card) || melds.natural_place)
            {
                held[rank.index()][suit.index()] = n;
                supply[rank.index()][suit.index()] = may_come;
            }
        }
        let held_wilds = wilds;
        let wilds = held_wilds.min(problem.rules.max_wilds.unwrap_or(u8::MAX));
        let own_apart = problem.limits_places() && matches!(goal, Goal::Best(_));
        let bounds = Bounds::new(&rules, &held, wilds + more as u8, melds, own_apart);
        let exact_wilds = !matches!(goal, Goal::Feasible) || count_left > leave.at_least;
        Some(Sweep {
            problem,
            rules,
            goal,
            leave,
            hand: *hand,
            held,
            supply,
            held_wilds,
            wilds,
            own_apart,
            max_wilds: pack_wilds,
            exact_wilds,
            larger_sets: matches!(goal, Goal::Best(_)) || count_left > leave.at_least,
            count_left,
            bounds,
            layers: Layers::new(steps.0),
            own: vec![Cards::NONE],
        })
    }

    pub(super) fn finds_lay_down(&mut self, steps: &mut Steps) -> bool {
        let mut found = false;
        self.run_widening_passes(WIDTHS, |_, _, _| {
            found = true;
            ControlFlow::Break(())
        });
        steps.0 = self.layers.steps();
        found
    }

    /// Adds a node, or improves the one with the same key.
    pub(super) fn push(
        &mut self,
        mut key: Key,
        score: i32,
        parent: NodeId,
        act: impl FnOnce() -> Transition,
    ) {
        let mut score = score;
        if !self.exact_wilds {
            score = -i32::from(key.wilds);
            key.wilds = 0;
        }
        let keep = matches!(self.goal, Goal::Best(_));
        let layers = &mut self.layers;
        let next = layers.nodes.next();
        match layers.found.entry(key) {
            std::collections::hash_map::Entry::Vacant(slot) => {
                slot.insert(next);
                layers.nodes.push(Node { key, score, parent });
                if keep {
                    layers.transitions.push(act());
                }
            }
            std::collections::hash_map::Entry::Occupied(slot) => {
                let at = *slot.get();
                if layers.nodes[at].score < score {
                    layers.nodes[at] = Node { key, score, parent };
                    if keep {
                        layers.transitions[at] = act();
                    }
                }
            }
        }
    }

    /// A node's key with its wilds, and its score.
    pub(super) fn load(&self, node: NodeId) -> (Key, i32) {
        let Node { mut key, score, .. } = self.layers.nodes[node];
        if !self.exact_wilds {
            key.wilds = (-score) as u8;
        }
        (key, score)
    }

    /// Returns `true` if the wilds and other cards to come are still within the goal.
    pub(super) fn is_within_goal(&self, key: &Key) -> bool {
        match self.goal {
            Goal::Within { missing } => {
                let drawn = key.wilds.saturating_sub(self.wilds);
                key.drawn + drawn <= missing && key.wilds + key.drawn_wilds <= self.max_wilds
            }
            _ => key.wilds <= self.wilds,
        }
    }

    /// Returns `true` if the number of cards left over so far is allowed.
    pub(super) fn leaves(&self, key: &Key) -> bool {
        self.count_left == 0 || key.left <= self.leave.at_most
    }

    /// Number of cards that may still come, plus wilds not yet used.
    pub(super) fn spare_cards(&self, key: &Key) -> u8 {
        let drawn = match self.goal {
            Goal::Within { missing } => {
                let drawn = key.drawn + key.wilds.saturating_sub(self.wilds);
                missing.saturating_sub(drawn)
            }
            _ => 0,
        };
        self.wilds.saturating_sub(key.wilds) + drawn
    }

    pub(super) fn number_of_wilds(&self, key: &Key) -> u8 {
        match self.own_apart {
            true => key.wilds + self.own_cards(key).len() as u8,
            false => key.wilds,
        }
    }

    /// The wilds used, the most valuable first, including those in their own places.
    pub(super) fn wilds_used(&self, number: u8, own: &Cards, value: &[u8; 53]) -> Cards {
        let mut free: Vec<Card> =
            self.hand.without(own).iter().filter(|&c| self.problem.melds.is_wild(c)).collect();
        free.short_sort_by_key(|c| std::cmp::Reverse((value[c.index()], c.index())));
        let mut used = *own;
        used.extend(free.into_iter().take((number as usize).saturating_sub(own.len())));
        used
    }

    pub(super) fn own_cards(&self, key: &Key) -> Cards {
        self.own[usize::from(key.own)]
    }

    pub(super) fn own_number(&mut self, cards: Cards) -> u16 {
        let at = self.own.iter().position(|&c| c == cards).unwrap_or_else(|| {
            self.own.push(cards);
            self.own.len() - 1
        });
        at as u16
    }
}

impl Layered for Sweep<'_> {
    type State = Key;
    type Node = Node;
    type Transition = Transition;

    fn layers(&self) -> &Layers<Key, Node, Transition> {
        &self.layers
    }

    fn layers_mut(&mut self) -> &mut Layers<Key, Node, Transition> {
        &mut self.layers
    }

    fn places(&self) -> (u8, u8) {
        self.rules.places
    }

    fn is_by_suit(&self) -> bool {
        self.bounds.by_suit
    }

    fn begin(&mut self) {
        self.begin_trios();
    }

    fn is_idle(&self, layer: Layer, place: u8, suit: Suit) -> bool {
        self.suit_is_idle(layer, place, suit.index())
    }

    #[inline]
    fn suit_step(&mut self, node: NodeId, place: u8, suit: Suit) {
        self.runs_of_suit(node, place, suit);
    }

    fn has_sets(&self, layer: Layer, place: u8) -> bool {
        self.rules.step_has_sets(place) && !self.sets_are_idle(layer, place)
    }

    fn set_step(&mut self, node: NodeId, place: u8) {
        self.sets_of_rank(node, place);
    }

    fn heuristic(&self, node: &Node) -> i32 {
        let key = &node.key;
        let spent = i32::from(key.wilds) + i32::from(key.drawn);
        let (value, wilds) = match self.goal {
            Goal::Best(_) => (node.score, spent),
            _ if self.exact_wilds => (0, spent),
            // The score is minus the number of wilds.
            _ => (0, -node.score),
        };
        // The upper part of a run round the corner is worth nothing until it meets a lower one.
        let upper: u8 = key.open().filter(|run| run.tail()).map(|run| 2 + run.len()).sum();
        16 * (self.cards_needed(key) + i32::from(upper) + 2 * wilds) - value
    }

    fn end_score(&self, node: NodeId) -> Option<i32> {
        let (key, score) = self.load(node);
        if !key.all_begun() || !key.high.is_none() {
            return None;
        }
        if self.problem.melds.ace == AceMode::Corner {
            self.rules.joined(&key)?;
        } else if key.open().next().is_some() {
            return None;
        }
        if self.own_apart && self.number_of_wilds(&key) > self.held_wilds {
            return None;
        }
        if self.count_left > 0 {
            let wilds = self.held_wilds.saturating_sub(self.number_of_wilds(&key));
            let left = key.left as usize + wilds as usize;
            if !self.leave.allows(left) {
                return None;
            }
        }
        Some(match self.goal {
            Goal::Best(value) => {
                let own = &self.own_cards(&key);
                let used = self.wilds_used(self.number_of_wilds(&key), own, &value);
                score + worth(&used, &value)
            }
            _ => score,
        })
    }
}

pub(crate) fn worth(cards: &Cards, value: &[u8; 53]) -> i32 {
    cards.iter_counts().map(|(c, n)| i32::from(value[c.index()]) * i32::from(n)).sum()
}
