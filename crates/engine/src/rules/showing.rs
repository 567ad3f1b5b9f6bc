//! Points of the cards on the table, each for the seat that laid it; and the minimum points of a first
//! lay-down.
//!
//! Clauses: K40-04..05, R500-12..14, R500-30..32, R500-36, R500-V01.

use upcard_cards::{AceMode, Card, End, Meld, MeldRules, Rank, RunMeld, SUITS};

use crate::choices::{LayDownMode, MeldedWild, WhoScores};
use crate::compile::{DealRules, Rules};
use crate::position::Position;
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::table::{Addition, Down, MeldId, SeatState, Table};

/// Returns `true` if scores depend on who laid a card.
pub(crate) fn is_counted(rules: &Rules) -> bool {
    rules.set.choices.scoring.who == WhoScores::ShownMinusHand
}

/// Points of a card in a meld: an ace by its place, a wild card as itself or as the card it stands for. The
/// slot is ignored for sets.
fn points_of_card(rules: &Rules, deal: &DealRules, meld: &Meld, slot: usize, card: Card) -> u8 {
    let scoring = &rules.set.choices.scoring;
    let as_card = scoring.melded_wild == MeldedWild::AsCard;
    let value = |card: Card| deal.values[card.index()];
    match meld {
        Meld::Run(run) => {
            let face = run.face(slot);
            let counted = if as_card { face } else { card };
            match scoring.low_ace.0 {
                Some(points) if slot == 0 && counted.rank() == Some(Rank::ACE) => points,
                // A card of a wild rank in its own place counts as itself.
                _ => value(counted),
            }
        }
        Meld::Set(set) => match set.rank() {
            // It stands for a card of any missing suit; the cheapest suit counts.
            Some(rank) if as_card && card.rank() != Some(rank) => {
                SUITS.map(|suit| value(Card::natural(rank, suit))).into_iter().min().unwrap_or(0)
            }
            _ => value(card),
        },
    }
}

/// Points of all cards of a meld.
fn points_of_meld(rules: &Rules, deal: &DealRules, meld: &Meld) -> i32 {
    let one = |(slot, card)| i32::from(points_of_card(rules, deal, meld, slot, card));
    match meld {
        Meld::Run(run) => run.cards().iter().copied().enumerate().map(one).sum(),
        Meld::Set(set) => set.cards().iter().map(|card| one((0, card))).sum(),
    }
}

impl SeatState {
    /// Minimum points of this seat's next melds, if they are its first of the deal; `None` if there is no
    /// minimum.
    #[must_use]
    pub fn first_points(&self, rules: &Rules) -> Option<i32> {
        let choices = &rules.set.choices.laying_down;
        let first = choices.mode == LayDownMode::Free
            && choices.first_points > 0
            && self.melded == Down::No;
        first.then_some(choices.first_points.into())
    }
}

/// Points of these melds when laid down.
pub(crate) fn points(position: &Position<'_>, melds: &[Meld]) -> i32 {
    melds.iter().map(|meld| points_of_meld(position.rules, position.deal, meld)).sum()
}

/// Refuses a first lay-down with too few points.
pub(crate) fn judge_first(position: &Position<'_>, melds: &[Meld]) -> Result<(), Refusal> {
    match position.board.seat.first_points(position.rules) {
        Some(least) if points(position, melds) < least => Err(Refusal::DownFirstPoints),
        _ => Ok(()),
    }
}

impl Table {
    /// Points of the cards that this seat has laid on the table; 0 if these do not count.
    #[must_use]
    pub fn shown(&self, rules: &Rules, seat: Seat) -> i32 {
        if !is_counted(rules) {
            return 0;
        }
        let deal = self.deal_rules(rules);
        let own = self.melds.iter().filter(|meld| meld.owner == seat);
        let melds: i32 = own.clone().map(|meld| points_of_meld(rules, deal, &meld.meld)).sum();
        let points = |addition: &Addition| i32::from(addition.points);
        let of_others = self.additions.iter().filter(|a| own.clone().any(|m| m.id == a.meld));
        let added = self.additions.iter().filter(|addition| addition.seat == seat);
        melds - of_others.map(points).sum::<i32>() + added.map(points).sum::<i32>()
    }
}

/// Place of a slot of a run, stable when the run grows.
fn place(run: &RunMeld, slot: usize, melds: &MeldRules) -> u8 {
    let place = run.low() + slot as u8;
    if melds.ace == AceMode::Corner { place % 13 } else { place }
}

/// Slot of a run at which a card was added.
fn added_slot(before: &RunMeld, now: &RunMeld) -> usize {
    if now.low() % 13 == before.low() % 13 { now.cards().len() - 1 } else { 0 }
}

/// Slot of a run in which a wild card stands for this card.
fn wild_slot(run: &RunMeld, natural: Card, wild: Card) -> usize {
    let stands = |(slot, card): (usize, &Card)| *card == wild && run.face(slot) == natural;
    run.cards().iter().enumerate().position(stands).unwrap_or(0)
}

/// Records that a seat put a card into this slot of another seat's meld.
pub(crate) fn add(
    table: &mut Table,
    rules: &Rules,
    seat: Seat,
    id: MeldId,
    (meld, slot, card): (&Meld, usize, Card),
) {
    let Some((_, target)) = table.meld(id) else { return };
    if target.owner == seat || !is_counted(rules) {
        return;
    }
    let deal = table.deal_rules(rules);
    let place = match meld {
        Meld::Run(run) => place(run, slot, &deal.melds),
        Meld::Set(_) => 0,
    };
    let points = points_of_card(rules, deal, meld, slot, card);
    table.additions.push(Addition { meld: id, card, place, seat, points });
}

/// Records a lay-off, before the meld is changed.
pub(crate) fn laid_off(
    table: &mut Table,
    rules: &Rules,
    seat: Seat,
    id: MeldId,
    (card, now): (Card, &Meld),
) {
    if !is_counted(rules) {
        return;
    }
    let Some((_, target)) = table.meld(id) else { return };
    let slot = match (&target.meld, now) {
        (Meld::Run(before), Meld::Run(now)) => added_slot(before, now),
        _ => 0,
    };
    add(table, rules, seat, id, (now, slot, card));
}

/// Records that a natural replaced a wild card, before the meld is changed: the wild card went to an end of
/// the run, or off the table.
pub(crate) fn replaced(
    table: &mut Table,
    rules: &Rules,
    seat: Seat,
    id: MeldId,
    (card, wild, to, now): (Card, Card, Option<End>, &Meld),
) {
    if !is_counted(rules) {
        return;
    }
    let Some((_, target)) = table.meld(id) else { return };
    let before = target.meld;
    let deal = table.deal_rules(rules);
    let own = |a: &Addition| a.meld == id && a.card == wild;
    let slot = match &before {
        Meld::Run(run) => {
            let slot = wild_slot(run, card, wild);
            let was = place(run, slot, &deal.melds);
            let end = |run: &RunMeld| match to {
                Some(End::High) => run.cards().len() - 1,
                _ => 0,
            };
            let moved = match (to, now) {
                (Some(_), Meld::Run(run)) => {
                    let points = points_of_card(rules, deal, now, end(run), wild);
                    Some((place(run, end(run), &deal.melds), points))
                }
                _ => None,
            };
            let found = table.additions.iter().position(|a| own(a) && a.place == was);
            match (found, moved) {
                (Some(at), Some((place, points))) => {
                    let addition = &mut table.additions[at];
                    (addition.place, addition.points) = (place, points);
                }
                (Some(at), None) => {
                    table.additions.remove(at);
                }
                (None, _) => {}
            }
            // A wild card added at the low end shifts all others up by one.
            slot + usize::from(to == Some(End::Low))
        }
        // Of identical wild cards, the owner's is taken first.
        Meld::Set(set) => {
            let added = table.additions.iter().filter(|a| own(a)).count();
            let last = table.additions.iter().rposition(own);
            if let Some(at) = last.filter(|_| added >= usize::from(set.cards().count(wild))) {
                table.additions.remove(at);
            }
            0
        }
    };
    add(table, rules, seat, id, (now, slot, card));
}
