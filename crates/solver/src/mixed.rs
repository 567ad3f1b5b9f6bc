//! Contracts of one run whose cards may be of several suits.
//!
//! Lookup tables and the sweep handle runs suit by suit. Here the suits reduce to two colours, so that all
//! places of a run can be examined: for each rank it suffices to know whether a red and a black card is held.

use upcard_cards::{
    AceMode, AllWild, Card, Cards, Faces, MAX_RUN, Meld, MeldKind, RANKS, RunSuits, ShortSort,
    Stage, Suit,
};

use crate::hand::{HandState, Planes};
use crate::laid::{LayDown, Remainder};
use crate::problem::Problem;
use crate::survey::Survey;

/// The single run of a contract, of several suits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MixedRun {
    /// Minimum and maximum number of cards.
    sizes: (u8, u8),
}

/// A bitmask of the slots of a run, the lowest first.
#[derive(Clone, Copy)]
struct Slots(u16);

impl Slots {
    const fn has(self, slot: u8) -> bool {
        self.0 >> slot & 1 != 0
    }

    const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }
}

/// The run at one place.
#[derive(Clone, Copy)]
struct Way {
    representative: Suit,
    low: u8,
    size: u8,
    /// The slots without a natural in hand.
    open: Slots,
    missing: u8,
}

/// The cards held for a run.
struct Held<'a> {
    problem: &'a Problem,
    hand: &'a HandState,
    /// Cards that may stand in their own place.
    all: Colours,
    /// The same without those that are wild elsewhere.
    plain: Colours,
    /// Cards that may stand in their own place, held or not.
    natural: Colours,
}

/// The ranks of each colour.
#[derive(Clone, Copy)]
struct Colours {
    faces: Faces,
    black: u16,
    red: u16,
}

impl Colours {
    fn of(faces: Faces) -> Colours {
        let faces = faces & Faces::NATURALS;
        let of = |suit: Suit| Planes::suit(faces.bits(), suit.index());
        let black = of(Suit::Clubs) | of(Suit::Spades);
        Colours { faces, black, red: of(Suit::Diamonds) | of(Suit::Hearts) }
    }
}

/// The first slot and every other one from there.
const EVEN: u16 = 0x5555;

impl MixedRun {
    /// `None` if the contract is not a single run, or if no run is that long.
    pub(crate) fn new(problem: &Problem) -> Option<MixedRun> {
        match problem.contract.elements[..] {
            [element] if element.kind == MeldKind::Run => {
                let sizes = problem.sizes(element)?;
                let (first, last) = problem.melds.places();
                let round = problem.melds.ace == AceMode::Corner;
                (round || sizes.0 <= last + 1 - first).then_some(MixedRun { sizes })
            }
            _ => None,
        }
    }

    /// Visits every place of a run that some hand could lay.
    fn ways(&self, held: &Held<'_>, mut visit: impl FnMut(Way)) {
        let melds = &held.problem.melds;
        let (first, last) = melds.places();
        let top = if melds.ace == AceMode::Corner { 12 } else { last };
        for size in self.sizes.0..=self.sizes.1 {
            for low in (first..=top).filter(|low| low + size <= last + 1) {
                for representative in melds.run_suits.representatives() {
                    if let Some(way) = held.way(*representative, low, size) {
                        visit(way);
                    }
                }
            }
        }
    }

    /// Minimum number of missing cards; `None` if no hand could lay the run.
    pub(crate) fn distance(&self, problem: &Problem, hand: &HandState) -> Option<u8> {
        let mut best = None;
        self.ways(&Held::of(problem, hand), |way| {
            best = best.into_iter().chain([way.missing]).min();
        });
        best
    }

    /// The distance, the number missing before any wild stands in, the faces used, and those that may help.
    pub(crate) fn survey(&self, problem: &Problem, hand: &HandState) -> Survey {
        let mut all = Survey::OUT_OF_REACH;
        self.ways(&Held::of(problem, hand), |way| {
            if way.missing < all.shortfall() {
                all = Survey { distance: Some(way.missing), ..Survey::OUT_OF_REACH };
            }
            if way.missing == all.shortfall() {
                let open = way.open.len();
                if open < all.missing {
                    (all.missing, all.used) = (open, Faces::NONE);
                }
                for slot in 0..way.size {
                    let faces = way.faces(slot, problem.melds.run_suits);
                    match way.open.has(slot) {
                        true => all.useful |= faces,
                        false if open == all.missing => all.used |= faces,
                        false => {}
                    }
                }
            }
        });
        let wild = problem.melds.wilds();
        all.used = (all.used & Faces::of(hand.cards())) | hand.wild_faces();
        all.useful |= wild;
        all
    }

    pub(crate) fn feasible(&self, problem: &Problem, hand: &HandState, leave: Remainder) -> bool {
        let mut found = false;
        self.ways(&Held::of(problem, hand), |way| found |= way.is_laid(hand, leave));
        found
    }

    /// The lay-down that leaves the least value, with naturals before wilds.
    pub(crate) fn best(
        &self,
        problem: &Problem,
        hand: &HandState,
        leave: Remainder,
        value: &[u8; 53],
    ) -> Option<LayDown> {
        let mut best: Option<(u32, Meld)> = None;
        self.ways(&Held::of(problem, hand), |way| {
            if way.is_laid(hand, leave)
                && let Some(run) = way.laid(problem, hand.cards(), value)
            {
                let worth = run.cards().iter().map(|card| u32::from(value[card.index()])).sum();
                if best.is_none_or(|(max, _)| worth > max) {
                    best = Some((worth, run));
                }
            }
        });
        best.map(|(_, run)| LayDown { melds: [run].into_iter().collect() })
    }
}

impl<'a> Held<'a> {
    fn of(problem: &'a Problem, hand: &'a HandState) -> Held<'a> {
        let melds = &problem.melds;
        let natural = if melds.natural_place { Faces::ALL } else { Faces::ALL - melds.wild_faces };
        let held = Faces::of(hand.cards());
        let all = Colours::of(held & natural);
        let plain = Colours::of(held - melds.wild_faces);
        Held { problem, hand, all, plain, natural: Colours::of(natural) }
    }

    /// The slots of a run at this place that these cards fill; `None` if runs are of one suit.
    fn slots(&self, colours: Colours, representative: Suit, low: u8, size: u8) -> Option<u16> {
        let slots = |ranks: u16| {
            let ranks = u32::from(ranks);
            ((ranks | ranks << 13) >> low & ((1 << size) - 1)) as u16
        };
        let (red, black) = (colours.red, colours.black);
        let (own, other) = if representative.is_red() { (red, black) } else { (black, red) };
        Some(match self.problem.melds.run_suits {
            RunSuits::One => return None,
            RunSuits::Any => slots(own | other),
            RunSuits::Colour => slots(own),
            RunSuits::Turns => slots(own) & EVEN | slots(other) & !EVEN,
        })
    }

    /// The same for the cards held: a rank at both ends takes two cards.
    fn filled(&self, colours: Colours, representative: Suit, low: u8, size: u8) -> Option<u16> {
        let run_suits = self.problem.melds.run_suits;
        let mut filled = self.slots(colours, representative, low, size)?;
        if usize::from(size) == MAX_RUN && run_suits != RunSuits::Turns {
            let face = |suit: &Suit| Card::natural(RANKS[usize::from(low % 13)], *suit);
            let faces = run_suits.suits(representative, 0).iter().map(face);
            let held = faces.filter(|face| colours.faces.has(*face));
            if held.map(|face| self.hand.cards().count(face)).sum::<u8>() < 2 {
                filled &= !(1 << (size - 1));
            }
        }
        Some(filled)
    }

    /// The run at this place; `None` if wilds would have to stand where they may not.
    fn way(&self, representative: Suit, low: u8, size: u8) -> Option<Way> {
        let melds = &self.problem.melds;
        let filled = self.filled(self.all, representative, low, size)?;
        let whole = ((1u32 << size) - 1) as u16;
        let open = Slots(whole & !filled);
        let plain = self.filled(self.plain, representative, low, size)?;
        let wilds = self.hand.wilds - Slots(filled & !plain).len();
        let forced = Slots(whole & !self.slots(self.natural, representative, low, size)?);
        let total = self.problem.rules.max_wilds.unwrap_or(u8::MAX);
        let max = melds.max_wilds(MeldKind::Run, size).min(total);
        let room = max_wild_slots(open, forced, size, melds.apart).map(|room| room.min(max));
        let room = room.filter(|room| *room >= forced.len());
        // No cap limits a run of wilds only.
        let only = melds.all_wild == AllWild::Any && melds.apart == 0 && total >= size;
        let beside = room.map(|room| open.len() - room.min(wilds));
        let alone = only.then(|| size.saturating_sub(wilds));
        let missing = beside.into_iter().chain(alone).min()?;
        Some(Way { representative, low, size, open, missing })
    }
}

impl Way {
    /// The naturals for a slot.
    fn faces(&self, slot: u8, run_suits: RunSuits) -> Faces {
        let rank = RANKS[usize::from((self.low + slot) % 13)];
        let suits = run_suits.suits(self.representative, usize::from(slot));
        suits.iter().map(|suit| Card::natural(rank, *suit)).collect()
    }

    fn is_laid(&self, hand: &HandState, leave: Remainder) -> bool {
        let stay = usize::from(hand.len).checked_sub(usize::from(self.size));
        self.missing == 0 && stay.is_some_and(|stay| leave.allows(stay))
    }

    /// The run with cards of this hand, the most valuable first.
    fn laid(&self, problem: &Problem, hand: &Cards, value: &[u8; 53]) -> Option<Meld> {
        let melds = &problem.melds;
        let worth = |card: &Card| value[card.index()];
        // A card that is wild elsewhere may be lacking as a wild if it stands in its own place.
        let run = |naturals: Faces, plain_first: bool| {
            let mut left = *hand;
            let slots: Vec<Option<Card>> = (0..self.size)
                .map(|slot| {
                    let faces = (self.faces(slot, melds.run_suits) & naturals).iter();
                    let held = faces.filter(|card| left.has(*card));
                    let key = |card: &Card| (plain_first && !melds.is_wild(*card), worth(card));
                    let card = held.max_by_key(key).filter(|_| !self.open.has(slot))?;
                    left.remove(card);
                    Some(card)
                })
                .collect();
            let mut wilds: Vec<Card> = left.iter().filter(|card| melds.is_wild(*card)).collect();
            wilds.short_sort_by_key(worth);
            let cards: Option<Vec<Card>> =
                slots.into_iter().map(|card| card.or_else(|| wilds.pop())).collect();
            Meld::run(self.representative, self.low, &cards?, melds, Stage::First).ok()
        };
        let own = if melds.natural_place { Faces::ALL } else { Faces::ALL - melds.wild_faces };
        let value_of =
            |meld: &Meld| -> u32 { meld.cards().iter().map(|card| u32::from(worth(&card))).sum() };
        [false, true]
            .into_iter()
            .filter_map(|plain_first| run(own, plain_first))
            .max_by_key(value_of)
            .or_else(|| run(Faces::NONE, false))
    }
}

/// Maximum number of open slots that can hold wilds, including all forced ones, with `apart` naturals between
/// any two; `None` if the forced ones are too close.
fn max_wild_slots(open: Slots, forced: Slots, size: u8, apart: u8) -> Option<u8> {
    let near = |slot: u8| {
        let mut after = slot + 1..size.min(slot.saturating_add(apart).saturating_add(1));
        after.any(|other| forced.has(other))
    };
    let (mut count, mut free_from) = (0, 0);
    for slot in (0..size).filter(|slot| open.has(*slot)) {
        let is_forced = forced.has(slot);
        if is_forced && slot < free_from {
            return None;
        }
        if slot >= free_from && (is_forced || !near(slot)) {
            (count, free_from) = (count + 1, slot.saturating_add(apart).saturating_add(1));
        }
    }
    Some(count)
}
