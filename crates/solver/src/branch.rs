//! Distance by branch and bound, for rules that the tables cannot express.
//!
//! The runs' places are tried, those with the most naturals first; the sets then take what is
//! left of each rank. Two numbers come of it: a bound below, where any wild may go anywhere, and
//! the best that was found under the caps. Where they meet the answer is proved; where they do
//! not, or where a wild rank may be natural in its own place, the answer is `None`: the exact
//! sweep knows.

use arrayvec::ArrayVec;
use upcard_cards::{
    AceMode, AllWild, Card, Cards, Element, MAX_ELEMENTS, MeldKind, RANKS, SUITS, ShortSort,
    SizeRule, SuitRuns, WildCap,
};

use crate::problem::{Problem, RunSpan};

/// Places that are tried before the search gives up.
const MOST_STEPS: u32 = 60_000;

/// A place for a run.
#[derive(Clone, Copy)]
struct Window {
    span: RunSpan,
    /// Naturals missing from the hand.
    holes: u8,
    /// Most wilds in it.
    cap: u8,
}

/// A set that is asked for.
#[derive(Clone, Copy)]
struct Wanted {
    size: u8,
    cap: u8,
    set: bool,
}

/// A number for each set that is asked for.
type PerSet = ArrayVec<u8, MAX_ELEMENTS>;

struct Search<'a> {
    problem: &'a Problem,
    counts: [[u8; 13]; 4],
    wilds: u8,
    /// For each run of the contract, its places, the best first.
    windows: Vec<Vec<Window>>,
    /// Holes that the runs from here on have at the least.
    run_floor: ArrayVec<u8, { MAX_ELEMENTS + 1 }>,
    sets: ArrayVec<Wanted, MAX_ELEMENTS>,
    /// Holes that the sets have at the least.
    set_floor: u8,
    trios: bool,
    copies: u8,
    chosen: ArrayVec<Window, MAX_ELEMENTS>,
    steps: u32,
    /// Wilds that could find a place if no meld lacked fewer cards than it may hold wilds.
    room: u8,
    /// No choice of places does with fewer cards than this.
    bound: u8,
    /// The best under the caps.
    best: u8,
}

/// The least number of cards that must come; `copies` is how often the pack has each natural, or
/// as good as any number. `None` where this search cannot tell.
pub(crate) fn distance(problem: &Problem, hand: &Cards, copies: u8) -> Option<u8> {
    let melds = &problem.melds;
    let mut counts = [[0; 13]; 4];
    let mut wilds = 0;
    for (card, count) in hand.iter_counts() {
        match (card.suit(), card.rank()) {
            (Some(suit), Some(rank)) if !melds.is_wild_rank(rank) => {
                counts[suit.index()][rank.index()] = count;
            }
            _ => wilds += count,
        }
    }
    let elements = &problem.contract.elements;
    let least = elements.iter().map(|e| e.size).min()?;
    let fits = |e: &Element| match e.kind {
        MeldKind::Set => e.size >= melds.set_min && melds.set_max.is_none_or(|m| e.size <= m),
        MeldKind::Run => (melds.run_min..=melds.run_max).contains(&e.size),
        MeldKind::Pair => true,
    };
    if !elements.iter().all(fits) {
        return None;
    }
    if melds.natural_place && melds.wild_ranks != 0 {
        // With few wilds it does not matter whether one of them counts as natural, but to a cap.
        if melds.wild_cap != WildCap::None || wilds >= least {
            return None;
        }
    }
    let only = matches!(melds.all_wild, AllWild::Any | AllWild::Sets);
    if only && melds.wild_cap != WildCap::None {
        // A meld of wilds only is bound by no cap.
        return None;
    }
    let mut search = Search {
        problem,
        counts,
        wilds,
        windows: Vec::new(),
        run_floor: ArrayVec::new(),
        sets: ArrayVec::new(),
        set_floor: 0,
        trios: melds.all_wild == AllWild::Trio,
        copies,
        chosen: ArrayVec::new(),
        steps: 0,
        room: 0,
        bound: u8::MAX,
        best: u8::MAX,
    };
    let mut runs: ArrayVec<Element, MAX_ELEMENTS> = ArrayVec::new();
    for element in elements {
        match element.kind {
            MeldKind::Run => runs.push(*element),
            kind => search.sets.push(Wanted {
                size: element.size,
                cap: cap(problem, element.size, kind),
                set: kind == MeldKind::Set,
            }),
        }
    }
    runs.short_sort_by_key(|e| std::cmp::Reverse(e.size));
    search.sets.short_sort_by_key(|s| std::cmp::Reverse(s.size));
    for (i, run) in runs.iter().enumerate() {
        let windows = match i.checked_sub(1) {
            Some(before) if runs[before] == *run => search.windows[before].clone(),
            _ => search.windows_of(run.size),
        };
        search.windows.push(windows);
    }
    search.run_floor = (0..=runs.len())
        .map(|i| {
            let floors = search.windows[i..].iter().map(|w| w.first().map_or(14, |w| w.holes));
            floors.sum()
        })
        .collect();
    search.set_floor = search.set_holes(&search.counts).0;
    // Melds of wilds only are free of the cap.
    let wild_runs = melds.all_wild == AllWild::Any;
    let run_room = |r: &Element| {
        if wild_runs { r.size + 1 } else { cap(problem, r.size + 1, MeldKind::Run) }
    };
    let run_room: u8 = runs.iter().map(run_room).sum();
    let wild_sets = melds.all_wild != AllWild::Never;
    let set_room = |s: &Wanted| if wild_sets { s.size } else { s.cap };
    search.room = search.sets.iter().map(set_room).sum::<u8>() + run_room;
    search.run(0, 0, search.counts, 0);
    (search.steps < MOST_STEPS && search.best != u8::MAX && search.best <= search.bound)
        .then_some(search.best)
}

/// The most wilds that a meld of this size may hold.
fn cap(problem: &Problem, size: u8, kind: MeldKind) -> u8 {
    let melds = &problem.melds;
    let all = match melds.all_wild {
        AllWild::Any => size,
        AllWild::Sets if kind != MeldKind::Run => size,
        _ => size - 1,
    };
    match melds.wild_cap {
        _ if kind == MeldKind::Pair && !melds.pair_wilds => 0,
        WildCap::None => all,
        WildCap::Count(most) => most.min(all),
        WildCap::Naturals => size / 2,
    }
}

impl Search<'_> {
    /// All places for a run of this size, those with the fewest holes first.
    fn windows_of(&self, size: u8) -> Vec<Window> {
        let melds = &self.problem.melds;
        let (first, last) = melds.places();
        let mut windows = Vec::new();
        // Where runs may be longer, a longer one may avoid following on another directly.
        let longer = self.problem.rules.runs == SizeRule::AtLeast
            && self.problem.rules.same_suit_runs == SuitRuns::NotContiguous
            && size < melds.run_max;
        for size in size..=size + u8::from(longer) {
            let lows = match melds.ace {
                AceMode::Corner => 0..=12,
                _ if last + 1 < first + size => continue,
                _ => first..=last + 1 - size,
            };
            for suit in SUITS {
                for low in lows.clone() {
                    let counts = &self.counts[suit.index()];
                    let there = |p: &u8| counts[*p as usize % 13] > 0;
                    let held = (low..low + size).filter(there).count() as u8;
                    windows.push(Window {
                        span: RunSpan { suit, low, high: low + size - 1 },
                        holes: size - held,
                        cap: cap(self.problem, size, MeldKind::Run),
                    });
                }
            }
        }
        windows.short_sort_by_key(|w| w.holes);
        windows
    }

    /// May a run lie there beside those chosen and those laid earlier?
    fn agrees(&self, window: &Window) -> bool {
        let (rules, ace) = (&self.problem.rules, self.problem.melds.ace);
        let own = &self.problem.own;
        let agrees = |other: &RunSpan| window.span.agrees(*other, rules.same_suit_runs, ace);
        let suit = window.span.suit;
        let of_suit = self.chosen.iter().filter(|w| w.span.suit == suit).count() as u8
            + own.runs[suit.index()];
        self.chosen.iter().all(|w| agrees(&w.span))
            && own.run_spans.iter().all(agrees)
            && rules.runs_per_suit.is_none_or(|most| of_suit < most)
    }

    /// Chooses a place for run `i`, those from `from` on where it is like the one before.
    fn run(&mut self, i: usize, from: usize, counts: [[u8; 13]; 4], holes: u8) {
        if i == self.windows.len() {
            self.leaf(&counts, holes);
            return;
        }
        let alike = i > 0 && self.windows[i].len() == self.windows[i - 1].len();
        for at in if alike { from } else { 0 }..self.windows[i].len() {
            self.steps += 1;
            if self.steps >= MOST_STEPS {
                return;
            }
            let mut window = self.windows[i][at];
            let floor = holes + self.run_floor[i + 1] + self.set_floor + window.holes;
            if floor.saturating_sub(self.wilds.min(self.room)) >= self.best {
                // The places that follow have no fewer holes.
                return;
            }
            if !self.agrees(&window) {
                continue;
            }
            let mut left = counts;
            window.holes = 0;
            for place in window.span.low..=window.span.high {
                let count = &mut left[window.span.suit.index()][place as usize % 13];
                if *count > 0 {
                    *count -= 1;
                } else {
                    window.holes += 1;
                }
            }
            self.chosen.push(window);
            self.run(i + 1, at, left, holes + window.holes);
            self.chosen.pop();
        }
    }

    /// The holes of the sets, each taking the fullest rank that is left, and those ranks (13 for
    /// none).
    fn set_holes(&self, counts: &[[u8; 13]; 4]) -> (u8, PerSet, PerSet) {
        let mut ranks = [0u8; 13];
        for rank in RANKS {
            ranks[rank.index()] = counts.iter().map(|suit| suit[rank.index()]).sum();
        }
        let once = !self.problem.rules.same_rank_sets;
        let mut taken = if once { self.problem.own.set_ranks } else { 0 };
        let (mut holes, mut chosen) = (PerSet::new(), PerSet::new());
        let wild = self.problem.melds.wild_ranks;
        for wanted in &self.sets {
            let free = |r: &usize| (!wanted.set || taken >> r & 1 == 0) && wild >> r & 1 == 0;
            let Some(rank) = (0..13).filter(free).max_by_key(|&r| ranks[r]) else {
                holes.push(wanted.size);
                chosen.push(13);
                continue;
            };
            let held = ranks[rank].min(wanted.size);
            ranks[rank] -= held;
            chosen.push(rank as u8);
            holes.push(wanted.size - held);
            if once && wanted.set {
                taken |= 1 << rank;
            }
        }
        (holes.iter().sum(), holes, chosen)
    }

    fn leaf(&mut self, counts: &[[u8; 13]; 4], run_holes: u8) {
        let (set_holes, holes, ranks) = self.set_holes(counts);
        let total = run_holes + set_holes;
        let bound = total.saturating_sub(self.wilds.min(self.room));
        self.bound = self.bound.min(bound);
        // What is missing must be in the pack.
        let runs = self.chosen.len() as u8;
        let demand = (0..13).map(|rank| {
            let of_rank = self.sets.iter().zip(&ranks).filter(|(_, r)| **r == rank);
            of_rank.map(|(wanted, _)| wanted.size).sum::<u8>()
        });
        let demand = demand.max().unwrap_or(0);
        if runs > self.copies || demand.saturating_add(runs) > self.copies.saturating_mul(4) {
            return;
        }
        let room = self.room_of(&holes, &ranks);
        self.best = self.best.min(total - self.wilds.min(room));
        if self.trios {
            // The emptiest sets may be of wilds only instead: three wilds each, no natural.
            let (mut total, mut room) = (total, room);
            let sets = self.sets.iter().zip(&holes).rev();
            for (wanted, holes) in sets.filter(|(s, _)| s.set && s.size == 3) {
                total += 3 - holes;
                room += 3 - (*holes).min(wanted.cap);
                self.best = self.best.min(total - self.wilds.min(room));
            }
        }
    }

    /// How many wilds find a place. Where a set lacks more than it may hold wilds and a run less,
    /// the run may leave a natural to the set.
    fn room_of(&self, holes: &[u8], ranks: &[u8]) -> u8 {
        let mut runs: ArrayVec<u8, MAX_ELEMENTS> = self.chosen.iter().map(|w| w.holes).collect();
        let mut left: ArrayVec<u8, MAX_ELEMENTS> = holes.iter().copied().collect();
        for (at, wanted) in self.sets.iter().enumerate() {
            for (run, window) in self.chosen.iter().enumerate() {
                let span = window.span;
                let place = (span.low..=span.high).find(|p| p % 13 == ranks[at]);
                let held = |p: u8| self.counts[span.suit.index()][p as usize % 13] > 0;
                if left[at] > wanted.cap && runs[run] < window.cap && place.is_some_and(held) {
                    left[at] -= 1;
                    runs[run] += 1;
                }
            }
        }
        let in_runs: u8 = self.chosen.iter().zip(&runs).map(|(w, h)| (*h).min(w.cap)).sum();
        let in_sets: u8 = self.sets.iter().zip(&left).map(|(s, h)| (*h).min(s.cap)).sum();
        in_runs + in_sets
    }
}

/// How often a pack has each natural at the least.
pub(crate) fn copies(problem: &Problem, pack: Option<&Cards>) -> u8 {
    let Some(pack) = pack else { return u8::MAX };
    let naturals = Card::all().filter(|&c| !problem.melds.is_wild(c));
    naturals.map(|c| pack.count(c)).min().unwrap_or(0)
}
