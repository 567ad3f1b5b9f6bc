//! Reasons for the advice in a hint.

use upcard_cards::Card;

/// Reason for a move of a steady bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The hand can be laid down.
    Ready,
    /// Part of the contract can be laid down.
    PartReady,
    /// This card brings the hand closer to its contract.
    Nearer(Card),
    /// This card can be laid off.
    Fits(Card),
    /// This card does not help.
    NoHelp(Card),
    /// Another player may go out soon: more cards would only cost points.
    TooLate,
    /// This card is unneeded, and costs the most among such cards.
    Loose {
        /// Card.
        card: Card,
        /// Points.
        points: i32,
    },
    /// All cards are useful; this one the least.
    LeastUse(Card),
    /// Part of the contract could be laid down, but the rest would be harder to complete without its cards,
    /// so this card is discarded instead.
    Holds(Card),
    /// Fewer points in hand.
    FewerPoints(i32),
    /// A wild card is worth more in the hand than the natural card that replaces it.
    FreesWild,
    /// This card is deadwood in the best grouping.
    LeftOver {
        /// Card.
        card: Card,
        /// Points.
        points: i32,
    },
    /// This card reduces the deadwood.
    LessOver {
        /// Card.
        card: Card,
        /// Reduction in points.
        points: i32,
    },
    /// This card reduces the deadwood, but only slightly.
    OnlyLess {
        /// Card.
        card: Card,
        /// Reduction in points.
        points: i32,
    },
    /// This card does not reduce the deadwood.
    NoLess(Card),
    /// This card is useful in the hand.
    Useful(Card),
    /// This card does not bring the hand closer to a declaration.
    NotNearer(Card),
    /// Deadwood points remaining.
    Leaves(i32),
    /// Number of cards missing until the hand can be declared.
    Far(u8),
    /// The only legal move.
    NothingElse,
}
