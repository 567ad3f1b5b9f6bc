//! One run beside sets of one size: counts the places of the run in all suits at once.
//!
//! A run that takes a natural from sets that would lack it gains nothing. So the ranks that the sets need are
//! removed from the run's suits first; ranks that can spare some cards, but not as many as a run might ask
//! for, are examined place by place.

use super::layout::Layout;
use super::levels::{Donors, Levels};
use super::suit_table::SuitTable;
use super::windows::Windows;
use super::words::Words;
use crate::hand::{HandState, LANES, Planes, faces_of};
use crate::rank_counts::RankCounts;

impl Layout {
    /// What one run and sets of one size lack together; any number up to `enough` if one is found.
    #[inline]
    pub(super) fn one_run(
        &self,
        windows: &Windows,
        table: &SuitTable,
        planes: &Planes,
        ranks: RankCounts,
        enough: u8,
    ) -> u8 {
        let known = match self.sets[0] {
            3 => self.one_run_of::<3>(windows, table, planes.one, ranks),
            4 => self.one_run_of::<4>(windows, table, planes.one, ranks),
            _ => None,
        };
        known.unwrap_or_else(|| self.one_run_by_places(windows, planes, ranks, enough))
    }

    /// The same if no rank holds more than two sets. Usually the run that lacks the least without the ranks
    /// that the sets need takes no card that the sets would lack.
    #[inline]
    pub(super) fn one_run_of<const SIZE: usize>(
        &self,
        windows: &Windows,
        table: &SuitTable,
        one: u64,
        ranks: RankCounts,
    ) -> Option<u8> {
        let donors = Donors::<SIZE>::of(ranks, self.sets.len() as u8, self.same_rank_sets)?;
        let free = one & !(u64::from(donors.bound) * LANES);
        let (shortfall, low) = table.best_runs().best(free);
        let asked = windows.ranks(windows.places(free), low);
        let lost = donors.lost(asked);
        let best = donors.missing + shortfall + lost;
        Some(if lost == 0 { best } else { donors.best_place(windows, one, best) })
    }

    #[inline(never)]
    pub(super) fn one_run_by_places(
        &self,
        windows: &Windows,
        planes: &Planes,
        ranks: RankCounts,
        enough: u8,
    ) -> u8 {
        let levels = self.levels(windows, ranks);
        let sums = windows.sums(windows.places(planes.one & !faces_of(levels.needed)));
        let mut best = u8::MAX;
        windows.each_place(levels.missing, &sums, |low, shortfall| {
            if shortfall >= best {
                return false;
            }
            best = best.min(shortfall + levels.lost(windows, planes.one, low));
            best > enough
        });
        best
    }

    /// What the best places for the run have in common.
    pub(super) fn one_run_survey(&self, windows: &Windows, hand: &HandState) -> Words {
        let Planes { one, two, .. } = hand.planes;
        let levels = self.levels(windows, hand.ranks);
        let sums = windows.sums(windows.places(one & !faces_of(levels.needed)));
        let mut common = Words::none();
        let sets = (self.sets[0], self.sets.len() as u8);
        windows.each_place(levels.missing, &sums, |low, shortfall| {
            if shortfall > common.missing {
                return false;
            }
            let missing = shortfall + levels.lost(windows, one, low);
            if missing <= common.missing {
                let rest = hand.ranks.minus(windows.naturals(windows.places(one), low));
                let sets = Levels::of(rest, sets, self.same_rank_sets, 0);
                let run = windows.faces(low);
                common.join(Words {
                    missing,
                    needed: (run & one & !two) | (faces_of(sets.needed) & one),
                    used: (run | faces_of(sets.used)) & one,
                    helpful: (run & !one) | faces_of(sets.helpful),
                });
            }
            true
        });
        common
    }

    #[inline]
    fn levels(&self, windows: &Windows, ranks: RankCounts) -> Levels {
        let sets = (self.sets[0], self.sets.len() as u8);
        Levels::of(ranks, sets, self.same_rank_sets, windows.size as u8)
    }
}
