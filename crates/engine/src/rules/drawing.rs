//! Drawing: the upcard, a card deep in the discard pile, or the stock. The obligations of a taken card are in
//! `duties`.
//!
//! Clauses: S000-26, S001-29..30, S002-21, S002-27, BASIC-18, PAGAT-CR-18..19, PAGAT-CR-40,
//! SHANG-20, PROG-25..26, X-10, R500-19..26, R500-42, R500-V05, IND-26.

use upcard_cards::Card;

use crate::choices::{AfterDown, DiscardedWilds};
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::{buying, knocking, stock_out};
use crate::table::Down;
use crate::view::View;

/// Validates declaring a draw from the stock. Refused if no card is left to draw while the upcard may be
/// taken, so that nobody can end the deal at will.
pub(crate) fn judge_draw(view: &View<'_>) -> Result<Move, Refusal> {
    let table = view.table;
    if table.stock == 0
        && stock_out::has_too_few_cards(table, view.rules)
        && judge_take(view).is_ok()
    {
        Err(Refusal::DrawBlocked)
    } else {
        Ok(Move::Draw)
    }
}

/// Validates taking the upcard.
pub(crate) fn judge_take(view: &View<'_>) -> Result<Move, Refusal> {
    let table = view.table;
    if table.discards.is_empty() {
        Err(Refusal::TakeEmpty)
    } else if table.protected {
        Err(Refusal::TakeProtected)
    } else if table.upcard_dead() {
        Err(Refusal::TakeDead)
    } else if wild_is_closed(view) {
        Err(Refusal::TakeWild)
    } else if is_down(view) {
        Err(Refusal::TakeAfterDown)
    } else if table.turn.take_closed
        && table.turn.last_taker.is_none()
        && knocking::is_enabled(view.rules)
    {
        Err(Refusal::TakeDeclined)
    } else if table.turn.take_closed {
        Err(Refusal::TakeClosed)
    } else if buying::is_bought_in_turn(table, view.rules, view.seat) {
        buying::judge_in_turn(table, view.rules, view.seat).map(|()| Move::Take)
    } else {
        Ok(Move::Take)
    }
}

/// Validates taking the newest discard of this face and all cards above it, except for whether it could be
/// used.
pub(crate) fn judge_take_deep(view: &View<'_>, card: Card) -> Result<Move, Refusal> {
    let table = view.table;
    if table.upcard() == Some(card) {
        return judge_take(view);
    }
    if table.discards.is_empty() {
        return Err(Refusal::TakeEmpty);
    }
    if !view.rules.set.choices.drawing.deep {
        return Err(Refusal::TakeNotDeep);
    }
    let at = table.pile().rposition(|discard| discard == card);
    let at = at.ok_or(Refusal::TakeNotThere)?;
    // What bars the upcard bars the cards below it, too.
    judge_take(view)?;
    if at < usize::from(table.dead) {
        return Err(Refusal::TakeDead);
    }
    Ok(Move::TakeDeep(table.pile().skip(at).collect()))
}

/// Returns `true` if the seat is down and players who are down draw from the stock only.
fn is_down(view: &View<'_>) -> bool {
    view.rules.set.choices.drawing.after_down == AfterDown::StockOnly
        && view.table.opened(view.rules, view.seat) != Down::No
}

/// Returns `true` if the upcard is a wild card that may not be taken. If only the first upcard may, it goes
/// to the first player before the first draw.
fn wild_is_closed(view: &View<'_>) -> bool {
    let table = view.table;
    let allowed = match view.rules.set.choices.drawing.discarded_wilds {
        DiscardedWilds::Allowed => true,
        DiscardedWilds::OpeningOnly => buying::is_opening(table, view.seat),
        DiscardedWilds::Never => false,
    };
    !allowed && table.upcard().is_some_and(|card| table.deal_rules(view.rules).melds.is_wild(card))
}

/// Validates taking the upcard offered to this seat alone; as the last chance, only to knock.
pub(crate) fn judge_take_offered(view: &View<'_>) -> Result<Move, Refusal> {
    let table = view.table;
    let Some(card) = table.upcard() else { return Err(Refusal::TakeEmpty) };
    let last = knocking::last_chance(table, view.rules);
    if last && !knocking::can_knock_with(&Position::of(view), table, card) {
        return Err(Refusal::TakeToKnock);
    }
    Ok(Move::Take)
}
