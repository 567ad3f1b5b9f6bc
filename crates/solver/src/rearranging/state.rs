//! The states of the sweep over a table, and their transitions.

use crate::nodes::NodeId;

/// Maximum number of open runs of one length in one suit.
pub(super) const MAX_OPEN_RUNS: u8 = 3;

/// A state packed into a word: for each suit the open runs by length (two bits for each length up to the
/// minimum run length), then aces kept for the high place (two bits per suit), cards of the hand left over as
/// far as they must be counted, and naturals for sets of this rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct State(u64);

impl State {
    pub(super) const START: State = State(0);

    /// Number of runs of this suit with this length, counted from 0 for one card.
    pub(super) const fn runs(self, suit: usize, len: usize) -> u8 {
        (self.0 >> (8 * suit + 2 * len) & 3) as u8
    }

    pub(super) const fn set_runs(&mut self, suit: usize, lens: [u8; 4]) {
        let byte = lens[0] | lens[1] << 2 | lens[2] << 4 | lens[3] << 6;
        self.0 = self.0 & !(0xff << (8 * suit)) | (byte as u64) << (8 * suit);
    }

    pub(super) const fn lens(self, suit: usize) -> [u8; 4] {
        [self.runs(suit, 0), self.runs(suit, 1), self.runs(suit, 2), self.runs(suit, 3)]
    }

    pub(super) const fn kept(self, suit: usize) -> u8 {
        (self.0 >> (32 + 2 * suit) & 3) as u8
    }

    pub(super) const fn set_kept(&mut self, suit: usize, kept: u8) {
        self.0 = self.0 & !(3 << (32 + 2 * suit)) | (kept as u64) << (32 + 2 * suit);
    }

    pub(super) const fn left(self) -> u8 {
        (self.0 >> 46 & 15) as u8
    }

    pub(super) const fn set_left(&mut self, left: u8) {
        self.0 = self.0 & !(15 << 46) | (left as u64) << 46;
    }

    pub(super) const fn pool(self) -> u8 {
        (self.0 >> 50 & 31) as u8
    }

    pub(super) const fn set_pool(&mut self, pool: u8) {
        self.0 = self.0 & !(31 << 50) | (pool as u64) << 50;
    }
}

/// What one suit did at one place, or what the sets of a rank did.
#[derive(Clone, Debug)]
pub(super) enum Transition {
    Start,
    Suit {
        place: u8,
        suit: usize,
        /// Naturals for runs and for sets; others are kept for the high place.
        runs: u8,
        sets: u8,
        /// Wilds that extend runs.
        wilds: u8,
        /// Runs that begin here, and the wilds before each.
        begin: u8,
        ahead: u8,
    },
    Sets {
        rank: usize,
        wilds: u8,
    },
}

/// A reached state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) state: State,
    /// Number of wilds placed so far.
    pub(super) wilds: u8,
    pub(super) value: i32,
    pub(super) parent: NodeId,
    /// The next node of this layer with the same state, with fewer wilds or more value.
    pub(super) other: NodeId,
}
