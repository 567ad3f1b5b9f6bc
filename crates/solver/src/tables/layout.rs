//! Runs and sets of a contract, made ready: what a hand lacks of them if every wild finds a place.

use std::sync::Arc;

use arrayvec::ArrayVec;
use upcard_cards::MAX_ELEMENTS;

use super::sets;
use super::shapes::NEVER;
use super::suit_table::SuitTable;
use super::windows::Windows;
use crate::hand::Planes;
use crate::plan::{AskSearch, Told};
use crate::rank_counts::RankCounts;

/// Runs and sets of a contract, made ready.
#[derive(Debug)]
pub(crate) struct Layout {
    /// For contracts with runs.
    pub(super) table: Option<Arc<SuitTable>>,
    /// The places of the run, where there is one beside sets of one size.
    pub(super) windows: Option<Windows>,
    pub(super) runs: u8,
    /// The sizes of sets and pairs, the largest first.
    pub(super) sets: ArrayVec<u8, MAX_ELEMENTS>,
    /// The cards of all elements.
    pub(super) size: u8,
    /// The least element.
    pub(super) least: u8,
    pub(super) same_rank_sets: bool,
    /// A meld can always hold this many wilds.
    pub(super) free: u8,
    /// Does nothing but the one natural that each meld needs bind the wilds?
    pub(super) uncapped: bool,
}

impl Layout {
    /// The distance where this many naturals are missing and all wilds find a place.
    #[inline]
    pub(super) fn plain(&self, missing: u8, wilds: u8) -> Option<u8> {
        (missing.min(wilds) <= self.free).then(|| missing.saturating_sub(wilds))
    }

    /// The least number of naturals missing, or any number that is not more than `enough` if
    /// there is one.
    #[inline]
    pub(super) fn missing(&self, planes: &Planes, ranks: RankCounts, enough: u8) -> Told<u8> {
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

    /// The same, the ranks of a single set tried one by one.
    #[inline]
    pub(super) fn missing_rank_by_rank(
        &self,
        table: &SuitTable,
        planes: &Planes,
        ranks: RankCounts,
        enough: u8,
    ) -> Told<u8> {
        if let Some(windows) = &self.windows {
            return Ok(self.one_run(windows, table, planes, ranks, enough));
        }
        let runs = table.missing(planes, self.runs);
        if runs >= NEVER {
            return Err(AskSearch);
        }
        Ok(match self.sets.as_slice() {
            [] => runs,
            [size] => self.one_set(table, *planes, ranks, *size, runs, enough),
            _ => self.many_sets(table, *planes, ranks, runs, enough),
        })
    }
}

/// Can the processor look at all ranks at once? Where it cannot, that would only be more code.
pub(super) const VECTORS: bool =
    cfg!(any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"));
