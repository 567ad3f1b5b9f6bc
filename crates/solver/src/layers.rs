//! A layered sweep over the places of all suits, shared by the exact search and rearranging.
//!
//! A state is what the cards so far leave open. Each step derives the states of a layer from those of the
//! previous one and merges equal ones. Successive passes are beam searches of increasing width; a pass that
//! dropped no state is the last.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;
use upcard_cards::{SUITS, Suit};

use crate::meter;
use crate::nodes::{Layer, NodeId, Nodes};

/// The layers of a pass: a node for each state, with the transition to it.
#[derive(Debug)]
pub(crate) struct Layers<S, N, A> {
    pub(crate) nodes: Nodes<N>,
    /// The transition to each node; empty if not needed.
    pub(crate) transitions: Nodes<A>,
    /// The states of the layer under construction.
    pub(crate) found: HashMap<S, NodeId, FxBuildHasher>,
    /// Beam width: maximum number of states per layer.
    width: usize,
    /// Steps left, for all passes together.
    steps: u32,
    /// Whether this pass dropped anything.
    dropped: bool,
}

/// Maximum number of nodes of a pass; they take about a hundred bytes each.
const MAX_NODES: usize = 400_000;

impl<S, N, A> Layers<S, N, A> {
    pub(crate) fn new(steps: u32) -> Layers<S, N, A> {
        let (nodes, transitions, found) = (Nodes::new(), Nodes::new(), HashMap::default());
        Layers { nodes, transitions, found, width: usize::MAX, steps, dropped: false }
    }

    /// Counts a step; `false` if none are left.
    #[inline]
    pub(crate) fn step(&mut self) -> bool {
        if self.steps == 0 || self.nodes.len() >= MAX_NODES || !meter::step(1) {
            self.dropped = true;
            return false;
        }
        self.steps -= 1;
        true
    }

    /// Ends the search with what is found by now.
    pub(crate) const fn give_up(&mut self) {
        (self.steps, self.dropped) = (0, true);
    }

    pub(crate) const fn steps(&self) -> u32 {
        self.steps
    }

    /// Returns `true` if the first layer, under construction, has reached the beam width; further states are
    /// dropped then.
    pub(crate) const fn is_full(&mut self) -> bool {
        let full = self.nodes.len() >= self.width;
        self.dropped |= full;
        full
    }

    /// Drops excess nodes of the layer that begins here: those farthest from an end, and of equally far ones
    /// the last.
    fn keep_nearest(&mut self, from: NodeId, far: Vec<i32>) {
        let width = self.width;
        let mut apart = far.clone();
        let (nearer, &mut farthest, _) = apart.select_nth_unstable(width);
        // As many equally far nodes as there is room for.
        let mut alike = width - nearer.iter().filter(|&&far| far < farthest).count();
        let (nodes, transitions) = (self.nodes.since(from), self.transitions.since(from));
        let mut to = 0;
        for (at, far) in far.into_iter().enumerate() {
            if far > farthest || (far == farthest && alike == 0) {
                continue;
            }
            alike -= usize::from(far == farthest);
            nodes.swap(to, at);
            if !transitions.is_empty() {
                transitions.swap(to, at);
            }
            to += 1;
        }
        self.nodes.keep(from, width);
        self.transitions.keep(from, width);
        self.dropped = true;
    }
}

/// A sweep, defined by its states and their transitions.
pub(crate) trait Layered: Sized {
    /// What must be equal for two nodes to be merged.
    type State;
    /// A state with its score.
    type Node;
    type Transition;

    fn layers(&self) -> &Layers<Self::State, Self::Node, Self::Transition>;

    fn layers_mut(&mut self) -> &mut Layers<Self::State, Self::Node, Self::Transition>;

    /// The first place and the last one.
    fn places(&self) -> (u8, u8);

    /// Whether the suits are swept one after the other, since no sets cross them.
    fn is_by_suit(&self) -> bool {
        false
    }

    /// Adds the initial nodes.
    fn begin(&mut self);

    /// Returns `true` if this node can be pruned. `_next` is the first place whose cards are all to come.
    fn should_prune(&mut self, _node: NodeId, _next: u8) -> bool {
        false
    }

    /// Returns `true` if this suit has nothing to do at this place, in any state.
    fn is_idle(&self, _layer: Layer, _place: u8, _suit: Suit) -> bool {
        false
    }

    /// Adds the successors of a node for a suit at a place.
    fn suit_step(&mut self, node: NodeId, place: u8, suit: Suit);

    /// Returns `true` if sets of a rank are made at this place, in any state.
    fn has_sets(&self, layer: Layer, place: u8) -> bool;

    /// Adds the successors of a node for the sets of a place.
    fn set_step(&mut self, node: NodeId, place: u8);

    /// Heuristic distance of a node from an end.
    fn heuristic(&self, node: &Self::Node) -> i32;

    /// The score of an end; `None` if the node is not an end.
    fn end_score(&self, node: NodeId) -> Option<i32>;

    /// The layer that follows this one; `None` if it is empty.
    fn advance(
        &mut self,
        layer: Layer,
        next: u8,
        step: impl Fn(&mut Self, NodeId),
    ) -> Option<Layer> {
        self.layers_mut().found.clear();
        let from = self.layers().nodes.next();
        for node in layer.nodes() {
            if !self.should_prune(node, next) {
                step(self, node);
            }
        }
        let layers = self.layers();
        let made = layers.nodes.layer(from)?;
        if made.len() > layers.width {
            let far = made.nodes().map(|node| self.heuristic(&layers.nodes[node])).collect();
            self.layers_mut().keep_nearest(from, far);
        }
        self.layers().nodes.layer(from)
    }

    /// The layer after a suit at a place.
    fn after_suit(&mut self, layer: Layer, place: u8, suit: Suit) -> Option<Layer> {
        if self.is_idle(layer, place, suit) {
            return Some(layer);
        }
        self.advance(layer, place, |sweep, node| sweep.suit_step(node, place, suit))
    }

    /// One pass; returns the last layer.
    fn sweep(&mut self) -> Option<Layer> {
        self.begin();
        let mut layer = self.layers().nodes.layer(NodeId::FIRST)?;
        let (first, last) = self.places();
        if self.is_by_suit() {
            for suit in SUITS {
                for place in first..=last {
                    layer = self.after_suit(layer, place, suit)?;
                }
            }
            return Some(layer);
        }
        for place in first..=last {
            for suit in SUITS {
                layer = self.after_suit(layer, place, suit)?;
            }
            if self.has_sets(layer, place) {
                layer =
                    self.advance(layer, place + 1, |sweep, node| sweep.set_step(node, place))?;
            }
        }
        Some(layer)
    }

    /// The best end of a pass with layers of this width, and its score.
    fn run_pass(&mut self, width: usize) -> Option<(i32, NodeId)> {
        let layers = self.layers_mut();
        layers.nodes.clear();
        layers.transitions.clear();
        (layers.width, layers.dropped) = (width, false);
        let ends = self.sweep()?.nodes().filter_map(|node| Some((self.end_score(node)?, node)));
        ends.max_by_key(|&(score, node)| (score, Reverse(node)))
    }

    /// Passes of these widths, each with its best end, until one dropped nothing or `seen` breaks. Returns
    /// `true` if no better end can exist.
    fn run_widening_passes(
        &mut self,
        widths: impl IntoIterator<Item = usize>,
        mut seen: impl FnMut(&mut Self, i32, NodeId) -> ControlFlow<()>,
    ) -> bool {
        for width in widths {
            if let Some((score, end)) = self.run_pass(width)
                && seen(self, score, end).is_break()
            {
                return true;
            }
            if !self.layers().dropped {
                return true;
            }
            if self.layers().steps == 0 {
                break;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncated_layer_keeps_the_nearest_nodes_in_order() {
        let mut layers: Layers<(), char, u8> = Layers::new(10);
        layers.width = 3;
        for (node, act) in "abcdef".chars().zip(0..) {
            layers.nodes.push(node);
            layers.transitions.push(act);
        }
        layers.keep_nearest(NodeId::FIRST, vec![5, 2, 2, 1, 2, 9]);
        let kept = layers.nodes.layer(NodeId::FIRST).unwrap().nodes();
        let kept: Vec<(char, u8)> =
            kept.map(|node| (layers.nodes[node], layers.transitions[node])).collect();
        assert_eq!(kept, [('b', 1), ('c', 2), ('d', 3)]);
        assert!(layers.dropped);
    }

    #[test]
    fn no_steps_after_the_limit() {
        let mut layers: Layers<(), (), ()> = Layers::new(2);
        assert!(layers.step() && layers.step() && !layers.dropped);
        assert!(!layers.step() && layers.dropped);
        let mut layers: Layers<(), (), ()> = Layers::new(2);
        layers.give_up();
        assert!(!layers.step() && layers.dropped && layers.steps() == 0);
    }
}
