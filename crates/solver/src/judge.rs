//! Judges whether melds named by a player form the contract.

use std::fmt;

use arrayvec::ArrayVec;
use upcard_cards::{
    Contract, Element, Faces, MAX_ELEMENTS, Meld, MeldKind, SameSuitRuns, ShortSort,
};

use crate::laid::RunSpan;
use crate::solver::Solver;

/// Why melds, each legal by itself, are not a legal lay-down together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayDownError {
    /// Not the kinds of melds in the contract.
    Contract,
    /// Only a part of the contract.
    Part,
    /// The right kinds, but not the right sizes.
    Size,
    /// Two sets of one rank by one player.
    SameRankSets,
    /// Two runs of one suit are adjacent, or overlap although a gap is required.
    Contiguous,
    /// Two runs of one suit although the suits must differ.
    SameSuit,
    /// More own runs of one suit than a deal allows.
    RunsPerSuit,
    /// More wilds than all melds together may hold.
    WildTotal,
    /// The right kinds and sizes, but a set with equal suits or a wild where it must have none.
    Purity,
}

impl LayDownError {
    /// The last part of the refusal's code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            LayDownError::Contract => "contract",
            LayDownError::Part => "part",
            LayDownError::Size => "size",
            LayDownError::SameRankSets => "same-rank-sets",
            LayDownError::Contiguous => "contiguous",
            LayDownError::SameSuit => "same-suit",
            LayDownError::RunsPerSuit => "runs-per-suit",
            LayDownError::WildTotal => "wild-total",
            LayDownError::Purity => "purity",
        }
    }
}

impl fmt::Display for LayDownError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl std::error::Error for LayDownError {}

impl Solver {
    /// Checks that these melds, each legal as a meld, form the whole contract under the rules.
    ///
    /// # Errors
    /// The conflict between them.
    pub fn judge(&self, melds: &[Meld]) -> Result<(), LayDownError> {
        let left = self.matched(melds, &self.problem.contract)?;
        if !left.is_empty() {
            return Err(LayDownError::Part);
        }
        self.agree(melds)
    }

    /// Checks that these melds match different elements of the rest of a contract, under the rules, and
    /// returns what remains then. A meld that fits several elements takes the largest.
    ///
    /// # Errors
    /// The conflict between them; never `Part`.
    pub fn judge_part(
        &self,
        melds: &[Meld],
        remaining: &Contract,
    ) -> Result<Contract, LayDownError> {
        let left = self.matched(melds, remaining)?;
        self.agree(melds)?;
        Ok(left)
    }

    /// The elements of the contract that these melds leave open.
    fn matched(&self, melds: &[Meld], contract: &Contract) -> Result<Contract, LayDownError> {
        let kinds = [MeldKind::Set, MeldKind::Run, MeldKind::Pair];
        let named = |kind| melds.iter().filter(|m| m.kind() == kind).count();
        if melds.is_empty() || kinds.iter().any(|&kind| named(kind) > contract.count(kind)) {
            return Err(LayDownError::Contract);
        }
        if contract.is_strict() {
            return self.matched_strictly(melds, contract);
        }
        let mut open: ArrayVec<Option<Element>, MAX_ELEMENTS> =
            contract.elements.iter().copied().map(Some).collect();
        let mut sizes: ArrayVec<(MeldKind, u8), MAX_ELEMENTS> =
            melds.iter().map(|m| (m.kind(), m.size() as u8)).collect();
        sizes.short_sort_by_key(|&(_, size)| std::cmp::Reverse(size));
        for (kind, size) in sizes {
            let fits = |e: &Element| self.problem.fits(e, kind, size);
            let place = (0..open.len())
                .filter(|&i| open[i].as_ref().is_some_and(fits))
                .max_by_key(|&i| (open[i].map(|e| e.size), std::cmp::Reverse(i)))
                .ok_or(LayDownError::Size)?;
            open[place] = None;
        }
        Ok(Contract { elements: open.into_iter().flatten().collect() })
    }

    /// The same for elements with more requirements than a size: each meld takes the largest and strictest
    /// element that leaves room for the others.
    fn matched_strictly(
        &self,
        melds: &[Meld],
        contract: &Contract,
    ) -> Result<Contract, LayDownError> {
        let mut open: ArrayVec<usize, MAX_ELEMENTS> = (0..contract.elements.len()).collect();
        let element = |at: usize| contract.elements[at];
        open.short_sort_by_key(|&at| std::cmp::Reverse((element(at).size, element(at).purity)));
        let mut melds: ArrayVec<&Meld, MAX_ELEMENTS> = melds.iter().collect();
        melds.short_sort_by_key(|meld| std::cmp::Reverse(meld.size()));
        let fits = |at: usize, meld: &Meld| {
            self.problem.fits(&element(at), meld.kind(), meld.size() as u8)
        };
        let pure = |at: usize, meld: &Meld| {
            fits(at, meld) && element(at).is_met_by(meld, &self.problem.melds)
        };
        let mut left = open.clone();
        if !match_all(&melds, &mut open, &pure) {
            let sizes = match_all(&melds, &mut left, &fits);
            return Err(if sizes { LayDownError::Purity } else { LayDownError::Size });
        }
        open.short_sort();
        Ok(Contract { elements: open.into_iter().map(element).collect() })
    }

    /// Returns `true` if these melds, which have the contract's kinds and sizes, are as pure as it requires.
    pub(crate) fn keeps_pure(&self, melds: &[Meld]) -> bool {
        let contract = &self.problem.contract;
        !contract.is_strict() || self.matched_strictly(melds, contract).is_ok()
    }

    /// Returns `true` if the wilds of these melds together are within the limit.
    pub(crate) fn keeps_total(&self, melds: &[Meld]) -> bool {
        let wilds = |meld: &Meld| u32::from(meld.wilds_and_naturals(&self.problem.melds).0);
        self.problem
            .rules
            .max_wilds
            .is_none_or(|max| melds.iter().map(wilds).sum::<u32>() <= u32::from(max))
    }

    /// Checks that the melds are compatible with each other and with those laid earlier.
    fn agree(&self, melds: &[Meld]) -> Result<(), LayDownError> {
        if !self.problem.rules.same_rank_sets {
            let mut seen = Faces::of_ranks(self.problem.laid_earlier.set_ranks);
            for meld in melds {
                if let Meld::Set(set) = meld
                    && let Some(rank) = set.rank()
                    && !set.is_pair()
                {
                    if seen.has_rank(rank) {
                        return Err(LayDownError::SameRankSets);
                    }
                    seen |= Faces::of_rank(rank);
                }
            }
        }
        let mut spans: ArrayVec<RunSpan, { 2 * MAX_ELEMENTS }> =
            self.problem.laid_earlier.run_spans.iter().copied().collect();
        let mut per_suit = self.problem.laid_earlier.runs;
        for meld in melds {
            if let Meld::Run(run) = meld {
                let span = RunSpan::of(run);
                let agrees = |other: &RunSpan| {
                    span.agrees(*other, self.problem.rules.same_suit_runs, self.problem.melds.ace)
                };
                if !spans.iter().all(agrees) {
                    return Err(match self.problem.rules.same_suit_runs {
                        SameSuitRuns::DifferentSuits => LayDownError::SameSuit,
                        _ => LayDownError::Contiguous,
                    });
                }
                spans.push(span);
                per_suit[run.suit().index()] += 1;
            }
        }
        if let Some(max) = self.problem.rules.runs_per_suit
            && melds.iter().any(|m| matches!(m, Meld::Run(r) if per_suit[r.suit().index()] > max))
        {
            return Err(LayDownError::RunsPerSuit);
        }
        if !self.keeps_total(melds) {
            return Err(LayDownError::WildTotal);
        }
        Ok(())
    }
}

/// Removes a matching element for each meld from the open ones; `false` if impossible.
fn match_all(
    melds: &[&Meld],
    open: &mut ArrayVec<usize, MAX_ELEMENTS>,
    fits: &impl Fn(usize, &Meld) -> bool,
) -> bool {
    let Some((meld, others)) = melds.split_first() else { return true };
    (0..open.len()).any(|i| {
        let at = open[i];
        if !fits(at, meld) {
            return false;
        }
        open.remove(i);
        let matched = match_all(others, open, fits);
        if !matched {
            open.insert(i, at);
        }
        matched
    })
}
