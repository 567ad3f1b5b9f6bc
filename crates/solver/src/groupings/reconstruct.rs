//! Reconstructs melds from the results of the tables.

use upcard_cards::{AceMode, Card, Cards, Faces, MeldRules, RANKS, Rank, RankSet, SUITS, Suit};

use super::choose::{Found, Set, joined, split};
use super::outline::{Kind, Outline, longest};
use super::suits::SuitLeft;
use crate::hand::Held;

impl Found {
    /// The melds without their wilds.
    pub(super) fn outlines(&self, table: &SuitLeft, rules: &MeldRules) -> Vec<Outline> {
        let mut outlines: Vec<Outline> = Vec::with_capacity(8);
        outlines.extend(self.sets.iter().map(|set| set.outline(rules)));
        let wilds = self.wilds_of_suits(table);
        let mut runs = Runs { table, rules, outlines: &mut outlines };
        for (at, suit) in SUITS.into_iter().enumerate() {
            runs.find(suit, self.planes.of_suit(at), wilds[at]);
        }
        outlines
    }

    /// How the suits share the wilds.
    fn wilds_of_suits(&self, table: &SuitLeft) -> [u8; 4] {
        if self.wilds == 0 {
            return [0; 4];
        }
        let suit = |at| table.left(self.planes.of_suit(at)).levels();
        let [a, b, c, d] = [suit(0), suit(1), suit(2), suit(3)];
        let (low, high) = (joined(&a, &b, self.wilds), joined(&c, &d, self.wilds));
        let (to_low, to_high) = split(&low, &high, self.wilds);
        let ((a, b), (c, d)) = (split(&a, &b, to_low), split(&c, &d, to_high));
        [a, b, c, d]
    }
}

impl Set {
    fn outline(&self, rules: &MeldRules) -> Outline {
        let rank: Rank = RANKS[usize::from(self.rank) % 13];
        let mut naturals = Cards::NONE;
        let mut copies = self.copies;
        while copies != 0 {
            naturals.add(Card::natural(rank, SUITS[copies.trailing_zeros() as usize % 4]));
            copies &= copies - 1;
        }
        let min = rules.set_min.saturating_sub(self.size());
        let max = rules.set_limit().unwrap_or(u8::MAX).saturating_sub(self.size());
        Outline { kind: Kind::Set(rank), naturals, min, max, pure: false }
    }
}

/// Finds the runs of a suit from the table's minima.
struct Runs<'a> {
    table: &'a SuitLeft,
    rules: &'a MeldRules,
    outlines: &'a mut Vec<Outline>,
}

impl Runs<'_> {
    /// The runs of a suit with this many wilds.
    fn find(&mut self, suit: Suit, mut held: Held, mut wilds: u8) {
        if wilds == 0 && held[1] == 0 {
            held[0] &= !self.table.plain_ranks(held[0]);
        } else if self.table.with(held, wilds) == self.table.worth(held) {
            return;
        }
        // The lowest card, aces last: it is left over, or in one of the runs.
        while held[0] != 0 {
            let others = held[0] & !1;
            let lowest = match others {
                0 if self.rules.ace == AceMode::High => 13,
                0 => 0,
                _ => others.trailing_zeros() as u8,
            };
            let rank = 1 << (lowest % 13);
            let rest = less(held, rank);
            let goal = self.table.with(held, wilds);
            let value = self.table.value(usize::from(lowest % 13));
            if self.table.with(rest, wilds) + value == goal {
                held = rest;
                continue;
            }
            let found = self.run(held, wilds, goal, (lowest, lowest), rank).or_else(|| {
                let ace = rank > 1
                    && RankSet::from_bits(held[0]).has(Rank::ACE)
                    && self.rules.ace != AceMode::High;
                ace.then(|| self.run(held, wilds, goal, (0, lowest), 1 | rank)).flatten()
            });
            let Some((low, high, naturals)) = found else { return };
            let short = self.shortfall(low, high, naturals);
            self.outlines.push(self.outline(suit, (low, high), naturals, short));
            held = less(held, naturals);
            wilds -= short;
        }
    }

    /// Number of wilds that a run of these naturals lacks.
    fn shortfall(&self, low: u8, high: u8, naturals: u16) -> u8 {
        (high + 1 - low).max(self.rules.run_min) - naturals.count_ones() as u8
    }

    /// A run of these naturals, or of these and others above, that leaves exactly the goal: its lowest and
    /// highest place, and its ranks.
    fn run(
        &self,
        held: Held,
        wilds: u8,
        goal: u32,
        (low, high): (u8, u8),
        naturals: u16,
    ) -> Option<(u8, u8, u16)> {
        let short = self.shortfall(low, high, naturals);
        if short <= wilds && self.table.with(less(held, naturals), wilds - short) == goal {
            return Some((low, high, naturals));
        }
        let holes = high + 1 - low - naturals.count_ones() as u8;
        let last = self.rules.places().1;
        for next in high + 1..=last.min(high + 1 + (wilds - holes.min(wilds))) {
            let bit = 1u16 << (next % 13);
            if held[0] & bit == 0 || naturals & bit != 0 {
                continue;
            }
            let longer = self.run(held, wilds, goal, (low, next), naturals | bit);
            if longer.is_some() {
                return longer;
            }
        }
        None
    }

    fn outline(&self, suit: Suit, (low, high): (u8, u8), naturals: u16, min: u8) -> Outline {
        let faces = Faces::from_bits(u64::from(naturals) << (16 * suit.index()));
        let max = longest(self.rules).saturating_sub(faces.len() as u8).max(min);
        let kind = Kind::Run(suit, low, high);
        Outline { kind, naturals: faces.iter().collect(), min, max, pure: false }
    }
}

/// Without one copy of each of these ranks.
pub(super) const fn less([one, two, three]: Held, ranks: u16) -> Held {
    [one & !ranks | two & ranks, two & !ranks | three & ranks, three & !ranks]
}
