//! Suit rules for runs.

use crate::Suit;

/// Which suits a run may combine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum RunSuits {
    /// All of one suit.
    #[default]
    One,
    /// Any suits.
    Any,
    /// All red or all black.
    Colour,
    /// Red and black alternate.
    Turns,
}

impl RunSuits {
    /// Suffix after the size in a contract's text.
    pub(crate) const fn letter(self) -> &'static str {
        match self {
            RunSuits::One => "",
            RunSuits::Any => "m",
            RunSuits::Colour => "c",
            RunSuits::Turns => "a",
        }
    }

    /// Returns `true` if a run may have cards of several suits.
    #[must_use]
    pub const fn is_mixed(self) -> bool {
        !matches!(self, RunSuits::One)
    }

    /// The representative suits that identify how a run may begin, one for each case.
    #[must_use]
    pub const fn representatives(self) -> &'static [Suit] {
        match self {
            RunSuits::One => &crate::SUITS,
            RunSuits::Any => &[Suit::Clubs],
            RunSuits::Colour | RunSuits::Turns => &[Suit::Clubs, Suit::Diamonds],
        }
    }

    /// The representative of a run with a card of this suit in this slot, counted from 0.
    #[must_use]
    pub const fn representative(self, slot: usize, suit: Suit) -> Suit {
        let red = match self {
            RunSuits::One => return suit,
            RunSuits::Any => false,
            RunSuits::Colour => suit.is_red(),
            RunSuits::Turns => suit.is_red() != (slot % 2 == 1),
        };
        if red { Suit::Diamonds } else { Suit::Clubs }
    }

    /// The suits allowed in this slot of a run with this representative.
    #[must_use]
    pub const fn suits(self, representative: Suit, slot: usize) -> &'static [Suit] {
        let all: &[Suit; 4] = &crate::SUITS;
        match (self, self.representative(slot, representative)) {
            (RunSuits::Any, _) => all,
            (RunSuits::One, suit) => std::slice::from_ref(&all[suit.index()]),
            (_, suit) if suit.is_red() => &[Suit::Diamonds, Suit::Hearts],
            _ => &[Suit::Clubs, Suit::Spades],
        }
    }

    /// Returns `true` if a card of this suit is allowed in this slot of a run with this
    /// representative.
    #[must_use]
    pub fn allows(self, representative: Suit, slot: usize, suit: Suit) -> bool {
        self.representative(slot, suit) == representative
    }
}
