//! Using a card from the discards in the turn in which it is taken: in a new meld, or as a lay-off.
//!
//! Whether it can be used is asked before it is taken, since a take is not taken back. What is found
//! then is sure: where a search is not certain within its bounds, the card may not be taken.
//!
//! Clauses: R500-21..25, R500-42, R500-V05.

use upcard_cards::{Card, Cards, End, MeldKind, MeldSpec, RANKS, Rank, SUITS};

use super::{finishing, offered};
use crate::action::Action;
use crate::choices::{DeepUse, ExtraMelds, LayDownMode};
use crate::compile::Rules;
use crate::position::Position;
use crate::rules::{laying_down, laying_off};
use crate::table::Down;
use crate::view::View;

/// Lay-downs that are looked at for one with the card, and the solver's steps in which they must be
/// found: about a millisecond.
const MOST_LAY_DOWNS: usize = 100;
const MOST_STEPS: u32 = 10_000;

/// The faces deep in the discards, below the upcard, that this seat may name, the newest first.
pub(super) fn deep(view: &View<'_>) -> impl Iterator<Item = Card> + use<> {
    let upcard = view.table.upcard();
    let mut faces: Vec<Card> = Vec::new();
    if view.may_take_deep() {
        for card in view.table.discards.iter().rev() {
            if Some(*card) != upcard && !faces.contains(card) {
                faces.push(*card);
            }
        }
    }
    faces.into_iter()
}

/// Can the card that is owed here be used, and the turn surely be ended after that?
pub(super) fn has_use(position: &Position<'_>) -> bool {
    let sure = |action: &Action| finishing::surely_ends(position, action);
    let uses = simple_uses(position);
    if uses.iter().any(sure) {
        return true;
    }
    // Where no meld can be made of it, there is none among all lay-downs either.
    let in_melds = !lays_single(position) || uses.iter().any(|u| matches!(u, Action::Down(_)));
    if in_melds && lay_downs(position).iter().any(sure) {
        return true;
    }
    let later = position.rules.set.choices.drawing.deep_use == DeepUse::ThisTurn;
    later && finishing::ends_somehow(position)
}

/// Might judging this take a search of some milliseconds?
pub(super) fn may_search(rules: &Rules, action: &Action) -> bool {
    let choices = &rules.set.choices.drawing;
    let owes = match action {
        Action::TakeDeep(_) => true,
        Action::Take => crate::rules::drawing::top_obliges(rules),
        _ => false,
    };
    owes && (rules.has_contracts() || choices.deep_use == DeepUse::ThisTurn)
}

/// Lists plays that use the card that is owed; not yet judged.
pub(super) fn uses(position: &Position<'_>) -> Vec<Action> {
    if position.board.turn.owed.is_none() {
        return Vec::new();
    }
    let mut all = simple_uses(position);
    all.extend(lay_downs(position));
    all
}

/// May any single meld be laid?
fn lays_single(position: &Position<'_>) -> bool {
    let choices = &position.rules.set.choices.laying_down;
    choices.mode == LayDownMode::Free
        || choices.extra_melds == ExtraMelds::AfterContract && position.board.seat.down != Down::No
}

/// Lay-offs of the card, and melds of the least size around it.
fn simple_uses(position: &Position<'_>) -> Vec<Action> {
    let Some(card) = position.board.turn.owed else { return Vec::new() };
    let mut all = Vec::new();
    if laying_off::allowed(position).is_ok() {
        for meld in position.board.melds.iter() {
            let fit = meld.meld.fit(card, &position.deal.melds);
            let ends: &[Option<End>] = match (fit.low, fit.high) {
                (true, true) => &[Some(End::Low), Some(End::High)],
                _ if fit.any() => &[None],
                _ => &[],
            };
            all.extend(ends.iter().map(|&end| Action::Off { meld: meld.id, card, end }));
        }
    }
    if lays_single(position) {
        all.extend(least_melds(position, card).into_iter().map(|meld| Action::Down(vec![meld])));
    }
    all
}

/// Melds of the least size with this natural card, naturals before wilds.
fn least_melds(position: &Position<'_>, card: Card) -> Vec<MeldSpec> {
    let melds = &position.deal.melds;
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return Vec::new() };
    let mut others = position.hand;
    others.remove(card);
    let wilds = || others.iter().filter(|card| melds.is_wild(*card));
    let mut all = Vec::new();
    let mut set = vec![card];
    for other in SUITS.iter().filter(|other| **other != suit) {
        set.extend(Some(Card::natural(rank, *other)).filter(|other| others.has(*other)));
    }
    if !melds.distinct_suits {
        for same in SUITS.map(|suit| Card::natural(rank, suit)) {
            let more = usize::from(others.count(same)).saturating_sub(usize::from(same != card));
            set.extend(std::iter::repeat_n(same, more));
        }
    }
    set.extend(wilds().filter(|wild| wild.rank() != Some(rank)));
    let size = usize::from(melds.set_min);
    if set.len() >= size {
        set.truncate(size);
        all.push(MeldSpec { kind: MeldKind::Set, cards: set, named: None });
    }
    let (first, last) = melds.places();
    let size = melds.run_min;
    let place = rank.index() as u8;
    let high = (rank == Rank::ACE || last > 13).then_some(place + 13);
    for place in [Some(place), high].into_iter().flatten() {
        for low in place.saturating_sub(size - 1).max(first)..=place {
            if low + size - 1 > last {
                continue;
            }
            let mut wilds = wilds();
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

/// Lay-downs with the card, of those that are found in time.
fn lay_downs(position: &Position<'_>) -> Vec<Action> {
    let Some(card) = position.board.turn.owed else { return Vec::new() };
    let mut narrow = position.clone();
    if lays_single(position) {
        narrow.hand = of_its_kind(position, card);
    } else if position.rules.set.choices.laying_down.mode == LayDownMode::AtOnce
        && (position.board.seat.down != Down::No
            || !laying_down::problem(position.deal, &position.board.seat)
                .feasible(&position.hand, laying_down::leave(position.deal)))
    {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut steps = MOST_STEPS;
    offered::lay_downs(&narrow, MOST_LAY_DOWNS, &mut steps, &mut all);
    let with_it = |action: &Action| match action {
        Action::Down(melds) => melds.iter().any(|meld| meld.cards.contains(&card)),
        _ => false,
    };
    all.retain(with_it);
    all
}

/// The cards of a hand that can be in one meld with this one.
fn of_its_kind(position: &Position<'_>, card: Card) -> Cards {
    let melds = &position.deal.melds;
    if melds.is_wild(card) {
        return position.hand;
    }
    let near = |other: &Card| {
        other.rank() == card.rank() || other.suit() == card.suit() || melds.is_wild(*other)
    };
    position.hand.iter().filter(near).collect()
}
