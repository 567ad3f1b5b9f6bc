//! States of the sweep.

use std::hash::{Hash, Hasher};

use upcard_cards::{MAX_ELEMENTS, ShortSort};

use crate::nodes::NodeId;

/// Maximum number of open runs; round the corner each may have two parts.
pub(super) const MAX_OPEN_RUNS: usize = 2 * MAX_ELEMENTS;

/// An open run, bit-packed: suit, element type, length, balance of wilds and naturals; if wilds must lie
/// apart, the naturals after the last of them and before the first.
///
/// What does not matter for its future is omitted, so that equivalent runs are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct OpenRun(u32);

impl OpenRun {
    pub(super) const NONE: OpenRun = OpenRun(0);

    const NATURAL: u32 = 1 << 21;
    const TAIL: u32 = 1 << 22;
    const SHUT: u32 = 1 << 23;

    /// Shift of the naturals since the last wild, plus one; 0 if it has no wild.
    const SINCE: u32 = 24;
    /// Shift of the naturals before the first wild.
    const BEFORE: u32 = 27;

    pub(super) const fn begin(suit: usize, kind: usize, tail: bool) -> OpenRun {
        OpenRun(
            1 << 31
                | (suit as u32) << 16
                | (kind as u32) << 18
                | (tail as u32 * OpenRun::TAIL)
                | 16,
        )
    }

    pub(super) const fn suit(self) -> usize {
        (self.0 >> 16 & 3) as usize
    }

    /// Element type.
    pub(super) const fn kind(self) -> usize {
        (self.0 >> 18 & 7) as usize
    }

    pub(super) const fn natural(self) -> bool {
        self.0 & OpenRun::NATURAL != 0
    }

    /// Whether it is the upper part of a run round the corner.
    pub(super) const fn tail(self) -> bool {
        self.0 & OpenRun::TAIL != 0
    }

    /// Whether it is a tail that has ended.
    pub(super) const fn shut(self) -> bool {
        self.0 & OpenRun::SHUT != 0
    }

    pub(super) const fn len(self) -> u8 {
        (self.0 >> 8 & 15) as u8
    }

    /// Wilds, or naturals less wilds, depending on the cap.
    pub(super) const fn balance(self) -> i8 {
        (self.0 & 63) as i8 - 16
    }

    pub(super) const fn with(self, len: u8, balance: i8, natural: bool) -> OpenRun {
        let kept = self.0 & !(15 << 8 | 63 | OpenRun::NATURAL);
        OpenRun(
            kept | (len as u32) << 8 | (balance + 16) as u32 | (natural as u32 * OpenRun::NATURAL),
        )
    }

    /// Adds a slot if wilds must lie this far apart; `None` if they would be too close.
    pub(super) fn spaced(self, natural: bool, apart: u8) -> Option<OpenRun> {
        let Some(since) = self.since() else {
            let before = self.before() + u8::from(natural);
            return Some(if natural {
                self.counting(0, before.min(apart))
            } else {
                self.counting(1, before)
            });
        };
        let before = self.before();
        match natural {
            true => Some(self.counting(1 + (since + 1).min(apart), before)),
            false => (since >= apart).then(|| self.counting(1, before)),
        }
    }

    const fn counting(self, since: u8, before: u8) -> OpenRun {
        let kept = self.0 & !(7 << OpenRun::SINCE | 7 << OpenRun::BEFORE);
        OpenRun(kept | (since as u32) << OpenRun::SINCE | (before as u32) << OpenRun::BEFORE)
    }

    /// Number of naturals since the last wild; `None` if it has no wild.
    const fn since(self) -> Option<u8> {
        ((self.0 >> OpenRun::SINCE & 7) as u8).checked_sub(1)
    }

    const fn before(self) -> u8 {
        (self.0 >> OpenRun::BEFORE & 7) as u8
    }

    /// Returns `true` if this upper part of a run may follow that lower one, if wilds must lie this far
    /// apart.
    pub(super) const fn follows(self, lower: OpenRun, apart: u8) -> bool {
        match (lower.since(), self.since()) {
            (Some(since), Some(_)) => since + self.before() >= apart,
            _ => true,
        }
    }

    pub(super) const fn shut_now(self) -> OpenRun {
        OpenRun(self.0 | OpenRun::SHUT)
    }
}

/// A bitmask of places of a suit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places(u32);

impl Places {
    pub(super) const NONE: Places = Places(0);

    pub(super) const fn has(self, place: u8) -> bool {
        self.0 & 1 << place != 0
    }

    pub(super) const fn add(&mut self, place: u8) {
        self.0 |= 1 << place;
    }

    pub(super) fn extend(&mut self, places: impl IntoIterator<Item = u8>) {
        places.into_iter().for_each(|place| self.add(place));
    }
}

/// A small number per suit, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PerSuit(u16);

impl PerSuit {
    pub(super) const NONE: PerSuit = PerSuit(0);

    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) const fn of(self, suit: usize) -> u8 {
        (self.0 >> (4 * suit) & 15) as u8
    }

    #[inline(always)]
    pub(super) fn sum(self) -> u8 {
        (0..4).map(|suit| self.of(suit)).sum()
    }

    /// Adds to the number of a suit, which must not overflow.
    #[inline(always)]
    pub(super) const fn add(&mut self, suit: usize, number: u8) {
        self.0 += (number as u16) << (4 * suit);
    }

    #[inline(always)]
    pub(super) const fn clear(&mut self, suit: usize) {
        self.0 &= !(15 << (4 * suit));
    }
}

/// What a prefix of the ranks leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Key {
    /// The open runs, sorted, then empty entries.
    open: [OpenRun; MAX_OPEN_RUNS],
    /// Elements not yet begun, four bits per type.
    todo: u32,
    /// Naturals of this rank that the runs use.
    pub(super) used: PerSuit,
    /// Naturals of this rank that the runs left, while its sets are decided.
    pub(super) pool: PerSuit,
    /// Aces kept for the high place.
    pub(super) high: PerSuit,
    /// New runs so far.
    pub(super) runs: PerSuit,
    /// Suits in which a run ended one place before; from bit 4 on, those in which one began at the first
    /// place (round the corner).
    ended: u8,
    /// Wilds used, from the hand or to be drawn.
    pub(super) wilds: u8,
    /// Cards left over so far, as far as they are counted.
    pub(super) left: u8,
    /// Naturals to be drawn.
    pub(super) drawn: u8,
    /// Those of them that are of a wild rank.
    pub(super) drawn_wilds: u8,
    /// Naturals of this rank that could yet be drawn.
    pub(super) could_draw: u8,
    /// Index of the set of cards of wild ranks used in their own places.
    pub(super) own: u16,
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for run in self.open() {
            state.write_u32(run.0);
        }
        state.write_u64(
            u64::from(self.todo) << 32 | u64::from(self.used.0) << 16 | u64::from(self.high.0),
        );
        let bytes = [self.ended, self.wilds, self.left, self.drawn];
        state.write_u64(
            u64::from(self.runs.0) << 48
                | u64::from(self.own) << 32
                | u64::from(u32::from_le_bytes(bytes)),
        );
        state.write_u8(self.drawn_wilds);
    }
}

impl Key {
    /// The initial state: no element of any type is begun.
    pub(super) fn begin(elements: impl Iterator<Item = u8>) -> Key {
        let todo = (0..).zip(elements).fold(0, |all, (kind, n)| all | u32::from(n) << (4 * kind));
        Key { todo, ..Key::default() }
    }

    #[inline]
    pub(super) fn open(&self) -> impl Iterator<Item = OpenRun> {
        self.open.iter().copied().take_while(|&run| run != OpenRun::NONE)
    }

    /// There is room for all elements; tails have their own.
    pub(super) fn set_open(&mut self, runs: &[OpenRun]) {
        self.open = [OpenRun::NONE; MAX_OPEN_RUNS];
        let open = &mut self.open[..runs.len()];
        open.copy_from_slice(runs);
        open.short_sort();
    }

    pub(super) const fn todo(&self, kind: usize) -> u8 {
        (self.todo >> (4 * kind) & 15) as u8
    }

    pub(super) const fn all_begun(&self) -> bool {
        self.todo == 0
    }

    pub(super) fn begin_elements(&mut self, kind: usize, number: u8) {
        self.todo -= u32::from(number) << (4 * kind);
    }

    /// Returns `true` if a run of this suit ended one place before.
    pub(super) const fn has_ended(&self, suit: usize) -> bool {
        self.ended & 1 << suit != 0
    }

    pub(super) const fn set_ended(&mut self, suit: usize, ended: bool) {
        self.ended = self.ended & !(1 << suit) | (ended as u8) << suit;
    }

    pub(super) const fn note_first(&mut self, suit: usize) {
        self.ended |= 16 << suit;
    }

    pub(super) const fn began_first(&self, suit: usize) -> bool {
        self.ended & 16 << suit != 0
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) key: Key,
    pub(super) score: i32,
    pub(super) parent: NodeId,
}

/// The slot that one run takes at one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The run before; `None` if it begins here.
    pub(super) before: Option<OpenRun>,
    /// The run after; `None` if it ends here.
    pub(super) after: Option<OpenRun>,
    pub(super) natural: bool,
}

/// A set: the element's type, its naturals and its wilds.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetTaken {
    pub(super) kind: usize,
    pub(super) naturals: u8,
    /// Those of the naturals that are wild elsewhere.
    pub(super) own: u8,
    pub(super) wilds: u8,
}

#[derive(Clone, Debug)]
pub(super) enum Transition {
    /// The start: this many trios of wilds.
    Begin { trios: u8 },
    /// The runs of one suit at one place.
    Runs { place: u8, suit: usize, slots: Vec<Slot> },
    /// The sets of one rank, with the naturals available for them, four bits per suit.
    Sets { rank: usize, pool: PerSuit, sets: Vec<SetTaken> },
}
