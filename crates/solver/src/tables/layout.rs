//! Prepared runs and sets of a contract: what a hand lacks of them if every wild can be placed.

use std::sync::Arc;

use arrayvec::ArrayVec;
use upcard_cards::MAX_ELEMENTS;

use super::sets;
use super::shapes::IMPOSSIBLE;
use super::suit_table::SuitTable;
use super::windows::Windows;
use crate::hand::Planes;
use crate::plan::{NeedsSearch, TableResult};
use crate::rank_counts::RankCounts;

pub(crate) struct Layout {
    /// For contracts with runs.
    pub(super) table: Option<Arc<SuitTable>>,
    /// The places of the run, if there is one beside sets of one size.
    pub(super) windows: Option<Windows>,
    pub(super) runs: u8,
    /// The sizes of sets and pairs, the largest first.
    pub(super) sets: ArrayVec<u8, MAX_ELEMENTS>,
    /// Number of cards of all elements.
    pub(super) size: u8,
    /// Size of the smallest element.
    pub(super) min: u8,
    pub(super) same_rank_sets: bool,
    /// Number of wilds that every meld can hold.
    pub(super) free: u8,
    /// Whether the only limit on wilds is the one natural that each meld needs.
    pub(super) uncapped: bool,
}

impl Layout {
    /// Minimum number of missing naturals, or any number up to `enough` if one is found.
    #[inline]
    pub(super) fn missing(
        &self,
        planes: &Planes,
        ranks: RankCounts,
        enough: u8,
    ) -> TableResult<u8> {
        let Some(table) = &self.table else {
            return Ok(sets::missing(ranks, &self.sets, self.same_rank_sets));
        };
        if let [size] = self.sets.as_slice()
            && VECTORS
            && self.runs <= 2
        {
            return self.all_ranks_at_once(table, planes, ranks, *size, enough);
        }
        self.missing_rank_by_rank(table, planes, ranks, enough)
    }

    /// The same, with the ranks of a single set tried one by one.
    #[inline]
    pub(super) fn missing_rank_by_rank(
        &self,
        table: &SuitTable,
        planes: &Planes,
        ranks: RankCounts,
        enough: u8,
    ) -> TableResult<u8> {
        if let Some(windows) = &self.windows {
            return Ok(self.one_run(windows, table, planes, ranks, enough));
        }
        let runs = table.missing(planes, self.runs);
        if runs >= IMPOSSIBLE {
            return Err(NeedsSearch);
        }
        Ok(match self.sets.as_slice() {
            [] => runs,
            [size] => self.one_set(table, *planes, ranks, *size, runs, enough),
            _ => self.many_sets(table, *planes, ranks, runs, enough),
        })
    }
}

/// Whether the processor can handle all ranks at once. Otherwise that would only be more code.
pub(super) const VECTORS: bool =
    cfg!(any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"));
