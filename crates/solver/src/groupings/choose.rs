//! Chooses the sets, by branching on each while the suits are looked up.
//!
//! Sets that need no wild are decided first, then those that do, the most valuable first. Undecided sets save
//! at most the value of their cards, and those that need wilds take one from the runs each: a branch that
//! cannot become the best even so is pruned.

use arrayvec::ArrayVec;
use upcard_cards::{MeldRules, Rank, ShortSort};
use wide::i16x8;

use super::suits::{Left, Levels, SuitLeft};
use crate::hand::{HandState, LANES, Planes};
use crate::meter;
use crate::plan::{NeedsSearch, TableResult};

/// The naturals of a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set {
    pub(super) rank: u8,
    /// One bit per copy: the first ones by suit, then the second and the third ones.
    pub(super) copies: u16,
}

impl Set {
    /// A set of a rank with one card of each of these suits, given as a bitmask.
    pub(super) const fn of(rank: Rank, suits: u16) -> Set {
        Set { rank: rank.index() as u8, copies: suits }
    }

    fn all_of(rank: u8, planes: &Planes) -> Set {
        let of = |plane| Planes::suits_with(plane, rank.into());
        let copies = match planes.two {
            0 => of(planes.one),
            two => of(planes.one) | of(two) << 4 | of(planes.three) << 8,
        };
        Set { rank, copies }
    }

    pub(super) const fn size(self) -> u8 {
        self.copies.count_ones() as u8
    }

    /// Returns `true` if equal cards are taken in the order of their bits.
    const fn in_order(self) -> bool {
        self.copies >> 4 & !self.copies == 0
    }

    const fn takes_from(self, suit: usize) -> bool {
        // Of equal cards the first one is always included.
        self.copies & 1 << suit != 0
    }

    const fn leaves(self, planes: Planes) -> Planes {
        let rank = self.rank as usize;
        let left = planes.less(Planes::of_rank(rank, self.copies & 15));
        if self.copies < 16 {
            return left;
        }
        let (second, third) = (self.copies >> 4 & 15, self.copies >> 8);
        left.less(Planes::of_rank(rank, second)).less(Planes::of_rank(rank, third))
    }
}

/// Maximum number of sets of a grouping: a hand with sixteen cards of a rank is crowded.
pub(super) const MAX_SETS: usize = 26;

#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Value of the naturals left over.
    pub(super) left: u32,
    /// Value of all naturals.
    pub(super) all: u32,
    pub(super) sets: ArrayVec<Set, MAX_SETS>,
    /// The cards and the wilds that the sets leave to the runs.
    pub(super) planes: Planes,
    pub(super) wilds: u8,
}

/// A rank that may make a set.
#[derive(Clone, Copy)]
struct Candidate {
    rank: u8,
    /// Whether it has too few naturals for a set without a wild.
    needs_wild: bool,
    /// Value of its cards: an upper bound on what sets of them save.
    worth: i16,
}

/// Some sets, and what they leave to the runs.
#[derive(Clone, Copy)]
struct Way {
    planes: Planes,
    left: [Left; 4],
    levels: Levels,
    wilds: u8,
}

struct Search<'a> {
    rules: &'a MeldRules,
    table: &'a SuitLeft,
    candidates: ArrayVec<Candidate, 13>,
    /// Number of candidates that need no wild.
    free: usize,
    /// Prefix sums of the candidates' values.
    worth: [i16; 14],
    /// The faces that could be in a run with another natural.
    engaged: u64,
    limit: u8,
    sets: ArrayVec<Set, MAX_SETS>,
    best: Option<i16>,
    found: Found,
    steps: u32,
}

/// Step limit: many times what a hand of a game of the catalogue takes.
const MAX_STEPS: u32 = 1_000_000;

/// The best grouping of a hand, if the points fit in the table and the search stays within its limit.
pub(super) fn choose(rules: &MeldRules, table: &SuitLeft, state: &HandState) -> TableResult<Found> {
    let suit = |at| table.left(state.planes.of_suit(at));
    let left = [suit(0), suit(1), suit(2), suit(3)];
    if left.iter().any(|left| !left.fits()) {
        return Err(NeedsSearch);
    }
    let wilds = state.wilds;
    let limit = rules.set_limit().unwrap_or(u8::MAX);
    let mut candidates: ArrayVec<Candidate, 13> = ArrayVec::new();
    let mut all = 0;
    for rank in state.ranks.ranks() {
        let held = state.ranks.of(rank);
        let worth = table.value(rank) * u32::from(held);
        all += worth;
        if held >= 2 && held + wilds >= rules.set_min && limit >= rules.set_min {
            let needs_wild = held < rules.set_min;
            candidates.push(Candidate { rank: rank as u8, needs_wild, worth: worth as i16 });
        }
    }
    candidates.short_sort_by_key(|one| (one.needs_wild, -one.worth));
    let mut worth = [0; 14];
    for (at, one) in candidates.iter().enumerate() {
        worth[at + 1] = worth[at] + one.worth;
    }
    let way = Way { planes: state.planes, left, levels: shared(&left, wilds), wilds };
    let mut search = Search {
        rules,
        table,
        free: candidates.iter().take_while(|one| !one.needs_wild).count(),
        candidates,
        worth,
        engaged: engaged(state.planes.one, wilds),
        limit,
        sets: ArrayVec::new(),
        best: None,
        found: Found { left: all, all, sets: ArrayVec::new(), planes: state.planes, wilds },
        steps: 0,
    };
    search.decide(0, &way);
    if search.steps > MAX_STEPS {
        return Err(NeedsSearch);
    }
    search.found.left = u32::from(search.best.ok_or(NeedsSearch)?.unsigned_abs());
    Ok(search.found)
}

impl Search<'_> {
    /// Decides whether the candidates from `at` on make sets.
    fn decide(&mut self, at: usize, way: &Way) {
        self.steps = self.steps.saturating_add(1);
        if self.steps > MAX_STEPS {
            return;
        }
        let (min, with_wild) = self.at_least(at, way);
        if !meter::step(2) || self.best.is_some_and(|best| min >= best) {
            return;
        }
        let Some(&Candidate { rank, needs_wild, .. }) = self.candidates.get(at) else {
            self.best = Some(min);
            self.found.sets = self.sets.clone();
            self.found.planes = way.planes;
            self.found.wilds = way.wilds;
            return;
        };
        // The more promising branch comes first, so that the other is soon pruned.
        if needs_wild && !with_wild {
            self.decide(at + 1, way);
            self.sets(at, rank, way);
        } else {
            self.sets(at, rank, way);
            self.decide(at + 1, way);
        }
    }

    /// Lower bound on what is left over with sets of the candidates from `at` on, and whether it uses a set
    /// that needs a wild.
    #[inline]
    fn at_least(&self, at: usize, way: &Way) -> (i16, bool) {
        let from = at.max(self.free);
        let free = self.worth[from] - self.worth[at];
        let wilds = usize::from(way.wilds);
        let (mut min, mut with_wild) = (way.levels[wilds % 8], false);
        for taken in 1..=wilds.min(self.candidates.len() - from) {
            let saved = self.worth[from + taken] - self.worth[from];
            let left = way.levels[(wilds - taken) % 8] - saved;
            if left < min {
                (min, with_wild) = (left, true);
            }
        }
        ((min - free).max(0), with_wild)
    }

    fn sets(&mut self, at: usize, rank: u8, way: &Way) {
        if way.wilds == 0 && self.candidates[at].needs_wild {
            return;
        }
        let all = Set::all_of(rank, &way.planes).copies;
        let held = if self.rules.distinct_suits { all & 15 } else { all };
        // Cards that no run could use go into the set, if it has room for all.
        let room = self.limit >= 16 || all.count_ones() <= u32::from(self.limit);
        let must =
            if room { held & !(Planes::suits_with(self.engaged, rank.into()) * 0x111) } else { 0 };
        let open = held & !must;
        let mut some = open;
        loop {
            let set = Set { rank, copies: must | some };
            if set.in_order() {
                self.set(at, set, way);
            }
            if some == 0 {
                return;
            }
            some = (some - 1) & open;
        }
    }

    /// Takes these cards for a set, if they make one, and continues.
    fn set(&mut self, at: usize, set: Set, way: &Way) {
        let size = set.size();
        let short = self.rules.set_min.saturating_sub(size);
        if size < 2 || size > self.limit || short > way.wilds {
            return;
        }
        let wilds = way.wilds - short;
        let planes = set.leaves(way.planes);
        let mut left = way.left;
        for (suit, left) in left.iter_mut().enumerate() {
            if set.takes_from(suit) {
                *left = self.table.left(planes.of_suit(suit));
            }
        }
        if self.sets.try_push(set).is_ok() {
            // A second set of the rank helps only if the first has no room for all.
            let rest = Set::all_of(set.rank, &planes).size();
            let again = rest >= 2 && (self.limit < size + rest || self.rules.distinct_suits);
            let next = if again { at } else { at + 1 };
            self.decide(next, &Way { planes, left, levels: shared(&left, wilds), wilds });
            self.sets.pop();
        }
    }
}

/// The faces that could be in a run with another one of these, with this many wilds.
fn engaged(faces: u64, wilds: u8) -> u64 {
    // The ace lies below the two and above the king.
    let line = faces | (faces & LANES) << 13;
    let mut near = 0;
    if wilds == 0 {
        let three = line & line >> 1 & line >> 2;
        near = three | three << 1 | three << 2;
    } else {
        for apart in 1..=u32::from(wilds) + 1 {
            // Both are in one lane.
            let pairs = line & (line >> apart) & (LANES * (0xffff >> apart));
            near |= pairs | pairs << apart;
        }
    }
    (near | near >> 13 & LANES) & (LANES * 0x1fff)
}

/// Minimum left over by all suits if they share wilds, by the number of wilds up to `wilds`.
#[inline]
pub(super) fn shared(left: &[Left; 4], wilds: u8) -> Levels {
    let [a, b, c, d] = left;
    let low = joined(&a.levels(), &b.levels(), wilds);
    let high = joined(&c.levels(), &d.levels(), wilds);
    joined(&low, &high, wilds)
}

/// Minimum left over by two groups of suits together, by the number of shared wilds up to `wilds`.
#[inline]
pub(super) fn joined(a: &Levels, b: &Levels, wilds: u8) -> Levels {
    // More than anything leaves over; marks shares with more wilds than available.
    const IMPOSSIBLE: i16 = i16::MAX / 4;
    if wilds == 0 {
        return [a[0] + b[0], 0, 0, 0, 0, 0, 0, 0];
    }
    let mut shifted = [IMPOSSIBLE; 16];
    shifted[8..].copy_from_slice(b);
    let mut all = i16x8::splat(IMPOSSIBLE);
    for first in 0..=usize::from(wilds.min(7)) {
        let second = i16x8::from_slice_unaligned(&shifted[8 - first..]);
        all = all.min(i16x8::splat(a[first]) + second);
    }
    all.to_array()
}

/// The split of the wilds between two groups of suits that leaves the least over, with as few as possible for
/// the first.
pub(super) fn split(a: &Levels, b: &Levels, wilds: u8) -> (u8, u8) {
    let both = |first: &u8| a[usize::from(*first) % 8] + b[usize::from(wilds - first) % 8];
    let first = (0..=wilds).min_by_key(both).unwrap_or(0);
    (first, wilds - first)
}
