//! Distance from a declaration with two sequences, one of them pure, by a lookup table.
//!
//! A declaration of up to fourteen cards has at most four melds. Each meld covers some cards of the hand and
//! has empty places, to be filled by wilds or cards to come. Three numbers count: the naturals covered, `K`;
//! the empty places, `x`; and those of them in the pure sequence, `p`, which no wild can fill. With `W`
//! wilds, `max(size - W - K, x - W, p)` cards must come. If the melds have more cards than are declared,
//! cards at the ends of the longer ones are left out, which makes none of the three larger. If they have
//! fewer, a sequence is extended.
//!
//! Sequences are local to a suit. For the cards of a suit, a table lists the Pareto-optimal choices of runs.
//! For each choice of sets the suits are combined. If that promises a shorter distance than the best known,
//! each run that may be the pure one is tried.
//!
//! - A card of a wild rank counts as a natural in the pure sequence alone. Elsewhere it acts as a wild.
//! - A set has at least two naturals: a single one is as good in a run. If a set is required, one with a
//!   single natural or none is tried as well.
//! - A run takes all naturals between its ends. A card that another run could have taken there is missed
//!   equally in either.

use std::ops::RangeInclusive;

use upcard_cards::{AceMode, Cards, Faces, SUITS, WildCap};
use wide::u8x16;

use super::grouped::{Declaring, DistanceBound};
use super::grouper::Grouper;
use super::reconstruct::less;
use super::suit_runs::{Choices, MAX_CARDS, MAX_MELDS, MIN_MELD, Runs, SuitRuns};
use crate::hand::{HandState, Held, Planes};
use crate::meter;
use crate::plan::{NeedsSearch, TableResult};

/// Maximum number of naturals that runs of some suits cover: indexed by the maximum number of runs, with a
/// byte per maximum number of empty places.
type Front = [u128; MAX_MELDS + 1];

const NO_RUNS: Front = [0; MAX_MELDS + 1];

/// A one in each byte.
const ONES: u128 = 0x0101_0101_0101_0101_0101_0101_0101_0101;

/// The entry of a word of a front for this number of empty places.
const fn covered(word: u128, empty: u8) -> u8 {
    (word >> (8 * empty)) as u8
}

/// The front with the runs of one more suit, for at most this many runs and empty places.
#[inline]
fn joined(front: &Front, choices: &Choices, max: usize, empty: u8) -> Front {
    let mut all = *front;
    let few = choices.iter().take_while(|runs| usize::from(runs.number) <= max);
    for runs in few.filter(|runs| runs.empty <= empty) {
        let own = ONES * u128::from(runs.covered);
        for number in usize::from(runs.number)..=max {
            let with = (front[number - usize::from(runs.number)] + own) << (8 * runs.empty);
            let max = bytemuck::cast::<u128, u8x16>(all[number]).max(bytemuck::cast(with));
            all[number] = bytemuck::cast(max);
        }
    }
    all
}

/// The computation of a hand's distance.
struct Search<'a> {
    table: &'a SuitRuns,
    size: u8,
    wilds: u8,
    /// Cards of wild ranks among the wilds, as faces in their own suits, and their number.
    own: [u16; 4],
    owns: u8,
    /// Maximum number of cards of a set, and required number of sets.
    max_set: u8,
    needed: u8,
    /// The shortest distance so far, and one that is short enough.
    best: u8,
    enough: u8,
    /// Cover of runs without any sets, an upper bound for runs beside sets. [`UNKNOWN`] until computed.
    bare: Front,
}

/// Steps charged per choice of sets.
const CHOICE_STEPS: u32 = 6;

/// More naturals than any runs cover.
const UNKNOWN: Front = [ONES * (2 * MAX_CARDS) as u128; MAX_MELDS + 1];

#[derive(Clone, Copy, Default)]
struct Sets {
    number: u8,
    empty: u8,
    covered: u8,
    /// Sets without any card in hand.
    bare: u8,
}

impl Search<'_> {
    /// Tries all sets that a declaration may have.
    fn each(&mut self, planes: Planes) -> TableResult<()> {
        self.sets(planes, Sets::default(), 0)?;
        if self.needed == 0 {
            return Ok(());
        }
        let none = Sets { number: 1, empty: MIN_MELD, covered: 0, bare: 1 };
        self.with_sets(planes, none)?;
        let mut faces = planes.one;
        while faces != 0 && self.best > self.enough {
            let face = faces & faces.wrapping_neg();
            faces &= !face;
            let one = Sets { number: 1, empty: MIN_MELD - 1, covered: 1, bare: 0 };
            self.with_sets(planes.less(face), one)?;
        }
        Ok(())
    }

    /// Tries these sets, and those with one more set of this rank or a higher one, while two melds are left
    /// for sequences.
    fn sets(&mut self, planes: Planes, sets: Sets, from: usize) -> TableResult<()> {
        self.with_sets(planes, sets)?;
        if self.best <= self.enough || usize::from(sets.number) + 2 == self.max_melds() {
            return Ok(());
        }
        let lane = |suit| Planes::suit(planes.one, suit);
        let [a, b, c, d] = [lane(0), lane(1), lane(2), lane(3)];
        let mut ranks = (a & b | (a | b) & (c | d) | c & d) >> from << from;
        while ranks != 0 {
            let rank = ranks.trailing_zeros() as usize;
            ranks &= ranks - 1;
            let held = Planes::suits_with(planes.one, rank);
            // All subsets of the suits.
            let mut some = held;
            while some != 0 {
                let naturals = some.count_ones() as u8;
                if (2..=self.max_set).contains(&naturals) {
                    let taken = Planes::of_rank(rank, some);
                    let more = Sets {
                        number: sets.number + 1,
                        empty: sets.empty + MIN_MELD.saturating_sub(naturals),
                        covered: sets.covered + naturals,
                        bare: 0,
                    };
                    self.sets(planes.less(taken), more, rank)?;
                }
                some = (some - 1) & held;
            }
        }
        Ok(())
    }

    fn max_melds(&self) -> usize {
        usize::from(self.size / MIN_MELD).min(MAX_MELDS)
    }

    /// Looks for a shorter distance with these sets and any runs.
    fn with_sets(&mut self, planes: Planes, sets: Sets) -> TableResult<()> {
        if !meter::step(CHOICE_STEPS) {
            return Err(NeedsSearch);
        }
        let max = self.max_melds() - usize::from(sets.number);
        // With more empty places the distance would not be shorter than the best.
        let room = (self.wilds + self.best).checked_sub(sets.empty + 1);
        let Some(room) = room else { return Ok(()) };
        let bare = covered(self.bare[max], room.min(15));
        if bare + sets.covered + self.wilds + self.best <= self.size {
            return Ok(());
        }
        let of = |suit| planes.of_suit(suit);
        let suits = [of(0), of(1), of(2), of(3)];
        let join = |front: &Front, suit: usize| {
            self.table.with(suits[suit], |choices| joined(front, choices, max, room))
        };
        let last = join(&join(&NO_RUNS, 3)?, 2)?;
        let but_first = join(&last, 1)?;
        let all = join(&but_first, 0)?;
        if sets.number == 0 {
            self.bare = all;
        }
        if sets.number < self.needed {
            return Ok(());
        }
        // Lower bound: the distance if any run counted as pure.
        let within = |distance: u8| {
            let empty = (self.wilds + distance).checked_sub(sets.empty);
            empty.is_some_and(|empty| {
                let covered = covered(all[max], empty.min(15)) + sets.covered;
                covered + self.wilds + distance >= self.size
            })
        };
        let Some(min) = (self.enough..self.best).find(|distance| within(*distance)) else {
            return Ok(());
        };
        let first = join(&join(&NO_RUNS, 0)?, 1)?;
        let others = [but_first, join(&last, 0)?, join(&first, 3)?, join(&first, 2)?];
        for distance in min..self.best {
            if self.is_within(distance, suits, sets, &others, &all)? {
                self.best = distance;
                break;
            }
        }
        Ok(())
    }

    /// Returns `true` if a declaration is possible with this many cards to come and one of the runs pure.
    fn is_within(
        &self,
        distance: u8,
        suits: [Held; 4],
        sets: Sets,
        others: &[Front; 4],
        all: &Front,
    ) -> TableResult<bool> {
        if !meter::step(CHOICE_STEPS) {
            return Err(NeedsSearch);
        }
        let max = self.max_melds() - usize::from(sets.number);
        let Some(empty) = (self.wilds + distance).checked_sub(sets.empty) else {
            return Ok(false);
        };
        let goal = Goal {
            distance,
            empty,
            covered: self.size.saturating_sub(self.wilds + distance + sets.covered),
            others: max - 1,
            bare_sets: sets.bare,
        };
        // A pure run without any card in hand.
        let nothing = Pure { missing: MIN_MELD, empty: MIN_MELD, covered: 0 };
        if goal.is_met(nothing, Runs::default(), all, self.owns) {
            return Ok(true);
        }
        for (at, suit) in suits.into_iter().enumerate() {
            let mut found = false;
            let known = self.each_pure(suit[0], self.own[at], |pure, taken| {
                if pure.missing > distance || pure.empty > empty {
                    return Ok(false);
                }
                let owns = self.owns.saturating_sub(pure.empty - pure.missing);
                self.table.with(less(suit, taken), |choices| {
                    let none = [Runs::default()];
                    found = none
                        .iter()
                        .chain(choices)
                        .any(|runs| goal.is_met(pure, *runs, &others[at], owns));
                    found
                })
            });
            if known? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Visits the runs that may be the pure one, from these ranks of a suit and its cards of wild ranks, with
    /// the ranks that each takes. Stops when the visitor returns `true`.
    fn each_pure(
        &self,
        ranks: u16,
        own: u16,
        mut visit: impl FnMut(Pure, u16) -> TableResult<bool>,
    ) -> TableResult<bool> {
        let line = |ranks: u16| match self.table.key.ace {
            AceMode::Low | AceMode::Corner => ranks,
            AceMode::High => ranks & !1 | (ranks & 1) << 13,
            AceMode::Either => ranks | (ranks & 1) << 13,
        };
        let (held, own) = (line(ranks), line(own));
        let ends = held | own;
        let mut lows = ends;
        while lows != 0 {
            let low = lows.trailing_zeros() as u8;
            lows &= lows - 1;
            let mut highs = ends >> low << low;
            while highs != 0 {
                let high = highs.trailing_zeros() as u8;
                highs &= highs - 1;
                let span = high + 1 - low;
                if span > self.table.key.longest {
                    break;
                }
                let window = (((1u32 << span) - 1) << low) as u16;
                let (taken, wild) = (held & window, (own & window).count_ones() as u8);
                let covered = taken.count_ones() as u8;
                let empty = span.max(MIN_MELD) - covered;
                let pure = Pure { missing: empty - wild, empty, covered };
                if visit(pure, (taken | taken >> 13) & 0x1fff)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

#[derive(Clone, Copy)]
struct Pure {
    /// Number of cards that must come.
    missing: u8,
    /// Number of places without a card that is not wild.
    empty: u8,
    covered: u8,
}

/// Requirements on the melds for a distance.
struct Goal {
    distance: u8,
    /// Maximum number of empty places of all runs.
    empty: u8,
    /// Minimum number of naturals that all runs cover.
    covered: u8,
    /// Maximum number of runs beside the pure one.
    others: usize,
    /// Number of sets without any card in hand.
    bare_sets: u8,
}

impl Goal {
    /// Returns `true` if this pure run, these runs of the same suit and some of the other suits meet the
    /// requirements. The second sequence may have nothing but a card of a wild rank in its own place, as may
    /// a set, if so many are left.
    fn is_met(&self, pure: Pure, runs: Runs, others: &Front, owns: u8) -> bool {
        let Some(max) = self.others.checked_sub(usize::from(runs.number)) else { return false };
        let Some(empty) = self.empty.checked_sub(pure.empty + runs.empty) else { return false };
        let elsewhere = covered(others[max], empty.min(15));
        // Each without any card needs a natural to come.
        let comes = |bare: u8| pure.missing + bare.saturating_sub(owns) <= self.distance;
        if !comes(self.bare_sets) || pure.covered + runs.covered + elsewhere < self.covered {
            return false;
        }
        let new = max > 0 && empty >= MIN_MELD && comes(self.bare_sets + 1);
        runs.number > 0 || elsewhere > 0 || new
    }
}

impl Grouper {
    /// Distance of a hand from a declaration of this many cards, as [`Declaring::distance`] computes it, in a
    /// few microseconds.
    ///
    /// ```
    /// use upcard_cards::{AceMode, Cards, MeldRules};
    /// use upcard_solver::{Declaring, Grouper, OneLife};
    /// let rules = MeldRules {
    ///     run_min: 3,
    ///     set_max: Some(4),
    ///     distinct_suits: true,
    ///     natural_place: true,
    ///     ..MeldRules::default()
    /// };
    /// let two_one_pure = Declaring { sequences: 2, pure: 1, sets: 0, one_life: OneLife::All };
    /// let hand: Cards = "4H 5H 6H 9C TC JK QC KS KH KD 3S 3H 7D".parse().unwrap();
    /// let grouper = Grouper::new(&rules, &[1; 53]);
    /// // Another three, for the seven.
    /// assert_eq!(grouper.distance(&two_one_pure, &hand, 13), Some(1));
    /// ```
    #[must_use]
    pub fn distance(&self, declaring: &Declaring, hand: &Cards, size: u8) -> Option<u8> {
        match self.by_table(declaring, hand, size, 0..=size) {
            Ok(DistanceBound { min, exact: true }) => Some(min),
            Ok(DistanceBound { min, exact: false }) => (min..=size)
                .find(|distance| declaring.is_within(hand, size, *distance, self.rules())),
            Err(NeedsSearch) => declaring.distance(hand, size, self.rules()),
        }
    }

    /// Returns `true` if the distance is at most `distance`; faster than computing it.
    #[must_use]
    pub fn is_within(&self, declaring: &Declaring, hand: &Cards, size: u8, distance: u8) -> bool {
        match self.by_table(declaring, hand, size, distance..=distance) {
            Ok(DistanceBound { min, exact }) if exact || min > distance => min <= distance,
            _ => declaring.is_within(hand, size, distance, self.rules()),
        }
    }

    /// The distance as far as the table knows it, clamped to this range; one above the range if it is larger.
    pub(super) fn by_table(
        &self,
        declaring: &Declaring,
        hand: &Cards,
        size: u8,
        range: RangeInclusive<u8>,
    ) -> TableResult<DistanceBound> {
        let rules = self.rules();
        // If equal cards of a wild rank may not share a set, the table may still put them into one.
        let sets = declaring.sets > 0;
        if declaring.sets > 1 || (sets && declaring.pure == 0) || (sets && !rules.own_set) {
            return Err(NeedsSearch);
        }
        if declaring.pure == 0 {
            let table = self.runs_alone().ok_or(NeedsSearch)?;
            let distance = table.distance(hand, rules, declaring.sequences, size)?;
            let min = distance.clamp(*range.start(), range.end() + 1);
            return Ok(DistanceBound { min, exact: true });
        }
        if declaring.sequences < 2 {
            return Err(NeedsSearch);
        }
        // More required sequences include these two, and a cap makes nothing easier.
        let exact =
            declaring.sequences == 2 && declaring.pure == 1 && rules.wild_cap == WildCap::None;
        if !((2 + declaring.sets) * MIN_MELD..=MAX_CARDS).contains(&size) {
            return Err(NeedsSearch);
        }
        let table = self.suit_runs().ok_or(NeedsSearch)?;
        let state = HandState::new(hand, rules);
        if state.crowded || state.wilds > MAX_CARDS || state.len > 2 * MAX_CARDS {
            return Err(NeedsSearch);
        }
        let faces = Faces::of(hand) & rules.wild_faces;
        let mut search = Search {
            table,
            size,
            wilds: state.wilds,
            own: SUITS.map(|suit| faces.ranks_in(suit).bits()),
            owns: state.wilds - hand.jokers(),
            max_set: rules.set_limit().unwrap_or(u8::MAX).min(4),
            needed: declaring.sets,
            best: range.end() + 1,
            enough: *range.start(),
            bare: UNKNOWN,
        };
        search.each(state.planes)?;
        Ok(DistanceBound { min: search.best, exact })
    }
}
