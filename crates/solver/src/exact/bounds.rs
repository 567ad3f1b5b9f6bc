//! Bounds derived from the hand and the contract.

use std::ops::Range;

use upcard_cards::{Card, MAX_ELEMENTS, MeldKind, MeldRules, RANKS, SUITS};

use super::rules::SweepRules;
use super::state::Places;

pub(super) struct Bounds {
    /// Number of naturals at this step and later, by step ([`Bounds::step`]).
    pub(super) later: [u8; STEPS],
    /// Number of places without a natural below each place, by suit.
    pub(super) holes_below: [[u8; 16]; 4],
    /// For each element type and step, the minimum number of wilds if it begins there or later; `TOO_MANY` if
    /// it cannot.
    pub(super) min: [[u8; STEPS]; MAX_ELEMENTS],
    /// Minimum sizes of the types.
    pub(super) size: [u8; MAX_ELEMENTS],
    /// Places where a run may begin at all, by suit.
    pub(super) starts: [Places; 4],
    /// Whether a run may reach the high ace, by suit.
    pub(super) high: [bool; 4],
    /// Places where a set may be made.
    pub(super) sets: Places,
    /// Whether states track the cards of a rank used by runs.
    pub(super) counts_used: bool,
    pub(super) corner: bool,
    /// Whether each suit is swept separately, as no sets cross the suits.
    pub(super) by_suit: bool,
}

/// More wilds than exist.
const TOO_MANY: u8 = 100;

/// Maximum number of steps of a sweep, plus one: the places of four suits.
const STEPS: usize = 4 * 16 + 1;

impl Bounds {
    pub(super) fn new(
        rules: &SweepRules,
        held: &[[u8; 4]; 13],
        spare: u8,
        melds: &MeldRules,
        own_apart: bool,
    ) -> Bounds {
        let (first, last) = rules.places;
        let has_sets = rules.types().any(|(_, t)| t.kind != MeldKind::Run);
        let by_suit = !has_sets;
        let mut bounds = Bounds {
            later: [0; STEPS],
            holes_below: [[0; 16]; 4],
            min: [[TOO_MANY; STEPS]; MAX_ELEMENTS],
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
                // Those that are wild elsewhere are already in `spare`, unless they are counted apart.
                let natural = |suit: &usize| {
                    own_apart || !melds.is_wild(Card::natural(RANKS[rank], SUITS[*suit]))
                };
                here = suits.filter(natural).map(|suit| held[rank][suit]).sum();
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
            bounds.size[t] = of.min;
            for step in (0..=last_step).rev() {
                let (suits, place) = bounds.at(step);
                let mut here = TOO_MANY;
                if !(first..=last).contains(&place) {
                } else if of.kind == MeldKind::Run && place + of.min <= last + 1 {
                    for suit in suits {
                        let holes = bounds.holes(suit, place, t);
                        if holes <= spare {
                            bounds.starts[suit].add(place);
                            // A longer run that begins lower may reach the high ace, too.
                            bounds.high[suit] |= place + of.max > last;
                        }
                        here = here.min(holes);
                    }
                } else if of.kind != MeldKind::Run && rules.step_has_sets(place) {
                    let there: u8 = held[place as usize % 13].iter().sum();
                    here = of.min.saturating_sub(there);
                    if here <= spare {
                        bounds.sets.add(place);
                    }
                }
                bounds.min[t][step] = bounds.min[t][step + 1].min(here);
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

    pub(super) const fn step(&self, place: u8, suit: usize) -> usize {
        if self.by_suit { 16 * suit + place as usize } else { place as usize }
    }

    /// Number of holes of the shortest run of this type that begins here.
    pub(super) fn holes(&self, suit: usize, place: u8, kind: usize) -> u8 {
        if self.corner {
            return 0;
        }
        self.holes_between(suit, place..place + self.size[kind])
    }

    pub(super) fn holes_between(&self, suit: usize, places: Range<u8>) -> u8 {
        let below = &self.holes_below[suit];
        below[usize::from(places.end)] - below[usize::from(places.start)]
    }

    /// Returns `true` if an ace of this suit may be used at the high place.
    pub(super) fn wants_high_ace(&self, suit: usize) -> bool {
        self.high[suit] && !self.corner
    }
}
