//! The gathering of entropy before a match: who committed to what, who showed it, and what may
//! never be used again.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use upcard_cards::ShortSort;
use upcard_engine::Seat;
use upcard_engine::chance::commitment;

use crate::hex::Hex;

/// The commitments that are remembered, the latest: those of the last 128 gatherings at a full
/// table, in 8 KiB. The memory is there for clients that repeat themselves by mistake. Somebody who
/// wants others to know their entropy can pass it on without a table.
const REMEMBERED: usize = 1024;

/// Commitments that have been in a gathering, by their first bytes: their entropy may be public.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Used(VecDeque<Hex<8>>);

impl Used {
    fn mark(commitment: &Hex<32>) -> Hex<8> {
        let mut mark = [0; 8];
        mark.copy_from_slice(&commitment.0[..8]);
        Hex(mark)
    }

    /// Was this commitment in a gathering before?
    pub(crate) fn has(&self, commitment: &Hex<32>) -> bool {
        self.0.contains(&Used::mark(commitment))
    }

    fn add(&mut self, mark: Hex<8>) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(mark);
    }
}

/// The present gathering, or the one that the match came from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Gathering {
    /// Which one for its match, from 1.
    pub(crate) number: u32,
    /// The gatherings since the last match began.
    attempts: u32,
    /// Who committed to what, by seat.
    pub(crate) bound: Vec<(Seat, Hex<32>)>,
    /// Who showed what, by seat. It counts, whoever leaves afterwards.
    shown: Vec<(Seat, Hex<32>)>,
    /// What was committed to in gatherings that were broken off since the last match began: their
    /// entries need not be kept.
    broken: Vec<Hex<8>>,
    #[serde(skip)]
    used: Used,
}

impl Gathering {
    /// May somebody commit to this? Not to what was in a gathering before.
    pub(crate) fn is_fresh(&self, commitment: &Hex<32>) -> bool {
        !self.used.has(commitment)
    }

    /// Another gathering begins, with these commitments by seat.
    pub(crate) fn open(&mut self, bound: Vec<(Seat, Hex<32>)>) {
        self.attempts = self.attempts.saturating_add(1);
        self.number = self.attempts;
        bound.iter().for_each(|(_, commitment)| self.used.add(Used::mark(commitment)));
        self.bound = bound;
        self.shown.clear();
    }

    /// Is this what the seat committed to?
    pub(crate) fn fits(&self, seat: Seat, entropy: &Hex<32>) -> bool {
        self.bound.contains(&(seat, Hex(commitment(&entropy.0))))
    }

    /// Has the seat shown its entropy?
    pub(crate) fn has_shown(&self, seat: Seat) -> bool {
        self.shown.iter().any(|(shown, _)| *shown == seat)
    }

    /// Has the seat committed to entropy that it has not shown?
    pub(crate) fn owes(&self, seat: Seat) -> bool {
        self.bound.iter().any(|(bound, _)| *bound == seat) && !self.has_shown(seat)
    }

    pub(crate) fn show(&mut self, seat: Seat, entropy: Hex<32>) {
        if !self.has_shown(seat) {
            self.shown.push((seat, entropy));
            self.shown.short_sort_by_key(|(seat, _)| *seat);
        }
    }

    /// The match begins: what was shown, by seat.
    pub(crate) fn close(&mut self) -> Vec<(Seat, Hex<32>)> {
        self.attempts = 0;
        self.broken.clear();
        std::mem::take(&mut self.shown)
    }

    /// The gathering was broken off: nothing of it is used, and it stays counted.
    pub(crate) fn abandon(&mut self) {
        self.broken.extend(self.bound.iter().map(|(_, commitment)| Used::mark(commitment)));
        self.broken.drain(..self.broken.len().saturating_sub(REMEMBERED));
        self.clear();
    }

    /// Nothing is known any more of who committed to what.
    pub(crate) fn clear(&mut self) {
        self.bound.clear();
        self.shown.clear();
    }

    /// The part that is stored between matches; what is used up in matches follows from them.
    pub(crate) fn standing(&self) -> Gathering {
        Gathering { used: Used::default(), ..self.clone() }
    }

    /// Goes on as it stood between matches, with what is remembered of the matches before.
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
