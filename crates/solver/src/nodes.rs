//! The states of a search, in layers, referred to by index.

use std::ops::{Index, IndexMut};

/// Index of a node: 32 bits, since a search keeps millions of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct NodeId(u32);

impl NodeId {
    pub(crate) const FIRST: NodeId = NodeId(0);

    pub(crate) const NONE: NodeId = NodeId(u32::MAX);

    #[inline(always)]
    const fn place(self) -> usize {
        self.0 as usize
    }
}

/// A range of consecutively added nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer {
    from: NodeId,
    end: NodeId,
}

impl Layer {
    #[inline(always)]
    pub(crate) fn nodes(self) -> impl Iterator<Item = NodeId> {
        (self.from.0..self.end.0).map(NodeId)
    }

    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        (self.end.0 - self.from.0) as usize
    }
}

/// A list of nodes, or of data for each.
#[derive(Debug)]
pub(crate) struct Nodes<T>(Vec<T>);

impl<T> Nodes<T> {
    pub(crate) const fn new() -> Nodes<T> {
        Nodes(Vec::new())
    }

    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.0.len()
    }

    /// The index of the node that is added next.
    #[inline(always)]
    pub(crate) const fn next(&self) -> NodeId {
        NodeId(self.0.len() as u32)
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, node: T) {
        self.0.push(node);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The nodes from this one on; `None` if there are none.
    pub(crate) fn layer(&self, from: NodeId) -> Option<Layer> {
        let layer = Layer { from, end: self.next() };
        (layer.from < layer.end).then_some(layer)
    }

    /// The nodes from this one on, mutable.
    pub(crate) fn since(&mut self, from: NodeId) -> &mut [T] {
        self.0.get_mut(from.place()..).unwrap_or_default()
    }

    /// Truncates the nodes from this one on to `max`.
    pub(crate) fn keep(&mut self, from: NodeId, max: usize) {
        self.0.truncate(from.place().saturating_add(max));
    }
}

impl<T> Index<NodeId> for Nodes<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, node: NodeId) -> &T {
        &self.0[node.place()]
    }
}

impl<T> IndexMut<NodeId> for Nodes<T> {
    #[inline(always)]
    fn index_mut(&mut self, node: NodeId) -> &mut T {
        &mut self.0[node.place()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_contain_nodes_added_since() {
        let mut nodes = Nodes::new();
        assert!(nodes.layer(NodeId::FIRST).is_none());
        nodes.push('a');
        let from = nodes.next();
        ['b', 'c', 'd'].into_iter().for_each(|node| nodes.push(node));
        nodes.since(from).reverse();
        nodes.keep(from, 2);
        let layer = nodes.layer(from).unwrap();
        assert_eq!(layer.nodes().map(|node| nodes[node]).collect::<String>(), "dc");
        assert_eq!((nodes[NodeId::FIRST], nodes.len()), ('a', 3));
    }
}
