//! Ensures that turns can be finished: a play is refused exactly if no legal continuation ends the turn.
//!
//! Clauses: S000-44, S000-53, X-02, BASIC-22, PAGAT-CR-28, PAGAT-CR-46, SHANG-30, TAHE-03.

mod search;

use upcard_cards::Meld;

use super::lay_downs;
use crate::action::Action;
use crate::choices::{DealEnds, LastCard, LayDownMode, TurnOrder};
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::{discarding, duties, laying_down, laying_off, rearranging, swapping};
use crate::table::Down;

/// Maximum number of lay-downs tried for the duty to lay down, and the solver steps for finding them: some
/// hundredths of a second. A lay-down not found by then is not compulsory.
const MAX_LAY_DOWNS: usize = 500;
const MAX_STEPS: u32 = 100_000;

/// Validates a play, except for whether the turn can be ended afterwards.
fn judge_rules(position: &Position<'_>, action: &Action) -> Result<Move, Refusal> {
    let play = match action {
        Action::Down(specs) => laying_down::judge(position, specs)?,
        Action::Off { meld, card, end } => laying_off::judge(position, *meld, *card, *end)
            .map_err(|refusal| laying_off::with_details(position, *meld, *card, refusal))?,
        Action::Slide { meld, card, to } => laying_off::judge_slide(position, *meld, *card, *to)?,
        Action::Swap { meld, card, wild, end } => {
            swapping::judge(position, *meld, *card, *wild, *end)?
        }
        Action::Arrange(changes) => rearranging::judge(position, changes)?,
        _ => return Err(Refusal::WrongPhase),
    };
    duties::judge_play(position, &play)?;
    Ok(play)
}

/// Returns `true` if this play is legal and the turn can certainly be ended afterwards.
pub(super) fn surely_ends(position: &Position<'_>, action: &Action) -> bool {
    let Ok(play) = judge_rules(position, action) else { return false };
    simply_finishable(position, &play)
        || search::search(&position.clone().after(&play), ends_now) == search::Outcome::Found
}

/// Validates a play, including whether the turn can be ended afterwards.
pub(crate) fn judge_play(position: &Position<'_>, action: &Action) -> Result<Move, Refusal> {
    let play = judge_rules(position, action)?;
    if simply_finishable(position, &play) {
        return Ok(play);
    }
    let after = position.clone().after(&play);
    // A contract that obliges to go out is allowed only if that is certain, so that nobody gets stuck.
    let certain = laying_down::must_go_out(&after) && !laying_down::must_go_out(position);
    match search::search(&after, ends_now) {
        search::Outcome::Found => Ok(play),
        search::Outcome::Inconclusive if !certain => Ok(play),
        _ => Err(unfinishable(position, &play)),
    }
}

/// Why the turn cannot be ended after this play, with details about the last card.
fn unfinishable(position: &Position<'_>, play: &Move) -> Refusal {
    let after = position.clone().after(play);
    if laying_down::must_go_out(&after) && after.hand.len() > 1 {
        return Refusal::DownSameTurn;
    }
    if !after.hand.is_empty() || !after.board.turn.freed.is_empty() {
        return Refusal::Unfinishable;
    }
    if !after.board.seat.may_go_out(after.rules) {
        Refusal::LastCardContract
    } else if after.deal.last_card == LastCard::Required {
        Refusal::LastCardDiscarded
    } else {
        Refusal::Unfinishable
    }
}

/// Fast check whether validating this play may need a search, for callers that must not block.
pub(crate) fn may_search(position: &Position<'_>, action: &Action) -> bool {
    let played = match action {
        Action::Off { .. } | Action::Slide { .. } => 1,
        Action::Down(specs) => specs.iter().map(|meld| meld.cards.len()).sum(),
        Action::Swap { .. } | Action::Arrange(_) => return true,
        // The duty to lay down is checked against all lay-downs.
        Action::Discard { .. } | Action::Keep => return laying_down::is_duty(position.rules),
        _ => return false,
    };
    !leaves_enough(position, played)
}

/// The common case, independent of the table: two cards stay in hand and nothing is owed.
fn simply_finishable(position: &Position<'_>, play: &Move) -> bool {
    let played = match play {
        Move::Off(_) | Move::Slide { .. } => 1,
        Move::Down { melds, .. } => melds.iter().map(Meld::size).sum(),
        _ => return false,
    };
    leaves_enough(position, played)
}

/// Returns `true` if nothing is owed and two cards are left after playing this many.
fn leaves_enough(position: &Position<'_>, played: usize) -> bool {
    // A lay-off can make it too late to fulfil a duty to lay down.
    let late = laying_down::is_duty(position.rules)
        && position.rules.set.choices.turn.order == TurnOrder::Strict;
    let owes = late || position.deal.out_at_once || !position.board.turn.freed.is_empty();
    !owes && position.hand.len() >= played + 2
}

/// Returns `true` if this lay-down from the solver's list is certainly legal. The solver checks all
/// restrictions on contracts laid at once; here no others apply, and enough cards are left.
pub(super) fn is_legal_as_found(position: &Position<'_>, action: &Action) -> bool {
    let Action::Down(melds) = action else { return false };
    let (choices, turn) = (&position.rules.set.choices, &position.board.turn);
    choices.laying_down.mode == LayDownMode::AtOnce
        && !laying_down::is_extra(position)
        && position.board.seat.first_points(position.rules).is_none()
        && !position.deal.whole_hand
        && turn.owed.is_none()
        && turn.freed_of.is_none()
        && !(choices.turn.order == TurnOrder::Strict && turn.laid_off)
        && leaves_enough(position, melds.iter().map(|meld| meld.cards.len()).sum())
}

/// Returns `true` if some lay-down of this hand would be accepted, ignoring the order of plays.
fn can_lay_down(position: &Position<'_>) -> bool {
    let mut position = position.clone();
    position.board.turn.to_mut().laid_off = false;
    let mut steps = MAX_STEPS;
    // The first one nearly always is.
    [1, MAX_LAY_DOWNS].into_iter().any(|most| {
        let mut found = Vec::new();
        lay_downs::list(&position, most, &mut steps, &mut found);
        found.iter().any(|action| judge_play(&position, action).is_ok())
    })
}

/// Refuses to end a turn in which the seat still has a duty to lay down. There is a duty only if some
/// lay-down of its hand would be accepted, after which the turn can be ended.
pub(crate) fn judge_duty(position: &Position<'_>) -> Result<(), Refusal> {
    if laying_down::is_due(position) && can_lay_down(position) {
        return Err(Refusal::DiscardMustLayDown);
    }
    Ok(())
}

/// Validates ending the turn without a discard.
pub(crate) fn judge_keep(position: &Position<'_>) -> Result<Move, Refusal> {
    discarding::judge_keep(position)?;
    judge_duty(position)?;
    Ok(Move::Keep)
}

/// Returns `true` if the turn can be ended now: by a discard, by keeping the last card, or because the hand
/// is empty.
pub(crate) fn ends_now(position: &Position<'_>) -> bool {
    let choices = &position.rules.set.choices;
    if choices.going_out.ends == DealEnds::ContractComplete && position.board.seat.down == Down::Now
    {
        return true;
    }
    if !position.board.turn.freed.is_empty() || laying_down::duty_missed(position) {
        return false;
    }
    match position.hand.len() {
        0 => {
            position.board.seat.may_go_out(position.rules)
                && position.deal.last_card != LastCard::Required
        }
        1 if laying_down::must_go_out(position) => {
            position.hand.nth(0).is_some_and(|card| discarding::judge(position, card).is_ok())
        }
        1 => {
            judge_keep(position).is_ok()
                || position.hand.nth(0).is_some_and(|card| !duties::is_taken_card(position, card))
        }
        _ => !laying_down::must_go_out(position),
    }
}
