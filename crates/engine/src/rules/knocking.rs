//! Knocking: ending the deal with little deadwood, and the answer to it.
//!
//! Clauses: GIN-18..36, GIN-V01..V03, GIN-V12, GIN-V14.

use upcard_cards::{Card, Cards, End, Meld, MeldSpec, Suit};

use crate::action::Action;
use crate::choices::{
    AceUpcard, Defence, Groups, KnockLayOff, KnockLimit, KnockTie, LastDiscard, StockOut,
};
use crate::compile::Rules;
use crate::event::Ending;
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::{MeldPlace, Refusal};
use crate::rules::{declaring, duties, laying_off};
use crate::seat::Seat;
use crate::table::{Drawn, MeldId, Table};

/// Returns `true` if the game has knocking.
pub(crate) fn is_enabled(rules: &Rules) -> bool {
    rules.set.choices.knocking.limit != KnockLimit::None
}

impl Table {
    /// Maximum deadwood for a knock in this deal; `None` if there is no knocking.
    #[must_use]
    pub fn knock_limit(&self, rules: &Rules) -> Option<i32> {
        let choices = &rules.set.choices.knocking;
        match choices.limit {
            KnockLimit::None => None,
            KnockLimit::Points(n) => Some(i32::from(n)),
            KnockLimit::Upcard => {
                // Without an upcard, only gin is allowed.
                let Some(card) = self.first_upcard else { return Some(0) };
                let ace = card.rank() == Some(upcard_cards::Rank::ACE);
                let value = i32::from(self.deal_rules(rules).values[card.index()]);
                Some(if ace && choices.ace_upcard == AceUpcard::GinOnly { 0 } else { value })
            }
        }
    }
}

pub(crate) fn judge(
    position: &Position<'_>,
    table: &Table,
    specs: &[MeldSpec],
    discard: Option<Card>,
) -> Result<Move, Refusal> {
    let choices = &position.rules.set.choices.knocking;
    let limit = table.knock_limit(position.rules).ok_or(Refusal::KnockNotAllowed)?;
    if discard.is_none() && choices.big_gin.0.is_none() {
        return Err(Refusal::KnockDiscard);
    }
    let rest = declaring::without(&position.hand, specs, discard);
    let mut rest = rest.ok_or(Refusal::KnockNotInHand)?;
    let mut melds = declaring::melds_of(position.deal, specs, MeldPlace::Knock)?;
    if discard.is_some_and(|card| duties::is_taken_card(position, card)) {
        return Err(Refusal::DiscardTakenCard);
    }
    if choices.groups == Groups::Best && discard.is_some() {
        let kept = melds.iter().fold(rest, |sum, meld| sum.plus(&meld.cards()));
        let best = position.deal.deadwood(&kept);
        (melds, rest) = (best.melds, best.left);
    }
    if discard.is_none() && !rest.is_empty() {
        return Err(Refusal::KnockLeftOver);
    }
    if position.deal.points(&rest) > limit {
        return Err(Refusal::KnockTooMuch);
    }
    Ok(Move::Knock { melds, discard, rest })
}

/// Lists knocks: for each discard the grouping with the least deadwood, if that is allowed.
pub(crate) fn offers(position: &Position<'_>, table: &Table, all: &mut Vec<Action>) {
    let Some(limit) = table.knock_limit(position.rules) else { return };
    for (card, _) in position.hand.iter_counts() {
        let mut kept = *position.hand;
        kept.remove(card);
        if position.deal.deadwood_points(&kept) <= limit {
            let best = position.deal.deadwood(&kept);
            let melds = position.deal.specs(&best.melds);
            all.push(Action::Knock { melds, discard: Some(card) });
        }
    }
    if position.rules.set.choices.knocking.big_gin.0.is_some()
        && let Some(melds) = position.deal.all_in_melds(&position.hand)
    {
        all.push(Action::Knock { melds: position.deal.specs(&melds), discard: None });
    }
}

/// Returns `true` if the seat that knocked has no deadwood.
fn is_gin(table: &Table) -> bool {
    table.went_out.is_some_and(|knocker| table.seats[knocker.index()].count == 0)
}

/// Validates a lay-off on the knocker's melds.
pub(crate) fn judge_off(
    position: &Position<'_>,
    table: &Table,
    meld: MeldId,
    card: Card,
    end: Option<End>,
) -> Result<Move, Refusal> {
    let choices = &position.rules.set.choices.knocking;
    if choices.lay_off == KnockLayOff::None || choices.defence == Defence::Best {
        return Err(Refusal::OffHidden);
    }
    if is_gin(table) {
        return Err(Refusal::OffGin);
    }
    laying_off::judge_fit(position, meld, card, end).map(Move::Off)
}

/// Validates the answer to a knock; without melds, uses the best answer.
pub(crate) fn judge_show(
    position: &Position<'_>,
    table: &Table,
    specs: &[MeldSpec],
) -> Result<Move, Refusal> {
    declaring::without(&position.hand, specs, None).ok_or(Refusal::ShowNotInHand)?;
    let melds = declaring::melds_of(position.deal, specs, MeldPlace::Show)?;
    let choices = &position.rules.set.choices.knocking;
    if specs.is_empty() || choices.defence == Defence::Best {
        return Ok(best_answer(position, table));
    }
    Ok(Move::Show { offs: Vec::new(), melds })
}

/// The answer that leaves the defender the least deadwood, considering lay-offs and own melds
/// together.
fn best_answer(position: &Position<'_>, table: &Table) -> Move {
    let lay_off = position.rules.set.choices.knocking.lay_off;
    let allowed = lay_off != KnockLayOff::None && !is_gin(table);
    let knocked: Vec<(MeldId, Meld)> =
        position.board.melds.iter().filter(|_| allowed).map(|m| (m.id, m.meld)).collect();
    let melds: Vec<Meld> = knocked.iter().map(|(_, meld)| *meld).collect();
    let best = position.deal.grouper.defence(&position.hand, &melds);
    let mut position = position.clone();
    let mut offs = Vec::new();
    for (at, card, end) in best.lay_offs {
        let Ok(off) = laying_off::judge_fit(&position, knocked[at].0, card, end) else { break };
        offs.push(off.clone());
        position = position.after(&Move::Off(off));
    }
    Move::Show { offs, melds: best.deadwood.melds }
}

/// Returns `true` if the upcard is offered for a knock only, because the stock is down to the wall.
pub(crate) fn last_chance(table: &Table, rules: &Rules) -> bool {
    let choices = &rules.set.choices.stock_out;
    choices.last_discard == LastDiscard::MayKnock
        && matches!(choices.then, StockOut::Wall(wall) if table.stock <= u16::from(wall))
}

/// Returns `true` if the upcard of this turn was taken for a knock only.
pub(crate) fn must_knock(table: &Table, rules: &Rules) -> bool {
    last_chance(table, rules) && matches!(table.turn.drawn, Drawn::Discards(_))
}

/// Returns `true` if this hand could knock with the upcard, discarding another card.
pub(crate) fn can_knock_with(position: &Position<'_>, table: &Table, card: Card) -> bool {
    let mut with = position.clone();
    with.hand.to_mut().add(card);
    with.board.turn.to_mut().drawn = Drawn::Discards(card);
    let mut all = Vec::new();
    offers(&with, table, &mut all);
    all.iter().any(|action| match action {
        Action::Knock { melds, discard } => judge(&with, table, melds, *discard).is_ok(),
        _ => false,
    })
}

/// Result of a knock: the winner of the deal, and the winner's points.
pub(crate) struct Outcome {
    pub(crate) winner: Seat,
    pub(crate) points: i32,
    pub(crate) how: Ending,
}

/// A knock, ready for scoring.
pub(crate) struct Knock {
    pub(crate) knocker: Seat,
    /// The knocker's deadwood.
    pub(crate) own: i32,
    /// The defender's deadwood.
    pub(crate) other: i32,
    pub(crate) gin: bool,
    /// Whether it was big gin, without a discard.
    pub(crate) big: bool,
    /// Whether the first upcard was a spade.
    pub(crate) spade: bool,
}

/// Result of a knock with these hands; `None` without a knock.
pub(crate) fn outcome(table: &Table, rules: &Rules, hands: &[Cards]) -> Option<Outcome> {
    let knocker = table.went_out.filter(|_| is_enabled(rules))?;
    let deal = table.deal_rules(rules);
    let points = |seat: Seat| deal.points(&hands[seat.index()]);
    let knock = Knock {
        knocker,
        own: points(knocker),
        other: points(knocker.next(table.players)),
        gin: is_gin(table),
        big: table.big_gin,
        spade: table.first_upcard.and_then(Card::suit) == Some(Suit::Spades),
    };
    Some(score_knock(&knock, table.players, rules))
}

pub(crate) fn score_knock(knock: &Knock, players: u8, rules: &Rules) -> Outcome {
    let &Knock { knocker, own, other, .. } = knock;
    let choices = &rules.set.choices;
    let knockers = |points, how| Outcome { winner: knocker, points, how };
    let mut outcome = if knock.big {
        let bonus = choices.knocking.big_gin.0.unwrap_or(choices.scoring.gin);
        knockers(other + i32::from(bonus), Ending::Gin)
    } else if knock.gin {
        knockers(other + i32::from(choices.scoring.gin), Ending::Gin)
    } else if own < other || (own == other && choices.knocking.tie == KnockTie::Knocker) {
        knockers(other - own, Ending::Knocked)
    } else {
        let points = own - other + i32::from(choices.scoring.undercut);
        Outcome { winner: knocker.next(players), points, how: Ending::Undercut }
    };
    if choices.scoring.spade_doubles && knock.spade {
        outcome.points *= 2;
    }
    outcome
}
