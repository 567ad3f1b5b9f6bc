//! The exact search for the best grouping, under all rules of melds.
//!
//! The naturals are taken one after the other: each is left over, or is in a meld with some of
//! those not yet decided. How many wilds a meld takes is left open between the least and the most;
//! in the end the wilds are shared out. A way that leaves over as much as the best one found is
//! given up. What a way must come to in the end is its [`Aim`].

use arrayvec::ArrayVec;
use upcard_cards::{
    AceMode, AllWild, Card, Cards, MAX_RUN, Meld, MeldRules, RANKS, Rank, SUITS, ShortSort, Stage,
    Suit, WildCap,
};

use super::{Deadwood, Declaring, worth};

/// The most steps of a search: about a tenth of a second. No hand of a game's size comes near.
const MOST_STEPS: u32 = 2_000_000;

/// What a search looks for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Aim {
    /// The least left over.
    Deadwood,
    /// The same with sequences as they are needed.
    Declared(Declaring),
    /// The fewest cards to come for a declaration of so many cards.
    Distance(Declaring, u8),
}

/// A meld without its wilds.
#[derive(Clone, Copy, Debug)]
struct Outline {
    kind: Kind,
    /// The naturals in their own places.
    naturals: Cards,
    /// The least wilds that make it a meld, and the most that find room in it.
    least: u8,
    most: u8,
    /// The wilds that it keeps out, to be pure.
    pure: bool,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Set(Rank),
    /// From the lowest natural's place to the highest one's.
    Run(Suit, u8, u8),
    /// A run of wilds only.
    Wilds,
}

pub(super) struct Search<'a> {
    hand: Cards,
    rules: &'a MeldRules,
    values: &'a [u8; 53],
    aim: Aim,
    /// The cards not yet decided, of those that can be naturals.
    open: Cards,
    /// Those faces in the order in which they are decided.
    order: ArrayVec<Card, 53>,
    /// The wilds that no meld uses as naturals.
    wilds: Cards,
    /// All cards that might still be wilds: those in `wilds`, and wild ranks not yet decided.
    most_wilds: u8,
    /// The wilds that the melds need at the least.
    need: u8,
    /// The cards that they take at the least.
    size: u8,
    /// The naturals left over so far.
    left: u32,
    melds: Vec<Outline>,
    best: u32,
    best_melds: Vec<Outline>,
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
            aim,
            open,
            order,
            wilds,
            most_wilds,
            need: 0,
            size: 0,
            left: 0,
            melds: Vec::new(),
            best: u32::MAX,
            best_melds: Vec::new(),
            steps: 0,
        }
    }

    /// The best grouping. None where none is what the aim asks for.
    pub(super) fn best(mut self) -> Option<Deadwood> {
        self.decide(0);
        let melds = std::mem::take(&mut self.best_melds);
        (self.best < u32::MAX).then(|| self.built(&melds))
    }

    /// The number that the aim asks for: points, or cards.
    pub(super) fn least(mut self) -> Option<u32> {
        self.decide(0);
        (self.best < u32::MAX).then_some(self.best)
    }

    /// What it comes to at the least, with what is left over so far.
    fn at_least(&self) -> u32 {
        match self.aim {
            Aim::Distance(_, size) => {
                (self.left + u32::from(size)).saturating_sub(self.hand.len() as u32)
            }
            _ => self.left,
        }
    }

    /// Decides the cards from this face on.
    fn decide(&mut self, mut at: usize) {
        self.steps += 1;
        if self.at_least() >= self.best || self.steps > MOST_STEPS {
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

    /// All cards are decided: the wilds are shared out, and what has come of it is looked at.
    fn finish(&mut self) {
        let ended = match self.aim {
            Aim::Deadwood => self.shared(self.melds.clone()),
            Aim::Declared(declaring) => {
                self.with_sequences(&declaring).and_then(|melds| self.shared(melds))
            }
            Aim::Distance(declaring, size) => {
                let few = usize::from(size) >= self.melds.len() * 3;
                let missing = few.then(|| missing(self, &declaring, size)).flatten();
                missing.map(|missing| (u32::from(missing), Vec::new()))
            }
        };
        if let Some((points, melds)) = ended
            && points < self.best
        {
            self.best = points;
            self.best_melds = melds;
        }
    }

    /// The points of these melds when as many wilds as can be go to them, or are melds themselves.
    fn shared(&self, mut melds: Vec<Outline>) -> Option<(u32, Vec<Outline>)> {
        for meld in &mut melds {
            meld.most = meld.most.min(self.foreign(meld));
        }
        if melds.iter().any(|meld| meld.least > meld.most) {
            return None;
        }
        let (_, over) = share(&melds, self.wilds.len() as u8, self.rules)?;
        Some((self.left + cheapest(&self.wilds, over, self.values), melds))
    }

    /// The wilds that are wilds in this meld, too: where suits must differ, one of the set's own rank
    /// is a natural in it.
    fn foreign(&self, meld: &Outline) -> u8 {
        let own = match meld.kind {
            Kind::Set(rank) if self.rules.distinct_suits && self.rules.natural_place => {
                self.wilds.iter().filter(|card| card.rank() == Some(rank)).count()
            }
            _ => 0,
        };
        (self.wilds.len() - own) as u8
    }

    /// The melds with runs kept pure, and runs of wilds only, as far as sequences are asked for.
    fn with_sequences(&self, declaring: &Declaring) -> Option<Vec<Outline>> {
        let mut melds = self.melds.clone();
        let is_run = |meld: &Outline| matches!(meld.kind, Kind::Run(..));
        let runs = melds.iter().filter(|meld| is_run(meld)).count() as u8;
        for _ in 0..declaring.pure {
            // The one that would have had room for the fewest wilds.
            let free =
                melds.iter_mut().filter(|meld| is_run(meld) && meld.least == 0 && !meld.pure);
            let meld = free.min_by_key(|meld| meld.most)?;
            (meld.pure, meld.most) = (true, 0);
        }
        for _ in runs..declaring.sequences {
            if self.rules.all_wild != AllWild::Any {
                return None;
            }
            let (least, most) = (self.rules.run_min, self.longest());
            melds.push(Outline {
                kind: Kind::Wilds,
                naturals: Cards::NONE,
                least,
                most,
                pure: false,
            });
        }
        Some(melds)
    }

    /// Takes a meld, and goes on.
    fn take(&mut self, at: usize, meld: Outline) {
        let wild = |cards: &Cards| -> u8 {
            cards.iter_counts().filter(|(c, _)| self.rules.is_wild(*c)).map(|(_, n)| n).sum()
        };
        let as_naturals = wild(&meld.naturals);
        let size = meld.naturals.len() as u8 + meld.least;
        let fits = match self.aim {
            Aim::Distance(_, all) => self.size + size <= all,
            _ => self.need + meld.least + as_naturals <= self.most_wilds,
        };
        if meld.least > meld.most || !fits {
            return;
        }
        self.need += meld.least;
        self.size += size;
        self.most_wilds -= as_naturals;
        self.melds.push(meld);
        self.decide(at);
        self.melds.pop();
        self.most_wilds += as_naturals;
        self.size -= size;
        self.need -= meld.least;
    }

    /// The most cards that can fill up a meld of so many naturals to this size.
    fn fill(&self, top: u8, naturals: u8) -> u8 {
        let room = top.saturating_sub(naturals);
        match self.aim {
            // What fills it up may be a natural that is yet to come.
            Aim::Distance(..) => room,
            _ => room.min(self.cap(naturals)),
        }
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
        let top = self.rules.set_limit().unwrap_or(u8::MAX);
        if size > top || self.steps > MOST_STEPS {
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
        let least = self.rules.set_min.saturating_sub(size);
        let most = self.fill(top, size);
        self.take(at, Outline { kind: Kind::Set(rank), naturals, least, most, pure: false });
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
        let spare = match self.aim {
            Aim::Distance(_, size) => size,
            _ => (self.most_wilds - self.need).min(self.cap(u8::MAX)),
        };
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
            let most = self.fill(longest, size);
            let kind = Kind::Run(suit, low, high);
            self.take(at, Outline { kind, naturals, least, most, pure: false });
        }
    }

    /// The melds of these outlines, with wilds.
    fn built(self, outlines: &[Outline]) -> Deadwood {
        // The wilds that are no naturals, the most valuable first.
        let own = outlines.iter().fold(Cards::NONE, |sum, outline| sum.plus(&outline.naturals));
        let rest = self.hand.without(&own);
        let mut wilds: Vec<Card> = rest.iter().filter(|card| self.rules.is_wild(*card)).collect();
        wilds
            .short_sort_by_key(|card| std::cmp::Reverse((self.values[card.index()], card.index())));
        let all = wilds.len() as u8;
        let (used, over) = share(outlines, all, self.rules).unwrap_or((0, all));
        wilds.truncate(wilds.len() - usize::from(over));
        let groups = of_wilds_only(all - used, self.rules);
        let least: u8 = outlines.iter().map(|outline| outline.least).sum();
        let mut more = used.saturating_sub(least);
        let mut deadwood = Deadwood { left: self.hand, ..Deadwood::default() };
        for outline in outlines {
            let extra = more.min(outline.most - outline.least);
            more -= extra;
            let number = usize::from(outline.least + extra);
            let cards = taken(&mut wilds, number, |card| outline.takes(card, self.rules));
            deadwood.add(outline.built(&cards, self.rules));
        }
        for size in groups {
            let cards = taken(&mut wilds, usize::from(size), |_| true);
            deadwood.add(meld_of_wilds(&cards, self.rules, false));
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

/// Takes so many of these wilds out, from the first on.
fn taken(wilds: &mut Vec<Card>, number: usize, fits: impl Fn(Card) -> bool) -> Vec<Card> {
    let mut taken = Vec::new();
    wilds.retain(|&card| {
        let takes = taken.len() < number && fits(card);
        if takes {
            taken.push(card);
        }
        !takes
    });
    taken
}

/// Of so many wilds, how many go to these melds and how many are left over in the end, if some of
/// them may be melds themselves. None where they are too few.
fn share(melds: &[Outline], all: u8, rules: &MeldRules) -> Option<(u8, u8)> {
    let need: u32 = melds.iter().map(|meld| u32::from(meld.least)).sum();
    let room: u32 = melds.iter().map(|meld| u32::from(meld.most)).sum();
    let of_them = |used: u8| of_wilds_only(all - used, rules).iter().sum::<u8>();
    (need..=room.min(u32::from(all)))
        .map(|used| (used as u8, all - used as u8 - of_them(used as u8)))
        .min_by_key(|&(used, over)| (over, used))
}

impl Outline {
    /// Can it take this wild for what it lacks?
    fn takes(&self, wild: Card, rules: &MeldRules) -> bool {
        match self.kind {
            Kind::Set(_) => {
                !(rules.distinct_suits && rules.natural_place && self.naturals.has(wild))
            }
            _ => true,
        }
    }

    /// The meld with these wilds.
    fn built(&self, wilds: &[Card], rules: &MeldRules) -> Option<Meld> {
        match self.kind {
            Kind::Wilds => meld_of_wilds(wilds, rules, true),
            Kind::Set(rank) => {
                let mut cards = self.naturals;
                cards.extend(wilds.iter().copied());
                Meld::set(Some(rank), false, cards, rules, Stage::First).ok()
            }
            Kind::Run(suit, low, high) => {
                let mut naturals = self.naturals;
                let mut wilds = wilds.iter().copied();
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
fn meld_of_wilds(cards: &[Card], rules: &MeldRules, as_run: bool) -> Option<Meld> {
    let all: Cards = cards.iter().copied().collect();
    let clear = |meld: &Meld| Meld::new(&meld.said(rules), rules, Stage::First) == Ok(*meld);
    let ranks = RANKS.into_iter().map(Some).chain([None]);
    let mut sets = ranks.filter_map(|rank| Meld::set(rank, false, all, rules, Stage::First).ok());
    sets.find(|meld| !as_run && clear(meld)).or_else(|| {
        let (first, last) = rules.places();
        let mut runs = (first..=last)
            .flat_map(|low| SUITS.map(|suit| Meld::run(suit, low, cards, rules, Stage::First)))
            .flatten();
        runs.find(clear)
    })
}

/// The fewest cards that must come to make a declaration of so many cards of the melds that a search
/// has taken, and others. None where they cannot.
fn missing(search: &Search<'_>, declaring: &Declaring, size: u8) -> Option<u8> {
    let Search { rules, .. } = *search;
    let naturals: u8 = search.melds.iter().map(|meld| meld.naturals.len() as u8).sum();
    let wilds = search.wilds.len() as u8;
    let (sequences, pure) = (usize::from(declaring.sequences), usize::from(declaring.pure));
    // The most wilds that find a place, by the sequences and pure ones so far and the cards.
    let mut room = vec![None; (sequences + 1) * (pure + 1) * (usize::from(size) + 1)];
    let at = |s: usize, p: usize, cards: usize| {
        (s.min(sequences) * (pure + 1) + p.min(pure)) * (usize::from(size) + 1) + cards
    };
    room[at(0, 0, 0)] = Some(0u8);
    // The melds of which cards are held, and then others, which need not be.
    let (run, set) = (Kind::Run(Suit::Clubs, 0, 0), Kind::Set(RANKS[0]));
    let limit = rules.set_limit().unwrap_or(size);
    let none =
        |kind, least, most| Outline { kind, naturals: Cards::NONE, least, most, pure: false };
    let others = [none(run, rules.run_min, search.longest()), none(set, rules.set_min, limit)];
    let others = others.iter().flat_map(|other| std::iter::repeat_n(other, usize::from(size / 3)));
    let held = search.melds.iter().map(|meld| (meld, true));
    for (meld, must) in held.chain(others.map(|meld| (meld, false))) {
        let mut next = if must { vec![None; room.len()] } else { room.clone() };
        let own = meld.naturals.len() as u8;
        let is_run = matches!(meld.kind, Kind::Run(..));
        let foreign = search.foreign(meld);
        for s in 0..=sequences {
            for p in 0..=pure {
                for cards in 0..=usize::from(size) {
                    let Some(before) = room[at(s, p, cards)] else { continue };
                    for total in own + meld.least..=(own + meld.most).min(size - cards as u8) {
                        let cards = cards + usize::from(total);
                        let mut to = |p: usize, wilds: u8| {
                            let now = &mut next[at(s + usize::from(is_run), p, cards)];
                            *now = (*now).max(Some(before + wilds));
                        };
                        to(p, wilds_in(rules, own, total).min(foreign));
                        if is_run {
                            to(p + 1, 0);
                        }
                    }
                }
            }
        }
        room = next;
    }
    let room = room[at(sequences, pure, usize::from(size))]?;
    Some(size - naturals - wilds.min(room))
}

/// The most wilds in a meld of so many cards of which so many are naturals, and others may be.
fn wilds_in(rules: &MeldRules, naturals: u8, size: u8) -> u8 {
    let free = size - naturals;
    if naturals == 0 && matches!(rules.all_wild, AllWild::Any) {
        return free;
    }
    let one = u8::from(naturals == 0);
    match rules.wild_cap {
        WildCap::None => free - one,
        WildCap::Count(most) => most.min(free - one),
        WildCap::Naturals => (size / 2).min(free),
    }
}

/// What so many of these cards are worth at the least.
fn cheapest(cards: &Cards, number: u8, values: &[u8; 53]) -> u32 {
    let mut all: ArrayVec<u8, 255> = cards.iter().map(|card| values[card.index()]).collect();
    all.short_sort_by_key(|value| *value);
    all.iter().take(usize::from(number)).map(|value| u32::from(*value)).sum()
}
