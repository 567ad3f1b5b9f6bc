//! The ways in which runs can lie in one suit.

use upcard_cards::{AceMode, MAX_RUN, SUITS, SameSuitRuns, SizeRule};

use crate::laid::RunSpan;
use crate::problem::Problem;

/// No cards would do; larger than any actual number of missing cards.
pub(super) const IMPOSSIBLE: u8 = 31;

/// Ranks of one suit in layers of 16 bits: those held at least once in the lowest, then twice, then three
/// times. A single word, since many shapes are compared with each suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Layers(u64);

impl Layers {
    #[inline]
    pub(super) const fn of([one, two, three]: [u16; 3]) -> Layers {
        Layers(one as u64 | (two as u64) << 16 | (three as u64) << 32)
    }

    /// The ranks held at least once, twice, three times.
    pub(super) const fn ranks(self) -> [u16; 3] {
        [self.0 as u16, (self.0 >> 16) as u16, (self.0 >> 32) as u16]
    }

    #[inline]
    const fn any(self) -> u16 {
        (self.0 | self.0 >> 16 | self.0 >> 32) as u16
    }
}

/// The union of some runs in one suit: the ranks that they cover, and their number of cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Shape {
    pub(super) cover: Layers,
    pub(super) size: u8,
}

impl Shape {
    /// Number of cards that these runs lack in a suit with these ranks.
    #[inline]
    pub(super) const fn missing(&self, held: Layers) -> u8 {
        self.size - (self.cover.0 & held.0).count_ones() as u8
    }

    /// The ranks whose last copy in a suit these runs need.
    #[inline]
    pub(super) const fn needed(&self, held: Layers) -> u16 {
        Layers(self.cover.0 & held.0 & !(held.0 >> 16)).any()
    }

    /// The ranks of which they use a card.
    #[inline]
    pub(super) const fn used(&self, held: Layers) -> u16 {
        (self.cover.0 & held.0) as u16
    }

    /// The ranks of which one more card would fill a gap.
    #[inline]
    pub(super) const fn helpful(&self, held: Layers) -> u16 {
        Layers(self.cover.0 & !held.0).any()
    }

    fn with(mut self, span: RunSpan) -> Shape {
        let [mut one, mut two, mut three] = self.cover.ranks();
        for place in span.low..=span.high {
            let bit = 1u16 << (place % 13);
            three |= two & bit;
            two |= one & bit;
            one |= bit;
        }
        self.cover = Layers::of([one, two, three]);
        self.size += span.high - span.low + 1;
        self
    }
}

/// Minimum number of cards that any of these shapes lacks in a suit, at most [`IMPOSSIBLE`].
pub(super) fn min_missing(shapes: &[Shape], held: Layers) -> u8 {
    shapes.iter().fold(IMPOSSIBLE, |min, shape| min.min(shape.missing(held)))
}

/// Some runs in one suit, individually.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Arrangement {
    pub(super) spans: Vec<RunSpan>,
}

impl Arrangement {
    pub(super) fn shape(&self) -> Shape {
        self.spans.iter().fold(Shape::default(), |shape, &span| shape.with(span))
    }

    pub(super) fn covers(&self, run: usize) -> u16 {
        Shape::default().with(self.spans[run]).cover.any()
    }
}

/// All ways to lay that many runs of the contract's size in one suit, with the runs interchangeable.
pub(super) fn shapes(problem: &Problem, size: u8, runs: u8) -> Vec<Shape> {
    let mut found: Vec<Shape> =
        arrangements(problem, size, runs).iter().map(Arrangement::shape).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// All ways to lay that many runs of the contract's size in one suit.
pub(super) fn arrangements(problem: &Problem, size: u8, runs: u8) -> Vec<Arrangement> {
    let spans = spans(problem, size, runs);
    let mut found = Vec::new();
    choose(problem, size, &spans, 0, runs, &mut Vec::new(), &mut found);
    found
}

/// All ways to lay that many runs in one suit with `over` cards beyond the contract's size.
pub(super) fn longer(problem: &Problem, size: u8, runs: u8, over: u8) -> Vec<Shape> {
    let longest = size.saturating_add(over).min(problem.melds.run_max).min(MAX_RUN as u8);
    let spans = spans_up_to(problem, size, longest);
    let mut found = Vec::new();
    let allowed = problem.rules.runs_per_suit.unwrap_or(u8::MAX);
    if runs <= allowed {
        let few = size * runs + over;
        choose_longer(problem, &spans, few, runs, &mut Vec::new(), &mut found);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Chooses runs of these spans, in their order, with `cards` cards together.
fn choose_longer(
    problem: &Problem,
    spans: &[RunSpan],
    cards: u8,
    left: u8,
    chosen: &mut Vec<RunSpan>,
    found: &mut Vec<Shape>,
) {
    if left == 0 {
        if cards == 0 {
            found.push(Arrangement { spans: chosen.clone() }.shape());
        }
        return;
    }
    for (at, span) in spans.iter().enumerate() {
        let size = span.high - span.low + 1;
        if size <= cards && chosen.iter().all(|o| agree(problem, *span, *o)) {
            chosen.push(*span);
            choose_longer(problem, &spans[at..], cards - size, left - 1, chosen, found);
            chosen.pop();
        }
    }
}

/// The spans of single runs. Spans longer than the contract's are useful only if shortening a run would bring
/// it into contact with another, between two others.
fn spans(problem: &Problem, size: u8, runs: u8) -> Vec<RunSpan> {
    let longest = if longer_runs_matter(problem, runs) {
        problem.melds.run_max.min(MAX_RUN as u8).min(size + 2)
    } else {
        size
    };
    spans_up_to(problem, size, longest)
}

fn spans_up_to(problem: &Problem, size: u8, longest: u8) -> Vec<RunSpan> {
    let melds = &problem.melds;
    let (first, last) = melds.places();
    let top = if melds.ace == AceMode::Corner { 12 } else { last };
    let mut spans = Vec::new();
    for len in size..=longest {
        for low in first..=top {
            let high = low + len - 1;
            if high <= last {
                spans.push(RunSpan { suit: SUITS[0], low, high });
            }
        }
    }
    spans
}

/// Returns `true` if a run longer than the contract's size may be needed to keep runs apart.
pub(super) fn longer_runs_matter(problem: &Problem, runs: u8) -> bool {
    problem.rules.runs == SizeRule::AtLeast
        && problem.rules.same_suit_runs == SameSuitRuns::NotContiguous
        && runs >= 3
}

fn choose(
    problem: &Problem,
    size: u8,
    spans: &[RunSpan],
    from: usize,
    left: u8,
    chosen: &mut Vec<RunSpan>,
    found: &mut Vec<Arrangement>,
) {
    if left == 0 {
        if !could_be_shorter(problem, size, chosen) {
            found.push(Arrangement { spans: chosen.clone() });
        }
        return;
    }
    for at in from..spans.len() {
        let span = spans[at];
        if chosen.iter().all(|o| agree(problem, span, *o)) {
            chosen.push(span);
            choose(problem, size, spans, at, left - 1, chosen, found);
            chosen.pop();
        }
    }
}

fn agree(problem: &Problem, a: RunSpan, b: RunSpan) -> bool {
    a.agrees(b, problem.rules.same_suit_runs, problem.melds.ace)
}

/// Returns `true` if one of the runs can lose a card at an end, so that the shorter ones are as good.
fn could_be_shorter(problem: &Problem, size: u8, chosen: &[RunSpan]) -> bool {
    (0..chosen.len()).any(|i| {
        let RunSpan { suit, low, high } = chosen[i];
        high - low >= size
            && [RunSpan { suit, low: low + 1, high }, RunSpan { suit, low, high: high - 1 }]
                .into_iter()
                .any(|shorter| {
                    (0..chosen.len()).all(|j| j == i || agree(problem, shorter, chosen[j]))
                })
    })
}
