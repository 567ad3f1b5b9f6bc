//! Drawing: the upcard or the stock.
//!
//! Clauses: S000-26, S001-29..30, S002-21, S002-27, BASIC-18, PAGAT-CR-18..19, PAGAT-CR-40,
//! SHANG-20, PROG-25..26, X-10.

use crate::moves::Move;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::{knocking, stock_out};
use crate::view::View;

/// Judges declaring a draw from the stock: refused where there is no card for it while the upcard
/// may be taken, so that nobody can end the deal at will.
pub(crate) fn judge_draw(view: &View<'_>) -> Result<Move, Refusal> {
    let table = view.table;
    if table.stock == 0 && stock_out::lacks_cards(table, view.rules) && judge_take(view).is_ok() {
        Err(Refusal::DrawBlocked)
    } else {
        Ok(Move::Draw)
    }
}

/// Judges taking the upcard.
pub(crate) fn judge_take(view: &View<'_>) -> Result<Move, Refusal> {
    let table = view.table;
    if table.discards.is_empty() {
        Err(Refusal::TakeEmpty)
    } else if table.protected {
        Err(Refusal::TakeProtected)
    } else if table.upcard_dead() {
        Err(Refusal::TakeDead)
    } else if table.turn.take_closed
        && table.turn.last_taker.is_none()
        && knocking::is_played(view.rules)
    {
        Err(Refusal::TakeDeclined)
    } else if table.turn.take_closed {
        Err(Refusal::TakeClosed)
    } else {
        Ok(Move::Take)
    }
}

/// Judges taking the upcard that is offered to this seat alone: as the last chance only for a knock.
pub(crate) fn judge_take_offered(view: &View<'_>) -> Result<Move, Refusal> {
    let table = view.table;
    let Some(card) = table.upcard() else { return Err(Refusal::TakeEmpty) };
    let last = knocking::last_chance(table, view.rules);
    if last && !knocking::can_knock_with(&Position::of(view), table, card) {
        return Err(Refusal::TakeToKnock);
    }
    Ok(Move::Take)
}
