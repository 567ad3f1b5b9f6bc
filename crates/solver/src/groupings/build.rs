//! Builds melds from their outlines and the wilds.

use arrayvec::ArrayVec;
use upcard_cards::{
    AllWild, Card, Cards, Faces, MAX_RUN, Meld, MeldKind, MeldRules, RANKS, SUITS, ShortSort, Stage,
};

use super::grouped::{Deadwood, worth};
use super::outline::{Kind, Outline, face_at, own_rank_is_natural};

/// The melds of these outlines with the wilds of a hand, and the cards left over.
pub(super) fn built(
    hand: &Cards,
    rules: &MeldRules,
    values: &[u8; 53],
    outlines: &[Outline],
) -> Deadwood {
    // The wilds that are not naturals, the most valuable first.
    let own = outlines.iter().fold(Cards::NONE, |sum, outline| sum.plus(&outline.naturals));
    let rest = hand.minus(&own).unwrap_or(*hand);
    let faces = Faces::of(&rest) & rules.wilds();
    let mut wilds: Vec<Card> = Vec::new();
    for card in faces.iter() {
        wilds.extend(std::iter::repeat_n(card, usize::from(rest.count(card))));
    }
    wilds.short_sort_by_key(|card| std::cmp::Reverse((values[card.index()], card.index())));
    let all = wilds.len() as u8;
    let (used, over) = share(outlines, all, rules).unwrap_or((0, all));
    wilds.truncate(wilds.len() - usize::from(over));
    let min: u8 = outlines.iter().map(|outline| outline.min).sum();
    let mut more = used.saturating_sub(min);
    let melds = Vec::with_capacity(outlines.len());
    let mut deadwood = Deadwood { left: *hand, melds, points: 0 };
    for outline in outlines {
        let extra = more.min(outline.max - outline.min);
        more -= extra;
        let number = usize::from(outline.min + extra);
        let cards = taken(&mut wilds, number, |card| outline.takes(card, rules));
        deadwood.add(outline.built(&cards, rules));
    }
    for size in of_wilds_only(all - used, rules) {
        let cards = taken(&mut wilds, usize::from(size), |_| true);
        deadwood.add(meld_of_wilds(&cards, rules, false));
    }
    deadwood.points = worth(&deadwood.left, values);
    deadwood
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

/// Removes the first `number` of these wilds that fit.
fn taken(wilds: &mut Vec<Card>, number: usize, fits: impl Fn(Card) -> bool) -> Vec<Card> {
    let mut taken = Vec::new();
    if number == 0 {
        return taken;
    }
    wilds.retain(|&card| {
        let takes = taken.len() < number && fits(card);
        if takes {
            taken.push(card);
        }
        !takes
    });
    taken
}

/// Of this many wilds, the number that goes to these melds and the number finally left over, given that some
/// may form melds themselves. `None` if there are too few.
pub(super) fn share(melds: &[Outline], all: u8, rules: &MeldRules) -> Option<(u8, u8)> {
    let need: u32 = melds.iter().map(|meld| u32::from(meld.min)).sum();
    let room: u32 = melds.iter().map(|meld| u32::from(meld.max)).sum();
    let of_them = |used: u8| of_wilds_only(all - used, rules).iter().sum::<u8>();
    (need..=room.min(u32::from(all)))
        .map(|used| (used as u8, all - used as u8 - of_them(used as u8)))
        .min_by_key(|&(used, over)| (over, used))
}

impl Outline {
    /// Returns `true` if this wild can fill a gap in it.
    fn takes(&self, wild: Card, rules: &MeldRules) -> bool {
        match self.kind {
            Kind::Set(_) => !(own_rank_is_natural(rules) && self.naturals.has(wild)),
            _ => true,
        }
    }

    fn built(&self, wilds: &[Card], rules: &MeldRules) -> Option<Meld> {
        match self.kind {
            Kind::Wilds(kind) => meld_of_wilds(wilds, rules, kind == MeldKind::Run),
            Kind::Set(rank) => {
                let mut cards = self.naturals;
                cards.extend(wilds.iter().copied());
                Meld::set(Some(rank), false, cards, rules, Stage::First).ok()
            }
            Kind::Run(suit, low, high) => {
                let mut naturals = self.naturals;
                let mut wilds = wilds.iter().copied();
                let mut slots: ArrayVec<Card, MAX_RUN> = ArrayVec::new();
                for place in low..=high {
                    let face = face_at(suit, place);
                    // The ends are naturals; a hole takes a wild.
                    let card = if naturals.remove(face) { face } else { wilds.next()? };
                    slots.try_push(card).ok()?;
                }
                let (first, last) = rules.places();
                let (mut low, mut high) = (low, high);
                for wild in wilds {
                    if high < last && usize::from(high) < usize::from(low) + MAX_RUN {
                        slots.try_push(wild).ok()?;
                        high += 1;
                    } else if low > first {
                        slots.try_insert(0, wild).ok()?;
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

/// Sizes of melds of wilds only that use as many of these wilds as possible.
fn of_wilds_only(wilds: u8, rules: &MeldRules) -> ArrayVec<u8, 85> {
    let sizes = |size: u8| match rules.all_wild {
        AllWild::Never => false,
        AllWild::Trio => size == 3 && rules.set_min <= 3,
        AllWild::Sets => size >= rules.set_min && rules.set_max.is_none_or(|max| size <= max),
        AllWild::Any => {
            (size >= rules.set_min && rules.set_max.is_none_or(|max| size <= max))
                || (size >= rules.run_min && size <= rules.run_max.min(MAX_RUN as u8))
        }
    };
    let mut parts = ArrayVec::new();
    if wilds < 3 || rules.all_wild == AllWild::Never {
        return parts;
    }
    // For each number, the last part of a partition.
    let mut last = [0u8; 256];
    let mut max = 0;
    for number in 1..=wilds {
        let part = (3..=number)
            .find(|&part| sizes(part) && (part == number || last[usize::from(number - part)] > 0));
        if let Some(part) = part {
            last[usize::from(number)] = part;
            max = number;
        }
    }
    while max > 0 {
        let part = last[usize::from(max)];
        parts.push(part);
        max -= part;
    }
    parts
}

/// A meld of wilds only that parses back from its text as itself.
fn meld_of_wilds(cards: &[Card], rules: &MeldRules, as_run: bool) -> Option<Meld> {
    let all: Cards = cards.iter().copied().collect();
    let clear = |meld: &Meld| Meld::new(&meld.spec_under(rules), rules, Stage::First) == Ok(*meld);
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
