//! What rules a state out early: holes that no wild is left for.

use std::ops::Range;

use upcard_cards::{MAX_ELEMENTS, MeldKind, MeldRules, RANKS};

use super::Sweep;
use super::rules::SweepRules;
use super::state::{Key, Open, Places};
use crate::nodes::Layer;

/// Bounds that follow from the hand and the contract.
pub(super) struct Bounds {
    /// Naturals at this step and later, by step ([`Bounds::step`]).
    later: [u8; STEPS],
    /// Places without a natural below each place, by suit.
    holes_below: [[u8; 16]; 4],
    /// For each element type and step, the wilds it needs at the least when it begins there or
    /// later; too many where it cannot.
    least: [[u8; STEPS]; MAX_ELEMENTS],
    /// The least sizes of the types.
    size: [u8; MAX_ELEMENTS],
    /// May a run begin here at all, by suit?
    starts: [Places; 4],
    /// May a run reach the high ace?
    high: [bool; 4],
    /// May a set be made at this place?
    sets: Places,
    /// Do states remember what the runs use of a rank?
    pub(super) counts_used: bool,
    corner: bool,
    /// Is each suit swept by itself? So it is where no sets cross the suits.
    pub(super) by_suit: bool,
}

/// More wilds than there are.
const TOO_MANY: u8 = 100;

/// The most steps of a sweep, and one: the places of four suits.
const STEPS: usize = 4 * 16 + 1;

impl Bounds {
    pub(super) fn new(
        rules: &SweepRules,
        held: &[[u8; 4]; 13],
        spare: u8,
        melds: &MeldRules,
    ) -> Bounds {
        let (first, last) = rules.places;
        let has_sets = rules.types().any(|(_, t)| t.kind != MeldKind::Run);
        let by_suit = !has_sets;
        let mut bounds = Bounds {
            later: [0; STEPS],
            holes_below: [[0; 16]; 4],
            least: [[TOO_MANY; STEPS]; MAX_ELEMENTS],
            size: [0; MAX_ELEMENTS],
            starts: [Places::NONE; 4],
            high: [false; 4],
            sets: Places::NONE,
            counts_used: has_sets,
            corner: rules.is_corner(),
            by_suit,
        };
        let last_step = if by_suit { 63 } else { 15 };
        for step in (0..=last_step).rev() {
            let (suits, place) = bounds.at(step);
            let mut here = 0;
            if (first..=last).contains(&place) && rules.step_has_sets(place) {
                let rank = place as usize % 13;
                if !melds.is_wild_rank(RANKS[rank]) {
                    here = held[rank][suits].iter().sum();
                }
            }
            bounds.later[step] = bounds.later[step + 1] + here;
        }
        for (suit, below) in bounds.holes_below.iter_mut().enumerate() {
            for place in 0..=last {
                let hole = u8::from(held[place as usize % 13][suit] == 0);
                below[usize::from(place) + 1] = below[usize::from(place)] + hole;
            }
        }
        for (t, of) in rules.types() {
            bounds.size[t] = of.least;
            for step in (0..=last_step).rev() {
                let (suits, place) = bounds.at(step);
                let mut here = TOO_MANY;
                if !(first..=last).contains(&place) {
                } else if of.kind == MeldKind::Run && place + of.least <= last + 1 {
                    for suit in suits {
                        let holes = bounds.holes(suit, place, t);
                        if holes <= spare {
                            bounds.starts[suit].add(place);
                            // A longer run that begins lower may reach the high ace, too.
                            bounds.high[suit] |= place + of.most > last;
                        }
                        here = here.min(holes);
                    }
                } else if of.kind != MeldKind::Run && rules.step_has_sets(place) {
                    let there: u8 = held[place as usize % 13].iter().sum();
                    here = of.least.saturating_sub(there);
                    if here <= spare {
                        bounds.sets.add(place);
                    }
                }
                bounds.least[t][step] = bounds.least[t][step + 1].min(here);
            }
        }
        bounds
    }

    /// The suits and the place of a step.
    const fn at(&self, step: usize) -> (Range<usize>, u8) {
        if self.by_suit {
            (step / 16..step / 16 + 1, (step % 16) as u8)
        } else {
            (0..4, step as u8)
        }
    }

    /// The step at which a suit comes to a place.
    const fn step(&self, place: u8, suit: usize) -> usize {
        if self.by_suit { 16 * suit + place as usize } else { place as usize }
    }

    /// The holes of the shortest run of this type that begins here.
    pub(super) fn holes(&self, suit: usize, place: u8, kind: usize) -> u8 {
        if self.corner {
            return 0;
        }
        self.holes_between(suit, place..place + self.size[kind])
    }

    fn holes_between(&self, suit: usize, places: Range<u8>) -> u8 {
        let below = &self.holes_below[suit];
        below[usize::from(places.end)] - below[usize::from(places.start)]
    }

    /// May an ace of this suit be of use at the high place?
    pub(super) fn wants_high_ace(&self, suit: usize) -> bool {
        self.high[suit] && !self.corner
    }
}

impl Sweep<'_> {
    /// Has this suit nothing to do at this place, in any state?
    pub(super) fn is_idle(&self, layer: Layer, place: u8, suit: usize) -> bool {
        let bounds = &self.bounds;
        let high = place == 13 && self.rules.keeps_aces();
        let low = place == 0 && self.rules.keeps_aces() && bounds.high[suit];
        let naturals = low && self.supply[0][suit] > 0;
        // Naturals that nobody wants may have to be counted.
        let counted = bounds.by_suit && self.count_left > 0 && self.rules.step_has_sets(place);
        let naturals = naturals || (counted && self.held[place as usize % 13][suit] > 0);
        if bounds.corner || naturals || bounds.starts[suit].has(place) {
            return false;
        }
        layer.nodes().all(|node| {
            let key = &self.nodes[node].key;
            let kept = high && key.high.of(suit) != 0;
            !kept && !key.has_ended(suit) && key.open().all(|run| run.suit() != suit)
        })
    }

    /// Is there no set to be made at this place, in any state?
    pub(super) fn sets_are_idle(&self, layer: Layer, place: u8) -> bool {
        let bounds = &self.bounds;
        self.count_left == 0
            && !bounds.sets.has(place)
            && layer.nodes().all(|node| self.nodes[node].key.used.is_none())
    }

    /// The cards that what is open and what has not begun needs at the least.
    pub(super) fn cards_needed(&self, key: &Key) -> i32 {
        let to_begin: i32 =
            self.rules.types().map(|(t, of)| i32::from(key.todo(t)) * i32::from(of.least)).sum();
        let open = |run: Open| match run.tail() {
            true => -i32::from(run.len()),
            false => i32::from(self.rules.still_needs(run)),
        };
        to_begin + key.open().map(open).sum::<i32>()
    }

    /// Can the cards still to come fill what is open and what has not begun, after this suit has
    /// had its turn at this place? Its rank's sets may be decided, too.
    pub(super) fn can_finish(&self, key: &Key, place: u8, suit: usize, sets_done: bool) -> bool {
        let bounds = &self.bounds;
        let spare = self.to_spare(key);
        let next = bounds.step(place, suit) + usize::from(sets_done || bounds.by_suit);
        if bounds.corner {
            // Each upper part must meet a lower one, begun or to begin.
            let (tails, heads) = key.open().fold((0u8, 0u8), |(tails, heads), run| {
                (tails + u8::from(run.tail()), heads + u8::from(!run.tail()))
            });
            let to_begin: u8 = self.rules.types().map(|(t, _)| key.todo(t)).sum();
            let needs = self.cards_needed(key);
            return tails <= heads + to_begin
                && needs <= i32::from(bounds.later[next]) + i32::from(spare);
        }
        let mut needs = 0u8;
        let mut size = 0;
        for run in key.open() {
            let missing = self.rules.still_needs(run);
            let from = if run.suit() <= suit { place + 1 } else { place };
            if from + missing > self.rules.places.1 + 1 {
                return false;
            }
            needs += bounds.holes_between(run.suit(), from..from + missing);
            size += missing;
        }
        for (t, _) in self.rules.types() {
            let todo = key.todo(t);
            if todo > 0 {
                let least = bounds.least[t][next];
                needs = needs.saturating_add(todo.saturating_mul(least));
                size += todo * bounds.size[t];
            }
        }
        let kept: u8 = key.high.sum();
        needs <= spare && size <= bounds.later[next] + kept + spare
    }
}
