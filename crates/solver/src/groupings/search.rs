//! The exact search for the best grouping, under all rules of melds.
//!
//! The naturals are taken one after the other: each is left over, or is in a meld with some of
//! those not yet decided. How many wilds a meld takes is left open between the least and the most;
//! in the end the wilds are shared out. A way that leaves over as much as the best one found is
//! given up.

use arrayvec::ArrayVec;
use upcard_cards::{
    AceMode, AllWild, Card, Cards, MAX_RUN, Meld, MeldRules, RANKS, Rank, SUITS, ShortSort, Stage,
    Suit, WildCap,
};

use super::{Deadwood, worth};

/// The most steps of a search: about a tenth of a second. No hand of a game's size comes near.
const MOST_STEPS: u32 = 2_000_000;

/// A meld without its wilds.
#[derive(Clone, Copy, Debug)]
struct Outline {
    kind: Kind,
    /// The naturals in their own places.
    naturals: Cards,
    /// The least wilds that make it a meld, and the most that find room in it.
    least: u8,
    most: u8,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Set(Rank),
    /// From the lowest natural's place to the highest one's.
    Run(Suit, u8, u8),
}

pub(super) struct Search<'a> {
    hand: Cards,
    rules: &'a MeldRules,
    values: &'a [u8; 53],
    /// The cards not yet decided, of those that can be naturals.
    open: Cards,
    /// Those faces in the order in which they are decided.
    order: ArrayVec<Card, 53>,
    /// The wilds that no meld uses as naturals.
    wilds: Cards,
    /// All cards that might still be wilds: those in `wilds`, and wild ranks not yet decided.
    most_wilds: u8,
    /// The wilds that the melds need at the least, and have room for.
    need: u8,
    room: u32,
    /// The naturals left over so far.
    left: u32,
    melds: Vec<Outline>,
    best: u32,
    best_melds: Vec<Outline>,
    steps: u32,
}

impl<'a> Search<'a> {
    pub(super) fn new(hand: &Cards, rules: &'a MeldRules, values: &'a [u8; 53]) -> Search<'a> {
        let (mut open, mut wilds) = (Cards::NONE, Cards::NONE);
        let mut order = ArrayVec::new();
        let mut most_wilds = 0;
        for (card, count) in hand.iter_counts() {
            let wild = rules.is_wild(card);
            if wild {
                most_wilds += count;
            }
            let to = if card.is_joker() || (wild && !rules.natural_place) {
                &mut wilds
            } else {
                order.push(card);
                &mut open
            };
            (0..count).for_each(|_| to.add(card));
        }
        // Cards of wild ranks first: then the number of wilds is known. Otherwise what costs most.
        order.short_sort_by_key(|card| {
            (!rules.is_wild(*card), std::cmp::Reverse(values[card.index()]))
        });
        Search {
            hand: *hand,
            rules,
            values,
            open,
            order,
            wilds,
            most_wilds,
            need: 0,
            room: 0,
            left: 0,
            melds: Vec::new(),
            best: u32::MAX,
            best_melds: Vec::new(),
            steps: 0,
        }
    }

    pub(super) fn best(mut self) -> Deadwood {
        self.decide(0);
        let melds = std::mem::take(&mut self.best_melds);
        self.built(&melds)
    }

    /// Decides the cards from this face on.
    fn decide(&mut self, mut at: usize) {
        self.steps += 1;
        if self.left >= self.best || self.steps > MOST_STEPS {
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

    /// All cards are decided but wilds: as many as can be go to the melds, or are melds themselves.
    fn finish(&mut self) {
        let all = self.wilds.len() as u8;
        let Some((_, over)) = self.share(all) else { return };
        let points = self.left + cheapest(&self.wilds, over, self.values);
        if points < self.best {
            self.best = points;
            self.best_melds.clone_from(&self.melds);
        }
    }

    /// Of so many wilds, how many go to the melds and how many are left over in the end, if some of
    /// them may be melds themselves. None where they are too few.
    fn share(&self, all: u8) -> Option<(u8, u8)> {
        let most = self.room.min(u32::from(all)) as u8;
        (self.need..=most)
            .map(|used| {
                (used, all - used - of_wilds_only(all - used, self.rules).iter().sum::<u8>())
            })
            .min_by_key(|&(used, over)| (over, used))
    }

    /// Takes a meld, and goes on.
    fn take(&mut self, at: usize, meld: Outline) {
        let wild = |cards: &Cards| -> u8 {
            cards.iter_counts().filter(|(c, _)| self.rules.is_wild(*c)).map(|(_, n)| n).sum()
        };
        let as_naturals = wild(&meld.naturals);
        if meld.least > meld.most || self.need + meld.least + as_naturals > self.most_wilds {
            return;
        }
        self.need += meld.least;
        self.room += u32::from(meld.most);
        self.most_wilds -= as_naturals;
        self.melds.push(meld);
        self.decide(at);
        self.melds.pop();
        self.most_wilds += as_naturals;
        self.room -= u32::from(meld.most);
        self.need -= meld.least;
    }

    /// The most wilds beside so many naturals, by the cap.
    const fn cap(&self, naturals: u8) -> u8 {
        match self.rules.wild_cap {
            WildCap::None => u8::MAX,
            WildCap::Count(most) => most,
            WildCap::Naturals => naturals,
        }
    }

    /// Sets with this card.
    fn sets_with(&mut self, at: usize, card: Card, rank: Rank) {
        let naturals = [card].into_iter().collect();
        self.grow_set(at, rank, 0, naturals);
    }

    /// The set as it is, and with further cards of the rank, of this suit or later ones.
    fn grow_set(&mut self, at: usize, rank: Rank, from: usize, naturals: Cards) {
        self.steps += 1;
        let size = naturals.len() as u8;
        let top = self.rules.set_max.unwrap_or(u8::MAX);
        if size > top || self.steps > MOST_STEPS {
            return;
        }
        // The larger sets first.
        for suit in &SUITS[from..] {
            let more = Card::natural(rank, *suit);
            if self.open.remove(more) {
                let mut naturals = naturals;
                naturals.add(more);
                self.grow_set(at, rank, suit.index(), naturals);
                self.open.add(more);
            }
        }
        let least = self.rules.set_min.saturating_sub(size);
        let most = (top - size).min(self.cap(size));
        self.take(at, Outline { kind: Kind::Set(rank), naturals, least, most });
    }

    /// Runs with this card.
    fn runs_with(&mut self, at: usize, card: Card, suit: Suit) {
        let (first, last) = self.rules.places();
        // Round the corner, a run begins on one of thirteen places.
        let top = if self.rules.ace == AceMode::Corner { 12 } else { last };
        for place in (first..=last).filter(|place| face_at(suit, *place) == card) {
            let lowest = (place + 1).saturating_sub(self.longest()).max(first);
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

    /// The most cards of a run.
    fn longest(&self) -> u8 {
        let (first, last) = self.rules.places();
        self.rules.run_max.min(MAX_RUN as u8).min(last + 1 - first)
    }

    /// The run as it is, and with further naturals above. The card that it must have stands at
    /// `place`, and was taken out already.
    fn grow_run(
        &mut self,
        at: usize,
        suit: Suit,
        (low, high): (u8, u8),
        place: u8,
        naturals: Cards,
    ) {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return;
        }
        let size = naturals.len() as u8;
        let spare = (self.most_wilds - self.need).min(self.cap(u8::MAX));
        let holes = high + 1 - low - size;
        let longest = self.longest();
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
            let least = holes.max(self.rules.run_min.saturating_sub(size));
            let most = longest.saturating_sub(size).min(self.cap(size));
            self.take(at, Outline { kind: Kind::Run(suit, low, high), naturals, least, most });
        }
    }

    /// The melds of these outlines, with wilds.
    fn built(mut self, outlines: &[Outline]) -> Deadwood {
        // The wilds that are no naturals, the most valuable first.
        let own = outlines.iter().fold(Cards::NONE, |sum, outline| sum.plus(&outline.naturals));
        let rest = self.hand.without(&own);
        let mut wilds: Vec<Card> = rest.iter().filter(|card| self.rules.is_wild(*card)).collect();
        wilds
            .short_sort_by_key(|card| std::cmp::Reverse((self.values[card.index()], card.index())));
        self.need = outlines.iter().map(|outline| outline.least).sum();
        self.room = outlines.iter().map(|outline| u32::from(outline.most)).sum();
        let (used, over) = self.share(wilds.len() as u8).unwrap_or((0, wilds.len() as u8));
        wilds.truncate(wilds.len() - usize::from(over));
        let groups = of_wilds_only((wilds.len() as u8 + over) - used, self.rules);
        let mut more = used - self.need;
        let mut wilds = wilds.into_iter();
        let mut deadwood = Deadwood { left: self.hand, ..Deadwood::default() };
        for outline in outlines {
            let extra = more.min(outline.most - outline.least);
            more -= extra;
            let cards: Vec<Card> =
                wilds.by_ref().take(usize::from(outline.least + extra)).collect();
            deadwood.add(outline.built(&cards, self.rules));
        }
        for size in groups {
            let cards: Vec<Card> = wilds.by_ref().take(usize::from(size)).collect();
            deadwood.add(meld_of_wilds(&cards, self.rules));
        }
        deadwood.points = worth(&deadwood.left, self.values);
        deadwood
    }
}

impl Deadwood {
    fn add(&mut self, meld: Option<Meld>) {
        let Some(meld) = meld else { return };
        if let Some(left) = self.left.minus(&meld.cards()) {
            self.left = left;
            self.melds.push(meld);
        }
    }
}

impl Outline {
    /// The meld with these wilds.
    fn built(&self, wilds: &[Card], rules: &MeldRules) -> Option<Meld> {
        let mut wilds = wilds.iter().copied();
        match self.kind {
            Kind::Set(rank) => {
                let mut cards = self.naturals;
                cards.extend(wilds);
                Meld::set(Some(rank), false, cards, rules, Stage::First).ok()
            }
            Kind::Run(suit, low, high) => {
                let mut naturals = self.naturals;
                let mut slots: Vec<Card> = Vec::new();
                for place in low..=high {
                    let face = face_at(suit, place);
                    // The ends are naturals; a hole has none to take.
                    slots.push(if naturals.remove(face) { face } else { wilds.next()? });
                }
                let (first, last) = rules.places();
                let (mut low, mut high) = (low, high);
                for wild in wilds {
                    if high < last && usize::from(high) < usize::from(low) + MAX_RUN {
                        slots.push(wild);
                        high += 1;
                    } else if low > first {
                        slots.insert(0, wild);
                        low -= 1;
                    } else {
                        return None;
                    }
                }
                Meld::run(suit, low, &slots, rules, Stage::First).ok()
            }
        }
    }
}

/// The natural of a suit at a place of a run.
const fn face_at(suit: Suit, place: u8) -> Card {
    Card::natural(RANKS[place as usize % 13], suit)
}

/// The sizes of melds of wilds only that take as many of so many wilds as can be.
fn of_wilds_only(wilds: u8, rules: &MeldRules) -> ArrayVec<u8, 85> {
    let sizes = |size: u8| match rules.all_wild {
        AllWild::Never => false,
        AllWild::Trio => size == 3 && rules.set_min <= 3,
        AllWild::Sets => size >= rules.set_min && rules.set_max.is_none_or(|most| size <= most),
        AllWild::Any => {
            (size >= rules.set_min && rules.set_max.is_none_or(|most| size <= most))
                || (size >= rules.run_min && size <= rules.run_max.min(MAX_RUN as u8))
        }
    };
    let mut parts = ArrayVec::new();
    if wilds < 3 || rules.all_wild == AllWild::Never {
        return parts;
    }
    // For each number the last part of a way to share it out.
    let mut last = [0u8; 256];
    let mut most = 0;
    for number in 1..=wilds {
        let part = (3..=number)
            .find(|&part| sizes(part) && (part == number || last[usize::from(number - part)] > 0));
        if let Some(part) = part {
            last[usize::from(number)] = part;
            most = number;
        }
    }
    while most > 0 {
        let part = last[usize::from(most)];
        parts.push(part);
        most -= part;
    }
    parts
}

/// A meld of wilds only, one that reads back as it is said.
fn meld_of_wilds(cards: &[Card], rules: &MeldRules) -> Option<Meld> {
    let all: Cards = cards.iter().copied().collect();
    let clear = |meld: &Meld| Meld::new(&meld.said(rules), rules, Stage::First) == Ok(*meld);
    let ranks = RANKS.into_iter().map(Some).chain([None]);
    let mut sets = ranks.filter_map(|rank| Meld::set(rank, false, all, rules, Stage::First).ok());
    sets.find(clear).or_else(|| {
        let (first, last) = rules.places();
        let mut runs = (first..=last)
            .flat_map(|low| SUITS.map(|suit| Meld::run(suit, low, cards, rules, Stage::First)))
            .flatten();
        runs.find(clear)
    })
}

/// What so many of these cards are worth at the least.
fn cheapest(cards: &Cards, number: u8, values: &[u8; 53]) -> u32 {
    let mut all: ArrayVec<u8, 255> = cards.iter().map(|card| values[card.index()]).collect();
    all.short_sort_by_key(|value| *value);
    all.iter().take(usize::from(number)).map(|value| u32::from(*value)).sum()
}
