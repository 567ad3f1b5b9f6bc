//! Dropping: leaving a deal at a fixed price, and ending a deal that all but one have left.
//!
//! Clauses: IND-36..37, IND-50..58, DEALS-08.

use crate::choices::{DropWhen, Dropping};
use crate::compile::Rules;
use crate::moves::Move;
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::table::{Gone, Phase, Table};
use crate::view::View;

/// Returns `true` if the game has dropping.
pub(crate) fn is_enabled(rules: &Rules) -> bool {
    rules.set.choices.dropping.allowed != Dropping::Never
}

impl View<'_> {
    /// Points that dropping now would cost this seat; `None` if it may not drop.
    #[must_use]
    pub fn drop_price(&self) -> Option<i32> {
        judge(self).ok().and_then(|_| price(kind(self.table, self.seat), self.rules))
    }
}

impl Rules {
    /// Returns `true` if a player who has missed this many consecutive turns, including the current one, must
    /// drop as soon as possible. The table keeps the clock.
    #[must_use]
    pub fn drops_for_missing(&self, turns: u8) -> bool {
        let most = self.set.choices.dropping.missed_turns.0;
        is_enabled(self) && most.is_some_and(|most| turns >= most)
    }
}

/// Validates dropping out of the deal.
pub(crate) fn judge(view: &View<'_>) -> Result<Move, Refusal> {
    let (table, choices) = (view.table, &view.rules.set.choices.dropping);
    let dealt = Seat::all(table.players).filter(|&seat| table.was_dealt(seat)).count();
    match choices.allowed {
        Dropping::Never => return Err(Refusal::DropNotAllowed),
        Dropping::ThreeOrMore if dealt < 3 => return Err(Refusal::DropTwoPlayers),
        Dropping::Always | Dropping::ThreeOrMore => {}
    }
    if !table.is_in(view.seat) {
        return Err(Refusal::NotYours);
    }
    let own = table.turn.seat == view.seat;
    match (choices.when, table.phase) {
        (_, Phase::Draw) if own => Ok(Move::Drop),
        (DropWhen::OwnTurn | DropWhen::AnyTime, Phase::Play) if own => Ok(Move::Drop),
        (DropWhen::AnyTime, Phase::Draw | Phase::Play) => Ok(Move::Drop),
        (_, Phase::Draw | Phase::Play) if !own => Err(Refusal::NotYours),
        (_, Phase::Play) => Err(Refusal::DropAfterDraw),
        _ => Err(view.untimely()),
    }
}

/// Status of a seat that drops now.
pub(crate) fn kind(table: &Table, seat: Seat) -> Gone {
    if table.seats[seat.index()].drew { Gone::DroppedMiddle } else { Gone::DroppedFirst }
}

/// Points that a seat pays for having left the deal; `None` if it has not.
pub(crate) fn price(gone: Gone, rules: &Rules) -> Option<i32> {
    let choices = &rules.set.choices;
    match gone {
        Gone::No => None,
        Gone::NotDealt => Some(0),
        Gone::DroppedFirst => Some(choices.dropping.first.into()),
        Gone::DroppedMiddle => Some(choices.dropping.middle.into()),
        Gone::DeclaredWrong => Some(choices.declaring.penalty.into()),
    }
}

/// The last remaining seat, if all others have left the deal.
pub(crate) fn last_player(table: &Table) -> Option<Seat> {
    let left = table.in_deal();
    left.first().filter(|_| left.len() == 1)
}
