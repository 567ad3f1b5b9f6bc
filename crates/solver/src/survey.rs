//! A hand measured: how far it is from its goal, which cards are needed for it and which would help.

use upcard_cards::{Card, Faces};

/// A hand measured by its goal: its distance, the cards that it needs, and the cards that would bring
/// it nearer. Made by [`crate::Solver::survey`] and [`crate::Goal::survey`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Survey {
    /// The least number of cards that must come; none where no cards would do.
    pub distance: Option<u8>,
    /// The least number of naturals that the contract lacks, before any wild stands in; where the
    /// tables cannot tell, it may be less.
    pub missing: u8,
    /// The faces of which no card can be spared: without one, another must come.
    pub needed: Faces,
    /// The faces held that some nearest way uses, one that lacks the fewest naturals. Where a cap
    /// binds the wilds, or the tables cannot tell, faces that no nearest way uses may be among
    /// them.
    pub used: Faces,
    /// The faces of which one more card would bring the hand nearer.
    pub useful: Faces,
}

/// Parts of a survey that may take long where a cap binds the wilds: each card is tried then. The
/// distance is always known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The faces needed and used.
    pub needed: bool,
    /// The useful faces.
    pub useful: bool,
}

impl Parts {
    /// All of it.
    pub const ALL: Parts = Parts { needed: true, useful: true };
    /// What a player wants to know before a discard.
    pub const NEEDED: Parts = Parts { needed: true, useful: false };

    /// Nothing but the distance.
    pub const NONE: Parts = Parts { needed: false, useful: false };

    /// Those that are not among the others.
    #[must_use]
    pub const fn without(self, others: Parts) -> Parts {
        Parts { needed: self.needed && !others.needed, useful: self.useful && !others.useful }
    }
}

impl Survey {
    /// More cards than a hand can lack.
    pub const FAR: u8 = 60;

    /// Of a hand that no cards can help.
    pub const OUT_OF_REACH: Survey = Survey {
        distance: None,
        missing: Survey::FAR,
        needed: Faces::NONE,
        used: Faces::NONE,
        useful: Faces::NONE,
    };

    /// How many cards must come, as a plain number: [`Survey::FAR`] where no cards would do.
    #[must_use]
    pub fn shortfall(&self) -> u8 {
        self.distance.unwrap_or(Survey::FAR)
    }

    /// The same without one card of this face, which is held.
    #[must_use]
    pub fn shortfall_without(&self, card: Card) -> u8 {
        self.shortfall() + u8::from(self.needed.has(card))
    }

    /// Of the nearer of two goals; of both where they are as near.
    pub(crate) fn nearer(self, other: Survey) -> Survey {
        match self.shortfall().cmp(&other.shortfall()) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => Survey {
                distance: self.distance,
                missing: self.missing.min(other.missing),
                needed: self.needed & other.needed,
                used: self.used | other.used,
                useful: self.useful | other.useful,
            },
        }
    }
}
