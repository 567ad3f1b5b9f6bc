//! Novices with a habit more: what advice to players is worth, followed or not.
//!
//! A habit changes single answers of a novice, and leaves the others as they are. They are for
//! measurements alone; nobody plays against them at a table.

use std::fmt;
use std::str::FromStr;

use upcard_bots::{Bot, Budget, Novice, Objective, company};
use upcard_cards::{Card, Cards, Meld, MeldKind, MeldSpec, RANKS, Stage};
use upcard_engine::choices::{LastCard, LayDownMode};
use upcard_engine::table::Down;
use upcard_engine::{Action, Phase, Seat, View};

/// Lay-downs that are listed at the most when one is chosen.
const LAY_DOWNS: usize = 40;

/// Turns that a contract which could be laid down is held back.
const TURNS_HELD: u8 = 3;

/// Cards of a hand that is near its end.
const FEW: usize = 4;

/// What a novice does beside, or instead of, what it does anyway.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Habit {
    /// Buys what it would take in its own turn.
    Buys,
    /// Buys likewise, but not with few cards left, nor where at most one is missing to lay down.
    BuysEarly,
    /// Buys whatever is offered until its contract is down, for the card that comes with it.
    BuysBlind,
    /// Throws cards that only dead cards would complete like any loose card.
    Counts,
    /// Holds a contract of the first half of the match back for three turns.
    Waits,
    /// Lays wild cards into runs rather than sets, and does not add them to melds before the end.
    SavesWilds,
    /// Lays down where its last card may not be thrown only if all other cards fit a meld.
    Plans,
    /// Throws the most expensive of its loose cards.
    ShedsHigh,
    /// Throws the cheapest of its loose cards.
    ShedsLow,
    /// Throws what only a set could use before what a run could use.
    KeepsRuns,
    /// Holds back what sits with cards that others have taken openly, and what fits their melds.
    Watches,
    /// Lays the smallest melds that will do.
    ShortRuns,
    /// Throws any card.
    ThrowsAny,
}

/// All habits with their names.
const NAMES: [(Habit, &str); 13] = [
    (Habit::Buys, "buys"),
    (Habit::BuysEarly, "buys-early"),
    (Habit::BuysBlind, "buys-blind"),
    (Habit::Counts, "counts"),
    (Habit::Waits, "waits"),
    (Habit::SavesWilds, "saves-wilds"),
    (Habit::Plans, "plans"),
    (Habit::ShedsHigh, "sheds-high"),
    (Habit::ShedsLow, "sheds-low"),
    (Habit::KeepsRuns, "keeps-runs"),
    (Habit::Watches, "watches"),
    (Habit::ShortRuns, "short-runs"),
    (Habit::ThrowsAny, "throws-any"),
];

impl fmt::Display for Habit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(habit, _)| habit == self).map_or("", |(_, name)| name);
        f.write_str(name)
    }
}

impl FromStr for Habit {
    type Err = ();

    fn from_str(text: &str) -> Result<Habit, ()> {
        NAMES.iter().find(|(_, name)| *name == text).map(|(habit, _)| *habit).ok_or(())
    }
}

/// A novice with a habit.
pub(crate) struct Advised {
    habit: Habit,
    novice: Novice,
    /// The deal, and the turns in it in which a contract was held back.
    held: (u8, u8),
}

impl Advised {
    pub(crate) fn new(habit: Habit) -> Advised {
        Advised { habit, novice: Novice, held: (0, 0) }
    }

    /// What the habit does instead of this, if it does.
    fn instead(&mut self, view: &View<'_>, own: &Action) -> Option<Action> {
        match (self.habit, own) {
            (habit, Action::Pass) if matches!(view.table.phase(), Phase::Offers { .. }) => {
                buys(habit, view).then_some(Action::Buy)
            }
            (habit, Action::Discard { .. }) => thrown(habit, view),
            (Habit::Waits, Action::Down(_)) => self.holds_back(view),
            (Habit::Plans, Action::Down(melds)) if !is_planned(view, melds) => {
                thrown(Habit::ShedsHigh, view)
            }
            (Habit::SavesWilds, Action::Down(_)) => laid(view, |melds| wilds_in_sets(view, melds)),
            (Habit::ShortRuns, Action::Down(own)) => {
                laid(view, |melds| (melds.len() != own.len(), size(melds)))
            }
            (Habit::SavesWilds, Action::Off { card, .. }) => {
                let wild = view.contract_rules().melds.is_wild(*card);
                if wild && view.hand.len() > 2 { thrown(Habit::ShedsHigh, view) } else { None }
            }
            _ => None,
        }
    }

    fn holds_back(&mut self, view: &View<'_>) -> Option<Action> {
        let early = usize::from(view.table.deal()) < view.rules.deals.len().div_ceil(2);
        if !early || view.table.opened(view.rules, view.seat) != Down::No {
            return None;
        }
        if self.held.0 != view.table.deals_begun() {
            self.held = (view.table.deals_begun(), 0);
        }
        if self.held.1 >= TURNS_HELD {
            return None;
        }
        let action = thrown(Habit::ShedsHigh, view).filter(|action| view.allows(action))?;
        self.held.1 += 1;
        Some(action)
    }
}

impl Bot for Advised {
    fn decide(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Action {
        let own = self.novice.decide(view, budget);
        self.instead(view, &own).filter(|action| view.allows(action)).unwrap_or(own)
    }
}

/// Does a novice with this habit buy the upcard?
fn buys(habit: Habit, view: &View<'_>) -> bool {
    let Some(card) = view.table.upcard() else { return false };
    let wild = view.contract_rules().melds.is_wild(card);
    let wanted = wild || company(card, view.hand) >= 2;
    match habit {
        Habit::Buys => wanted,
        Habit::BuysEarly => wanted && !is_near_the_end(view),
        Habit::BuysBlind => view.table.opened(view.rules, view.seat) == Down::No,
        _ => false,
    }
}

/// Is a hand nearly gone, or nearly ready to be laid down?
fn is_near_the_end(view: &View<'_>) -> bool {
    let objective = Objective::of(view, view.hand.len());
    let missing = objective.measure(view.hand, view.rules).shortfall();
    view.hand.len() <= FEW || (objective.contract && missing <= 1)
}

/// The card that this habit throws.
fn thrown(habit: Habit, view: &View<'_>) -> Option<Action> {
    let deal = view.contract_rules();
    let hidden = view.rules.set.choices.laying_down.mode == LayDownMode::Hidden;
    // Where melds stay in the hand, only what stands in none is thrown.
    let left = if hidden { deal.deadwood(view.hand).left } else { *view.hand };
    let from = if left.is_empty() { view.hand } else { &left };
    let wanted = if habit == Habit::Watches { taken_by_others(view) } else { Cards::NONE };
    let key = |card: Card| {
        let points = i32::from(deal.values[card.index()]);
        let together = company(card, view.hand) > 1;
        let (first, then) = match habit {
            Habit::ShedsHigh => (u8::from(together), -points),
            Habit::ShedsLow => (u8::from(together), points),
            Habit::KeepsRuns => (run_or_set(card, view.hand), -points),
            Habit::Watches => {
                let held = 2 * u8::from(together) + u8::from(helps(view, card, &wanted));
                (held, -points)
            }
            Habit::Counts => (u8::from(together && lives(view, card)), -points),
            Habit::ThrowsAny => (0, any(view, card)),
            _ => return None,
        };
        Some((deal.melds.is_wild(card), first, then))
    };
    let mut cards: Vec<_> =
        from.iter_counts().filter_map(|(card, _)| Some((key(card)?, card))).collect();
    cards.sort();
    let discards = cards.into_iter().map(|(_, card)| Action::Discard { card, shanghai: false });
    discards.into_iter().find(|action| view.allows(action))
}

/// No company, company of its rank alone, or neighbours in its suit.
fn run_or_set(card: Card, hand: &Cards) -> u8 {
    let of_rank = card.rank().map_or(0, |rank| hand.rank_count(rank));
    match company(card, hand) {
        0 | 1 => 0,
        all if all <= of_rank => 1,
        _ => 2,
    }
}

/// Can an unseen card bring this one into a set or a run with its company?
fn lives(view: &View<'_>, card: Card) -> bool {
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return true };
    let unseen = view.unseen();
    let near = |step: usize| Card::natural(RANKS[(rank.index() + step) % 13], suit);
    let of_rank = view.hand.rank_count(rank) > 1 && unseen.rank_count(rank) > 0;
    // With a neighbour at one of these steps, a card at the others makes a run of three.
    let runs = [(1, [2, 12]), (12, [1, 11]), (2, [1, 1]), (11, [12, 12])];
    let in_suit = runs.iter().any(|(own, wanted)| {
        view.hand.has(near(*own)) && wanted.iter().any(|step| unseen.has(near(*step)))
    });
    of_rank || in_suit || view.hand.rank_count(rank) > 2
}

/// What the others have openly taken and still hold.
fn taken_by_others(view: &View<'_>) -> Cards {
    let others = Seat::all(view.table.players()).filter(|seat| *seat != view.seat);
    others.fold(Cards::NONE, |all, seat| all.plus(&view.known_of(seat)))
}

/// Would this card help somebody else, as far as one can see?
fn helps(view: &View<'_>, card: Card, taken: &Cards) -> bool {
    let melds = &view.contract_rules().melds;
    company(card, taken) > 0 || view.table.melds().iter().any(|on| on.meld.fit(card, melds).any())
}

/// A number that looks like chance: the same for the same decision.
fn any(view: &View<'_>, card: Card) -> i32 {
    let mixed = view.table.decision().wrapping_mul(0x9E37_79B9)
        ^ (card.index() as u32).wrapping_mul(0x85EB_CA6B);
    (mixed.wrapping_mul(0xC2B2_AE35) >> 12) as i32
}

/// The lay-down with the least of this, if it is another than the novice's own would be.
fn laid<K: Ord>(view: &View<'_>, of: impl Fn(&[MeldSpec]) -> K) -> Option<Action> {
    let down = |action: Action| match action {
        Action::Down(melds) => Some(melds),
        _ => None,
    };
    let all = view.offered(LAY_DOWNS).actions.into_iter().filter_map(down);
    all.min_by_key(|melds| of(melds)).map(Action::Down)
}

fn size(melds: &[MeldSpec]) -> usize {
    melds.iter().map(|meld| meld.cards.len()).sum()
}

/// Wild cards that lie elsewhere than in runs; then all of them.
fn wilds_in_sets(view: &View<'_>, melds: &[MeldSpec]) -> (usize, usize) {
    let rules = &view.contract_rules().melds;
    let wilds = |meld: &MeldSpec| meld.cards.iter().filter(|card| rules.is_wild(**card)).count();
    let sets = melds.iter().filter(|meld| meld.kind != MeldKind::Run).map(wilds).sum();
    (sets, melds.iter().map(wilds).sum())
}

/// Does each card that is left after this lay-down fit a meld, where the last may not be thrown?
fn is_planned(view: &View<'_>, melds: &[MeldSpec]) -> bool {
    let deal = view.contract_rules();
    let first = view.table.opened(view.rules, view.seat) == Down::No;
    if deal.last_card != LastCard::Forbidden || !first {
        return true;
    }
    let mut left = *view.hand;
    melds.iter().flat_map(|meld| &meld.cards).for_each(|card| {
        left.remove(*card);
    });
    let laid: Vec<Meld> =
        melds.iter().filter_map(|spec| Meld::new(spec, &deal.melds, Stage::First).ok()).collect();
    let fits = |card: Card| {
        let on_table = view.table.melds().iter().map(|on| &on.meld);
        on_table.chain(&laid).any(|meld| meld.fit(card, &deal.melds).any())
    };
    left.iter_counts().all(|(card, _)| fits(card))
}
