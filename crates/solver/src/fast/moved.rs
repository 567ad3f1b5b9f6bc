//! What a contract of sets or of runs lacks, from one card to the next.
//!
//! Sets count the cards of each level, runs keep what each suit lacks: a card that comes or goes
//! changes one level or one suit.

use upcard_cards::Cards;

use super::Fast;
use super::suit_table::{NEVER, SuitTable};

/// What is known of the naturals of a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moved {
    /// Of a contract of sets of one size.
    Sets(Sets),
    /// Of a contract of runs.
    Runs(Runs),
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
        let mut moved = match &fast.table {
            Some(table) if fast.sets.is_empty() => {
                let nothing = table.at(0);
                let missing = SuitTable::together([nothing; 4], fast.runs);
                Moved::Runs(Runs { missing, beyond: 0, suits: [u64::from(nothing) << 32; 4] })
            }
            None if alike => {
                Moved::Sets(Sets { missing: fast.size, ranks: [0; 16], levels: [0; 16] })
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
        }
    }

    /// A natural goes and leaves so many of its face.
    #[inline]
    pub(crate) fn goes(&mut self, fast: &Fast, face: usize, left: u8) {
        match self {
            Moved::Sets(sets) => sets.goes(fast, face % 13),
            Moved::Runs(runs) => runs.moves(fast, face, left, false),
        }
    }

    /// The least number of naturals missing; none where this cannot tell.
    #[inline]
    pub(crate) fn missing(&self) -> Option<u8> {
        match self {
            Moved::Sets(sets) => Some(sets.missing),
            Moved::Runs(runs) => (runs.beyond == 0 && runs.missing < NEVER).then_some(runs.missing),
        }
    }
}

/// The place of cards that no set wants.
const UNWANTED: u8 = 15;

impl Sets {
    /// The level of the card that comes to so many of its rank.
    #[inline]
    fn level(fast: &Fast, before: u8) -> u8 {
        let size = fast.sets.first().map_or(1, |&size| size);
        if before < size {
            before
        } else if fast.same_rank_sets {
            before % size
        } else {
            UNWANTED
        }
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
