//! The rules of a problem in the form used by the sweep.

use arrayvec::ArrayVec;
use upcard_cards::{
    AceMode, AllWild, Faces, MAX_ELEMENTS, MAX_RUN, MeldKind, MeldRules, Rank, SameSuitRuns,
    ShortSort, Stage, WildCap,
};

use super::state::{Key, OpenRun, Places};
use crate::problem::Problem;

/// An element type: all elements of one kind and size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type {
    pub(super) kind: MeldKind,
    /// Minimum and maximum number of cards.
    pub(super) min: u8,
    pub(super) max: u8,
    pub(super) count: u8,
}

#[derive(Clone, Debug)]
pub(super) struct SweepRules {
    types: ArrayVec<Type, MAX_ELEMENTS>,
    melds: MeldRules,
    suit_runs: SameSuitRuns,
    pub(super) same_rank_sets: bool,
    /// The faces of the ranks of which the player may not lay another set.
    pub(super) own_set_ranks: Faces,
    /// The first and the last place of the sweep.
    pub(super) places: (u8, u8),
    /// Minimum number of cards of all elements.
    pub(super) min: usize,
    /// Whether that is also the maximum.
    pub(super) fixed: bool,
    /// Number of new runs allowed in each suit.
    allowed: [u8; 4],
    /// Places where no run may begin, end, or lie, by suit.
    no_start: [Places; 4],
    no_end: [Places; 4],
    no_cover: [Places; 4],
    /// Whether a run's length matters beyond its element's size.
    whole_len: bool,
    /// Minimum number of naturals between two wilds of a run; 0 if unrestricted.
    apart: u8,
}

impl SweepRules {
    /// `None` if the contract cannot be laid from any hand.
    pub(super) fn new(problem: &Problem) -> Option<SweepRules> {
        let melds = problem.melds;
        let rules = problem.rules;
        let mut types: ArrayVec<Type, MAX_ELEMENTS> = ArrayVec::new();
        let mut elements = problem.contract.elements.clone();
        elements.short_sort_by_key(|e| (e.kind, e.size));
        for element in elements {
            let (min, max) = problem.sizes(element)?;
            match types.iter_mut().find(|t| (t.kind, t.min) == (element.kind, min)) {
                Some(same) => same.count += 1,
                None => types.push(Type { kind: element.kind, min, max, count: 1 }),
            }
        }
        if types.is_empty() {
            return None;
        }
        let corner = melds.ace == AceMode::Corner;
        let places = if corner { (0, 12) } else { melds.places() };
        let mut plan = SweepRules {
            min: types.iter().map(|t| t.min as usize * t.count as usize).sum(),
            fixed: types.iter().all(|t| t.min == t.max),
            types,
            melds,
            suit_runs: rules.same_suit_runs,
            same_rank_sets: rules.same_rank_sets,
            own_set_ranks: match rules.same_rank_sets {
                true => Faces::NONE,
                false => Faces::of_ranks(problem.laid_earlier.set_ranks),
            },
            places,
            allowed: [MAX_ELEMENTS as u8; 4],
            no_start: [Places::NONE; 4],
            no_end: [Places::NONE; 4],
            no_cover: [Places::NONE; 4],
            whole_len: corner || melds.run_max < MAX_RUN as u8,
            apart: if melds.keeps_apart() { melds.apart } else { 0 },
        };
        for suit in 0..4 {
            if let Some(max) = rules.runs_per_suit {
                plan.allowed[suit] = max.saturating_sub(problem.laid_earlier.runs[suit]).min(8);
            }
            if rules.same_suit_runs == SameSuitRuns::DifferentSuits {
                plan.allowed[suit] = plan.allowed[suit].min(1);
            }
        }
        for span in &problem.laid_earlier.run_spans {
            let suit = span.suit.index();
            // Round the corner, places are equal modulo thirteen.
            let at = |place: i32| match u8::try_from(place) {
                Ok(place) if corner => Some(place % 13),
                Ok(place) => Some(place),
                Err(_) => corner.then_some(12),
            };
            let (low, high) = (i32::from(span.low), i32::from(span.high));
            match rules.same_suit_runs {
                SameSuitRuns::Any => {}
                SameSuitRuns::DifferentSuits => plan.allowed[suit] = 0,
                SameSuitRuns::NotContiguous => {
                    plan.no_start[suit].extend(at(high + 1));
                    plan.no_end[suit].extend(at(low - 1));
                }
                SameSuitRuns::Gap => {
                    plan.no_cover[suit].extend((low - 1..=high + 1).filter_map(at));
                }
            }
        }
        // Fails if there are more runs than the suits have room for.
        let runs: u8 = plan.run_types().map(|(_, of)| of.count).sum();
        (runs <= plan.allowed.iter().sum()).then_some(plan)
    }

    pub(super) fn types(&self) -> impl Iterator<Item = (usize, &Type)> {
        self.types.iter().enumerate()
    }

    pub(super) fn run_types(&self) -> impl Iterator<Item = (usize, &Type)> {
        self.types().filter(|(_, of)| of.kind == MeldKind::Run)
    }

    pub(super) fn type_of(&self, kind: usize) -> &Type {
        &self.types[kind]
    }

    pub(super) fn is_corner(&self) -> bool {
        self.melds.ace == AceMode::Corner
    }

    /// Returns `true` if the sets of a rank are decided at this place: not at the high ace if there is a low
    /// one.
    pub(super) const fn step_has_sets(&self, place: u8) -> bool {
        place < 13 || self.places.0 > 0
    }

    /// Returns `true` if aces may be kept at the low place for the high one.
    pub(super) const fn keeps_aces(&self) -> bool {
        self.places.0 == 0 && self.places.1 == 13
    }

    /// Minimum number of cards that this open run needs before it can end.
    pub(super) fn still_needs(&self, run: OpenRun) -> u8 {
        if run.tail() { 0 } else { self.types[run.kind()].min.saturating_sub(run.len()) }
    }

    /// Returns `true` if one more run may begin here, beside those that already do.
    pub(super) fn may_begin(
        &self,
        key: &Key,
        kind: usize,
        suit: usize,
        place: u8,
        going_on: usize,
        beginning: usize,
    ) -> bool {
        if key.runs.of(suit) + beginning as u8 >= self.allowed[suit]
            || self.no_start[suit].has(place)
            || (!self.is_corner() && place + self.types[kind].min > self.places.1 + 1)
        {
            return false;
        }
        match self.suit_runs {
            SameSuitRuns::Any | SameSuitRuns::DifferentSuits => true,
            SameSuitRuns::NotContiguous => !key.has_ended(suit),
            SameSuitRuns::Gap => !key.has_ended(suit) && going_on + beginning == 0,
        }
    }

    pub(super) const fn may_cover(&self, suit: usize, place: u8) -> bool {
        !self.no_cover[suit].has(place)
    }

    pub(super) fn wants_gap(&self) -> bool {
        self.suit_runs == SameSuitRuns::Gap
    }

    pub(super) fn forbids_contact(&self) -> bool {
        matches!(self.suit_runs, SameSuitRuns::Gap | SameSuitRuns::NotContiguous)
    }

    /// The run with one more slot; `None` if it cannot become legal any more.
    pub(super) fn grown(&self, run: OpenRun, natural: bool) -> Option<OpenRun> {
        let of = &self.types[run.kind()];
        let len = run.len() + 1;
        let natural_now = run.natural() || natural;
        if len > of.max || len > 14 {
            return None;
        }
        // All wilds so far is fine if it may stay so, or a natural may still come.
        let balance = match self.melds.wild_cap {
            WildCap::None => 0,
            WildCap::Count(_) => run.balance() + i8::from(!natural),
            WildCap::Naturals | WildCap::FewerThanNaturals => {
                run.balance() + if natural { 1 } else { -1 }
            }
            WildCap::TwoNaturals => (run.balance() + i8::from(natural)).min(2),
        };
        let whole_len = self.whole_len || of.min == of.max;
        let kept = if whole_len { len } else { len.min(of.min) };
        let mut grown = run.with(kept, balance, natural_now);
        if self.apart > 0 {
            grown = grown.spaced(natural, self.apart)?;
        }
        let dead = match self.melds.wild_cap {
            WildCap::Count(max) => balance > max as i8,
            _ => false,
        };
        if dead && (natural_now || self.melds.all_wild != AllWild::Any) {
            return None;
        }
        Some(grown)
    }

    pub(super) fn may_end(&self, run: OpenRun, place: u8) -> bool {
        !self.no_end[run.suit()].has(place)
            && run.len() >= self.types[run.kind()].min
            && self.is_within_cap(run.balance(), run.natural())
    }

    /// Returns `true` if the upper part of a run round the corner may end here.
    pub(super) const fn may_end_tail(&self, run: OpenRun, place: u8) -> bool {
        !self.no_end[run.suit()].has(place)
    }

    pub(super) fn may_extend(&self, run: OpenRun, place: u8) -> bool {
        let of = &self.types[run.kind()];
        (self.is_corner() || place < self.places.1)
            && (run.len() < of.max || !(self.whole_len || of.min == of.max))
    }

    fn is_within_cap(&self, balance: i8, natural: bool) -> bool {
        if !natural {
            return self.melds.all_wild == AllWild::Any;
        }
        match self.melds.wild_cap {
            WildCap::None => true,
            WildCap::Count(max) => balance <= max as i8,
            WildCap::Naturals => balance >= 0,
            // A run without wilds satisfies this, too.
            WildCap::FewerThanNaturals => balance > 0,
            // A run without wilds has at least two naturals, too.
            WildCap::TwoNaturals => balance >= 2,
        }
    }

    pub(super) fn is_legal_set(&self, kind: usize, rank: Rank, naturals: u8, wilds: u8) -> bool {
        let pair = self.types[kind].kind == MeldKind::Pair;
        if pair && wilds > 0 && !self.melds.pair_wilds {
            return false;
        }
        if naturals == 0 {
            // In a set of a wild rank wilds might count as natural: any other rank will do.
            return matches!(self.melds.all_wild, AllWild::Sets | AllWild::Any)
                && !(self.melds.natural_place && self.melds.has_wild_of(rank));
        }
        let few = !pair && wilds > 0 && naturals < self.melds.set_naturals;
        !few && self.melds.cap_allows(self.types[kind].kind, wilds, naturals, Stage::First)
    }

    pub(super) fn may_be_trio(&self, kind: usize) -> bool {
        let of = &self.types[kind];
        self.melds.all_wild == AllWild::Trio && of.kind == MeldKind::Set && of.min == 3
    }

    /// The lower and upper parts of the runs round the corner, matched at the end.
    pub(super) fn joined(&self, key: &Key) -> Option<ArrayVec<(OpenRun, OpenRun), MAX_ELEMENTS>> {
        let mut heads: ArrayVec<OpenRun, MAX_ELEMENTS> = ArrayVec::new();
        let mut tails: ArrayVec<OpenRun, MAX_ELEMENTS> = ArrayVec::new();
        for run in key.open() {
            if run.tail() { tails.push(run) } else { heads.push(run) }
        }
        if heads.len() != tails.len() {
            return None;
        }
        self.join_rest(&heads, &mut tails)
    }

    fn join_rest(
        &self,
        heads: &[OpenRun],
        tails: &mut ArrayVec<OpenRun, MAX_ELEMENTS>,
    ) -> Option<ArrayVec<(OpenRun, OpenRun), MAX_ELEMENTS>> {
        let Some((&head, heads)) = heads.split_first() else { return Some(ArrayVec::new()) };
        for i in 0..tails.len() {
            let tail = tails[i];
            let of = &self.types[head.kind()];
            let len = head.len() + tail.len();
            let fits = tail.suit() == head.suit()
                && tail.kind() == head.kind()
                && (of.min..=of.max).contains(&len)
                && self.is_within_cap(
                    head.balance() + tail.balance(),
                    head.natural() || tail.natural(),
                )
                && (self.apart == 0 || tail.follows(head, self.apart));
            if !fits {
                continue;
            }
            tails.remove(i);
            if let Some(mut rest) = self.join_rest(heads, tails) {
                rest.push((head, tail));
                return Some(rest);
            }
            tails.insert(i, tail);
        }
        None
    }
}
