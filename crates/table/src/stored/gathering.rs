//! Gathering of entropy before a match: who committed to what, who revealed it, and which commitments are
//! used up.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use upcard_cards::ShortSort;
use upcard_engine::Seat;
use upcard_engine::chance::commitment;

use crate::hex::Hex;

/// Number of latest commitments remembered: those of the last 128 gatherings at a full table, in 8 KiB. This
/// guards against clients that repeat themselves by mistake; a person who wants others to know their entropy
/// can pass it on without a table.
const MAX_REMEMBERED: usize = 1024;

/// Prefixes of commitments that were in a gathering: their entropy may be public.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Used(VecDeque<Hex<8>>);

impl Used {
    fn mark(commitment: &Hex<32>) -> Hex<8> {
        Hex(std::array::from_fn(|byte| commitment.0[byte]))
    }

    fn add(&mut self, mark: Hex<8>) {
        if self.0.len() == MAX_REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(mark);
    }
}

/// The present gathering, or that of the present match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Gathering {
    /// Ordinal of this gathering for its match, from 1.
    pub(crate) number: u32,
    /// Number of gatherings since the last match began.
    attempts: u32,
    /// Commitments, by seat.
    pub(crate) bound: Vec<(Seat, Hex<32>)>,
    /// Revealed entropy, by seat. It counts even if its person leaves.
    shown: Vec<(Seat, Hex<32>)>,
    /// Commitments from gatherings aborted since the last match began, whose entries need not be kept.
    broken: Vec<Hex<8>>,
    #[serde(skip)]
    used: Used,
}

impl Gathering {
    /// Returns `true` if this commitment was not in a gathering before.
    pub(crate) fn is_fresh(&self, commitment: &Hex<32>) -> bool {
        !self.used.0.contains(&Used::mark(commitment))
    }

    /// Opens another gathering with these commitments, by seat.
    pub(crate) fn open(&mut self, bound: Vec<(Seat, Hex<32>)>) {
        self.attempts = self.attempts.saturating_add(1);
        self.number = self.attempts;
        bound.iter().for_each(|(_, commitment)| self.used.add(Used::mark(commitment)));
        self.bound = bound;
        self.shown.clear();
    }

    pub(crate) fn matches_commitment(&self, seat: Seat, entropy: &Hex<32>) -> bool {
        self.bound.contains(&(seat, Hex(commitment(&entropy.0))))
    }

    pub(crate) fn has_revealed(&self, seat: Seat) -> bool {
        self.shown.iter().any(|(shown, _)| *shown == seat)
    }

    /// Returns `true` if the seat has committed to entropy but not revealed it.
    pub(crate) fn owes(&self, seat: Seat) -> bool {
        self.bound.iter().any(|(bound, _)| *bound == seat) && !self.has_revealed(seat)
    }

    pub(crate) fn reveal_entropy(&mut self, seat: Seat, entropy: Hex<32>) {
        if !self.has_revealed(seat) {
            self.shown.push((seat, entropy));
            self.shown.short_sort_by_key(|(seat, _)| *seat);
        }
    }

    /// Closes the gathering for a match; returns the revealed entropy, by seat.
    pub(crate) fn close(&mut self) -> Vec<(Seat, Hex<32>)> {
        self.attempts = 0;
        self.broken.clear();
        std::mem::take(&mut self.shown)
    }

    /// Aborts the gathering: nothing of it is used, but it stays counted.
    pub(crate) fn abandon(&mut self) {
        self.broken.extend(self.bound.iter().map(|(_, commitment)| Used::mark(commitment)));
        self.broken.drain(..self.broken.len().saturating_sub(MAX_REMEMBERED));
        self.clear();
    }

    /// Forgets who committed to what.
    pub(crate) fn clear(&mut self) {
        self.bound.clear();
        self.shown.clear();
    }

    /// The part stored between matches; commitments used in matches follow from their entries.
    pub(crate) fn standing(&self) -> Gathering {
        Gathering { used: Used::default(), ..self.clone() }
    }

    /// Restores the part stored between matches, keeping what is remembered of earlier matches.
    pub(crate) fn resume(&mut self, stood: &Gathering) {
        let used = std::mem::take(&mut self.used);
        *self = Gathering { used, ..stood.clone() };
        for mark in &self.broken {
            if !self.used.0.contains(mark) {
                self.used.add(*mark);
            }
        }
    }
}
