//! The exact search for the best grouping, under all rules of melds.
//!
//! The naturals are decided one after the other: each is left over, or is in a meld with some of the
//! undecided ones. The number of wilds of a meld stays open between its minimum and maximum; finally the
//! wilds are shared out. A branch that leaves over as much as the best one found is pruned. The goal of a
//! search is its [`Aim`].

use arrayvec::ArrayVec;
use upcard_cards::{
    AceMode, AllWild, Card, Cards, MeldKind, MeldRules, Rank, SUITS, ShortSort, Suit, WildCap,
};

use super::build::{built, share};
use super::grouped::{Deadwood, Declaring};
use super::missing::missing;
use super::outline::{Kind, Outline, face_at, longest};
use crate::meter;

/// Step limit of a search: about a tenth of a second. No hand of a game's size comes near.
const MAX_STEPS: u32 = 2_000_000;

#[derive(Clone, Copy, Debug)]
pub(super) enum Aim {
    /// The least deadwood.
    Deadwood,
    /// The same with the required sequences and sets, one of the sequences having at least this many cards.
    Declared(Declaring, u8),
    /// Minimum number of cards to come for a declaration of this many cards.
    Distance(Declaring, u8),
}

pub(super) struct Search<'a> {
    pub(super) hand: Cards,
    pub(super) rules: &'a MeldRules,
    pub(super) values: &'a [u8; 53],
    aim: Aim,
    /// The undecided cards among those that can be naturals.
    open: Cards,
    /// Those faces in the order of decision.
    order: ArrayVec<Card, 53>,
    /// The wilds that no meld uses as naturals.
    pub(super) wilds: Cards,
    /// Number of cards that might still be wilds: those in `wilds`, and wild ranks not yet decided.
    max_wilds: u8,
    /// Minimum number of wilds that the melds need.
    need: u8,
    /// Minimum number of cards of the melds.
    size: u8,
    /// Value of the naturals left over so far.
    left: u32,
    pub(super) melds: Vec<Outline>,
    best: u32,
    best_melds: Option<Vec<Outline>>,
    steps: u32,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        hand: &Cards,
        rules: &'a MeldRules,
        values: &'a [u8; 53],
        aim: Aim,
    ) -> Search<'a> {
        let (mut open, mut wilds) = (Cards::NONE, Cards::NONE);
        let mut order = ArrayVec::new();
        let mut max_wilds = 0;
        for (card, count) in hand.iter_counts() {
            let wild = rules.is_wild(card);
            if wild {
                max_wilds += count;
            }
            let to = if card.is_joker() || (wild && !rules.natural_place) {
                &mut wilds
            } else {
                order.push(card);
                &mut open
            };
            (0..count).for_each(|_| to.add(card));
        }
        // Cards of wild ranks first, which fixes the number of wilds; then the most valuable.
        order.short_sort_by_key(|card| {
            (!rules.is_wild(*card), std::cmp::Reverse(values[card.index()]))
        });
        Search {
            hand: *hand,
            rules,
            values,
            aim,
            open,
            order,
            wilds,
            max_wilds,
            need: 0,
            size: 0,
            left: 0,
            melds: Vec::new(),
            best: u32::MAX,
            best_melds: None,
            steps: 0,
        }
    }

    /// The same with an upper bound: results of this value or more are ignored, so that the search soon ends
    /// if there is nothing better.
    pub(super) fn below(self, useless: u32) -> Search<'a> {
        Search { best: useless, ..self }
    }

    /// The best grouping; `None` if no grouping meets the aim.
    pub(super) fn best(mut self) -> Option<Deadwood> {
        match self.aim {
            Aim::Declared(declaring, _) if declaring.sets > 0 => self.needed_set(),
            _ => self.decide(0),
        }
        let melds = self.best_melds?;
        Some(built(&self.hand, self.rules, self.values, &melds))
    }

    /// The minimum for the aim, in points or cards.
    pub(super) fn minimum(mut self) -> Option<u32> {
        self.decide(0);
        self.best_melds.map(|_| self.best)
    }

    /// Counts a step with this much work; `false` if none are left.
    fn step(&mut self, work: u32) -> bool {
        self.steps = if meter::step(work) { self.steps + 1 } else { MAX_STEPS + 1 };
        self.steps <= MAX_STEPS
    }

    /// Lower bound on the result, from what is left over so far.
    fn at_least(&self) -> u32 {
        match self.aim {
            Aim::Distance(_, size) => {
                (self.left + u32::from(size)).saturating_sub(self.hand.len() as u32)
            }
            _ => self.left,
        }
    }

    fn decide(&mut self, mut at: usize) {
        let steps_are_left = self.step(1);
        if self.at_least() >= self.best || !steps_are_left {
            return;
        }
        while self.order.get(at).is_some_and(|card| !self.open.has(*card)) {
            at += 1;
        }
        let Some(&card) = self.order.get(at) else {
            self.finish();
            return;
        };
        self.open.remove(card);
        let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return };
        self.runs_with(at, card, suit);
        self.sets_with(at, card, rank);
        // Left over, or a wild for others.
        if self.rules.is_wild(card) {
            self.wilds.add(card);
            self.decide(at);
            self.wilds.remove(card);
        } else {
            let value = u32::from(self.values[card.index()]);
            self.left += value;
            self.decide(at);
            self.left -= value;
        }
        self.open.add(card);
    }

    /// Tries each of the required sets first, and one of wilds last: few of the very many groupings of such
    /// hands have it.
    fn needed_set(&mut self) {
        for (card, _) in self.open.iter_counts() {
            let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { continue };
            if self.rules.set_min < MeldRules::NO_SETS && self.open.remove(card) {
                self.grow_set(0, rank, suit.index(), [card].into_iter().collect());
                self.open.add(card);
            }
        }
        if self.rules.all_wild != AllWild::Never {
            self.decide(0);
        }
    }

    /// All cards are decided: shares out the wilds and evaluates the result.
    fn finish(&mut self) {
        if !meter::step(self.work_at_the_end()) {
            return;
        }
        let ended = match self.aim {
            Aim::Deadwood => self.shared(self.melds.clone()),
            Aim::Declared(declaring, long) => self.declared(&declaring, long),
            Aim::Distance(declaring, size) => {
                let few = usize::from(size) >= self.melds.len() * 3;
                let missing = few
                    .then(|| missing(self.rules, &self.melds, &self.wilds, &declaring, size))
                    .flatten();
                missing.map(|missing| (u32::from(missing), Vec::new()))
            }
        };
        if let Some((points, melds)) = ended
            && points < self.best
        {
            self.best = points;
            self.best_melds = Some(melds);
        }
    }

    /// Steps charged for evaluating melds.
    fn work_at_the_end(&self) -> u32 {
        match self.aim {
            Aim::Deadwood | Aim::Declared(..) => 2 + self.melds.len() as u32,
            Aim::Distance(declaring, size) => {
                let melds = self.melds.len() as u32 + 2 * u32::from(size) / 3;
                let runs = u32::from(declaring.sequences + 1) * u32::from(declaring.pure + 1);
                1 + melds * runs * u32::from(declaring.sets + 1) * u32::from(size) / 12
            }
        }
    }

    /// The points of these melds if as many wilds as possible go to them, or form melds themselves.
    fn shared(&self, mut melds: Vec<Outline>) -> Option<(u32, Vec<Outline>)> {
        for meld in &mut melds {
            meld.max = meld.max.min(meld.foreign(&self.wilds, self.rules));
        }
        if melds.iter().any(|meld| meld.min > meld.max) {
            return None;
        }
        let (_, over) = share(&melds, self.wilds.len() as u8, self.rules)?;
        Some((self.left + cheapest(&self.wilds, over, self.values), melds))
    }

    /// The least deadwood with the required melds, whichever of the runs is the long one.
    fn declared(&self, declaring: &Declaring, long: u8) -> Option<(u32, Vec<Outline>)> {
        let melds = self.with_wilds_only(declaring)?;
        if long == 0 {
            return self.shared(kept_pure(melds, declaring.pure)?);
        }
        let each = (0..melds.len()).filter_map(|at| {
            let mut melds = melds.clone();
            let run = melds.get_mut(at).filter(|meld| meld.is_run())?;
            run.min = run.min.max(long.saturating_sub(run.naturals.len() as u8));
            self.shared(kept_pure(melds, declaring.pure)?)
        });
        each.min_by_key(|(points, _)| *points)
    }

    /// The melds, plus melds of wilds only for missing sequences and sets.
    fn with_wilds_only(&self, declaring: &Declaring) -> Option<Vec<Outline>> {
        let mut melds = self.melds.clone();
        let runs = melds.iter().filter(|meld| meld.is_run()).count();
        let sets = melds.len() - runs;
        let of_wilds = |kind, min, max| Outline {
            kind: Kind::Wilds(kind),
            naturals: Cards::NONE,
            min,
            max,
            pure: false,
        };
        for _ in runs..declaring.sequences.into() {
            if self.rules.all_wild != AllWild::Any {
                return None;
            }
            melds.push(of_wilds(MeldKind::Run, self.rules.run_min, longest(self.rules)));
        }
        for _ in sets..declaring.sets.into() {
            let MeldRules { set_min, set_max, all_wild, .. } = *self.rules;
            let (min, max) = match all_wild {
                AllWild::Trio if set_min <= 3 => (3, 3),
                AllWild::Sets | AllWild::Any => (set_min, set_max.unwrap_or(u8::MAX)),
                AllWild::Never | AllWild::Trio => return None,
            };
            melds.push(of_wilds(MeldKind::Set, min, max));
        }
        Some(melds)
    }

    fn take(&mut self, at: usize, meld: Outline) {
        let wild = |cards: &Cards| -> u8 {
            cards.iter_counts().filter(|(c, _)| self.rules.is_wild(*c)).map(|(_, n)| n).sum()
        };
        let as_naturals = wild(&meld.naturals);
        let size = meld.naturals.len() as u8 + meld.min;
        let fits = match self.aim {
            Aim::Distance(_, all) => self.size + size <= all,
            _ => self.need + meld.min + as_naturals <= self.max_wilds,
        };
        if meld.min > meld.max || !fits {
            return;
        }
        self.need += meld.min;
        self.size += size;
        self.max_wilds -= as_naturals;
        self.melds.push(meld);
        self.decide(at);
        self.melds.pop();
        self.max_wilds += as_naturals;
        self.size -= size;
        self.need -= meld.min;
    }

    /// Maximum number of cards that can fill up a meld of this kind with this many naturals to this size.
    fn fill(&self, kind: MeldKind, top: u8, naturals: u8) -> u8 {
        let room = top.saturating_sub(naturals);
        match self.aim {
            // It may be filled up by naturals yet to come.
            Aim::Distance(..) => room,
            _ => room.min(self.cap(kind, naturals)),
        }
    }

    /// Maximum number of wilds beside this many naturals in a meld of this kind, by the cap.
    const fn cap(&self, kind: MeldKind, naturals: u8) -> u8 {
        match self.rules.wild_cap {
            WildCap::None => u8::MAX,
            _ if !self.rules.caps(kind) => u8::MAX,
            WildCap::Count(max) => max,
            WildCap::Naturals => naturals,
            WildCap::FewerThanNaturals => naturals.saturating_sub(1),
            WildCap::TwoNaturals if naturals < 2 => 0,
            WildCap::TwoNaturals => u8::MAX,
        }
    }

    fn sets_with(&mut self, at: usize, card: Card, rank: Rank) {
        if self.rules.set_min == MeldRules::NO_SETS {
            return;
        }
        let naturals = [card].into_iter().collect();
        self.grow_set(at, rank, 0, naturals);
    }

    /// The set as it is, and with further cards of the rank, of this suit or later ones.
    fn grow_set(&mut self, at: usize, rank: Rank, from: usize, naturals: Cards) {
        let steps_are_left = self.step(1);
        let size = naturals.len() as u8;
        let top = self.rules.set_limit().unwrap_or(u8::MAX);
        if size > top || !steps_are_left {
            return;
        }
        // The larger sets first.
        for suit in &SUITS[from..] {
            let more = Card::natural(rank, *suit);
            let twice = self.rules.distinct_suits && naturals.has(more);
            if !twice && self.open.remove(more) {
                let mut naturals = naturals;
                naturals.add(more);
                self.grow_set(at, rank, suit.index(), naturals);
                self.open.add(more);
            }
        }
        let min = self.rules.set_min.saturating_sub(size);
        let max = self.fill(MeldKind::Set, top, size);
        self.take(at, Outline { kind: Kind::Set(rank), naturals, min, max, pure: false });
    }

    fn runs_with(&mut self, at: usize, card: Card, suit: Suit) {
        let (first, last) = self.rules.places();
        // Round the corner, a run begins on one of thirteen places.
        let top = if self.rules.ace == AceMode::Corner { 12 } else { last };
        for place in (first..=last).filter(|place| face_at(suit, *place) == card) {
            let lowest = (place + 1).saturating_sub(longest(self.rules)).max(first);
            for low in lowest..=place.min(top) {
                let naturals = [face_at(suit, low)].into_iter().collect();
                if low == place {
                    self.grow_run(at, suit, (low, low), place, naturals);
                } else if self.open.remove(face_at(suit, low)) {
                    self.grow_run(at, suit, (low, low), place, naturals);
                    self.open.add(face_at(suit, low));
                }
            }
        }
    }

    /// The run as it is, and with further naturals above. The required card is at `place`, and was removed
    /// already.
    fn grow_run(
        &mut self,
        at: usize,
        suit: Suit,
        (low, high): (u8, u8),
        place: u8,
        naturals: Cards,
    ) {
        if !self.step(1) {
            return;
        }
        let size = naturals.len() as u8;
        let spare = match self.aim {
            Aim::Distance(_, size) => size,
            _ => (self.max_wilds - self.need).min(self.cap(MeldKind::Run, u8::MAX)),
        };
        let holes = high + 1 - low - size;
        let longest = longest(self.rules);
        let top = if high < place { place } else { self.rules.places().1.min(low + longest - 1) };
        for next in high + 1..=top {
            if holes + (next - high - 1) > spare {
                break;
            }
            let face = face_at(suit, next);
            let mut longer = naturals;
            longer.add(face);
            if next == place {
                self.grow_run(at, suit, (low, next), place, longer);
            } else if self.open.remove(face) {
                self.grow_run(at, suit, (low, next), place, longer);
                self.open.add(face);
            }
        }
        if high >= place {
            let min = holes.max(self.rules.run_min.saturating_sub(size));
            let max = self.fill(MeldKind::Run, longest, size);
            let kind = Kind::Run(suit, low, high);
            self.take(at, Outline { kind, naturals, min, max, pure: false });
        }
    }
}

/// Groups a hand with the least deadwood, by the value of each face ([`upcard_cards::Card::index`]).
///
/// It is exact for hands of any game's size. The work is bounded, so a hand of dozens of cards with many
/// wilds gets the best grouping found within the bound.
///
/// ```
/// use upcard_cards::{Cards, MeldRules, AceMode};
/// use upcard_solver::deadwood;
/// let rules = MeldRules { run_min: 3, ace: AceMode::Low, ..MeldRules::default() };
/// let values = std::array::from_fn(|face| (face as u8 % 13 + 1).min(10));
/// let hand: Cards = "7C 7D 7H 8H 9H KS KD 2C 3C 4C".parse().unwrap();
/// // The seven of hearts is worth more in the set: the eight and the nine are left over, too.
/// assert_eq!(deadwood(&hand, &rules, &values).points, 34);
/// ```
#[must_use]
pub fn deadwood(hand: &Cards, rules: &MeldRules, values: &[u8; 53]) -> Deadwood {
    let found = Search::new(hand, rules, values, Aim::Deadwood).best();
    found.unwrap_or_else(|| Deadwood::of(hand, values))
}

/// The melds with this many runs kept pure, if so many need no wild.
fn kept_pure(mut melds: Vec<Outline>, pure: u8) -> Option<Vec<Outline>> {
    for _ in 0..pure {
        // The one with room for the fewest wilds.
        let free = melds.iter_mut().filter(|meld| meld.is_run() && meld.min == 0 && !meld.pure);
        let meld = free.min_by_key(|meld| meld.max)?;
        (meld.pure, meld.max) = (true, 0);
    }
    Some(melds)
}

/// Minimum value of this many of these cards.
fn cheapest(cards: &Cards, number: u8, values: &[u8; 53]) -> u32 {
    let mut all: ArrayVec<u8, 255> = cards.iter().map(|card| values[card.index()]).collect();
    all.short_sort_by_key(|value| *value);
    all.iter().take(usize::from(number)).map(|value| u32::from(*value)).sum()
}
