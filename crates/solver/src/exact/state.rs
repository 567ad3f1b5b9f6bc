//! States of the sweep.

use std::hash::{Hash, Hasher};

use upcard_cards::{MAX_ELEMENTS, ShortSort};

/// The most runs that can go on at once: round the corner each may be there in two parts.
pub(super) const MOST_OPEN: usize = 2 * MAX_ELEMENTS;

/// A run that goes on, packed: suit, element type, length, balance of wilds and naturals.
///
/// What does not matter for its future is left out, so that runs alike in that are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Open(u32);

impl Open {
    pub(super) const NONE: Open = Open(0);

    pub(super) const fn begin(suit: usize, kind: usize, tail: bool) -> Open {
        Open(1 << 31 | (suit as u32) << 16 | (kind as u32) << 18 | (tail as u32) << 22 | 16)
    }

    pub(super) const fn suit(self) -> usize {
        (self.0 >> 16 & 3) as usize
    }

    /// The element's type.
    pub(super) const fn kind(self) -> usize {
        (self.0 >> 18 & 7) as usize
    }

    /// Does it have a natural?
    pub(super) const fn natural(self) -> bool {
        self.0 >> 21 & 1 == 1
    }

    /// Is it the upper part of a run round the corner?
    pub(super) const fn tail(self) -> bool {
        self.0 >> 22 & 1 == 1
    }

    /// Is it a tail that has come to its end?
    pub(super) const fn shut(self) -> bool {
        self.0 >> 23 & 1 == 1
    }

    pub(super) const fn len(self) -> u8 {
        (self.0 >> 8 & 15) as u8
    }

    /// Wilds, or naturals less wilds, as the cap wants to know.
    pub(super) const fn balance(self) -> i8 {
        (self.0 & 63) as i8 - 16
    }

    pub(super) const fn with(self, len: u8, balance: i8, natural: bool) -> Open {
        let kept = self.0 & !(15 << 8 | 63 | 1 << 21);
        Open(kept | (len as u32) << 8 | (balance + 16) as u32 | (natural as u32) << 21)
    }

    pub(super) const fn shut_now(self) -> Open {
        Open(self.0 | 1 << 23)
    }
}

/// Some places of a suit, a bit each.
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

/// What a prefix of the ranks leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    /// The runs that go on, sorted.
    open: [Open; MOST_OPEN],
    /// Elements not yet begun, four bits a type.
    pub(super) todo: u32,
    /// Naturals of this rank that the runs use, four bits a suit.
    pub(super) used: u16,
    /// Naturals of this rank that the runs left, four bits a suit; while its sets are decided.
    pub(super) pool: u16,
    /// Aces kept for the high place, four bits a suit.
    pub(super) high: u16,
    /// New runs so far, four bits a suit.
    pub(super) runs: u16,
    /// Suits in which a run ended one place before; from bit 4 on, those in which one began at
    /// the first place (round the corner).
    pub(super) ended: u8,
    /// Wilds used, from the hand or to be drawn.
    pub(super) wilds: u8,
    /// Cards left behind so far, as far as they are counted.
    pub(super) left: u8,
    /// Naturals to be drawn.
    pub(super) drawn: u8,
    /// Those of them that are of a wild rank.
    pub(super) drawn_wilds: u8,
    /// Naturals of this rank that could yet be drawn.
    pub(super) could_draw: u8,
    /// Cards of wild ranks used in their own places, by number.
    pub(super) own: u16,
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for run in self.open() {
            state.write_u32(run.0);
        }
        state.write_u64(
            u64::from(self.todo) << 32 | u64::from(self.used) << 16 | u64::from(self.high),
        );
        let bytes = [self.ended, self.wilds, self.left, self.drawn];
        state.write_u64(
            u64::from(self.runs) << 48
                | u64::from(self.own) << 32
                | u64::from(u32::from_le_bytes(bytes)),
        );
        state.write_u8(self.drawn_wilds);
    }
}

impl Key {
    pub(super) const fn begin(todo: u32) -> Key {
        Key {
            open: [Open::NONE; MOST_OPEN],
            todo,
            used: 0,
            pool: 0,
            high: 0,
            runs: 0,
            ended: 0,
            wilds: 0,
            left: 0,
            drawn: 0,
            drawn_wilds: 0,
            could_draw: 0,
            own: 0,
        }
    }

    pub(super) fn open(&self) -> impl Iterator<Item = Open> + use<> {
        self.open.into_iter().filter(|&run| run != Open::NONE)
    }

    /// Room is left as long as elements are; tails have their own.
    pub(super) fn set_open(&mut self, runs: &[Open]) {
        self.open = [Open::NONE; MOST_OPEN];
        self.open[..runs.len()].copy_from_slice(runs);
        self.open.short_sort();
    }

    pub(super) const fn todo(&self, kind: usize) -> u8 {
        (self.todo >> (4 * kind) & 15) as u8
    }

    /// Did a run of this suit end one place before?
    pub(super) const fn has_ended(&self, suit: usize) -> bool {
        self.ended & 1 << suit != 0
    }

    /// Did a run of this suit begin at the first place?
    pub(super) const fn began_first(&self, suit: usize) -> bool {
        self.ended & 16 << suit != 0
    }

    pub(super) const fn taken(&self, suit: usize) -> u8 {
        (self.runs >> (4 * suit) & 15) as u8
    }
}

/// A state, how good it is to get there, and whence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) key: Key,
    pub(super) score: i32,
    pub(super) parent: u32,
}

/// The slot that one run takes at one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The run before; none where it begins here.
    pub(super) before: Option<Open>,
    /// The run after; none where it ends here.
    pub(super) after: Option<Open>,
    pub(super) natural: bool,
}

/// One set: the element's type, its naturals and its wilds.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetTaken {
    pub(super) kind: usize,
    pub(super) naturals: u8,
    pub(super) wilds: u8,
}

/// How a state was reached.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// At the start: this many trios of wilds.
    Begin { trios: u8 },
    /// The runs of one suit at one place.
    Runs { place: u8, suit: usize, slots: Vec<Slot> },
    /// The sets of one rank, with the naturals that were there for them, four bits a suit.
    Sets { rank: usize, pool: u16, sets: Vec<SetTaken> },
}
