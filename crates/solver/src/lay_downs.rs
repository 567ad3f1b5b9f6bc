//! Heuristic lay-downs of a ready hand, in a microsecond.
//!
//! The places of the runs are tried, those that lack the fewest naturals first; the sets then take the
//! fullest ranks left, and wilds stand in for what is missing. Meant for bots, which examine thousands of
//! hands: it finds some lay-downs with naturals before wilds, not always the one that leaves the least, and
//! for a few hands under caps none at all. [`Solver::best`] is exact.

use arrayvec::ArrayVec;
use upcard_cards::{
    AceMode, Card, Cards, Element, End, Faces, MAX_ELEMENTS, Meld, MeldKind, RANKS, Rank, RankSet,
    SUITS, ShortSort, SizeRule, Stage,
};

use crate::goal::{Goal, each_growth};
use crate::hand::{HandState, Planes};
use crate::laid::{LayDown, Remainder, RunSpan};
use crate::meter;
use crate::plan::Plan;
use crate::problem::Problem;
use crate::solver::Solver;

const MAX_LAY_DOWNS: usize = 4;

/// Maximum number of places for runs that are tried.
const MAX_STEPS: u32 = 300;

/// A lay-down without its cards.
#[derive(Clone, Default)]
struct Outline {
    /// Value of its naturals.
    worth: u32,
    runs: ArrayVec<RunSpan, MAX_ELEMENTS>,
    sets: ArrayVec<(Rank, Element), MAX_ELEMENTS>,
}

/// The best outlines so far, the most valuable first.
#[derive(Default)]
struct Found(ArrayVec<Outline, MAX_LAY_DOWNS>);

impl Found {
    fn add(&mut self, outline: Outline) {
        let before = |other: &Outline| other.worth >= outline.worth;
        let at = self.0.iter().take_while(|other| before(other)).count();
        if at < MAX_LAY_DOWNS {
            self.0.truncate(MAX_LAY_DOWNS - 1);
            self.0.insert(at, outline);
        }
    }
}

struct Search<'a> {
    solver: &'a Solver,
    wilds: u8,
    value: &'a [u8; 53],
    /// Runs and sets, each the largest first.
    runs: ArrayVec<u8, MAX_ELEMENTS>,
    sets: ArrayVec<Element, MAX_ELEMENTS>,
    /// Minimum number of wilds that the sets need.
    for_sets: u8,
    steps: u32,
    found: &'a mut Found,
}

impl Goal<'_> {
    /// At most four lay-downs of a ready hand, the one with the most value in naturals first, by the value of
    /// each face. Empty if the hand is not ready. Their cards are assigned lazily.
    pub fn lay_downs(&self, hand: &Cards, value: &[u8; 53]) -> impl Iterator<Item = LayDown> {
        // Outlines know only the ranks of sets, runs of one suit, and cards of wild ranks as wilds.
        let other = match *self {
            Goal::Contract(solver) | Goal::Nearest([solver]) => Some(solver),
            _ => None,
        };
        let apart = |solver: &Solver| {
            let natural = Faces::of(hand) & solver.problem.melds.wild_faces;
            matches!(solver.plan(), Plan::ByAssignment(_)) && !natural.is_empty()
        };
        let searched = |solver: &Solver| matches!(solver.plan(), Plan::Strict(_) | Plan::Mixed(_));
        let other = other.filter(|solver| searched(solver) || apart(solver));
        let ready = |solver: &&Solver| !apart(solver) || solver.feasible(hand, Remainder::ANY);
        let best = other.filter(ready).and_then(|solver| solver.best(hand, Remainder::ANY, value));
        let outlines = if other.is_some() { None } else { self.outlines(hand, value) };
        let (solver, outlines) = outlines.unzip();
        let laid = move |outline: Outline| outline.laid(solver?, hand, value);
        best.into_iter().chain(outlines.unwrap_or_default().0.into_iter().filter_map(laid))
    }

    /// The outlines of those lay-downs, and the problem to which they belong.
    fn outlines(&self, hand: &Cards, value: &[u8; 53]) -> Option<(&Solver, Found)> {
        let mut found = Found::default();
        let state = self.state(hand);
        if state.crowded {
            return None;
        }
        let mut add = |solver: &Solver, elements: &[Element]| {
            if meter::step(4) {
                find(solver, elements, &state, value, &mut found);
            }
        };
        let solver: &Solver = match self {
            Goal::Contract(solver) => {
                add(solver, &solver.problem.contract.elements);
                solver
            }
            Goal::Nearest(problems) => {
                problems.iter().for_each(|solver| add(solver, &solver.problem.contract.elements));
                problems.first()?
            }
            Goal::WholeHand(solver, table) => {
                let over = table.cards() - solver.problem.contract.size() as u8;
                each_growth(&solver.problem.contract.elements, over, &mut |elements| {
                    if elements.is_sorted() {
                        add(solver, elements);
                    }
                });
                solver
            }
        };
        Some((solver, found))
    }
}

/// Adds the lay-downs of these elements.
fn find(
    solver: &Solver,
    elements: &[Element],
    hand: &HandState,
    value: &[u8; 53],
    found: &mut Found,
) {
    let of = |run: bool| elements.iter().filter(move |e| (e.kind == MeldKind::Run) == run);
    let mut runs: ArrayVec<u8, MAX_ELEMENTS> = of(true).map(|e| e.size).collect();
    let mut sets: ArrayVec<Element, MAX_ELEMENTS> = of(false).copied().collect();
    runs.short_sort_by(|a, b| b.cmp(a));
    sets.short_sort_by_key(|e| std::cmp::Reverse(e.size));
    let max = solver.problem.rules.max_wilds.unwrap_or(u8::MAX);
    let wilds = hand.wilds.min(solver.max_wilds()).min(max);
    let mut search = Search { solver, wilds, value, runs, sets, for_sets: 0, steps: 0, found };
    let mut outline = Outline::default();
    if let Some(shortfall) = search.take_sets(&hand.planes, &mut outline, false) {
        search.for_sets = shortfall;
        search.place_runs(hand.planes, 0, &mut Outline::default(), 0);
    }
}

impl Search<'_> {
    /// Places the remaining runs, from place `from` on if the last one had the same size.
    fn place_runs(&mut self, planes: Planes, shortfall: u8, outline: &mut Outline, from: usize) {
        let at = outline.runs.len();
        let Some(&size) = self.runs.get(at) else {
            let mut whole = outline.clone();
            if let Some(more) = self.take_sets(&planes, &mut whole, true)
                && shortfall + more <= self.wilds
            {
                self.found.add(whole);
            }
            return;
        };
        let Some(spare) = self.wilds.checked_sub(shortfall + self.for_sets) else { return };
        let (first, last) = self.solver.problem.melds.places();
        let top = match self.solver.problem.melds.ace {
            AceMode::Corner => 12,
            _ if last + 1 < first + size => return,
            _ => last + 1 - size,
        };
        let from = if at > 0 && self.runs[at - 1] == size { from } else { 0 };
        let melds = &self.solver.problem.melds;
        for short in 0..=spare.min(melds.max_wilds(MeldKind::Run, size)) {
            let naturals = u32::from(size - short);
            // Most suits have too few cards for a run anywhere.
            let enough = |suit: &usize| Planes::suit(planes.one, *suit).count_ones() >= naturals;
            let places = (from / 16..4).filter(enough).flat_map(|suit| {
                let begin = if suit == from / 16 { (from % 16) as u8 } else { 0 };
                (begin.max(first)..=top).map(move |low| (suit, low))
            });
            for (suit, low) in places {
                let held = Planes::suit(planes.one, suit) & ranks_of(low, size);
                let span = RunSpan { suit: SUITS[suit], low, high: low + size - 1 };
                let near = short > 1 && melds.keeps_apart() && !is_spaced(span, held, melds.apart);
                if held.count_ones() != naturals || near || !self.may_be_placed(span, outline) {
                    continue;
                }
                self.steps += 1;
                if self.steps > MAX_STEPS || !meter::step(2) {
                    return;
                }
                let naturals = u64::from(held) << (16 * suit);
                let worth = self.worth(naturals);
                outline.worth += worth;
                outline.runs.push(span);
                let rest = planes.less(naturals);
                self.place_runs(rest, shortfall + short, outline, 16 * suit + usize::from(low));
                outline.runs.pop();
                outline.worth -= worth;
            }
        }
    }

    fn worth(&self, faces: u64) -> u32 {
        Faces::from_bits(faces).iter().map(|card| u32::from(self.value[card.index()])).sum()
    }

    /// Returns `true` if a run may lie there, beside those of the outline and those laid earlier.
    fn may_be_placed(&self, span: RunSpan, outline: &Outline) -> bool {
        let Problem { rules, laid_earlier: own, melds, .. } = &self.solver.problem;
        let agrees = |other: &RunSpan| span.agrees(*other, rules.same_suit_runs, melds.ace);
        let of_suit = outline.runs.iter().filter(|run| run.suit == span.suit).count() as u8
            + own.runs[span.suit.index()];
        outline.runs.iter().all(agrees)
            && own.run_spans.iter().all(agrees)
            && rules.runs_per_suit.is_none_or(|max| of_suit < max)
    }

    /// Assigns each set the fullest and most valuable rank left; returns the number of wilds needed. `None`
    /// if a cap forbids that, with `caps` set.
    fn take_sets(&self, planes: &Planes, outline: &mut Outline, caps: bool) -> Option<u8> {
        let mut shortfall = 0;
        if self.sets.is_empty() {
            return Some(0);
        }
        let mut left: [u8; 13] = std::array::from_fn(|rank| planes.number_of(rank) as u8);
        let once = !self.solver.problem.rules.same_rank_sets;
        let mut taken =
            if once { self.solver.problem.laid_earlier.set_ranks } else { RankSet::NONE };
        for set in &self.sets {
            let pair = set.kind == MeldKind::Pair;
            let free = |rank: &Rank| pair || !once || !taken.has(*rank);
            let held = |rank: Rank| left[rank.index()].min(set.size);
            let rank = RANKS.into_iter().filter(free).max_by_key(|&rank| {
                (held(rank), self.value[rank.index()], std::cmp::Reverse(rank))
            })?;
            let naturals = held(rank);
            let short = set.size - naturals;
            if caps && short > self.solver.problem.melds.max_wilds(set.kind, set.size) {
                return None;
            }
            shortfall += short;
            left[rank.index()] -= naturals;
            if !pair {
                taken.insert(rank);
            }
            outline.worth += u32::from(self.value[rank.index()]) * u32::from(naturals);
            outline.sets.push((rank, *set));
        }
        Some(shortfall)
    }
}

impl Outline {
    /// The lay-down with cards of this hand; the most valuable wilds go first.
    fn laid(&self, solver: &Solver, hand: &Cards, value: &[u8; 53]) -> Option<LayDown> {
        let is_wild = |card: &Card| solver.problem.melds.is_wild(*card);
        let mut wilds: Vec<Card> = hand.iter().filter(is_wild).collect();
        wilds.short_sort_by_key(|card| value[card.index()]);
        let mut left = *hand;
        // The naturals of all melds first.
        let mut runs: ArrayVec<(RunSpan, ArrayVec<Option<Card>, 14>), MAX_ELEMENTS> =
            ArrayVec::new();
        for &span in &self.runs {
            let face = |place: u8| Card::natural(RANKS[place as usize % 13], span.suit);
            let natural = |card: Card| (!is_wild(&card) && left.remove(card)).then_some(card);
            runs.push((span, (span.low..=span.high).map(face).map(natural).collect()));
        }
        let mut lay_down = LayDown::default();
        for &(rank, element) in &self.sets {
            let mut cards = Cards::NONE;
            for suit in SUITS {
                let face = Card::natural(rank, suit);
                while cards.len() < usize::from(element.size) && left.remove(face) {
                    cards.add(face);
                }
            }
            while cards.len() < usize::from(element.size) {
                cards.add(wilds.pop()?);
            }
            let pair = element.kind == MeldKind::Pair;
            let set = Meld::set(Some(rank), pair, cards, &solver.problem.melds, Stage::First);
            lay_down.melds.push(set.ok()?);
        }
        for (span, slots) in runs {
            let mut cards: ArrayVec<Card, 14> = ArrayVec::new();
            for slot in slots {
                cards.push(slot.or_else(|| wilds.pop())?);
            }
            let run = Meld::run(span.suit, span.low, &cards, &solver.problem.melds, Stage::First);
            lay_down.melds.push(run.ok()?);
        }
        Some(lay_down)
    }
}

impl LayDown {
    /// Adds further naturals of the hand to the melds that may be larger than the contract's, while `stay`
    /// cards remain.
    #[must_use]
    pub fn grown(&self, solver: &Solver, hand: &Cards, stay: usize) -> LayDown {
        let mut grown = self.clone();
        let mut rest = self.left(hand);
        for at in 0..grown.melds.len() {
            if solver.problem.size_rule(grown.melds[at].kind()) == SizeRule::Exact {
                continue;
            }
            while rest.len() > stay {
                let faces = rest.iter_counts().map(|(card, _)| card);
                let naturals = faces.filter(|&card| !solver.problem.melds.is_wild(card));
                let Some(card) = naturals.into_iter().find(|&card| grown.grow(solver, at, card))
                else {
                    break;
                };
                rest.remove(card);
            }
        }
        grown
    }

    /// Adds a card to a meld, if legal.
    fn grow(&mut self, solver: &Solver, at: usize, card: Card) -> bool {
        let before = self.melds[at];
        let ends = [None, Some(End::Low), Some(End::High)];
        ends.into_iter().any(|end| {
            let longer = before.with(card, end, &solver.problem.melds);
            self.melds[at] = longer.unwrap_or(before);
            let legal = longer.is_ok() && solver.judge(&self.melds).is_ok();
            if !legal {
                self.melds[at] = before;
            }
            legal
        })
    }
}

/// Returns `true` if at least `apart` held ranks lie between any two empty places of a run.
fn is_spaced(span: RunSpan, held: u16, apart: u8) -> bool {
    let mut since = apart;
    (span.low..=span.high).all(|place| {
        if held & 1 << (place % 13) != 0 {
            since = since.saturating_add(1);
            return true;
        }
        std::mem::take(&mut since) >= apart
    })
}

/// The ranks of a run.
const fn ranks_of(low: u8, size: u8) -> u16 {
    let places = ((1u32 << size) - 1) << low;
    (places & 0x1fff | places >> 13) as u16
}
