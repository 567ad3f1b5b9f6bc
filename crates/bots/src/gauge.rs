//! How far a hand is from what it still has to lay: the least number of cards that are missing,
//! which cards would help, and which the shortest ways do not need.
//!
//! This is a player's estimate, made for speed. It is no rule: what may be laid the engine says.
//! It takes wilds for wilds only, and does not know how runs of one suit must lie to each other.

use arrayvec::ArrayVec;
use upcard_cards::{AceMode, Card, Cards, MAX_ELEMENTS, MeldKind, MeldRules, ShortSort, WildCap};
use upcard_engine::DealRules;

use crate::faces::{ALL, Faces, Held, of_ranks, ranks_with};
use crate::windows::{Windows, faces_of};

/// Window tries before a search contents itself with what it has.
const MOST_TRIES: u32 = 300;

/// Melds to be had together: sizes of runs and of sets, the largest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Goal {
    /// Sizes of runs.
    pub runs: ArrayVec<u8, MAX_ELEMENTS>,
    /// Sizes of sets; a pair is a set of two.
    pub sets: ArrayVec<u8, MAX_ELEMENTS>,
}

impl Goal {
    /// The open elements of a contract, one bit each.
    #[must_use]
    pub fn contract(deal: &DealRules, open: u8) -> Goal {
        let mut goal = Goal::default();
        for (i, element) in deal.contract.elements.iter().enumerate() {
            if open >> i & 1 == 1 {
                match element.kind {
                    MeldKind::Run => goal.runs.push(element.size),
                    MeldKind::Set | MeldKind::Pair => goal.sets.push(element.size),
                }
            }
        }
        goal.runs.short_sort_by(|a, b| b.cmp(a));
        goal.sets.short_sort_by(|a, b| b.cmp(a));
        goal
    }

    /// The cards that it takes.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.runs.iter().chain(&self.sets).sum()
    }
}

/// The terms of melds, as far as an estimate looks at them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    wild_ranks: u16,
    pub(crate) ace: AceMode,
    pub(crate) places: (u8, u8),
    cap: WildCap,
    same_rank: bool,
}

impl Terms {
    /// The terms of a deal.
    #[must_use]
    pub fn of(deal: &DealRules) -> Terms {
        let MeldRules { wild_ranks, ace, wild_cap, .. } = deal.melds;
        let places = deal.melds.places();
        Terms { wild_ranks, ace, places, cap: wild_cap, same_rank: deal.lay_down.same_rank_sets }
    }

    /// The hand as naturals and wilds.
    #[must_use]
    pub fn held(&self, hand: &Cards) -> Held {
        Held::of(hand, self.wild_ranks)
    }

    fn wilds_in(&self, size: u8) -> u8 {
        match self.cap {
            WildCap::None => size,
            WildCap::Count(most) => most,
            WildCap::Naturals => size / 2,
        }
    }
}

/// One way to the goal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Way {
    /// Runs: suit, lowest place, size.
    pub runs: ArrayVec<(u8, u8, u8), MAX_ELEMENTS>,
    /// Sets: rank and size.
    pub sets: ArrayVec<(u8, u8), MAX_ELEMENTS>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Cards that are missing; 0 where the hand is ready.
    pub distance: u8,
    /// Faces of the hand that some shortest way uses.
    pub engaged: Faces,
    /// Faces of the hand that every shortest way needs to the last copy.
    pub bound: Faces,
    /// Faces that would bring the hand one card nearer.
    pub useful: Faces,
    /// Would a wild?
    pub wild_useful: bool,
    /// Ways to lay a ready hand, of the most points first found; empty otherwise.
    pub ways: Vec<(u16, Way)>,
    /// The least number of naturals missing on the way, wilds not counted in.
    pub missing: u8,
}

impl Measure {
    const FAR: u8 = 60;

    /// What is out of reach.
    pub(crate) fn none() -> Measure {
        Measure {
            distance: Measure::FAR,
            engaged: Faces::NONE,
            bound: Faces(ALL),
            useful: Faces::NONE,
            wild_useful: false,
            ways: Vec::new(),
            missing: Measure::FAR,
        }
    }

    /// Does this card bring the hand nearer?
    #[must_use]
    pub fn helps(&self, card: Card, rules: &MeldRules) -> bool {
        if rules.is_wild(card) { self.wild_useful } else { self.useful.has(card) }
    }

    /// The distance once this card of the hand is gone.
    #[must_use]
    pub fn without(&self, card: Card, rules: &MeldRules) -> u8 {
        let needed = if rules.is_wild(card) { self.missing > 0 } else { self.bound.has(card) };
        self.distance + u8::from(needed)
    }

    fn join(&mut self, other: Measure) {
        if other.distance < self.distance {
            *self = other;
        } else if other.distance == self.distance {
            self.engaged = self.engaged.or(other.engaged);
            self.bound.0 &= other.bound.0;
            self.useful = self.useful.or(other.useful);
            self.wild_useful |= other.wild_useful;
            self.missing = self.missing.min(other.missing);
            for way in other.ways {
                keep(&mut self.ways, way);
            }
        }
    }
}

/// The most ways that are kept.
const MOST_WAYS: usize = 4;

fn keep(ways: &mut Vec<(u16, Way)>, way: (u16, Way)) {
    let at = ways.iter().position(|(points, _)| way.0 > *points).unwrap_or(ways.len());
    if at < MOST_WAYS {
        ways.truncate(MOST_WAYS - 1);
        ways.insert(at, way);
    }
}

/// Measures a hand by the nearest of several goals. `values` are the points of each face, which
/// decide between ways to lay a ready hand.
#[must_use]
pub fn measure(terms: &Terms, goals: &[Goal], held: &Held, values: &[u8; 53]) -> Measure {
    measure_ways(terms, goals, held, values, &mut None)
}

/// What each of the shortest ways lacks, as faces; as many ways as there is room for.
pub(crate) type Lacks = ArrayVec<u64, 96>;

/// The same, and notes what the shortest ways lack.
pub(crate) fn measure_ways(
    terms: &Terms,
    goals: &[Goal],
    held: &Held,
    values: &[u8; 53],
    lacks: &mut Option<Lacks>,
) -> Measure {
    let mut best = Measure::none();
    for goal in goals {
        let mut search = Search::new(terms, goal, held, values, best.distance);
        search.lacks = lacks.take();
        search.runs(0, *held, 0, 0, Taken::default(), (0, u32::MAX));
        *lacks = search.lacks.take();
        best.join(search.found);
    }
    best
}

/// What the windows chosen so far have taken and lack.
#[derive(Clone, Copy, Default)]
struct Taken {
    naturals: u64,
    lacking: u64,
}

struct Search<'a> {
    terms: &'a Terms,
    goal: &'a Goal,
    all: Held,
    values: &'a [u8; 53],
    /// For each run, what it and the later runs lack at the least.
    least_runs: ArrayVec<u8, { MAX_ELEMENTS + 1 }>,
    least_sets: u8,
    tries: u32,
    chosen: ArrayVec<(u8, u8, u8), MAX_ELEMENTS>,
    found: Measure,
    lacks: Option<Lacks>,
}

/// What the sets take.
#[derive(Default)]
struct Sets {
    missing: u8,
    cover: u8,
    /// Ranks used to the last card.
    sure: u16,
    /// Ranks used with cards to spare.
    spare: u16,
    /// Ranks of which some are used, any as good as the other.
    tied: u16,
    /// Ranks of which another card helps.
    useful: u16,
    /// Ranks and sizes, in no order.
    picks: ArrayVec<(u8, u8), MAX_ELEMENTS>,
}

impl<'a> Search<'a> {
    fn new(
        terms: &'a Terms,
        goal: &'a Goal,
        held: &Held,
        values: &'a [u8; 53],
        beat: u8,
    ) -> Search<'a> {
        let mut least = ArrayVec::new();
        let mut sum = 0;
        least.push(0);
        for &size in goal.runs.iter().rev() {
            sum += size - Windows::of(held, size, terms).most(size);
            least.push(sum);
        }
        least.reverse();
        let mut search = Search {
            terms,
            goal,
            all: *held,
            values,
            least_runs: least,
            least_sets: 0,
            tries: 0,
            chosen: ArrayVec::new(),
            found: Measure { distance: beat, ..Measure::none() },
            lacks: None,
        };
        search.least_sets = search.sets(held, false).missing;
        search
    }

    fn distance(&self, missing: u8, cover: u8) -> u8 {
        missing - self.all.wilds.min(cover).min(missing)
    }

    fn runs(
        &mut self,
        at: usize,
        held: Held,
        missing: u8,
        cover: u8,
        taken: Taken,
        after: (u8, u32),
    ) {
        let least = missing + self.least_runs[at] + self.least_sets;
        if self.distance(least, u8::MAX) > self.found.distance {
            return;
        }
        let Some(&size) = self.goal.runs.get(at) else {
            self.leaf(&held, missing, cover, taken);
            return;
        };
        let same = at > 0 && self.goal.runs[at - 1] == size;
        let windows = Windows::of(&held, size, self.terms);
        let later = self.least_runs[at + 1] + self.least_sets;
        for have in (0..=size).rev() {
            let lack = size - have;
            if self.distance(missing + lack + later, u8::MAX) > self.found.distance {
                return;
            }
            // Runs of one size are chosen in one order only: the fuller first, then by place. An
            // earlier choice can empty a window, so that the order is by what was held then.
            let mut left = windows.with(have);
            if same && have == after.0 {
                left &= !0u64 << after.1.min(63);
            } else if same && have > after.0 {
                continue;
            }
            while left != 0 {
                self.tries += 1;
                if self.tries > MOST_TRIES && self.found.distance < Measure::FAR {
                    return;
                }
                let window = left.trailing_zeros();
                left &= left - 1;
                let faces = faces_of(window, size, self.terms.ace);
                let naturals = faces & held.copies[0];
                let taken = Taken {
                    naturals: taken.naturals | naturals,
                    lacking: taken.lacking | faces & !naturals,
                };
                self.chosen.push(((window / 16) as u8, (window % 16) as u8, size));
                let cover = cover + lack.min(self.terms.wilds_in(size));
                let rest = held.less(naturals);
                self.runs(at + 1, rest, missing + lack, cover, taken, (have, window));
                self.chosen.pop();
            }
        }
    }

    /// What the sets take of the cards that the runs leave; which ranks those are in the end is
    /// worked out on demand.
    fn sets(&self, held: &Held, pick: bool) -> Sets {
        let mut sets = Sets::default();
        if self.goal.sets.is_empty() {
            return sets;
        }
        let digits = held.rank_digits();
        let mut open = 0x1fff & !self.terms.wild_ranks;
        let mut at = 0;
        while let Some(&size) = self.goal.sets.get(at) {
            let mut need = self.goal.sets[at..].iter().take_while(|s| **s == size).count();
            at += need;
            let mut fewer = 0;
            for have in 0..size {
                fewer |= ranks_with(&digits, have);
            }
            let full = open & !fewer;
            let exact = full & ranks_with(&digits, size);
            for have in (0..=size).rev() {
                let ranks = if have == size { full } else { open & ranks_with(&digits, have) };
                // A rank with many cards can make a second set.
                let again = if self.terms.same_rank && have >= 2 {
                    full & !exact & ranks_with(&digits, size + have)
                } else {
                    0
                };
                let count = (ranks.count_ones() + again.count_ones()) as usize;
                if count == 0 {
                    continue;
                }
                let used = count.min(need);
                let lack = size - have;
                sets.missing += lack * used as u8;
                sets.cover += lack.min(self.terms.wilds_in(size)) * used as u8;
                if count > need {
                    sets.tied |= ranks | again;
                } else {
                    sets.sure |= ranks & !(full & !exact) | again;
                    sets.spare |= ranks & full & !exact & !again;
                }
                if lack > 0 {
                    sets.useful |= ranks | again;
                }
                // Sets of another size, and those who lay, need to know which ranks are gone.
                if pick || at < self.goal.sets.len() {
                    for rank in self.dearest(ranks, again).into_iter().take(used) {
                        sets.picks.push((rank, size));
                        open &= !(1 << rank);
                    }
                }
                need -= used;
                if need == 0 {
                    break;
                }
            }
            // More sets than ranks: nothing of them is there.
            sets.missing += size * need as u8;
            sets.cover += self.terms.wilds_in(size) * need as u8;
        }
        sets
    }

    /// Ranks, those of the most points first.
    fn dearest(&self, ranks: u16, again: u16) -> ArrayVec<u8, 26> {
        let each = |set: u16| (0..13u8).filter(move |r| set >> r & 1 == 1);
        let mut all: ArrayVec<u8, 26> = each(ranks).chain(each(again)).collect();
        all.short_sort_by_key(|&r| std::cmp::Reverse(self.values[r as usize]));
        all
    }

    fn leaf(&mut self, held: &Held, missing: u8, cover: u8, taken: Taken) {
        let sets = self.sets(held, false);
        let missing = missing + sets.missing;
        let cover = cover + sets.cover;
        let distance = self.distance(missing, cover);
        if distance > self.found.distance {
            return;
        }
        let set_faces = of_ranks(sets.sure) & held.copies[0];
        let left = held.copies[0] & !set_faces;
        let own = self.all.copies[0];
        let loose = of_ranks(sets.spare | sets.tied) & held.copies[0];
        let now = Measure {
            distance,
            engaged: Faces(taken.naturals | set_faces | loose),
            bound: Faces(own & !left),
            useful: Faces(taken.lacking | of_ranks(sets.useful)),
            wild_useful: distance > 0 && cover > self.all.wilds,
            ways: Vec::new(),
            missing,
        };
        if let Some(lacks) = &mut self.lacks {
            if distance < self.found.distance {
                lacks.clear();
            }
            // A way more or less changes little.
            let _ = lacks.try_push(now.useful.0);
        }
        self.found.join(now);
        if distance == 0 {
            let sets = self.sets(held, true).picks;
            let way = Way { runs: self.chosen.clone(), sets };
            let points = self.points(&way, taken);
            keep(&mut self.found.ways, (points, way));
        }
    }

    fn points(&self, way: &Way, taken: Taken) -> u16 {
        let naturals: u16 =
            Faces(taken.naturals).iter().map(|c| u16::from(self.values[c.index()])).sum();
        let sets: u16 = way
            .sets
            .iter()
            .map(|&(rank, size)| u16::from(self.values[rank as usize]) * u16::from(size))
            .sum();
        naturals + sets
    }
}
