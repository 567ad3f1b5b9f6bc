//! Surveys: the distance of a hand from its goal, the cards needed for it and the cards that would help.

use upcard_cards::{Card, Faces};

/// A hand measured against its goal: its distance, the cards that it needs, and the cards that would bring it
/// nearer. Created by [`crate::Solver::survey`] and [`crate::Goal::survey`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Minimum number of cards that must come; `None` if no cards would do.
    pub distance: Option<u8>,
    /// Minimum number of naturals that the contract lacks, before any wild stands in; a lower bound where the
    /// tables do not know it.
    pub missing: u8,
    /// Faces of which no card can be spared: without one, another must come.
    pub needed: Faces,
    /// Held faces that some nearest way uses, one that lacks the fewest naturals. If a cap limits the wilds,
    /// or the tables do not know, it may include faces that no nearest way uses.
    pub used: Faces,
    /// Faces of which one more card would bring the hand nearer.
    pub useful: Faces,
}

/// Parts of a survey that may take long if a cap limits the wilds, since each card is tried then. The
/// distance is always computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The faces needed and used.
    pub needed: bool,
    /// The useful faces.
    pub useful: bool,
}

impl Parts {
    /// All parts.
    pub const ALL: Parts = Parts { needed: true, useful: true };
    /// The parts needed for a discard.
    pub const NEEDED: Parts = Parts { needed: true, useful: false };

    /// Only the distance.
    pub const NONE: Parts = Parts { needed: false, useful: false };

    /// The parts that are not in `others`.
    #[must_use]
    pub const fn without(self, others: Parts) -> Parts {
        Parts { needed: self.needed && !others.needed, useful: self.useful && !others.useful }
    }
}

impl Survey {
    /// More cards than a hand can lack.
    pub const FAR: u8 = 60;

    /// The survey of a hand that no cards can help.
    pub const OUT_OF_REACH: Survey = Survey {
        distance: None,
        missing: Survey::FAR,
        needed: Faces::NONE,
        used: Faces::NONE,
        useful: Faces::NONE,
    };

    /// The distance as a number: [`Survey::FAR`] if no cards would do.
    #[must_use]
    pub fn shortfall(&self) -> u8 {
        self.distance.unwrap_or(Survey::FAR)
    }

    /// The same without one held card of this face.
    #[must_use]
    pub fn shortfall_without(&self, card: Card) -> u8 {
        self.shortfall() + u8::from(self.needed.has(card))
    }

    /// Combines the surveys of two goals: the nearer one, or both if they are equally near.
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
