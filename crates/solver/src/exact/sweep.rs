//! The sweep: layers of states from the first place to the last.

use std::collections::HashMap;

use upcard_cards::{AceMode, Card, Cards, SUITS, ShortSort, Suit};

use super::bounds::Bounds;
use super::rules::SweepRules;
use super::state::{Act, Key, Node};
use crate::laid::Leave;
use crate::meter;
use crate::nodes::{Layer, NodeId, Nodes};
use crate::problem::Problem;
use rustc_hash::FxBuildHasher;

/// The steps that are left for a question, with all the searches that it takes.
///
/// A step is a card given to a run or a set of some state. Hands from play take some thousands, and
/// hands of a size that no game deals, with wilds of several ranks, some hundreds of thousands. Only
/// hands of dozens of cards, such as house rules about bought cards can lead to, come to the end: then
/// the search is given up, and what it has not found by then counts as not there. Such a hand is
/// looked at in a narrow way first, which finds what is easy to find.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps(pub(super) u32);

impl Steps {
    /// Those of one question: some tenths of a second at the most.
    pub(crate) const MOST: Steps = Steps(4_000_000);
}

/// The states that each layer keeps, in one look after the other: a look that had to leave none out
/// is the last.
pub(super) const WIDTHS: [usize; 3] = [100, 2_000, usize::MAX];

/// The most states of a look; they take about a hundred bytes each.
const MOST_NODES: usize = 400_000;

/// What is looked for.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    /// Any lay-down.
    Feasible,
    /// Any lay-down with this many cards that are not in the hand.
    Within { missing: u8 },
    /// The lay-down with the most value.
    Best([u8; 53]),
}

pub(super) struct Sweep<'a> {
    pub(super) problem: &'a Problem,
    pub(super) rules: SweepRules,
    pub(super) goal: Goal,
    pub(super) leave: Leave,
    pub(super) hand: Cards,
    /// Naturals of each rank and suit in the hand that may be used as such.
    pub(super) held: [[u8; 4]; 13],
    /// The same with the cards that may come.
    pub(super) supply: [[u8; 4]; 13],
    /// Wilds in the hand, cards of wild ranks included.
    held_wilds: u8,
    /// Those of them that one lay-down may use.
    pub(super) wilds: u8,
    pub(super) most_wilds: u8,
    /// Must each state keep its number of wilds, or is fewer always better?
    pub(super) exact_wilds: bool,
    /// May a set larger than its element's size be of use?
    pub(super) larger_sets: bool,
    /// How far left cards are counted; 0 where their number follows from the contract.
    pub(super) count_left: u8,
    pub(super) bounds: Bounds,
    pub(super) nodes: Nodes<Node>,
    pub(super) acts: Nodes<Act>,
    /// The most states that a layer keeps, the steps left, and whether states were left out.
    pub(super) width: usize,
    pub(super) steps: u32,
    pub(super) cut: bool,
    pub(super) found: HashMap<Key, NodeId, FxBuildHasher>,
    /// Cards of wild ranks used in their own places, as sets that keys name by number.
    pub(super) own: Vec<Cards>,
}

impl<'a> Sweep<'a> {
    /// Nothing where the numbers alone rule a lay-down out.
    pub(super) fn new(
        problem: &'a Problem,
        hand: &Cards,
        leave: Leave,
        goal: Goal,
    ) -> Option<Sweep<'a>> {
        let rules = SweepRules::new(problem)?;
        let melds = &problem.melds;
        let cards = hand.len();
        let more = match goal {
            Goal::Within { missing } => missing as usize,
            _ => 0,
        };
        if rules.least + leave.at_least as usize > cards + more {
            return None;
        }
        let whole = cards > leave.at_most as usize + rules.least;
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
                Goal::Within { .. } => Cards::MOST,
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
        let wilds = held_wilds.min(problem.rules.most_wilds.unwrap_or(u8::MAX));
        let bounds = Bounds::new(&rules, &held, wilds + more as u8, melds);
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
            most_wilds: pack_wilds,
            exact_wilds,
            larger_sets: matches!(goal, Goal::Best(_)) || count_left > leave.at_least,
            count_left,
            bounds,
            nodes: Nodes::new(),
            acts: Nodes::new(),
            width: usize::MAX,
            steps: 0,
            cut: false,
            found: HashMap::default(),
            own: vec![Cards::NONE],
        })
    }

    /// Is there an end at all?
    pub(super) fn finds_one(&mut self, steps: &mut Steps) -> bool {
        WIDTHS.into_iter().any(|width| {
            // After a look that left nothing out, a broader one finds nothing either.
            let new = width == WIDTHS[0] || self.cut;
            new && self.look(width, steps).is_some()
        })
    }

    /// One look with layers of this width: the best end and its score, if there is one.
    pub(super) fn look(&mut self, width: usize, steps: &mut Steps) -> Option<(i32, NodeId)> {
        self.nodes.clear();
        self.acts.clear();
        (self.width, self.steps, self.cut) = (width, steps.0, false);
        let end = self.search();
        steps.0 = self.steps;
        end
    }

    /// Takes a step; false where none are left.
    #[inline]
    pub(super) fn step(&mut self) -> bool {
        if self.steps == 0 || self.nodes.len() >= MOST_NODES || !meter::step(1) {
            self.cut = true;
            return false;
        }
        self.steps -= 1;
        true
    }

    pub(super) fn search(&mut self) -> Option<(i32, NodeId)> {
        let mut layer = self.begin()?;
        let (first, last) = self.rules.places;
        if self.bounds.by_suit {
            for suit in SUITS {
                for place in first..=last {
                    layer = self.suit_layer(layer, place, suit)?;
                }
            }
        } else {
            for place in first..=last {
                for suit in SUITS {
                    layer = self.suit_layer(layer, place, suit)?;
                }
                if self.rules.step_has_sets(place) && !self.sets_are_idle(layer, place) {
                    layer = self.advance(layer, |sweep, node| sweep.set_step(node, place))?;
                }
            }
        }
        let ends = layer.nodes().filter_map(|node| Some((self.end_score(node)?, node)));
        ends.max_by_key(|&(score, node)| (score, std::cmp::Reverse(node)))
    }

    pub(super) fn suit_layer(&mut self, layer: Layer, place: u8, suit: Suit) -> Option<Layer> {
        if self.is_idle(layer, place, suit.index()) {
            return Some(layer);
        }
        self.advance(layer, |sweep, node| sweep.suit_step(node, place, suit))
    }

    /// The states that follow on these, none where there are none.
    pub(super) fn advance(
        &mut self,
        layer: Layer,
        step: impl Fn(&mut Self, NodeId),
    ) -> Option<Layer> {
        self.found.clear();
        let from = self.nodes.next();
        for node in layer.nodes() {
            step(self, node);
        }
        self.keep_the_best(from);
        self.nodes.layer(from)
    }

    /// Leaves out states of the layer that begins here where it is too broad, those that seem farthest
    /// from an end.
    pub(super) fn keep_the_best(&mut self, from: NodeId) {
        if self.nodes.since(from).len() <= self.width {
            return;
        }
        self.cut = true;
        let merit = |node: &Node| {
            let key = &node.key;
            let spent = i32::from(key.wilds) + i32::from(key.drawn);
            let (value, wilds) = match self.goal {
                Goal::Best(_) => (node.score, spent),
                _ if self.exact_wilds => (0, spent),
                // The score counts the wilds.
                _ => (0, -node.score),
            };
            // An upper part of a run round the corner is worth nothing until it meets a lower one.
            let upper: u8 = key.open().filter(|run| run.tail()).map(|run| 2 + run.len()).sum();
            16 * (self.cards_needed(key) + i32::from(upper) + 2 * wilds) - value
        };
        let merits: Vec<i32> = self.nodes.layer(from).map_or_else(Vec::new, |layer| {
            layer.nodes().map(|node| merit(&self.nodes[node])).collect()
        });
        let mut apart = merits.clone();
        let (better, &mut worst, _) = apart.select_nth_unstable(self.width);
        // As many of those that are just as good as find room.
        let mut alike = self.width - better.iter().filter(|&&merit| merit < worst).count();
        let (nodes, acts) = (self.nodes.since(from), self.acts.since(from));
        let mut to = 0;
        for (at, merit) in merits.into_iter().enumerate() {
            if merit > worst || (merit == worst && alike == 0) {
                continue;
            }
            alike -= usize::from(merit == worst);
            nodes.swap(to, at);
            if !acts.is_empty() {
                acts.swap(to, at);
            }
            to += 1;
        }
        self.nodes.keep(from, self.width);
        self.acts.keep(from, self.width);
    }

    /// Adds a node, or betters the one with the same key.
    pub(super) fn push(
        &mut self,
        mut key: Key,
        score: i32,
        parent: NodeId,
        act: impl FnOnce() -> Act,
    ) {
        let mut score = score;
        if !self.exact_wilds {
            score = -i32::from(key.wilds);
            key.wilds = 0;
        }
        let keep = matches!(self.goal, Goal::Best(_));
        let next = self.nodes.next();
        match self.found.entry(key) {
            std::collections::hash_map::Entry::Vacant(slot) => {
                slot.insert(next);
                self.nodes.push(Node { key, score, parent });
                if keep {
                    self.acts.push(act());
                }
            }
            std::collections::hash_map::Entry::Occupied(slot) => {
                let at = *slot.get();
                if self.nodes[at].score < score {
                    self.nodes[at] = Node { key, score, parent };
                    if keep {
                        self.acts[at] = act();
                    }
                }
            }
        }
    }

    /// A node's key with its wilds, and its score.
    pub(super) fn load(&self, node: NodeId) -> (Key, i32) {
        let Node { mut key, score, .. } = self.nodes[node];
        if !self.exact_wilds {
            key.wilds = (-score) as u8;
        }
        (key, score)
    }

    /// Are these numbers of wilds, and of other cards to come, still within the goal?
    pub(super) fn affords(&self, key: &Key) -> bool {
        match self.goal {
            Goal::Within { missing } => {
                let drawn = key.wilds.saturating_sub(self.wilds);
                key.drawn + drawn <= missing && key.wilds + key.drawn_wilds <= self.most_wilds
            }
            _ => key.wilds <= self.wilds,
        }
    }

    /// Is the number of cards left behind so far still allowed?
    pub(super) fn leaves(&self, key: &Key) -> bool {
        self.count_left == 0 || key.left <= self.leave.at_most
    }

    /// Cards that may still come, and wilds not yet used.
    pub(super) fn to_spare(&self, key: &Key) -> u8 {
        let drawn = match self.goal {
            Goal::Within { missing } => {
                let drawn = key.drawn + key.wilds.saturating_sub(self.wilds);
                missing.saturating_sub(drawn)
            }
            _ => 0,
        };
        self.wilds.saturating_sub(key.wilds) + drawn
    }

    /// The score of a finished search; none where it is not finished.
    pub(super) fn end_score(&self, node: NodeId) -> Option<i32> {
        let (key, score) = self.load(node);
        if !key.all_begun() || !key.high.is_none() {
            return None;
        }
        if self.problem.melds.ace == AceMode::Corner {
            self.rules.joined(&key)?;
        } else if key.open().next().is_some() {
            return None;
        }
        if self.count_left > 0 {
            let left = key.left as usize + self.held_wilds.saturating_sub(key.wilds) as usize;
            if !self.leave.allows(left) {
                return None;
            }
        }
        Some(match self.goal {
            Goal::Best(value) => {
                let own = &self.own_cards(&key);
                let used = self.wilds_used(key.wilds, own, &value);
                score + worth(&used, &value)
            }
            _ => score,
        })
    }

    /// The wilds used, the most valuable first; those in their own places are among them.
    pub(super) fn wilds_used(&self, number: u8, own: &Cards, value: &[u8; 53]) -> Cards {
        let mut free: Vec<Card> =
            self.hand.without(own).iter().filter(|&c| self.problem.melds.is_wild(c)).collect();
        free.short_sort_by_key(|c| std::cmp::Reverse((value[c.index()], c.index())));
        let mut used = *own;
        used.extend(free.into_iter().take((number as usize).saturating_sub(own.len())));
        used
    }

    /// The cards of wild ranks that a state uses in their own places.
    pub(super) fn own_cards(&self, key: &Key) -> Cards {
        self.own[usize::from(key.own)]
    }

    /// The number of this set of cards.
    pub(super) fn own_number(&mut self, cards: Cards) -> u16 {
        let at = self.own.iter().position(|&c| c == cards).unwrap_or_else(|| {
            self.own.push(cards);
            self.own.len() - 1
        });
        at as u16
    }
}

/// The value of these cards together.
pub(crate) fn worth(cards: &Cards, value: &[u8; 53]) -> i32 {
    cards.iter_counts().map(|(c, n)| i32::from(value[c.index()]) * i32::from(n)).sum()
}
