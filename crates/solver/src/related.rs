//! Problems that follow from another one, made when they are first asked for.

use std::sync::{Arc, OnceLock};

use upcard_cards::Element;

use crate::tables::WholeHand;

/// Problems that follow from another: parts of its contract, single melds, the whole hand.
#[derive(Debug)]
pub(crate) struct Related<P> {
    /// By the elements that they have, as bits.
    pub(crate) parts: Box<[OnceLock<Box<P>>]>,
    pub(crate) single: OnceLock<[P; 2]>,
    /// By the cards beyond the contract.
    pub(crate) whole: [OnceLock<Whole<P>>; MOST_OVER + 1],
}

/// The most cards beyond the contract for which a whole hand is looked at.
const MOST_OVER: usize = 8;

/// How a hand is measured that must go as a whole.
#[derive(Debug)]
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

/// A strict set of a contract, and what is left of the contract without it.
#[derive(Debug)]
pub(crate) struct Strict<P> {
    pub(crate) element: Element,
    /// The least and the most cards that it may have.
    pub(crate) sizes: (u8, u8),
    /// What is left, by the wilds that the set has; always the same where wilds have no limit together.
    pub(crate) rests: Vec<P>,
}
