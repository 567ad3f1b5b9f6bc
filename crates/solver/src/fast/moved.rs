//! What a contract of sets or of runs lacks, from one card to the next.
//!
//! Sets count the cards of each level, runs keep what each suit lacks: a card that comes or goes
//! changes one level or one suit. A run beside sets is looked for anew where the sets can spare
//! what it asks for.

use upcard_cards::Cards;

use super::levels::Givers;
use super::suit_table::{NEVER, SuitTable};
use super::{Fast, VECTORS};

/// What is known of the naturals of a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moved {
    /// Of a contract of sets of one size.
    Sets(Sets),
    /// Of a contract of runs.
    Runs(Runs),
    /// Of a contract of one run and sets of one size.
    Beside(Beside),
}

/// What sets of one size lack, by the levels of [`super::levels`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sets {
    missing: u8,
    /// How many cards of each rank.
    ranks: [u8; 16],
    /// How many cards of each level.
    levels: [u8; 16],
}

/// What sets of one size lack, and which cards they can give to a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beside {
    sets: Sets,
    /// By levels, the ranks whose last card is of the level, a bit each.
    last: [u16; 16],
    /// The faces held, in lanes of suits.
    held: u64,
}

/// What runs lack, by suits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runs {
    missing: u8,
    /// Third copies, where the table does not know them.
    beyond: u8,
    /// Where each suit is in the table, and in the upper half what is there.
    suits: [u64; 4],
}

impl Moved {
    /// What is known of these naturals; none for contracts whose melds hang together.
    pub(crate) fn of(fast: &Fast, naturals: &Cards) -> Option<Moved> {
        let alike = fast.sets.first() == fast.sets.last();
        let sets = Sets { missing: fast.size, ranks: [0; 16], levels: [0; 16] };
        let mut moved = match &fast.table {
            Some(table) if fast.sets.is_empty() => {
                let nothing = table.at(0);
                let missing = SuitTable::together([nothing; 4], fast.runs);
                Moved::Runs(Runs { missing, beyond: 0, suits: [u64::from(nothing) << 32; 4] })
            }
            None if alike => Moved::Sets(sets),
            // A single set is found among all ranks at once, where that can be.
            Some(_) if fast.windows.is_some() && (fast.sets.len() > 1 || !VECTORS) => {
                let size = fast.sets[0];
                if !matches!(size, 3 | 4) {
                    return None;
                }
                let missing = size * fast.sets.len() as u8;
                let sets = Sets { missing, ..sets };
                Moved::Beside(Beside { sets, last: [0; 16], held: 0 })
            }
            _ => return None,
        };
        for (card, copies) in naturals.iter_counts() {
            (0..copies).for_each(|before| moved.comes(fast, card.index(), before));
        }
        Some(moved)
    }

    /// A natural comes, by its face, to so many of the face.
    #[inline]
    pub(crate) fn comes(&mut self, fast: &Fast, face: usize, before: u8) {
        match self {
            Moved::Sets(sets) => sets.comes(fast, face % 13),
            Moved::Runs(runs) => runs.moves(fast, face, before, true),
            Moved::Beside(beside) => beside.comes(fast, face),
        }
    }

    /// A natural goes and leaves so many of its face.
    #[inline]
    pub(crate) fn goes(&mut self, fast: &Fast, face: usize, left: u8) {
        match self {
            Moved::Sets(sets) => sets.goes(fast, face % 13),
            Moved::Runs(runs) => runs.moves(fast, face, left, false),
            Moved::Beside(beside) => beside.goes(fast, face, left),
        }
    }

    /// The least number of naturals missing; none where this cannot tell.
    #[inline]
    pub(crate) fn missing(&self, fast: &Fast) -> Option<u8> {
        match self {
            Moved::Sets(sets) => Some(sets.missing),
            Moved::Beside(beside) => beside.missing(fast),
            Moved::Runs(runs) => (runs.beyond == 0 && runs.missing < NEVER).then_some(runs.missing),
        }
    }
}

/// The level of the card that comes to so many of its rank, from 0; [`UNWANTED`] where no set wants
/// it.
pub(super) type LevelOf = [u8; 64];

/// The place of cards that no set wants.
const UNWANTED: u8 = 15;

/// The levels of sets of this size.
pub(super) fn level_of(size: u8, same_rank_sets: bool) -> LevelOf {
    std::array::from_fn(|before| {
        let before = before as u8;
        if before < size {
            before
        } else if same_rank_sets {
            before % size
        } else {
            UNWANTED
        }
    })
}

impl Sets {
    /// The level of the card that comes to so many of its rank.
    #[inline]
    fn level(fast: &Fast, before: u8) -> u8 {
        fast.level_of[usize::from(before) & 63]
    }

    #[inline]
    fn comes(&mut self, fast: &Fast, rank: usize) {
        let level = Sets::level(fast, self.ranks[rank & 15]);
        let cards = &mut self.levels[usize::from(level) & 15];
        self.missing -= u8::from((level != UNWANTED) & (usize::from(*cards) < fast.sets.len()));
        *cards += 1;
        self.ranks[rank & 15] += 1;
    }

    #[inline]
    fn goes(&mut self, fast: &Fast, rank: usize) {
        self.ranks[rank & 15] -= 1;
        let level = Sets::level(fast, self.ranks[rank & 15]);
        let cards = &mut self.levels[usize::from(level) & 15];
        *cards -= 1;
        self.missing += u8::from((level != UNWANTED) & (usize::from(*cards) < fast.sets.len()));
    }
}

impl Beside {
    #[inline(never)]
    fn comes(&mut self, fast: &Fast, face: usize) {
        let rank = face % 13;
        let before = self.sets.ranks[rank & 15];
        self.sets.comes(fast, rank);
        self.turns(fast, rank, before);
        self.held |= Beside::bit(face);
    }

    #[inline(never)]
    fn goes(&mut self, fast: &Fast, face: usize, left: u8) {
        let rank = face % 13;
        self.sets.goes(fast, rank);
        self.turns(fast, rank, self.sets.ranks[rank & 15]);
        self.held &= !(u64::from(left == 0) * Beside::bit(face));
    }

    /// The last card of a rank is another: the one that comes to so many others, or goes from them,
    /// and the last of the others change places.
    #[inline]
    fn turns(&mut self, fast: &Fast, rank: usize, others: u8) {
        let bit = 1 << (rank & 15);
        let (own, other) = (Sets::level(fast, others), Sets::level(fast, others.wrapping_sub(1)));
        self.last[usize::from(own) & 15] ^= bit;
        self.last[usize::from(other) & 15] ^= u16::from(others > 0) * bit;
    }

    /// The place of a face in the lanes.
    const fn bit(face: usize) -> u64 {
        1 << (16 * ((face / 13) & 3) + face % 13)
    }

    #[inline(never)]
    fn missing(&self, fast: &Fast) -> Option<u8> {
        match fast.sets.first()? {
            3 => self.missing_of::<3>(fast),
            _ => self.missing_of::<4>(fast),
        }
    }

    #[inline(always)]
    fn missing_of<const SIZE: usize>(&self, fast: &Fast) -> Option<u8> {
        let number = fast.sets.len() as u8;
        let mut givers =
            Givers::<SIZE> { missing: self.sets.missing, bound: 0, spare: [(0, 0); SIZE] };
        for (level, spare) in givers.spare.iter_mut().enumerate() {
            let (cards, last) = (self.sets.levels[level], self.last[level]);
            givers.bound |= if cards <= number { last } else { 0 };
            *spare = (last, cards.saturating_sub(number));
        }
        Some(fast.run_beside(fast.windows.as_ref()?, fast.table.as_ref()?, self.held, &givers))
    }
}

impl Runs {
    /// A card comes or goes; so many others of its face are there.
    #[inline]
    fn moves(&mut self, fast: &Fast, face: usize, others: u8, comes: bool) {
        let Some(table) = &fast.table else { return };
        let (weight, most) = table.weight(face % 13);
        let moved = |number: u64, by: u64| if comes { number + by } else { number - by };
        if others >= most {
            let beyond = moved(u64::from(self.beyond), u64::from(fast.runs > most));
            self.beyond = beyond as u8;
            return;
        }
        let own = (face / 13) & 3;
        let at = moved(self.suits[own] & u64::from(u32::MAX), u64::from(weight));
        let entry = table.at(at as usize);
        let other = |next: usize| (self.suits[(own + next) & 3] >> 32) as u32;
        self.missing = SuitTable::beside(entry, [other(1), other(2), other(3)], fast.runs);
        self.suits[own] = u64::from(entry) << 32 | at;
    }
}
