//! The best grouping by lookup tables: some hundred times faster than the search, and as exact.
//!
//! Runs are local to a suit: a table gives the minimum that the runs of a suit leave over, by the number of
//! wilds they may take. Sets cross the suits, but few ranks of a hand have enough cards for one: the suits
//! are looked up again with and without each possible set. A single natural filled up with wilds is as good
//! in a run as in a set, so sets have at least two naturals. Finally the wilds are shared among the suits.
//!
//! Wilds that no meld needs join any meld that has room. If that is in doubt, if a cap limits the wilds, and
//! for other rules that the tables do not cover, the search answers.

use std::fmt;
use std::sync::{Arc, OnceLock};

use arrayvec::ArrayVec;
use upcard_cards::{AceMode, Card, Cards, Faces, Meld, MeldRules, RANKS, SUITS, WildCap};

use super::build::built;
use super::choose::{Found, Set, choose};
use super::grouped::{Deadwood, Declaring, DistanceBound};
use super::outline::longest;
use super::runs_alone::RunsAlone;
use super::search::{Aim, Search, deadwood};
use super::suit_runs::SuitRuns;
use super::suits::{MAX_WILDS, SuitLeft};
use crate::context::Context;
use crate::hand::{HandState, LANES, Planes};
use crate::meter;
use crate::plan::{NeedsSearch, Plan, TableResult};

/// Groups hands by the rules and values of one deal; built once and queried often.
///
/// ```
/// use upcard_cards::{AceMode, Cards, MeldRules};
/// use upcard_solver::Grouper;
/// let rules = MeldRules { run_min: 3, ace: AceMode::Low, ..MeldRules::default() };
/// let values = std::array::from_fn(|face| (face as u8 % 13 + 1).min(10));
/// let grouper = Grouper::new(&rules, &values);
/// let hand: Cards = "7C 7D 7H 8H 9H KS KD 2C 3C 4C".parse().unwrap();
/// assert_eq!(grouper.points(&hand), 34);
/// let best = grouper.best(&hand);
/// assert_eq!((best.points, best.melds.len()), (34, 2));
/// ```
#[derive(Clone)]
pub struct Grouper {
    rules: MeldRules,
    values: [u8; 53],
    context: Context,
    /// The method for grouping hands, chosen lazily, since most games never group one.
    plan: OnceLock<Plan<Tables>>,
    /// The same for hands that need sequences, and for those of runs alone.
    declaring: OnceLock<Plan<Arc<SuitRuns>>>,
    runs_alone: OnceLock<Plan<Arc<RunsAlone>>>,
}

/// Ignores what the grouper has prepared.
impl PartialEq for Grouper {
    fn eq(&self, other: &Grouper) -> bool {
        (&self.rules, &self.values) == (&other.rules, &other.values)
    }
}

impl Eq for Grouper {}

#[derive(Clone)]
struct Tables {
    suits: Arc<SuitLeft>,
    /// Whether it covers wilds.
    wilds: bool,
}

impl fmt::Debug for Grouper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grouper").field("rules", &self.rules).finish_non_exhaustive()
    }
}

impl Grouper {
    /// A grouper for these rules, with the value of each face ([`Card::index`]).
    #[must_use]
    pub fn new(rules: &MeldRules, values: &[u8; 53]) -> Grouper {
        Grouper {
            rules: *rules,
            values: *values,
            context: Context::shared(),
            plan: OnceLock::new(),
            declaring: OnceLock::new(),
            runs_alone: OnceLock::new(),
        }
    }

    pub(super) const fn rules(&self) -> &MeldRules {
        &self.rules
    }

    /// The least deadwood of the hand, as [`deadwood`] computes it.
    #[inline]
    #[must_use]
    pub fn points(&self, hand: &Cards) -> u32 {
        if let Some(tables) = self.tables() {
            let faces = Faces::of(hand);
            let wilds = faces & self.rules.wilds();
            if wilds.is_empty() && faces.len() as usize == hand.len() {
                return self.plain_suits(&tables.suits, faces).0;
            }
            if let Ok((points, _)) = self.found(tables, hand) {
                return points;
            }
        }
        deadwood(hand, &self.rules, &self.values).points
    }

    /// The deadwood of a best grouping, and its cards.
    #[must_use]
    pub fn loose(&self, hand: &Cards) -> (u32, Cards) {
        if let Some(tables) = self.tables() {
            let faces = Faces::of(hand);
            let wilds = faces & self.rules.wilds();
            if wilds.is_empty() && faces.len() as usize == hand.len() {
                let (points, suits) = self.plain_suits(&tables.suits, faces);
                let left = suits.map(|suit| tables.suits.plain_ranks(suit));
                return (points, Faces::from_bits(Planes::of_suits(left)).iter().collect());
            }
        }
        let found = self.tables().ok_or(NeedsSearch).and_then(|tables| self.left_of(tables, hand));
        found.unwrap_or_else(|NeedsSearch| {
            let best = deadwood(hand, &self.rules, &self.values);
            (best.points, best.left)
        })
    }

    /// The best grouping. Of several equally good ones it may be another one than [`deadwood`] finds.
    #[must_use]
    pub fn best(&self, hand: &Cards) -> Deadwood {
        let found = self.tables().ok_or(NeedsSearch).and_then(|tables| {
            let (points, found) = self.found(tables, hand)?;
            let best =
                built(hand, &self.rules, &self.values, &found.outlines(&tables.suits, &self.rules));
            (best.points == points).then_some(best).ok_or(NeedsSearch)
        });
        found.unwrap_or_else(|NeedsSearch| deadwood(hand, &self.rules, &self.values))
    }

    /// All of these cards in melds, if possible.
    #[must_use]
    pub fn all_in_melds(&self, cards: &Cards) -> Option<Vec<Meld>> {
        if self.points(cards) > 0 {
            return None;
        }
        let best = self.best(cards);
        if best.left.is_empty() {
            return Some(best.melds);
        }
        // Cards without value may be left over at no cost.
        let best = deadwood(cards, &self.rules, &[1; Card::FACES]);
        best.left.is_empty().then_some(best.melds)
    }

    /// The cheapest grouping of a hand that needs sequences, as [`Declaring::cheapest`] computes it;
    /// immediate if there is no pure sequence.
    #[must_use]
    pub fn cheapest(&self, declaring: &Declaring, hand: &Cards) -> Deadwood {
        if declaring.pure > 0 && !self.has_pure_run(hand) {
            return Deadwood::of(hand, &self.values);
        }
        declaring.cheapest(hand, &self.rules, &self.values)
    }

    /// Returns `true` if some `size` cards of the hand may form a declaration; `false` is certain, and found
    /// quickly.
    #[must_use]
    pub fn may_be_complete(&self, declaring: &Declaring, hand: &Cards, size: u8) -> bool {
        let short = hand.len() < usize::from(size);
        if short || (declaring.pure > 0 && !self.has_pure_run(hand)) {
            return false;
        }
        match self.by_table(declaring, hand, size, 0..=0) {
            Ok(DistanceBound { min, exact }) if exact || min > 0 => min == 0,
            _ => {
                let fewer = hand.len().saturating_sub(usize::from(size)) as u32;
                let all = Search::new(hand, &self.rules, &[1; Card::FACES], Aim::Deadwood);
                all.below(fewer + 1).minimum().is_some()
            }
        }
    }

    fn has_pure_run(&self, hand: &Cards) -> bool {
        let MeldRules { ace, run_min, natural_place, wild_faces, .. } = self.rules;
        if ace == AceMode::Corner || run_min < 2 {
            return true;
        }
        let wild = if natural_place { Faces::NONE } else { wild_faces };
        let naturals = ((Faces::of(hand) & Faces::NATURALS) - wild).bits();
        let aces = naturals & LANES;
        let line = match ace {
            AceMode::Low | AceMode::Corner => naturals,
            AceMode::High => naturals & !LANES | aces << 13,
            AceMode::Either => naturals | aces << 13,
        };
        (1..run_min).fold(line, |runs, _| line & runs >> 1) != 0
    }

    /// The table for hands that need sequences, if it covers the rules.
    pub(super) fn suit_runs(&self) -> Option<&SuitRuns> {
        let prepare = || Plan::by(SuitRuns::of(&self.rules, &self.context));
        self.declaring.get_or_init(prepare).tables().map(Arc::as_ref)
    }

    /// The table for hands of runs alone, if it covers the rules.
    pub(super) fn runs_alone(&self) -> Option<&RunsAlone> {
        let prepare = || Plan::by(RunsAlone::of(&self.rules, &self.context));
        self.runs_alone.get_or_init(prepare).tables().map(Arc::as_ref)
    }

    #[inline]
    fn tables(&self) -> Option<&Tables> {
        self.plan.get_or_init(|| Plan::by(self.prepare())).tables()
    }

    #[cold]
    fn prepare(&self) -> Option<Tables> {
        let MeldRules { ace, set_min, run_min, wild_cap, .. } = self.rules;
        let values: [u8; 13] = std::array::from_fn(|rank| self.values[rank]);
        let alike = (0..52).all(|face| self.values[face] == values[face % 13]);
        if !alike || self.rules.splits_ranks() || set_min < 3 || ace == AceMode::Corner {
            return None;
        }
        let wilds = wild_cap == WildCap::None
            && run_min <= set_min
            && RANKS.iter().all(|rank| values[rank.index()] > 0 || self.rules.is_wild_rank(*rank));
        Some(Tables { suits: SuitLeft::of(&self.rules, values, &self.context)?, wilds })
    }

    /// The points left over without wilds and duplicates, and the ranks of each suit outside sets.
    #[inline]
    fn plain_suits(&self, table: &SuitLeft, faces: Faces) -> (u32, [u16; 4]) {
        let suits = SUITS.map(|suit| faces.ranks_in(suit).bits());
        let [a, b, c, d] = suits;
        let three = a & b & (c | d) | c & d & (a | b);
        if three == 0 {
            return (suits.iter().map(|suit| table.plain(*suit)).sum(), suits);
        }
        // The initial best has no sets.
        let mut best = (suits.iter().map(|suit| table.plain(*suit)).sum(), suits);
        self.with_sets(table, suits, three, &mut best);
        best
    }

    /// Improves the best with any sets of these ranks, each with at least three cards.
    fn with_sets(&self, table: &SuitLeft, suits: [u16; 4], ranks: u16, best: &mut (u32, [u16; 4])) {
        if !meter::step(1) {
            return;
        }
        if ranks == 0 {
            let points = suits.iter().map(|suit| table.plain(*suit)).sum();
            if points < best.0 {
                *best = (points, suits);
            }
            return;
        }
        let rank = ranks & ranks.wrapping_neg();
        let others = ranks & !rank;
        self.with_sets(table, suits, others, best);
        let rest = suits.map(|suit| suit & !rank);
        let of_rank = suits.iter().filter(|suit| **suit & rank != 0).count() as u8;
        if self.allows(of_rank) {
            self.with_sets(table, rest, others, best);
        }
        if of_rank == 4 && self.allows(3) {
            for suit in 0..4 {
                let mut with = rest;
                with[suit] |= rank;
                self.with_sets(table, with, others, best);
            }
        }
    }

    /// Returns `true` if a set may have this many cards.
    fn allows(&self, cards: u8) -> bool {
        cards >= self.rules.set_min && self.rules.set_limit().is_none_or(|max| cards <= max)
    }

    /// The best grouping of any hand, and the points it leaves over.
    fn found(&self, tables: &Tables, hand: &Cards) -> TableResult<(u32, Found)> {
        let state = HandState::new(hand, &self.rules);
        if state.crowded || state.wilds > MAX_WILDS || (state.wilds > 0 && !tables.wilds) {
            return Err(NeedsSearch);
        }
        if state.wilds == 0 && state.planes.two == 0 {
            return Ok(self.plain_found(&tables.suits, &state));
        }
        let found = choose(&self.rules, &tables.suits, &state)?;
        let points = found.left + self.left_wilds(&found, &tables.suits, &state)?;
        Ok((points, found))
    }

    /// The points and cards that a best grouping of any hand leaves over.
    fn left_of(&self, tables: &Tables, hand: &Cards) -> TableResult<(u32, Cards)> {
        let (points, found) = self.found(tables, hand)?;
        let mut left = *hand;
        let wilds = Faces::of(hand) & self.rules.wilds();
        if !wilds.is_empty() && found.left == found.all {
            return Ok((points, left));
        }
        // All wilds are in melds.
        for wild in wilds.iter() {
            while left.remove(wild) {}
        }
        for outline in found.outlines(&tables.suits, &self.rules) {
            left = left.minus(&outline.naturals).ok_or(NeedsSearch)?;
        }
        Ok((points, left))
    }

    /// The same without wilds and duplicates.
    fn plain_found(&self, table: &SuitLeft, state: &HandState) -> (u32, Found) {
        let faces = Faces::from_bits(state.planes.one);
        let (left, suits) = self.plain_suits(table, faces);
        let in_runs = Faces::from_bits(Planes::of_suits(suits));
        let in_sets = faces - in_runs;
        let mut sets = ArrayVec::new();
        for rank in RANKS.into_iter().filter(|rank| in_sets.has_rank(*rank)) {
            sets.push(Set::of(rank, Planes::suits_with(in_sets.bits(), rank.index())));
        }
        let planes = Planes { one: (faces & in_runs).bits(), ..Planes::default() };
        // The total matters only with wilds.
        (left, Found { left, all: left, sets, planes, wilds: 0 })
    }

    /// Value of the wilds without a place.
    fn left_wilds(&self, found: &Found, table: &SuitLeft, state: &HandState) -> TableResult<u32> {
        let MeldRules { set_min, run_min, .. } = self.rules;
        let wilds = state.wilds;
        if wilds == 0 {
            return Ok(0);
        }
        if found.left == found.all {
            // No meld at all, and too few wilds for one.
            let few = wilds < set_min.min(run_min) && state.len > wilds;
            let left = few.then(|| {
                let wild = |(card, _): &(Card, u8)| self.rules.is_wild(*card);
                let each = state.cards().iter_counts().filter(wild);
                each.map(|(card, n)| u32::from(self.values[card.index()]) * u32::from(n)).sum()
            });
            return left.ok_or(NeedsSearch);
        }
        let limit = self.rules.set_limit();
        let worth = |set: &Set| table.value(usize::from(set.rank)) * u32::from(set.size());
        let in_sets: u32 = found.sets.iter().map(worth).sum();
        let runs = found.left + in_sets < found.all;
        // A run has room for any hand not larger than the longest run.
        if (runs && state.len <= longest(&self.rules))
            || (limit.is_none() && !found.sets.is_empty())
        {
            return Ok(0);
        }
        let room = |set: &Set| u32::from(limit.unwrap_or(u8::MAX).saturating_sub(set.size()));
        let rooms: u32 = found.sets.iter().map(room).sum();
        (!runs && rooms >= u32::from(wilds)).then_some(0).ok_or(NeedsSearch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::Samples;
    use upcard_cards::{AllWild, Rank};

    /// The room of several sets for wilds exceeds a byte.
    #[test]
    fn unlimited_sets_take_all_wilds() {
        let rules = MeldRules { run_min: 3, set_max: Some(u8::MAX), ..MeldRules::default() };
        let grouper = Grouper::new(&rules, &[1; 53]);
        for hand in ["4H 4D 4S 9H 9D 9S JK", "4H 4D 4S 9H 9D 9S JC JD JH JK JK"] {
            assert_eq!(grouper.points(&hand.parse().unwrap()), 0, "{hand}");
        }
    }

    /// Hands of thirteen of two packs with jokers: the search is rarely needed.
    #[test]
    fn tables_answer_nearly_all_hands_with_wilds() {
        let rules = MeldRules {
            run_min: 3,
            ace: AceMode::Low,
            wild_faces: Faces::of_rank(Rank::KING),
            all_wild: AllWild::Any,
            natural_place: true,
            ..MeldRules::default()
        };
        let values = std::array::from_fn(|face| (face as u8 % 13 + 1).min(10));
        let grouper = Grouper::new(&rules, &values);
        let tables = grouper.tables().expect("tables");
        let mut samples = Samples(7);
        let (mut by_search, mut with_wilds) = (0, 0);
        for _ in 0..2000 {
            let hand = samples.hand(&Cards::packs(2, 4), 13);
            with_wilds += usize::from(hand.iter().any(|card| rules.is_wild(card)));
            by_search += usize::from(grouper.found(tables, &hand).is_err());
        }
        assert!(with_wilds > 1000 && by_search < 5, "{by_search} of {with_wilds}");
    }

    /// Hands of fifteen cards in runs of three to five, deuces wild, and hands of Indian games: none needs the
    /// search, which takes milliseconds.
    #[test]
    fn tables_answer_hands_to_be_declared() {
        let one_life = crate::OneLife::All;
        let of_runs = MeldRules {
            set_min: MeldRules::NO_SETS,
            run_min: 3,
            run_max: 5,
            wild_faces: Faces::of_rank(RANKS[1]),
            ..MeldRules::default()
        };
        let indian = MeldRules {
            set_max: Some(4),
            run_min: 3,
            run_max: 13,
            distinct_suits: true,
            natural_place: true,
            wild_faces: Faces::of_rank(RANKS[4]),
            ..MeldRules::default()
        };
        for (rules, sequences, pure, size, seed) in [(of_runs, 4, 0, 15, 4), (indian, 2, 1, 13, 3)]
        {
            let needs = Declaring { sequences, pure, sets: 0, one_life };
            let grouper = Grouper::new(&rules, &[1; 53]);
            let mut samples = Samples(seed);
            for _ in 0..2000 {
                let hand = samples.hand(&Cards::packs(2, 2), usize::from(size) + 1);
                assert!(
                    grouper.by_table(&needs, &hand, size, 0..=size).is_ok(),
                    "{hand} {rules:?}"
                );
            }
        }
    }
}
