//! A turn can be finished: a play is refused exactly when no legal continuation ends the turn.
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
use crate::rules::{discarding, duties, laying_down, laying_off, rearranging, showing, swapping};
use crate::table::Down;

/// Lay-downs that are looked at where a duty to lay down is judged, and the solver's steps in which
/// they must be found: some hundredths of a second. What is not found by then is no duty.
const MOST_LAY_DOWNS: usize = 500;
const MOST_STEPS: u32 = 100_000;

/// Judges a play, but for the question whether the turn could be ended after it.
fn judge_rules(position: &Position<'_>, action: &Action) -> Result<Move, Refusal> {
    let play = match action {
        Action::Down(specs) => laying_down::judge(position, specs)?,
        Action::Off { meld, card, end } => laying_off::judge(position, *meld, *card, *end)
            .map_err(|refusal| laying_off::in_full(position, *meld, *card, refusal))?,
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

/// Is this play legal, and can the turn surely be ended after it? No where that is not certain.
pub(super) fn surely_ends(position: &Position<'_>, action: &Action) -> bool {
    let Ok(play) = judge_rules(position, action) else { return false };
    simply_finishable(position, &play)
        || search::look(&position.clone().after(&play), ends_now) == search::Way::Found
}

/// Judges a play and whether the turn could be ended after it.
pub(crate) fn judge_play(position: &Position<'_>, action: &Action) -> Result<Move, Refusal> {
    let play = judge_rules(position, action)?;
    if simply_finishable(position, &play) {
        return Ok(play);
    }
    let after = position.clone().after(&play);
    // Who must go out with it lays a contract only where that is certain: nobody is led into a dead end.
    let certain = laying_down::must_go_out(&after) && !laying_down::must_go_out(position);
    match search::look(&after, ends_now) {
        search::Way::Found => Ok(play),
        search::Way::Unsure if !certain => Ok(play),
        _ => Err(unfinishable(position, &play)),
    }
}

/// Why the turn could not be ended after this play, where that is about the last card.
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

/// Might judging this play take a search? Answered at once, for callers that must not wait.
pub(crate) fn may_search(position: &Position<'_>, action: &Action) -> bool {
    let played = match action {
        Action::Off { .. } | Action::Slide { .. } => 1,
        Action::Down(specs) => specs.iter().map(|meld| meld.cards.len()).sum(),
        Action::Swap { .. } | Action::Arrange(_) => return true,
        // Whether there is a duty to lay down is looked for among all lay-downs.
        Action::Discard { .. } | Action::Keep => return laying_down::is_duty(position.rules),
        _ => return false,
    };
    !leaves_enough(position, played)
}

/// The common case, without looking at the table: two cards stay in hand and nothing is owed.
fn simply_finishable(position: &Position<'_>, play: &Move) -> bool {
    let played = match play {
        Move::Off(_) | Move::Slide { .. } => 1,
        Move::Down { melds, .. } => melds.iter().map(Meld::size).sum(),
        _ => return false,
    };
    leaves_enough(position, played)
}

/// Is nothing owed, and are two cards left after this many were played?
fn leaves_enough(position: &Position<'_>, played: usize) -> bool {
    // A lay-off can make it too late for a duty to lay down.
    let late = laying_down::is_duty(position.rules)
        && position.rules.set.choices.turn.order == TurnOrder::Strict;
    let owes = late || position.deal.out_at_once || !position.board.turn.freed.is_empty();
    !owes && position.hand.len() >= played + 2
}

/// Need this lay-down, one of those that were listed, not be judged? The solver finds contracts that are laid at once
/// by all that binds them; here nothing else does, and enough cards are left. No where that is not plain.
pub(super) fn is_legal_as_found(position: &Position<'_>, action: &Action) -> bool {
    let Action::Down(melds) = action else { return false };
    let (choices, turn) = (&position.rules.set.choices, &position.board.turn);
    choices.laying_down.mode == LayDownMode::AtOnce
        && !laying_down::is_extra(position)
        && showing::first_points(position).is_none()
        && !position.deal.whole_hand
        && turn.owed.is_none()
        && turn.freed_of.is_none()
        && !(choices.turn.order == TurnOrder::Strict && turn.laid_off)
        && leaves_enough(position, melds.iter().map(|meld| meld.cards.len()).sum())
}

/// Would a lay-down of this hand be accepted, the order of plays aside?
fn can_lay_down(position: &Position<'_>) -> bool {
    let mut position = position.clone();
    position.board.turn.to_mut().laid_off = false;
    let mut steps = MOST_STEPS;
    // The first one nearly always is.
    [1, MOST_LAY_DOWNS].into_iter().any(|most| {
        let mut found = Vec::new();
        lay_downs::list(&position, most, &mut steps, &mut found);
        found.iter().any(|action| judge_play(&position, action).is_ok())
    })
}

/// Refuses to end a turn in which the seat still has to lay down. Only where a lay-down of its hand
/// would be accepted: one after which the turn could not be ended is no duty.
pub(crate) fn judge_duty(position: &Position<'_>) -> Result<(), Refusal> {
    if laying_down::is_due(position) && can_lay_down(position) {
        return Err(Refusal::DiscardMustLayDown);
    }
    Ok(())
}

/// Judges ending the turn without a discard.
pub(crate) fn judge_keep(position: &Position<'_>) -> Result<Move, Refusal> {
    discarding::judge_keep(position)?;
    judge_duty(position)?;
    Ok(Move::Keep)
}

/// Can the turn be ended as it stands: by a discard, by keeping the last card, or because the
/// hand is empty?
pub(crate) fn ends_now(position: &Position<'_>) -> bool {
    let choices = &position.rules.set.choices;
    if choices.going_out.ends == DealEnds::ContractComplete && position.board.seat.down == Down::Now
    {
        return true;
    }
    if !position.board.turn.freed.is_empty() || laying_down::missed(position) {
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
