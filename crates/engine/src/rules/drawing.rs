//! Drawing: the upcard, a card deep in the discards, or the stock; and what the taken card obliges
//! to.
//!
//! Clauses: S000-26, S001-29..30, S002-21, S002-27, BASIC-18, PAGAT-CR-18..19, PAGAT-CR-40,
//! SHANG-20, PROG-25..26, X-10, R500-19..26, R500-42, R500-V05, IND-26.

use upcard_cards::Card;

use crate::choices::DiscardedWilds;
use crate::choices::{DeepUse, TopUse};
use crate::compile::Rules;
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::{knocking, stock_out};
use crate::table::Drawn;
use crate::view::View;

/// Judges declaring a draw from the stock: refused where there is no card for it while the upcard
/// may be taken, so that nobody can end the deal at will.
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

/// Judges taking the upcard.
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

/// Judges taking the newest discard of this face with all that lie above it, but for the question
/// whether it could be used.
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
    let at = table.discards.iter().rposition(|discard| *discard == card);
    let at = at.ok_or(Refusal::TakeNotThere)?;
    // What bars the upcard bars what lies below it.
    judge_take(view)?;
    if at < usize::from(table.dead) {
        return Err(Refusal::TakeDead);
    }
    Ok(Move::TakeDeep(table.discards[at..].to_vec()))
}

/// Must the upcard be used in the turn in which it is taken?
pub(crate) fn top_obliges(rules: &Rules) -> bool {
    rules.set.choices.drawing.top_use != TopUse::Free
}

/// Judges a play by what the taken card obliges to: where the first play has to use it, no other
/// may come before.
pub(crate) fn judge_play(position: &Position<'_>, play: &Move) -> Result<(), Refusal> {
    let first = position.rules.set.choices.drawing.deep_use == DeepUse::FirstPlay;
    match position.board.turn.owed {
        Some(card) if first && !play.hand_change().0.has(card) => Err(Refusal::TakeUseFirst),
        _ => Ok(()),
    }
}

/// Refuses to play a card to a meld that lies on the table, where it has to go into a new one.
pub(crate) fn judge_new_meld(position: &Position<'_>, card: Card) -> Result<(), Refusal> {
    let turn = &position.board.turn;
    let top = turn.drawn == Drawn::Discards(card) && turn.owed == Some(card);
    if top && position.rules.set.choices.drawing.top_use == TopUse::MustMeld {
        return Err(Refusal::TakeNewMeld);
    }
    Ok(())
}

/// Is the upcard a wild card that may not be taken? Where the first one of a deal may, it is the
/// first player's, who has not drawn yet.
fn wild_is_closed(view: &View<'_>) -> bool {
    let table = view.table;
    let allowed = match view.rules.set.choices.drawing.discarded_wilds {
        DiscardedWilds::Allowed => true,
        DiscardedWilds::OpeningOnly => {
            let first = table.dealer.next_of(table.players, |seat| table.was_dealt(seat));
            view.seat == first && !table.seats[first.index()].drew
        }
        DiscardedWilds::Never => false,
    };
    !allowed && table.upcard().is_some_and(|card| table.deal_rules(view.rules).melds.is_wild(card))
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
