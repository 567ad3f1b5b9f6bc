//! Missing cards of a declaration: its melds are filled up with wilds and with cards to come.

use upcard_cards::{AllWild, Cards, MeldRules, RANKS, SUITS, Suit, WildCap};

use super::grouped::Declaring;
use super::outline::{Kind, Outline, face_at, longest};

/// Minimum number of cards to come for a declaration of this many cards with the melds of a search, and
/// others. `None` if impossible.
pub(super) fn missing(
    rules: &MeldRules,
    melds: &[Outline],
    wilds: &Cards,
    declaring: &Declaring,
    size: u8,
) -> Option<u8> {
    let naturals: u8 = melds.iter().map(|meld| meld.naturals.len() as u8).sum();
    let number = wilds.len() as u8;
    let max = Needed {
        runs: declaring.sequences.into(),
        pure: declaring.pure.into(),
        sets: declaring.sets.into(),
    };
    // Maximum number of wilds placed, by requirements met and number of cards.
    let mut room = vec![None; max.number() * (usize::from(size) + 1)];
    let at = |so_far: Needed, cards: usize| max.at(so_far) * (usize::from(size) + 1) + cards;
    room[at(Needed::default(), 0)] = Some(0u8);
    // The melds with cards in hand, then optional others without any. Their rank is not wild, so that any
    // wild may stand in.
    let rank = RANKS.into_iter().find(|rank| !rules.has_wild_of(*rank)).unwrap_or(RANKS[0]);
    let (run, set) = (Kind::Run(Suit::Clubs, 0, 0), Kind::Set(rank));
    let limit = rules.set_limit().unwrap_or(size);
    let none = |kind, min, max| Outline { kind, naturals: Cards::NONE, min, max, pure: false };
    let others = [none(run, rules.run_min, longest(rules)), none(set, rules.set_min, limit)];
    let others = others.iter().flat_map(|other| std::iter::repeat_n(other, usize::from(size / 3)));
    let held = melds.iter().map(|meld| (meld, true));
    for (meld, must) in held.chain(others.map(|meld| (meld, false))) {
        let mut next = if must { vec![None; room.len()] } else { room.clone() };
        let own = meld.naturals.len() as u8;
        let is_run = meld.is_run();
        let foreign = meld.foreign(wilds, rules);
        for so_far in max.each() {
            for cards in 0..=usize::from(size) {
                let Some(before) = room[at(so_far, cards)] else { continue };
                for total in own + meld.min..=(own + meld.max).min(size - cards as u8) {
                    let cards = cards + usize::from(total);
                    let mut to = |pure: usize, wilds: u8| {
                        let now = &mut next[at(so_far.with(is_run, pure), cards)];
                        *now = (*now).max(Some(before + wilds));
                    };
                    to(0, wilds_in(rules, own, total, is_run).min(foreign));
                    if is_run && may_be_pure(meld, rules, total) {
                        to(1, 0);
                    }
                }
            }
        }
        room = next;
    }
    let room = room[at(max, usize::from(size))]?;
    Some(size - naturals - number.min(room))
}

/// Required melds of a declaration.
#[derive(Clone, Copy, Default)]
struct Needed {
    runs: usize,
    pure: usize,
    sets: usize,
}

impl Needed {
    const fn number(self) -> usize {
        (self.runs + 1) * (self.pure + 1) * (self.sets + 1)
    }

    fn each(self) -> impl Iterator<Item = Needed> {
        let sets = move |(runs, pure)| (0..=self.sets).map(move |sets| Needed { runs, pure, sets });
        let pure = move |runs| (0..=self.pure).map(move |pure| (runs, pure));
        (0..=self.runs).flat_map(pure).flat_map(sets)
    }

    /// Index of a state of progress; anything beyond the requirement is capped.
    fn at(self, so_far: Needed) -> usize {
        let runs = so_far.runs.min(self.runs) * (self.pure + 1) + so_far.pure.min(self.pure);
        runs * (self.sets + 1) + so_far.sets.min(self.sets)
    }

    /// With one more meld, a set or a run, and this many more pure runs.
    fn with(self, is_run: bool, pure: usize) -> Needed {
        let (runs, sets) = (usize::from(is_run), usize::from(!is_run));
        Needed { runs: self.runs + runs, pure: self.pure + pure, sets: self.sets + sets }
    }
}

/// Returns `true` if this can be a pure run of `size` cards. If a card of a wild face is wild in its own
/// place, too, no pure run holds one.
fn may_be_pure(meld: &Outline, rules: &MeldRules, size: u8) -> bool {
    if rules.natural_place || rules.wild_faces.is_empty() {
        return true;
    }
    let (first, last) = rules.places();
    let pure =
        |suit: Suit, from: u8| (from..from + size).all(|at| !rules.is_wild(face_at(suit, at)));
    let mut starts = first..=(last + 1).saturating_sub(size);
    match meld.kind {
        Kind::Run(suit, low, high) if !meld.naturals.is_empty() => {
            starts.any(|from| from <= low && high < from + size && pure(suit, from))
        }
        _ => starts.any(|from| SUITS.into_iter().any(|suit| pure(suit, from))),
    }
}

/// Maximum number of wilds in a meld of `size` cards with this many naturals; others may still come.
fn wilds_in(rules: &MeldRules, naturals: u8, size: u8, is_run: bool) -> u8 {
    let free = size - naturals;
    if naturals == 0 && matches!(rules.all_wild, AllWild::Any) {
        return free;
    }
    let one = u8::from(naturals == 0);
    match rules.wild_cap {
        WildCap::None => free - one,
        _ if !is_run && !rules.cap_sets => free - one,
        WildCap::Count(max) => max.min(free - one),
        WildCap::Naturals => (size / 2).min(free),
        WildCap::FewerThanNaturals => (size.saturating_sub(1) / 2).min(free),
        WildCap::TwoNaturals => size.saturating_sub(2).min(free),
    }
}
