//! What rules a state out early: holes that no wild is left for.

use std::ops::Range;

use upcard_cards::{MAX_ELEMENTS, MeldKind, MeldRules, RANKS};

use super::Sweep;
use super::rules::Plan;
use super::state::{Key, Open};

/// Bounds that follow from the hand and the contract.
pub(super) struct Bounds {
    /// Naturals at this place and later, by place.
    later: [u8; 16],
    /// Places without a natural below each place, by suit.
    holes_below: [[u8; 16]; 4],
    /// For each element type and place, the wilds it needs at the least when it begins there or
    /// later; too many where it cannot.
    least: [[u8; 16]; MAX_ELEMENTS],
    /// The least sizes of the types.
    size: [u8; MAX_ELEMENTS],
    /// May a run begin here at all, a bit a place, by suit?
    starts: [u16; 4],
    /// May a run reach the high ace?
    high: [bool; 4],
    /// May a set be made at this place, a bit a place?
    sets: u16,
    /// Do states remember what the runs use of a rank?
    pub(super) counts_used: bool,
    corner: bool,
}

/// More wilds than there are.
const TOO_MANY: u8 = 100;

impl Bounds {
    pub(super) fn new(
        plan: &Plan,
        held: &[[u8; 4]; 13],
        spare: u8,
        melds: &MeldRules,
        count_left: bool,
    ) -> Bounds {
        let (first, last) = plan.places;
        let has_sets = plan.types().any(|(_, t)| t.kind != MeldKind::Run);
        let mut bounds = Bounds {
            later: [0; 16],
            holes_below: [[0; 16]; 4],
            least: [[TOO_MANY; 16]; MAX_ELEMENTS],
            size: [0; MAX_ELEMENTS],
            starts: [0; 4],
            high: [false; 4],
            sets: 0,
            counts_used: has_sets || count_left,
            corner: plan.is_corner(),
        };
        for place in (first..=last).rev() {
            let rank = place as usize % 13;
            let counted = plan.step_has_sets(place) && !melds.is_wild_rank(RANKS[rank]);
            let here: u8 = if counted { held[rank].iter().sum() } else { 0 };
            bounds.later[place as usize] = bounds.later[place as usize + 1] + here;
        }
        for (suit, below) in bounds.holes_below.iter_mut().enumerate() {
            for place in 0..=last {
                let hole = u8::from(held[place as usize % 13][suit] == 0);
                below[place as usize + 1] = below[place as usize] + hole;
            }
        }
        for (t, of) in plan.types() {
            bounds.size[t] = of.least;
            for place in (first..=last).rev() {
                let here = if of.kind == MeldKind::Run {
                    let fits = place + of.least <= last + 1;
                    let mut least = TOO_MANY;
                    for suit in (0..4).filter(|_| fits) {
                        let holes = bounds.holes(suit, place, t);
                        if holes <= spare {
                            bounds.starts[suit] |= 1 << place;
                            // A longer run that begins lower may reach the high ace, too.
                            bounds.high[suit] |= place + of.most > last;
                        }
                        least = least.min(holes);
                    }
                    least
                } else if plan.step_has_sets(place) {
                    let there: u8 = held[place as usize % 13].iter().sum();
                    let least = of.least.saturating_sub(there);
                    if least <= spare {
                        bounds.sets |= 1 << place;
                    }
                    least
                } else {
                    TOO_MANY
                };
                let later = bounds.least[t][place as usize + 1];
                bounds.least[t][place as usize] = later.min(here);
            }
        }
        bounds
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
        below[places.end as usize] - below[places.start as usize]
    }

    /// May an ace of this suit be of use at the high place?
    pub(super) fn wants_high_ace(&self, suit: usize) -> bool {
        self.high[suit] && !self.corner
    }
}

impl Sweep<'_> {
    /// Has this suit nothing to do at this place, in any state?
    pub(super) fn is_idle(&self, layer: &Range<u32>, place: u8, suit: usize) -> bool {
        let bounds = &self.bounds;
        let high = place == 13 && self.plan.keeps_aces();
        let low = place == 0 && self.plan.keeps_aces() && bounds.high[suit];
        let naturals = low && self.supply[0][suit] > 0;
        if bounds.corner || naturals || bounds.starts[suit] >> place & 1 == 1 {
            return false;
        }
        layer.clone().all(|node| {
            let key = &self.nodes[node as usize].key;
            let kept = high && key.high >> (4 * suit) & 15 != 0;
            !kept && key.ended >> suit & 1 == 0 && key.open().all(|run| run.suit() != suit)
        })
    }

    /// Is there no set to be made at this place, in any state?
    pub(super) fn sets_are_idle(&self, layer: &Range<u32>, place: u8) -> bool {
        let bounds = &self.bounds;
        self.count_left == 0
            && bounds.sets >> place & 1 == 0
            && layer.clone().all(|node| self.nodes[node as usize].key.used == 0)
    }

    /// Can the cards still to come fill what is open and what has not begun? The suits from
    /// `suits_done` on have not had their turn at this place.
    pub(super) fn can_finish(
        &self,
        key: &Key,
        place: u8,
        suits_done: usize,
        sets_done: bool,
    ) -> bool {
        let bounds = &self.bounds;
        if bounds.corner {
            return true;
        }
        let spare = self.to_spare(key);
        let next = place + u8::from(sets_done);
        let mut needs = 0u8;
        for run in key.open() {
            let from = if run.suit() < suits_done { place + 1 } else { place };
            let to = from + self.plan.still_needs(run);
            if to > self.plan.places.1 + 1 {
                return false;
            }
            needs += bounds.holes_between(run.suit(), from..to);
        }
        let mut size = key.open().map(|run: Open| self.plan.still_needs(run)).sum::<u8>();
        for (t, _) in self.plan.types() {
            let todo = key.todo(t);
            if todo > 0 {
                let least = bounds.least[t][next as usize];
                needs = needs.saturating_add(todo.saturating_mul(least));
                size += todo * bounds.size[t];
            }
        }
        let kept: u8 = (0..4).map(|s| (key.high >> (4 * s) & 15) as u8).sum();
        needs <= spare && size <= bounds.later[next as usize] + kept + spare
    }
}
