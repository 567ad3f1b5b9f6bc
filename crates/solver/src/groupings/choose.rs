//! Which sets to make, when the suits are looked up: with and without each.

use arrayvec::ArrayVec;
use upcard_cards::MeldRules;

use super::suits::{Held, Left, SuitLeft};
use crate::hand::HandState;

/// The naturals of a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set {
    pub(super) rank: usize,
    /// How many of each suit.
    pub(super) of_suit: [u8; 4],
    /// What they are worth together.
    pub(super) points: u32,
}

impl Set {
    pub(super) fn size(&self) -> u8 {
        self.of_suit.iter().sum()
    }
}

/// The most sets of a grouping: a hand of sixteen cards of a rank is crowded.
pub(super) const MOST_SETS: usize = 26;

/// The best way found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// What the naturals left over are worth.
    pub(super) left: Option<u32>,
    /// What all naturals are worth.
    pub(super) all: u32,
    pub(super) sets: ArrayVec<Set, MOST_SETS>,
    /// What the sets leave to the runs, and the wilds.
    pub(super) suits: [Held; 4],
    pub(super) wilds: u8,
}

/// The search for the sets.
pub(super) struct Search<'a> {
    rules: &'a MeldRules,
    table: &'a SuitLeft,
    /// The ranks that may make a set.
    ranks: ArrayVec<usize, 13>,
    /// What the cards of the ranks from each of these on are worth: sets of them save no more.
    savings: [u32; 14],
    /// The faces that could be in a run with another natural.
    engaged: [u16; 4],
    limit: u8,
    suits: [Held; 4],
    left: [Left; 4],
    sets: ArrayVec<Set, MOST_SETS>,
    pub(super) found: Found,
}

impl<'a> Search<'a> {
    /// None where the points do not fit in the table.
    pub(super) fn new(
        rules: &'a MeldRules,
        table: &'a SuitLeft,
        state: &HandState,
    ) -> Option<Search<'a>> {
        let suits = [0, 1, 2, 3].map(|suit| state.planes.of_suit(suit));
        let left = suits.map(|suit| table.left(suit));
        if left.iter().any(|left| !left.fits()) {
            return None;
        }
        let wilds = state.wilds;
        let limit = rules.set_limit().unwrap_or(u8::MAX);
        let mut ranks = ArrayVec::new();
        let mut worth: ArrayVec<u32, 13> = ArrayVec::new();
        let mut all = 0;
        let mut counts = state.ranks;
        while counts != 0 {
            let rank = counts.trailing_zeros() as usize / 4;
            let held = (counts >> (4 * rank) & 15) as u8;
            counts &= !(15 << (4 * rank));
            all += table.value(rank) * u32::from(held);
            if held >= 2 && held + wilds >= rules.set_min && limit >= rules.set_min {
                ranks.push(rank);
                worth.push(table.value(rank) * u32::from(held));
            }
        }
        let mut savings = [0; 14];
        for (at, worth) in worth.iter().enumerate().rev() {
            savings[at] = savings[at + 1] + worth;
        }
        Some(Search {
            rules,
            table,
            ranks,
            savings,
            engaged: suits.map(|[one, ..]| engaged(one, wilds)),
            limit,
            suits,
            left,
            sets: ArrayVec::new(),
            found: Found { left: None, all, sets: ArrayVec::new(), suits, wilds },
        })
    }

    /// Decides whether this rank and the following ones make sets, with this many wilds at most.
    pub(super) fn choose(&mut self, at: usize, wilds: u8) {
        let left = shared(&self.left, wilds);
        if self.found.left.is_some_and(|best| left.saturating_sub(self.savings[at]) >= best) {
            return;
        }
        let Some(&rank) = self.ranks.get(at) else {
            if self.found.left.is_none_or(|best| left < best) {
                self.found.left = Some(left);
                self.found.sets = self.sets.clone();
                self.found.suits = self.suits;
                self.found.wilds = wilds;
            }
            return;
        };
        self.choose(at + 1, wilds);
        if self.found.left != Some(0) {
            self.set(at, rank, 0, [0; 4], wilds);
        }
    }

    /// Makes sets of this rank, from this suit on.
    fn set(&mut self, at: usize, rank: usize, suit: usize, of_suit: [u8; 4], wilds: u8) {
        let size: u8 = of_suit.iter().sum();
        if suit == 4 {
            let short = self.rules.set_min.saturating_sub(size);
            if size >= 2 && size <= self.limit && short <= wilds {
                self.with_set(at, rank, of_suit, wilds - short);
            }
            return;
        }
        let held: u8 = self.suits[suit].iter().map(|plane| (plane >> rank & 1) as u8).sum();
        let most = if self.rules.distinct_suits { held.min(1) } else { held };
        // What no run could want goes into the set, if that has room for all.
        let total: u8 = if self.limit < 16 { self.of_rank(rank) } else { 0 };
        let free = self.engaged[suit] & 1 << rank == 0 && total <= self.limit;
        for number in if free { most } else { 0 }..=most {
            let mut of_suit = of_suit;
            of_suit[suit] = number;
            self.set(at, rank, suit + 1, of_suit, wilds);
        }
    }

    /// How many cards of a rank are not in sets.
    fn of_rank(&self, rank: usize) -> u8 {
        let held = self.suits.iter().flatten();
        held.map(|plane| (plane >> rank & 1) as u8).sum()
    }

    /// Takes these cards for a set, and goes on.
    fn with_set(&mut self, at: usize, rank: usize, of_suit: [u8; 4], wilds: u8) {
        let before = (self.suits, self.left);
        for (suit, &number) in of_suit.iter().enumerate().filter(|(_, number)| **number > 0) {
            // The planes of the higher copies go first.
            for plane in self.suits[suit]
                .iter_mut()
                .rev()
                .filter(|p| **p >> rank & 1 != 0)
                .take(usize::from(number))
            {
                *plane &= !(1 << rank);
            }
            self.left[suit] = self.table.left(self.suits[suit]);
        }
        let size: u8 = of_suit.iter().sum();
        let points = self.table.value(rank) * u32::from(size);
        if self.sets.try_push(Set { rank, of_suit, points }).is_ok() {
            // Two sets of a rank are better than one only where one has not room for all.
            let again = self.of_rank(rank) >= 2
                && (self.limit < size + self.of_rank(rank) || self.rules.distinct_suits);
            self.choose(if again { at } else { at + 1 }, wilds);
            self.sets.pop();
        }
        (self.suits, self.left) = before;
    }
}

/// The ranks of a suit that could be in a run with another one of it, if there are this many wilds.
const fn engaged(ranks: u16, wilds: u8) -> u16 {
    // The ace lies below the two and above the king.
    let line = ranks as u32 | (ranks as u32 & 1) << 13;
    let mut near = 0;
    if wilds == 0 {
        let three = line & line >> 1 & line >> 2;
        near = three | three << 1 | three << 2;
    } else {
        let mut apart = 1;
        while apart <= wilds + 1 {
            near |= line & (line << apart | line >> apart);
            apart += 1;
        }
    }
    ((near | near >> 13) & 0x1fff) as u16
}

/// What all suits leave over if they share this many wilds.
#[inline]
pub(super) fn shared(left: &[Left; 4], wilds: u8) -> u32 {
    let [a, b, c, d] = left;
    let pair = |a: &Left, b: &Left, wilds: u8| {
        let each = (0..=wilds).map(|first| a.with(first) + b.with(wilds - first));
        each.min().unwrap_or(u32::MAX)
    };
    match wilds {
        0 => a.with(0) + b.with(0) + c.with(0) + d.with(0),
        _ => {
            let each = (0..=wilds).map(|first| pair(a, b, first) + pair(c, d, wilds - first));
            each.min().unwrap_or(u32::MAX)
        }
    }
}
