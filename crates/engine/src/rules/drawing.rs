//! Drawing: the upcard or the stock.
//!
//! Clauses: S000-26, S001-29..30, S002-21, S002-27, BASIC-18, PAGAT-CR-18..19, PAGAT-CR-40,
//! SHANG-20, PROG-25..26.

use crate::moves::Move;
use crate::refusal::Refusal;
use crate::view::View;

/// Judges taking the upcard.
pub(crate) fn judge_take(view: &View<'_>) -> Result<Move, Refusal> {
    let table = view.table;
    if table.discards.is_empty() {
        Err(Refusal::TakeEmpty)
    } else if table.protected {
        Err(Refusal::TakeProtected)
    } else if table.upcard_dead() {
        Err(Refusal::TakeDead)
    } else if table.turn.take_closed {
        Err(Refusal::TakeClosed)
    } else {
        Ok(Move::Take)
    }
}
