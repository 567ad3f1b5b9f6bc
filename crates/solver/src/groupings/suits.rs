//! Minimum left over by the runs of a suit, looked up by the suit's cards.

use std::sync::Arc;

use upcard_cards::{AceMode, MeldRules, ShortSort};

use crate::cache::{RANK_SETS, SuitCache};
use crate::context::Context;
use crate::hand::{Held, copies};

/// Number of cache slots for suits with duplicate cards.
const HASHED: usize = 1 << 14;

/// Maximum number of wilds that a table covers.
pub(super) const MAX_WILDS: u8 = 6;
const LEVELS: usize = MAX_WILDS as usize + 1;

/// Maximum number of runs that overlap at one place. With two or three copies of a face there are seldom more
/// than two.
const MAX_OPEN_RUNS: usize = 4;

/// Largest minimum run length.
const MAX_RUN_MIN: u8 = 6;

/// More than anything leaves over.
const IMPOSSIBLE: u16 = u16::MAX / 2;

/// Copies at each place of a suit, the low ace first and the high one last, for each distribution of its aces
/// to low and high.
pub(super) fn lines(suit: Held, ace: AceMode) -> impl Iterator<Item = [u8; 14]> {
    let copies = copies(suit);
    let aces = copies[0];
    let (min, max) = match ace {
        AceMode::Low | AceMode::Corner => (aces, aces),
        AceMode::High => (0, 0),
        AceMode::Either => (0, aces),
    };
    (min..=max).map(move |low| {
        let mut line = [0; 14];
        line[..13].copy_from_slice(&copies);
        (line[0], line[13]) = (low, aces - low);
        line
    })
}

/// Points that some suits leave over, by the number of wilds that they may take.
pub(super) type Levels = [i16; 8];

/// Points that the runs of a suit leave over, by the number of wilds that they may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Left(u64);

impl Left {
    /// Flags in the highest byte: the entry is set, or the points do not fit.
    const KNOWN: u64 = 1 << 56;
    const TOO_MUCH: u64 = 2 << 56;

    fn new(levels: [u16; LEVELS]) -> Left {
        let mut word = Left::KNOWN;
        for (wilds, &points) in levels.iter().enumerate() {
            match u8::try_from(points) {
                Ok(points) => word |= u64::from(points) << (8 * wilds),
                Err(_) => return Left(Left::TOO_MUCH),
            }
        }
        Left(word)
    }

    #[inline(always)]
    pub(super) const fn with(self, wilds: u8) -> u32 {
        (self.0 >> (8 * wilds)) as u32 & 0xff
    }

    /// The same for all numbers of wilds; the last entry is meaningless.
    #[inline(always)]
    pub(super) const fn levels(self) -> Levels {
        let [a, b, c, d, e, f, g, h] = self.0.to_le_bytes();
        [a as i16, b as i16, c as i16, d as i16, e as i16, f as i16, g as i16, h as i16]
    }

    /// Returns `true` if the points fit in a table.
    #[inline(always)]
    pub(super) const fn fits(self) -> bool {
        self.0 & Left::TOO_MUCH == 0
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    run_min: u8,
    ace: AceMode,
    values: [u8; 13],
}

/// For each state of a suit, what its runs leave over. Entries are computed on first use.
pub(crate) struct SuitLeft {
    key: Key,
    /// Without wilds, by the ranks of a suit without duplicates: the points, and the ranks left.
    plain: Box<[u8]>,
    plain_ranks: Box<[u16]>,
    /// The same with wilds, and for all suits.
    known: SuitCache,
}

impl SuitLeft {
    const BYTES: usize = 3 * RANK_SETS + SuitCache::bytes(1, HASHED);

    /// The table for these rules and values by rank. `None` if it does not cover them, or the context has no
    /// room.
    pub(super) fn of(
        rules: &MeldRules,
        values: [u8; 13],
        context: &Context,
    ) -> Option<Arc<SuitLeft>> {
        let MeldRules { run_min, run_max, ace, .. } = *rules;
        // A run longer than the maximum can be cut in two, unless a part would be too short.
        let lengths = (3..=MAX_RUN_MIN).contains(&run_min) && run_max >= 2 * run_min - 1;
        let sum: u16 = values.iter().map(|value| u16::from(*value)).sum();
        if ace == AceMode::Corner || !lengths || sum > u16::from(u8::MAX) {
            return None;
        }
        let key = Key { run_min, ace, values };
        context.table(key.clone(), SuitLeft::BYTES, || {
            let mut table = SuitLeft {
                key,
                plain: Box::default(),
                plain_ranks: Box::default(),
                known: SuitCache::new(1, HASHED),
            };
            (table.plain, table.plain_ranks) = table.without_wilds();
            table
        })
    }

    /// Points left over of these ranks, each held once, without wilds.
    #[inline(always)]
    pub(super) fn plain(&self, ranks: u16) -> u32 {
        u32::from(self.plain[usize::from(ranks) % RANK_SETS])
    }

    /// The ranks left over then.
    #[inline(always)]
    pub(super) fn plain_ranks(&self, ranks: u16) -> u16 {
        self.plain_ranks[usize::from(ranks) % RANK_SETS]
    }

    pub(super) const fn value(&self, rank: usize) -> u32 {
        self.key.values[rank] as u32
    }

    /// Value of all cards of a suit.
    pub(super) fn worth(&self, suit: Held) -> u32 {
        suit.into_iter().flat_map(ranks_of).map(|rank| self.value(rank)).sum()
    }

    /// Points left over of a suit with this many wilds.
    #[inline]
    pub(super) fn with(&self, suit: Held, wilds: u8) -> u32 {
        match suit {
            [one, 0, _] if wilds == 0 => self.plain(one),
            _ => self.left(suit).with(wilds),
        }
    }

    /// Points left over of a suit.
    #[inline]
    pub(super) fn left(&self, suit: Held) -> Left {
        Left(self.known.get(suit, 0, || self.compute(suit).0))
    }

    /// By the ranks of a suit: the lowest card is left over, or begins a run.
    fn without_wilds(&self) -> (Box<[u8]>, Box<[u16]>) {
        let value = |place: u32| self.key.values[place as usize % 13];
        // By places, the high ace apart: the points, and the places left.
        let mut by_places = vec![(0u8, 0u16); 1 << 14];
        for places in 1..by_places.len() {
            let low = places.trailing_zeros();
            let (points, left) = by_places[places & (places - 1)];
            let mut best = (points.saturating_add(value(low)), left | 1 << low);
            let mut rest = places;
            for place in low..=13 {
                if places & 1 << place == 0 {
                    break;
                }
                rest &= !(1 << place);
                if place + 1 - low >= u32::from(self.key.run_min) && by_places[rest].0 < best.0 {
                    best = by_places[rest];
                }
            }
            by_places[places] = best;
        }
        let of = |ranks: usize| {
            let (low, high) = (by_places[ranks], by_places[ranks & !1 | (ranks & 1) << 13]);
            let (points, left) = match self.key.ace {
                AceMode::Low | AceMode::Corner => low,
                AceMode::High => high,
                AceMode::Either if high.0 < low.0 => high,
                AceMode::Either => low,
            };
            (points, (left | left >> 13) & 0x1fff)
        };
        let all: (Vec<u8>, Vec<u16>) = (0..RANK_SETS).map(of).unzip();
        (all.0.into(), all.1.into())
    }

    #[cold]
    fn compute(&self, suit: Held) -> Left {
        let each = lines(suit, self.key.ace).map(|line| self.sweep(&line));
        let best = each.reduce(|a, b| std::array::from_fn(|wilds| a[wilds].min(b[wilds])));
        let mut levels = best.unwrap_or([IMPOSSIBLE; LEVELS]);
        for wilds in 1..LEVELS {
            levels[wilds] = levels[wilds].min(levels[wilds - 1]);
        }
        Left::new(levels)
    }

    /// Sweeps over the places of a suit. A state is the lengths of the open runs, as far as they matter; a
    /// run that ends too short is filled up with wilds.
    fn sweep(&self, copies: &[u8; 14]) -> [u16; LEVELS] {
        let mut states = States::default();
        states.reach([0; MAX_OPEN_RUNS], [0; LEVELS], 0, 0);
        for (place, &held) in copies.iter().enumerate() {
            let value = u16::from(self.key.values[place % 13]);
            let mut next = States::default();
            for (open, levels) in &states.0 {
                self.step(*open, 0, levels, (held, 0, value), [0; MAX_OPEN_RUNS], &mut next);
            }
            states = next;
        }
        let mut best = [IMPOSSIBLE; LEVELS];
        for (open, levels) in &states.0 {
            let short: u8 = open.iter().map(|&length| self.shortfall(length)).sum();
            for (wilds, best) in best.iter_mut().enumerate().skip(usize::from(short)) {
                *best = (*best).min(levels[wilds - usize::from(short)]);
            }
        }
        best
    }

    /// Number of wilds needed to complete a run of this many cards when it ends.
    const fn shortfall(&self, length: u8) -> u8 {
        if length == 0 { 0 } else { self.key.run_min - length }
    }

    /// Continues with the runs from `run` on at a place with `held` cards, after `wilds` wilds taken here so
    /// far; `value` is the value of each card.
    fn step(
        &self,
        open: [u8; MAX_OPEN_RUNS],
        run: usize,
        levels: &[u16; LEVELS],
        (held, wilds, value): (u8, u8, u16),
        mut next: [u8; MAX_OPEN_RUNS],
        states: &mut States,
    ) {
        if wilds > MAX_WILDS {
            return;
        }
        let length = open.get(run).copied().unwrap_or(0);
        if length > 0 {
            // It ends before this place, or continues with a wild, or with a natural.
            let ends = wilds + self.shortfall(length);
            next[run] = 0;
            self.step(open, run + 1, levels, (held, ends, value), next, states);
            next[run] = (length + 1).min(self.key.run_min);
            self.step(open, run + 1, levels, (held, wilds + 1, value), next, states);
            if held > 0 {
                self.step(open, run + 1, levels, (held - 1, wilds, value), next, states);
            }
            return;
        }
        // All open runs are decided; others begin, and the rest is left over.
        let mut left = held;
        loop {
            states.reach(next, *levels, wilds, value * u16::from(left));
            let Some(free) = next.iter().position(|&length| length == 0).filter(|_| left > 0)
            else {
                return;
            };
            next[free] = 1;
            left -= 1;
        }
    }
}

fn ranks_of(mut ranks: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let rank = (ranks != 0).then_some(ranks.trailing_zeros() as usize);
        ranks &= ranks.wrapping_sub(1);
        rank
    })
}

/// States of a sweep, and what is left over in each, by the wilds taken.
#[derive(Default)]
struct States(Vec<([u8; MAX_OPEN_RUNS], [u16; LEVELS])>);

impl States {
    fn reach(
        &mut self,
        mut open: [u8; MAX_OPEN_RUNS],
        levels: [u16; LEVELS],
        wilds: u8,
        left: u16,
    ) {
        // Longest first: the runs are interchangeable.
        open.short_sort_by(|a, b| b.cmp(a));
        let known = self.0.iter().position(|(other, _)| *other == open);
        let at = known.unwrap_or_else(|| {
            self.0.push((open, [IMPOSSIBLE; LEVELS]));
            self.0.len() - 1
        });
        let to = &mut self.0[at].1;
        for (wilds, before) in (usize::from(wilds)..LEVELS).zip(levels) {
            to[wilds] = to[wilds].min(before.saturating_add(left).min(IMPOSSIBLE));
        }
    }
}
