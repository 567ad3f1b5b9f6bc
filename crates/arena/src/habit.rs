//! Novices with an extra habit, to measure what a piece of advice is worth.
//!
//! A habit replaces some of the novice's answers and leaves the rest. Used only for measurements; these bots
//! never play at a table.

use strum::{Display, EnumString};
use upcard_bots::{Bot, Budget, Novice, Objective, companions};
use upcard_cards::{Card, Cards, Meld, MeldKind, MeldSpec, RANKS, Stage};
use upcard_engine::choices::{LastCard, LayDownMode};
use upcard_engine::table::Down;
use upcard_engine::{Action, Phase, Seat, View};

/// Maximum number of lay-downs to compare.
const MAX_LAY_DOWNS: usize = 40;

/// Turns for which a contract that could be laid down is held back.
const MAX_TURNS_HELD_BACK: u8 = 3;

/// Hand size that counts as near the end.
const FEW_CARDS: usize = 4;

/// A change to a novice's play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Habit {
    /// Buys any card that it would draw in its own turn.
    Buys,
    /// As `Buys`, but not with few cards left or at most one card missing from its contract.
    BuysEarly,
    /// Buys every card offered until its contract is down, for the extra stock card.
    BuysBlind,
    /// Discards cards that only dead cards could complete, as if they were unmatched.
    Counts,
    /// Holds contracts in the first half of the match back for three turns.
    Waits,
    /// Plays wild cards into runs rather than sets, and lays them off only at the end.
    SavesWilds,
    /// If the last card may not be discarded: lays down only if every remaining card fits a meld.
    Plans,
    /// Discards its most expensive unmatched card.
    ShedsHigh,
    /// Discards its cheapest unmatched card.
    ShedsLow,
    /// Discards cards useful only for sets before cards useful for runs.
    KeepsRuns,
    /// Keeps cards that go with cards others took openly, or that fit their melds.
    Watches,
    /// Lays down the smallest sufficient melds.
    ShortRuns,
    /// Discards at random.
    ThrowsAny,
}

pub(crate) struct HabitBot {
    habit: Habit,
    novice: Novice,
    /// The deal, and the number of turns in it in which a contract was held back.
    held_back: (u8, u8),
}

impl HabitBot {
    pub(crate) fn new(habit: Habit) -> HabitBot {
        HabitBot { habit, novice: Novice, held_back: (0, 0) }
    }

    /// Returns the action that the habit plays instead of the novice's own, if it intervenes.
    fn intervene(&mut self, view: &View<'_>, own: &Action) -> Option<Action> {
        match (self.habit, own) {
            (habit, Action::Pass) if matches!(view.table.phase(), Phase::Offers { .. }) => {
                wants_to_buy(habit, view).then_some(Action::Buy)
            }
            (habit, Action::Discard { .. }) => choose_discard(habit, view),
            (Habit::Waits, Action::Down(_)) => self.hold_back(view),
            (Habit::Plans, Action::Down(melds)) if !is_planned(view, melds) => {
                choose_discard(Habit::ShedsHigh, view)
            }
            (Habit::SavesWilds, Action::Down(_)) => {
                lay_down_with_least(view, |melds| wilds_in_sets(view, melds))
            }
            (Habit::ShortRuns, Action::Down(own)) => lay_down_with_least(view, |melds| {
                let cards: usize = melds.iter().map(|meld| meld.cards.len()).sum();
                (melds.len() != own.len(), cards)
            }),
            (Habit::SavesWilds, Action::Off { card, .. }) => {
                let wild = view.contract_rules().melds.is_wild(*card);
                let kept = wild && view.hand.len() > 2;
                kept.then(|| choose_discard(Habit::ShedsHigh, view)).flatten()
            }
            _ => None,
        }
    }

    fn hold_back(&mut self, view: &View<'_>) -> Option<Action> {
        let early = usize::from(view.table.deal()) < view.rules.deals.len().div_ceil(2);
        if !early || view.table.opened(view.rules, view.seat) != Down::No {
            return None;
        }
        if self.held_back.0 != view.table.deals_begun() {
            self.held_back = (view.table.deals_begun(), 0);
        }
        if self.held_back.1 >= MAX_TURNS_HELD_BACK {
            return None;
        }
        let action = choose_discard(Habit::ShedsHigh, view).filter(|action| view.allows(action))?;
        self.held_back.1 += 1;
        Some(action)
    }
}

impl Bot for HabitBot {
    fn decide(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Action {
        let own = self.novice.decide(view, budget);
        self.intervene(view, &own).filter(|action| view.allows(action)).unwrap_or(own)
    }
}

fn wants_to_buy(habit: Habit, view: &View<'_>) -> bool {
    let Some(card) = view.table.upcard() else { return false };
    let wild = view.contract_rules().melds.is_wild(card);
    let wanted = wild || companions(card, view.hand) >= 2;
    match habit {
        Habit::Buys => wanted,
        Habit::BuysEarly => wanted && !is_near_the_end(view),
        Habit::BuysBlind => view.table.opened(view.rules, view.seat) == Down::No,
        _ => false,
    }
}

/// Returns `true` if the hand is nearly empty or nearly ready to be laid down.
fn is_near_the_end(view: &View<'_>) -> bool {
    let objective = Objective::of(view, view.hand.len());
    let missing = objective.measure(view.hand, view.rules).shortfall();
    view.hand.len() <= FEW_CARDS || (objective.contract && missing <= 1)
}

/// Returns the card that a novice with this habit discards.
fn choose_discard(habit: Habit, view: &View<'_>) -> Option<Action> {
    let deal = view.contract_rules();
    let hidden = view.rules.set.choices.laying_down.mode == LayDownMode::Hidden;
    // If melds stay hidden in the hand, only discard deadwood.
    let left = if hidden { deal.deadwood(view.hand).left } else { *view.hand };
    let from = if left.is_empty() { view.hand } else { &left };
    let wanted = if habit == Habit::Watches { taken_by_opponents(view) } else { Cards::NONE };
    let key = |card: Card| {
        let points = i32::from(deal.values[card.index()]);
        let together = companions(card, view.hand) > 1;
        let (first, then) = match habit {
            Habit::ShedsHigh => (u8::from(together), -points),
            Habit::ShedsLow => (u8::from(together), points),
            Habit::KeepsRuns => (usefulness(card, view.hand), -points),
            Habit::Watches => {
                let risk = 2 * u8::from(together) + u8::from(helps_opponent(view, card, &wanted));
                (risk, -points)
            }
            Habit::Counts => (u8::from(together && can_be_completed(view, card)), -points),
            Habit::ThrowsAny => (0, pseudo_random(view, card)),
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

/// 0 for an isolated card, 1 if it has only cards of its rank, 2 if it has neighbours in its suit.
fn usefulness(card: Card, hand: &Cards) -> u8 {
    let of_rank = card.rank().map_or(0, |rank| hand.rank_count(rank));
    match companions(card, hand) {
        0 | 1 => 0,
        all if all <= of_rank => 1,
        _ => 2,
    }
}

/// Returns `true` if an unseen card can complete a set or run with this card and its partners.
fn can_be_completed(view: &View<'_>, card: Card) -> bool {
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return true };
    let unseen = view.unseen();
    let near = |step: usize| Card::natural(RANKS[(rank.index() + step) % 13], suit);
    let of_rank = view.hand.rank_count(rank) > 1 && unseen.rank_count(rank) > 0;
    // With a neighbour at `own`, a card at one of the `wanted` steps makes a run of three.
    let runs = [(1, [2, 12]), (12, [1, 11]), (2, [1, 1]), (11, [12, 12])];
    let in_suit = runs.iter().any(|(own, wanted)| {
        view.hand.has(near(*own)) && wanted.iter().any(|step| unseen.has(near(*step)))
    });
    of_rank || in_suit || view.hand.rank_count(rank) > 2
}

/// Cards that opponents took openly and still hold.
fn taken_by_opponents(view: &View<'_>) -> Cards {
    let others = Seat::all(view.table.players()).filter(|seat| *seat != view.seat);
    others.fold(Cards::NONE, |all, seat| all.plus(&view.known_of(seat)))
}

fn helps_opponent(view: &View<'_>, card: Card, taken: &Cards) -> bool {
    let melds = &view.contract_rules().melds;
    companions(card, taken) > 0
        || view.table.melds().iter().any(|on| on.meld.fit(card, melds).any())
}

/// Pseudo-random number that is the same for the same decision.
fn pseudo_random(view: &View<'_>, card: Card) -> i32 {
    let mixed = view.table.decision().wrapping_mul(0x9E37_79B9)
        ^ (card.index() as u32).wrapping_mul(0x85EB_CA6B);
    (mixed.wrapping_mul(0xC2B2_AE35) >> 12) as i32
}

/// Returns the lay-down with the smallest `of`.
fn lay_down_with_least<K: Ord>(view: &View<'_>, of: impl Fn(&[MeldSpec]) -> K) -> Option<Action> {
    let down = |action: Action| match action {
        Action::Down(melds) => Some(melds),
        _ => None,
    };
    let all = view.offered(MAX_LAY_DOWNS).actions.into_iter().filter_map(down);
    all.min_by_key(|melds| of(melds)).map(Action::Down)
}

/// Number of wild cards outside runs, then of all wild cards.
fn wilds_in_sets(view: &View<'_>, melds: &[MeldSpec]) -> (usize, usize) {
    let rules = &view.contract_rules().melds;
    let wilds = |meld: &MeldSpec| meld.cards.iter().filter(|card| rules.is_wild(**card)).count();
    let sets = melds.iter().filter(|meld| meld.kind != MeldKind::Run).map(wilds).sum();
    (sets, melds.iter().map(wilds).sum())
}

/// Returns `false` if the last card may not be discarded and this first lay-down leaves a card without a meld.
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
