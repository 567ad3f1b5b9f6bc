//! Derived problems, created on first use.

use std::sync::{Arc, OnceLock};

use upcard_cards::Element;

use crate::tables::WholeHand;

/// Derived problems: parts of the contract, single melds, the whole hand.
pub(crate) struct Related<P> {
    /// By their elements, as a bitmask.
    pub(crate) parts: Box<[OnceLock<Box<P>>]>,
    pub(crate) single: OnceLock<[P; 2]>,
    /// By the number of cards beyond the contract.
    pub(crate) whole: [OnceLock<Whole<P>>; MAX_EXTRA_CARDS + 1],
}

/// Maximum number of cards beyond the contract for which a whole hand is measured.
const MAX_EXTRA_CARDS: usize = 8;

/// How a hand is measured that must go as a whole.
pub(crate) enum Whole<P> {
    Table(Arc<WholeHand>),
    Grown(Box<[P]>),
}

impl<P> Related<P> {
    pub(crate) fn new(elements: usize) -> Related<P> {
        let parts = 1usize << elements;
        Related {
            parts: (0..parts).map(|_| OnceLock::new()).collect(),
            single: OnceLock::new(),
            whole: std::array::from_fn(|_| OnceLock::new()),
        }
    }
}

/// A strict set of a contract, and the rest of the contract.
pub(crate) struct Strict<P> {
    pub(crate) element: Element,
    /// Minimum and maximum size.
    pub(crate) sizes: (u8, u8),
    /// The rest, by the number of wilds in the set; always the same if wilds have no common limit.
    pub(crate) rests: Vec<P>,
}
