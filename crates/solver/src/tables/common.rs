//! What all the nearest ways to a contract have in common: the cards that every one of them needs, those that
//! some of them use, and the faces that would shorten one.
//!
//! A nearest way lacks the fewest naturals. One card less or more changes that number by at most one, so that
//! only the nearest ways need to be considered.

use super::layout::Layout;
use super::levels::{Levels, MAX_LEVELS};
use super::sets_beside_runs::keep_some;
use super::shapes::IMPOSSIBLE;
use super::suit_table::SuitTable;
use super::words::{Common, Words};
use crate::hand::{HandState, LANES, Planes, faces_of};
use crate::plan::{NeedsSearch, TableResult};
use crate::rank_counts::ranks_of;

/// The ranks' bits of all suits.
const NATURALS: u64 = 0x1fff * LANES;

impl Layout {
    pub(crate) fn common(&self, hand: &HandState) -> TableResult<Common> {
        if hand.crowded {
            return Err(NeedsSearch);
        }
        let mut words = match (&self.table, self.sets.as_slice()) {
            (None, _) => self.sets_survey(hand)?,
            (Some(table), []) => table.survey(&hand.planes, self.runs)?,
            (Some(table), sets) => match &self.windows {
                Some(windows) => self.one_run_survey(windows, hand),
                None => self.one_set_survey(table, hand, sets)?,
            },
        };
        words.helpful &= NATURALS & !hand.wild_faces.bits();
        Ok(words.into())
    }

    /// Returns `true` if the distance is simply the naturals missing less the wilds, for these numbers.
    #[inline]
    pub(crate) fn is_plain(&self, missing: u8, wilds: u8) -> bool {
        let all_placed = missing.min(wilds) <= self.free;
        all_placed || (self.uncapped && missing / self.min <= missing.saturating_sub(wilds))
    }

    fn sets_survey(&self, hand: &HandState) -> TableResult<Words> {
        let size = *self.sets.first().ok_or(NeedsSearch)?;
        if self.sets.last() != Some(&size) || size as usize > MAX_LEVELS {
            return Err(NeedsSearch);
        }
        let levels = Levels::of(hand.ranks, (size, self.sets.len() as u8), self.same_rank_sets, 0);
        Ok(Words {
            missing: levels.missing,
            needed: faces_of(levels.needed) & hand.planes.one,
            used: faces_of(levels.used) & hand.planes.one,
            helpful: faces_of(levels.helpful),
        })
    }

    /// One set beside runs; the set may take any rank, or cards that must all come.
    fn one_set_survey(
        &self,
        table: &SuitTable,
        hand: &HandState,
        sets: &[u8],
    ) -> TableResult<Words> {
        let &[size] = sets else { return Err(NeedsSearch) };
        if size >= 15 {
            return Err(NeedsSearch);
        }
        let planes = hand.planes;
        let runs = table.missing(&planes, self.runs);
        if runs >= IMPOSSIBLE {
            return Err(NeedsSearch);
        }
        let best = self.missing(&planes, hand.ranks, 0)?;
        let mut common = Words::none();
        let mut above = 0;
        for value in (1..=size).rev() {
            if size - value + runs > best {
                break;
            }
            let reached = hand.ranks.at_least(value);
            let of_value = reached & !above;
            above = reached;
            for at in ranks_of(of_value) {
                let over = hand.ranks.of(at) - value;
                if over > 0 {
                    self.full_set_survey(table, hand, (at, over), best, &mut common)?;
                    continue;
                }
                let rest = planes.without_rank(at);
                if size - value + table.missing(&rest, self.runs) == best {
                    let rank = LANES << at;
                    let beside = table.survey(&rest, self.runs)?;
                    let free = value == size && beside.helpful & planes.one & rank != 0;
                    let helps = if value < size || free { rank } else { 0 };
                    common.join(Words {
                        missing: best,
                        needed: beside.needed | (rank & planes.one),
                        used: beside.used | (rank & planes.one),
                        helpful: beside.helpful | helps,
                    });
                }
            }
        }
        if size + runs == best {
            let beside = table.survey(&planes, self.runs)?;
            let absent = NATURALS & !faces_of(hand.ranks.at_least(1));
            common.join(Words { missing: best, helpful: beside.helpful | absent, ..beside });
        }
        Ok(common)
    }

    /// The ways to make a set of a rank that has `over` cards too many: any of its cards may be left to the
    /// runs.
    fn full_set_survey(
        &self,
        table: &SuitTable,
        hand: &HandState,
        (rank, over): (usize, u8),
        best: u8,
        common: &mut Words,
    ) -> TableResult<()> {
        let planes = hand.planes;
        let faces = LANES << rank;
        let mut known = Ok(());
        keep_some(planes, planes.without_rank(rank), rank, over, 0, &mut |kept| {
            // Leaving fewer cards to the runs than possible adds nothing.
            let all = kept.number_of(rank) == u32::from(over);
            if !all || table.missing(&kept, self.runs) != best || known.is_err() {
                return;
            }
            let Ok(beside) = table.survey(&kept, self.runs) else {
                known = Err(NeedsSearch);
                return;
            };
            // Cards of the set that are the last copies of their faces, and all faces in it.
            let gone = planes.one & !kept.one & faces;
            let some =
                gone | (planes.two & !kept.two & faces) | (planes.three & !kept.three & faces);
            // Another card of the rank would free one of these for the runs.
            let free = beside.helpful & some != 0;
            common.join(Words {
                missing: best,
                needed: beside.needed | gone,
                used: beside.used | some,
                helpful: beside.helpful | if free { faces } else { 0 },
            });
        });
        known
    }
}

impl SuitTable {
    /// What the nearest ways to this many runs have in common.
    fn survey(&self, planes: &Planes, runs: u8) -> TableResult<Words> {
        match runs {
            1 => self.survey_of::<2>(planes),
            2 => self.survey_of::<3>(planes),
            3 => self.survey_of::<4>(planes),
            4 => self.survey_of::<5>(planes),
            5 => self.survey_of::<6>(planes),
            _ => Err(NeedsSearch),
        }
    }

    /// The same for one run fewer than `NUMBERS`: that many counts of runs are possible in a suit.
    fn survey_of<const NUMBERS: usize>(&self, planes: &Planes) -> TableResult<Words> {
        let runs = NUMBERS - 1;
        let shortfalls: [[u8; NUMBERS]; 4] = self.shortfalls(planes);
        let [first, last] = [[0, 1], [2, 3]].map(|[a, b]| together(&shortfalls[a], &shortfalls[b]));
        let missing = min_together(&first, &last, runs);
        if missing >= IMPOSSIBLE {
            return Err(NeedsSearch);
        }
        let mut common = Words { missing, needed: 0, used: 0, helpful: 0 };
        for suit in 0..4 {
            // What the other suits lack together: the neighbour of this one, and the other two.
            let elsewhere = together(&shortfalls[suit ^ 1], if suit < 2 { &last } else { &first });
            let mut here = Words { missing: 0, needed: 0xffff, used: 0, helpful: 0 };
            for number in 0..NUMBERS {
                if elsewhere[runs - number] + shortfalls[suit][number] == missing {
                    here.join(self.common(planes, suit, number));
                }
            }
            common.needed |= here.needed << (16 * suit);
            common.used |= here.used << (16 * suit);
            common.helpful |= here.helpful << (16 * suit);
        }
        Ok(common)
    }
}

/// What two parts lack together, for each number of runs.
#[inline(always)]
fn together<const NUMBERS: usize>(a: &[u8; NUMBERS], b: &[u8; NUMBERS]) -> [u8; NUMBERS] {
    let mut both = [IMPOSSIBLE; NUMBERS];
    for (total, both) in both.iter_mut().enumerate() {
        *both = min_together(a, b, total);
    }
    both
}

/// The same for this number.
#[inline(always)]
fn min_together<const NUMBERS: usize>(a: &[u8; NUMBERS], b: &[u8; NUMBERS], runs: usize) -> u8 {
    let mut min = IMPOSSIBLE;
    for part in 0..=runs {
        min = min.min(a[part] + b[runs - part]);
    }
    min
}
