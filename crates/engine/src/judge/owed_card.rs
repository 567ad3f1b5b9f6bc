//! Using a card from the discards in the turn in which it is taken: in a new meld, or as a lay-off.
//!
//! Whether it can be used is checked before it is taken, since a take cannot be undone. Only definite results
//! count: if a search is inconclusive within its bounds, the card may not be taken.
//!
//! Clauses: R500-21..25, R500-42, R500-V05.

use std::borrow::Cow;

use upcard_cards::{
    Card, Cards, Elements, End, Meld, MeldKind, MeldRules, MeldSpec, RANKS, Rank, SUITS,
};

use super::{finishing, first_lay_downs, lay_downs};
use crate::action::Action;
use crate::choices::{DeepUse, LayDownMode};
use crate::compile::Rules;
use crate::position::Position;
use crate::rules::{duties, laying_down, laying_off};
use crate::table::Down;
use crate::view::View;

/// Maximum number of lay-downs tried to use the card, and the solver steps for finding them: about a
/// millisecond.
const MAX_LAY_DOWNS: usize = 100;
const MAX_STEPS: u32 = 10_000;
/// Solver steps if all melds of a hand are listed, to be combined.
const MAX_MELD_STEPS: u32 = 100_000;

/// The faces in the discards below the upcard that this seat may name, newest first.
pub(super) fn deep_candidates(view: &View<'_>) -> impl Iterator<Item = Card> + use<> {
    let upcard = view.table.upcard();
    let mut faces: Vec<Card> = Vec::new();
    if view.may_take_deep() {
        for card in view.table.pile().rev() {
            if Some(card) != upcard && !faces.contains(&card) {
                faces.push(card);
            }
        }
    }
    faces.into_iter()
}

/// Returns `true` if the owed card can be used and the turn can certainly be ended afterwards. Then one of
/// [`uses`] is the first play.
pub(super) fn has_use(position: &Position<'_>) -> bool {
    let Some(card) = position.board.turn.owed else { return false };
    let sure = |action: &Action| finishing::surely_ends(position, action);
    let simple = simple_uses(position, card);
    if simple.iter().any(sure) {
        return true;
    }
    // If no single meld can be made with it, no lay-down contains it either. (Single melds are not built for
    // wild cards.)
    let wild = position.deal.melds.is_wild(card);
    let in_melds =
        !may_lay_single(position) || wild || simple.iter().any(|u| matches!(u, Action::Down(_)));
    in_melds && lay_downs(position, card).iter().any(sure)
        || preparations(position, card).iter().any(sure)
}

/// Fast check whether validating this action may need a search of some milliseconds.
pub(super) fn may_search(rules: &Rules, action: &Action) -> bool {
    let choices = &rules.set.choices.drawing;
    let owes = match action {
        Action::TakeDeep(_) => true,
        Action::Take => duties::must_use_upcard(rules),
        _ => false,
    };
    let in_melds = rules.has_contracts() || rules.set.choices.laying_down.first_points > 0;
    owes && (in_melds || choices.deep_use == DeepUse::ThisTurn)
}

/// Lists plays that use the owed card, or prepare for it, not yet validated.
pub(super) fn plays(position: &Position<'_>) -> Vec<Action> {
    let Some(card) = position.board.turn.owed else { return Vec::new() };
    let mut all = simple_uses(position, card);
    all.extend(lay_downs(position, card));
    all.extend(preparations(position, card));
    all
}

/// Returns `true` if any single meld may be laid.
fn may_lay_single(position: &Position<'_>) -> bool {
    let free = position.rules.set.choices.laying_down.mode == LayDownMode::Free;
    laying_down::allowed(position) && (free || laying_down::is_extra(position))
}

/// Lay-offs of the card, and melds of the minimum size with it.
fn simple_uses(position: &Position<'_>, card: Card) -> Vec<Action> {
    let mut all = Vec::new();
    if laying_off::allowed(position).is_ok() {
        for meld in position.board.melds.iter() {
            all.extend(laying_off::lay_offs_of(position, meld, card));
        }
    }
    if may_lay_single(position) {
        let melds = &position.deal.melds;
        let kinds = [(MeldKind::Set, melds.set_min), (MeldKind::Run, melds.run_min)];
        let found =
            kinds.into_iter().flat_map(|(kind, size)| melds_with(position, card, kind, size));
        all.extend(found.map(|meld| Action::Down(vec![meld])));
    }
    all
}

/// Melds of this kind and size with this natural card, preferring naturals to wild cards.
fn melds_with(position: &Position<'_>, card: Card, kind: MeldKind, size: u8) -> Vec<MeldSpec> {
    let mut others = *position.hand;
    others.remove(card);
    match kind {
        MeldKind::Run => runs_with(position, &others, card, size),
        MeldKind::Set | MeldKind::Pair => set_with(position, &others, card, kind, size),
    }
}

fn set_with(
    position: &Position<'_>,
    others: &Cards,
    card: Card,
    kind: MeldKind,
    size: u8,
) -> Vec<MeldSpec> {
    let melds = &position.deal.melds;
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return Vec::new() };
    let wilds = others.iter().filter(|card| melds.is_wild(*card));
    let mut set = vec![card];
    let of_suits = SUITS.into_iter().filter(|other| *other != suit);
    set.extend(of_suits.map(|suit| Card::natural(rank, suit)).filter(|card| others.has(*card)));
    if !melds.distinct_suits && !melds.three_suits {
        for same in SUITS.map(|suit| Card::natural(rank, suit)) {
            let more = usize::from(others.count(same)).saturating_sub(usize::from(same != card));
            set.extend(std::iter::repeat_n(same, more));
        }
    }
    set.extend(wilds.filter(|wild| wild.rank() != Some(rank)));
    if set.len() < usize::from(size) {
        return Vec::new();
    }
    set.truncate(size.into());
    vec![MeldSpec { kind, cards: set, named: None }]
}

fn runs_with(position: &Position<'_>, others: &Cards, card: Card, size: u8) -> Vec<MeldSpec> {
    let melds = &position.deal.melds;
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return Vec::new() };
    let mut all = Vec::new();
    if melds.run_max == MeldRules::NO_RUNS {
        return all;
    }
    let (first, last) = melds.places();
    let place = rank.index() as u8;
    let high = (rank == Rank::ACE || last > 13).then_some(place + 13);
    for place in [Some(place), high].into_iter().flatten() {
        for low in place.saturating_sub(size - 1).max(first)..=place {
            if low + size - 1 > last {
                continue;
            }
            let mut wilds = others.iter().filter(|card| melds.is_wild(*card));
            let slot = |at: u8| {
                let face = Card::natural(RANKS[usize::from(at % 13)], suit);
                if at == place {
                    Some(card)
                } else if others.has(face) && face != card {
                    Some(face)
                } else {
                    wilds.next()
                }
            };
            if let Some(cards) = (low..low + size).map(slot).collect::<Option<Vec<Card>>>() {
                all.push(MeldSpec { kind: MeldKind::Run, cards, named: None });
            }
        }
    }
    all
}

/// Lay-downs with the card, as far as found within the limits.
fn lay_downs(position: &Position<'_>, card: Card) -> Vec<Action> {
    let mut narrow = position.clone();
    let mut all = Vec::new();
    if let Some(least) = position.board.seat.first_points(position.rules) {
        let mut steps = MAX_MELD_STEPS;
        first_lay_downs::list(position, (least, Some(card)), MAX_LAY_DOWNS, &mut steps, &mut all);
        return all;
    } else if may_lay_single(position) {
        narrow.hand = Cow::Owned(meld_mates(position, card));
    } else if is_ready(position) {
        all = contracts_with(position, card);
    } else {
        return Vec::new();
    }
    let mut steps = MAX_STEPS;
    lay_downs::list(&narrow, MAX_LAY_DOWNS, &mut steps, &mut all);
    let has = |meld: &MeldSpec| meld.cards.contains(&card);
    all.retain(|action| matches!(action, Action::Down(melds) if melds.iter().any(has)));
    all
}

/// Returns `true` if the seat still has a contract, or a part of it, that its hand might hold.
fn is_ready(position: &Position<'_>) -> bool {
    let seat = &position.board.seat;
    seat.down == Down::No
        && match position.rules.set.choices.laying_down.mode {
            LayDownMode::AtOnce => laying_down::is_ready(position),
            LayDownMode::Piecemeal => true,
            LayDownMode::Free | LayDownMode::Hidden => false,
        }
}

/// Lay-downs of the contract, or of a part of it if allowed, with this card in a meld of each required kind;
/// the solver finds the other melds.
fn contracts_with(position: &Position<'_>, card: Card) -> Vec<Action> {
    let seat = &position.board.seat;
    let values = &position.deal.values;
    let at_once = position.rules.set.choices.laying_down.mode == LayDownMode::AtOnce;
    let mut all = Vec::new();
    for place in seat.remaining.iter() {
        let element = position.deal.contract.elements[place];
        let rest = position.deal.contract.part(seat.remaining.without(Elements::only(place)));
        for meld in melds_with(position, card, element.kind, element.size) {
            let Some(left) = meld.multiset().and_then(|cards| position.hand.minus(&cards)) else {
                continue;
            };
            if rest.is_empty() || !at_once {
                all.push(Action::Down(vec![meld]));
                continue;
            }
            let solver =
                laying_down::solver(position.deal, seat).into_owned().with_contract(rest.clone());
            let found = solver.best(&left, laying_down::leave(position.deal), values);
            if let Some(found) = found {
                let others = found.melds.iter().map(|meld| meld.spec_under(&position.deal.melds));
                all.push(Action::Down(std::iter::once(meld).chain(others).collect()));
            }
        }
    }
    all
}

/// If the card need not be used in the first play: plays that may make a place for it. These are lay-offs on
/// runs of its suit, runs of its suit that end next to it, and the contract.
fn preparations(position: &Position<'_>, card: Card) -> Vec<Action> {
    if position.rules.set.choices.drawing.deep_use == DeepUse::FirstPlay {
        return Vec::new();
    }
    let rules = &position.deal.melds;
    let mut all = Vec::new();
    if laying_off::allowed(position).is_ok() {
        let of_suit = |meld: &Meld| match meld {
            Meld::Run(run) => card.suit().is_none_or(|suit| suit == run.suit()),
            Meld::Set(_) => false,
        };
        for meld in position.board.melds.iter().filter(|target| of_suit(&target.meld)) {
            for (other, _) in position.hand.iter_counts().filter(|(other, _)| *other != card) {
                let fit = meld.meld.fit(other, rules);
                let ends = [(fit.low, End::Low), (fit.high, End::High)];
                let off = |(_, end)| Action::Off { meld: meld.id, card: other, end: Some(end) };
                all.extend(ends.into_iter().filter(|(fits, _)| *fits).map(off));
            }
        }
    }
    if let (true, Some(rank), Some(suit)) = (may_lay_single(position), card.rank(), card.suit()) {
        let mut others = *position.hand;
        others.remove(card);
        let beside = [(rank.index() + 1) % 13, (rank.index() + 12) % 13];
        for near in beside.map(|place| Card::natural(RANKS[place], suit)) {
            if others.has(near) {
                let mut without = others;
                without.remove(near);
                let runs = runs_with(position, &without, near, rules.run_min);
                all.extend(runs.into_iter().map(|meld| Action::Down(vec![meld])));
            }
        }
    } else if is_ready(position) {
        let solver = laying_down::solver(position.deal, &position.board.seat).into_owned();
        let leave = laying_down::leave(position.deal);
        if let Some(found) = solver.best(&position.hand, leave, &position.deal.values) {
            all.push(Action::Down(position.deal.specs(&found.melds)));
        }
    }
    all
}

/// The cards of a hand that can share a meld with this one.
fn meld_mates(position: &Position<'_>, card: Card) -> Cards {
    let melds = &position.deal.melds;
    if melds.is_wild(card) {
        return *position.hand;
    }
    let near = |other: &Card| {
        other.rank() == card.rank() || other.suit() == card.suit() || melds.is_wild(*other)
    };
    position.hand.iter().filter(near).collect()
}
