//! Why a hint advises what it does.

use upcard_cards::Card;

/// Why a steady player would do it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The hand is ready.
    Ready,
    /// A part of the contract is ready.
    PartReady,
    /// This card brings the hand nearer to its contract.
    Nearer(Card),
    /// This card goes to a meld on the table.
    Fits(Card),
    /// This card helps nothing.
    NoHelp(Card),
    /// Somebody may go out soon: more cards would only cost.
    TooLate,
    /// Nothing needs this card, and of those it costs the most.
    Loose {
        /// The card.
        card: Card,
        /// What it would cost.
        points: i32,
    },
    /// All cards are of use; this one is the easiest to do without.
    LeastUse(Card),
    /// A part of the contract could be laid, but the rest would be harder to complete without its cards:
    /// this one is thrown instead.
    Holds(Card),
    /// A card less to be counted.
    FewerPoints(i32),
    /// A wild is worth more in the hand than the card that takes its place.
    FreesWild,
    /// In the best groups this card is left over.
    LeftOver {
        /// The card.
        card: Card,
        /// What it counts.
        points: i32,
    },
    /// With this card so much less would be left over.
    LessOver {
        /// The card.
        card: Card,
        /// How much less.
        points: i32,
    },
    /// With this card less would be left over, but only so much.
    OnlyLess {
        /// The card.
        card: Card,
        /// How much less.
        points: i32,
    },
    /// With this card no less would be left over.
    NoLess(Card),
    /// This card has a use in the hand.
    Useful(Card),
    /// This card brings the hand no nearer to being declared.
    NotNearer(Card),
    /// So much is left over with it.
    Leaves(i32),
    /// So many cards are missing until the hand can be declared.
    Far(u8),
    /// There is nothing else to be done.
    NothingElse,
}
