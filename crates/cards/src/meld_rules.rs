//! A game's rules for melds, and the reasons why a meld is illegal.

use std::fmt;

use crate::{Card, Faces, MeldKind, RANKS, Rank, RunSuits};

/// Where an ace may stand in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AceMode {
    /// Before the two only.
    Low,
    /// After the king only.
    High,
    /// Before the two or after the king.
    #[default]
    Either,
    /// Anywhere: a run may go round the corner (K-A-2).
    Corner,
}

/// Limit on the number of wild cards in a meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WildCap {
    /// No limit.
    #[default]
    None,
    /// At most this many.
    Count(u8),
    /// At most as many as naturals.
    Naturals,
    /// Fewer than naturals.
    FewerThanNaturals,
    /// No limit once there are two naturals.
    TwoNaturals,
}

/// Whether a meld may consist of wild cards only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AllWild {
    /// No: at least one natural.
    #[default]
    Never,
    /// Three wild cards may be laid as a set; only wild cards are added to it.
    Trio,
    /// Sets only, with the rank given.
    Sets,
    /// Sets and runs, named if ambiguous.
    Any,
}

/// When a meld is validated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// When it is first laid down.
    First,
    /// Later: after a lay-off, a swap, a slide, a rearrangement.
    Later,
}

/// A game's rules for melds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeldRules {
    /// Minimum cards of a set.
    pub set_min: u8,
    /// Maximum cards of a set; `None` for no limit.
    pub set_max: Option<u8>,
    /// Minimum cards of a run.
    pub run_min: u8,
    /// Maximum cards of a run, at most [`crate::MAX_RUN`]; [`MeldRules::NO_RUNS`] if runs are not allowed.
    pub run_max: u8,
    /// Where an ace may stand.
    pub ace: AceMode,
    /// Suit rule for runs.
    ///
    /// With mixed runs, the solver supports only contracts of one run, neither other contracts nor groupings.
    pub run_suits: RunSuits,
    /// Faces that are wild besides jokers: whole ranks, or some suits of them.
    pub wild_faces: Faces,
    /// Limit on the number of wild cards in a meld.
    pub wild_cap: WildCap,
    /// Whether the cap also applies after the meld was laid down.
    pub cap_always: bool,
    /// Whether the cap applies to sets as well as runs.
    ///
    /// The grouping search supports caps on runs alone; the contract search does not.
    pub cap_sets: bool,
    /// Whether a meld may consist of wild cards only.
    pub all_wild: AllWild,
    /// Whether a card of a wild rank counts as natural in its own place.
    pub natural_place: bool,
    /// Minimum number of naturals between two wild cards of a run; 0 if they may be adjacent.
    ///
    /// Supported by the contract search, not by the grouping search.
    pub apart: u8,
    /// Minimum number of naturals in a set that has both naturals and wild cards.
    ///
    /// Supported by the contract search, not by the grouping search.
    pub set_naturals: u8,
    /// Whether a set must have exactly three suits. A wild card beside naturals may stand for one of them.
    ///
    /// Supported only by the search for single melds without regard to copies, neither by the contract search
    /// nor the grouping search.
    pub three_suits: bool,
    /// Whether a pair may contain a wild card.
    pub pair_wilds: bool,
    /// Whether cards may be added to a pair.
    pub pair_grows: bool,
    /// Whether the naturals of a set must be of different suits, so that it has at most four of them.
    ///
    /// Supported by the grouping search, not by the contract search.
    pub distinct_suits: bool,
    /// Applies if suits must differ and cards of a wild rank are natural in a set of it: whether a duplicate
    /// may stand there for a missing suit.
    pub own_set: bool,
}

impl Default for MeldRules {
    fn default() -> MeldRules {
        MeldRules {
            set_min: 3,
            set_max: None,
            run_min: 4,
            run_max: 14,
            ace: AceMode::Either,
            run_suits: RunSuits::One,
            wild_faces: Faces::NONE,
            wild_cap: WildCap::None,
            cap_always: true,
            cap_sets: true,
            all_wild: AllWild::Never,
            natural_place: false,
            apart: 0,
            set_naturals: 0,
            three_suits: false,
            pair_wilds: true,
            pair_grows: false,
            distinct_suits: false,
            own_set: false,
        }
    }
}

impl MeldRules {
    /// Value of `set_min` if sets are not allowed.
    pub const NO_SETS: u8 = u8::MAX;
    /// Value of `run_max` if runs are not allowed.
    pub const NO_RUNS: u8 = 0;
    /// Value of `set_naturals` if sets may not contain wild cards.
    pub const NO_WILDS_IN_SETS: u8 = u8::MAX;

    /// Returns `true` if this card is wild: a joker or a wild face.
    #[inline]
    #[must_use]
    pub const fn is_wild(&self, card: Card) -> bool {
        self.wilds().has(card)
    }

    /// All wild faces, including the joker.
    pub const fn wilds(&self) -> Faces {
        self.wild_faces.or(Faces::JOKER)
    }

    /// Returns `true` if this rank is wild in every suit.
    #[must_use]
    pub const fn is_wild_rank(&self, rank: Rank) -> bool {
        let faces = Faces::of_rank(rank).bits();
        self.wild_faces.bits() & faces == faces
    }

    /// Returns `true` if this rank is wild in at least one suit.
    #[must_use]
    pub const fn has_wild_of(&self, rank: Rank) -> bool {
        self.wild_faces.has_rank(rank)
    }

    /// Returns `true` if some rank is wild in some suits only.
    #[must_use]
    pub fn splits_ranks(&self) -> bool {
        RANKS.iter().any(|rank| self.has_wild_of(*rank) && !self.is_wild_rank(*rank))
    }

    /// Lowest and highest place that a run may use: 0 is the low ace, 13 the high ace. Runs round the corner
    /// use places past 13.
    #[must_use]
    pub const fn places(&self) -> (u8, u8) {
        match self.ace {
            AceMode::Low => (0, Rank::KING.0),
            AceMode::High => (1, 13),
            AceMode::Either => (0, 13),
            AceMode::Corner => (0, 25),
        }
    }

    /// Maximum cards of a set; `None` for no limit.
    #[must_use]
    pub const fn set_limit(&self) -> Option<u8> {
        self.set_max
    }

    /// Returns `true` if `apart` can matter for a meld when it is first laid down.
    #[must_use]
    pub const fn keeps_apart(&self) -> bool {
        self.apart > 0
            && (!matches!(self.wild_cap, WildCap::Count(0 | 1))
                || matches!(self.all_wild, AllWild::Any))
    }

    /// Maximum number of wild cards beside naturals in a meld of this kind and size when it is first laid
    /// down, regardless of their positions.
    #[must_use]
    pub const fn max_wilds(&self, kind: MeldKind, size: u8) -> u8 {
        let naturals = match kind {
            MeldKind::Pair if !self.pair_wilds => size,
            MeldKind::Set if self.set_naturals > 1 => self.set_naturals,
            _ => 1,
        };
        let free = size.saturating_sub(naturals);
        let capped = match self.wild_cap {
            WildCap::None => free,
            _ if !self.caps(kind) => free,
            WildCap::Count(most) => most,
            WildCap::Naturals => size / 2,
            WildCap::FewerThanNaturals => size.saturating_sub(1) / 2,
            WildCap::TwoNaturals => size.saturating_sub(2),
        };
        if capped < free { capped } else { free }
    }

    /// Returns `true` if the cap applies to melds of this kind.
    #[must_use]
    pub const fn caps(&self, kind: MeldKind) -> bool {
        self.cap_sets || matches!(kind, MeldKind::Run)
    }

    /// Returns `true` if the cap allows this many wild cards beside this many naturals in a meld of this
    /// kind.
    #[must_use]
    pub const fn cap_allows(&self, kind: MeldKind, wilds: u8, naturals: u8, stage: Stage) -> bool {
        if !self.caps(kind) || (!self.cap_always && matches!(stage, Stage::Later)) {
            return true;
        }
        match self.wild_cap {
            WildCap::None => true,
            WildCap::Count(most) => wilds <= most,
            WildCap::Naturals => wilds <= naturals,
            WildCap::FewerThanNaturals => wilds < naturals,
            WildCap::TwoNaturals => wilds == 0 || naturals >= 2,
        }
    }
}

crate::coded! {
    /// Why a meld is illegal. The code is the last part of the refusal's code.
    MeldError:
    /// Fewer cards than a meld of this kind needs.
    TooShort = "too-short",
    /// More cards than a meld of this kind may have.
    TooLong = "too-long",
    /// The naturals of a set are not of one rank, or not of the rank named.
    SetRank = "set-rank",
    /// Two naturals of a set share a suit where suits must differ.
    SetSuits = "set-suits",
    /// The game has no sets.
    NoSets = "no-sets",
    /// The game has no runs.
    NoRuns = "no-runs",
    /// A set does not have exactly three suits.
    ThreeSuits = "three-suits",
    /// The naturals of a run are not of one suit.
    RunSuit = "run-suit",
    /// The naturals of a mixed run do not match in colour, or do not alternate.
    RunColour = "run-colour",
    /// The cards of a run are not consecutive.
    RunOrder = "run-order",
    /// An ace in a place where this game does not allow it.
    Ace = "ace",
    /// Too many wild cards.
    WildCap = "wild-cap",
    /// A wild card in a set, where wild cards may be used in runs only.
    WildSet = "wild-set",
    /// Two wild cards of a run are too close together.
    WildApart = "wild-apart",
    /// Wild cards only.
    AllWild = "all-wild",
    /// Wild cards only, and no name resolves the ambiguity.
    Unclear = "unclear",
    /// Not two cards of one rank, or a wild card where pairs may not contain one.
    Pair = "pair",
}

impl fmt::Display for MeldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl std::error::Error for MeldError {}
