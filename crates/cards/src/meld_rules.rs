//! What a game demands of its melds, and what may be wrong with one.

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

/// How many wilds a meld may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WildCap {
    /// As many as one likes.
    #[default]
    None,
    /// At most this many.
    Count(u8),
    /// Never more than there are naturals.
    Naturals,
    /// Fewer than there are naturals.
    FewerThanNaturals,
    /// As many as one likes beside two naturals.
    TwoNaturals,
}

/// Whether a meld may consist of wilds only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AllWild {
    /// No: at least one natural.
    #[default]
    Never,
    /// Three wilds may be laid as a set; only wilds are added to it.
    Trio,
    /// Sets only, with the rank named.
    Sets,
    /// Sets and runs, named where it is unclear.
    Any,
}

/// When a meld is judged: as it is first laid, or after it has changed on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// When it is laid down.
    First,
    /// Later: after a lay-off, a swap, a slide, a rearrangement.
    Later,
}

/// What a game demands of every meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeldRules {
    /// Least cards of a set.
    pub set_min: u8,
    /// Most cards of a set; none for no limit.
    pub set_max: Option<u8>,
    /// Least cards of a run.
    pub run_min: u8,
    /// Most cards of a run, at most [`crate::MAX_RUN`]; [`MeldRules::NO_RUNS`] where there are none.
    pub run_max: u8,
    /// Where an ace may stand.
    pub ace: AceMode,
    /// Of which suits the cards of a run are.
    ///
    /// Where they may be several, contracts of one run are sought, and neither others nor groupings.
    pub run_suits: RunSuits,
    /// The faces that are wild besides jokers: of whole ranks, or of some suits of them.
    pub wild_faces: Faces,
    /// How many wilds a meld may hold.
    pub wild_cap: WildCap,
    /// Does the cap hold after the meld was laid, too?
    pub cap_always: bool,
    /// Does the cap hold for sets, too, or for runs alone?
    ///
    /// The search for groupings knows caps of runs alone; that for lay-downs by contract does not.
    pub cap_sets: bool,
    /// May a meld consist of wilds only?
    pub all_wild: AllWild,
    /// Does a card of a wild rank count as natural in its own place?
    pub natural_place: bool,
    /// The fewest naturals between two wilds of a run; 0 where they may lie side by side.
    ///
    /// The search for lay-downs by contract knows this rule; that for groupings does not.
    pub apart: u8,
    /// The fewest naturals of a set that holds both naturals and wilds.
    ///
    /// The search for lay-downs by contract knows this rule; that for groupings does not.
    pub set_naturals: u8,
    /// Must a set have three suits, no more and no fewer? A wild beside naturals may stand for one of them.
    ///
    /// Only single melds without regard to their copies are sought so, and neither contracts nor groupings.
    pub three_suits: bool,
    /// May a pair hold a wild?
    pub pair_wilds: bool,
    /// May a pair grow?
    pub pair_grows: bool,
    /// Must the naturals of a set be of different suits? Then it has four of them at the most.
    ///
    /// The search for lay-downs by contract does not know this rule; that for groupings does.
    pub distinct_suits: bool,
    /// Where the suits must differ and cards of a wild rank count as themselves in a set of it: may
    /// a second card of a face stand there for a suit that is missing?
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
    /// As the fewest cards of a set: there are none.
    pub const NO_SETS: u8 = u8::MAX;
    /// As the most cards of a run: there are none.
    pub const NO_RUNS: u8 = 0;
    /// As the fewest naturals of a set that holds wilds: none may.
    pub const NO_WILDS_IN_SETS: u8 = u8::MAX;

    /// Is this card a wild: a joker, or of a wild face?
    #[inline]
    #[must_use]
    pub const fn is_wild(&self, card: Card) -> bool {
        self.wilds().has(card)
    }

    /// All faces that are wild, the joker among them.
    #[must_use]
    pub const fn wilds(&self) -> Faces {
        self.wild_faces.or(Faces::JOKER)
    }

    /// Is this rank wild, in every suit?
    #[must_use]
    pub const fn is_wild_rank(&self, rank: Rank) -> bool {
        let faces = Faces::of_rank(rank).bits();
        self.wild_faces.bits() & faces == faces
    }

    /// Is this rank wild, in some suit at least?
    #[must_use]
    pub const fn has_wild_of(&self, rank: Rank) -> bool {
        self.wild_faces.has_rank(rank)
    }

    /// Is some rank wild in some suits only?
    #[must_use]
    pub fn splits_ranks(&self) -> bool {
        RANKS.iter().any(|rank| self.has_wild_of(*rank) && !self.is_wild_rank(*rank))
    }

    /// The lowest and the highest place a run may use: 0 is the low ace, 13 the high one. With
    /// runs round the corner places go on past 13.
    #[must_use]
    pub const fn places(&self) -> (u8, u8) {
        match self.ace {
            AceMode::Low => (0, Rank::KING.0),
            AceMode::High => (1, 13),
            AceMode::Either => (0, 13),
            AceMode::Corner => (0, 25),
        }
    }

    /// The most cards of a set; none for no limit.
    #[must_use]
    pub const fn set_limit(&self) -> Option<u8> {
        self.set_max
    }

    /// May a meld that is first laid have wilds of which the place matters?
    #[must_use]
    pub const fn keeps_apart(&self) -> bool {
        self.apart > 0
            && (!matches!(self.wild_cap, WildCap::Count(0 | 1))
                || matches!(self.all_wild, AllWild::Any))
    }

    /// The most wilds beside naturals that a meld of this kind and size may hold when it is first laid,
    /// wherever they stand.
    #[must_use]
    pub const fn most_wilds(&self, kind: MeldKind, size: u8) -> u8 {
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

    /// Does the cap hold for melds of this kind?
    #[must_use]
    pub const fn caps(&self, kind: MeldKind) -> bool {
        self.cap_sets || matches!(kind, MeldKind::Run)
    }

    /// Do this many wilds beside this many naturals keep the cap, in a meld of this kind?
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

macro_rules! meld_errors {
    ($($(#[$doc:meta])* $error:ident = $code:literal,)+) => {
        /// What is wrong with a meld.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum MeldError {
            $($(#[$doc])* $error,)+
        }

        impl MeldError {
            /// All of them.
            pub const ALL: [MeldError; [$($code),+].len()] = [$(MeldError::$error),+];

            /// The last part of the refusal's code.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(MeldError::$error => $code,)+
                }
            }
        }
    };
}

meld_errors! {
    /// Fewer cards than a meld of this kind needs.
    TooShort = "too-short",
    /// More cards than a meld of this kind may have.
    TooLong = "too-long",
    /// The naturals of a set are not of one rank, or not of the rank named.
    SetRank = "set-rank",
    /// Two naturals of a set are of one suit where the suits must differ.
    SetSuits = "set-suits",
    /// There are no sets.
    NoSets = "no-sets",
    /// There are no runs.
    NoRuns = "no-runs",
    /// A set has not the three suits that it must have.
    ThreeSuits = "three-suits",
    /// The naturals of a run are not of one suit.
    RunSuit = "run-suit",
    /// The naturals of a run of several suits are not of one colour, or not red and black in turn.
    RunColour = "run-colour",
    /// The cards of a run do not follow on.
    RunOrder = "run-order",
    /// An ace stands where this game has no place for it.
    Ace = "ace",
    /// Too many wilds.
    WildCap = "wild-cap",
    /// A wild in a set, where it may stand in runs only.
    WildSet = "wild-set",
    /// Two wilds of a run lie too near to each other.
    WildApart = "wild-apart",
    /// Wilds only.
    AllWild = "all-wild",
    /// Wilds only, and no name says what they are.
    Unclear = "unclear",
    /// A pair is two cards of one rank, without a wild where the game says so.
    Pair = "pair",
}

impl fmt::Display for MeldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl std::error::Error for MeldError {}
