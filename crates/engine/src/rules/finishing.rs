//! A turn can be finished: a play is refused exactly when no legal continuation ends the turn.
//!
//! Clauses: S000-44, S000-53, X-02, BASIC-22, PAGAT-CR-28, PAGAT-CR-46, SHANG-30, TAHE-03.

mod search;

use upcard_cards::{Cards, Meld};

use crate::action::Action;
use crate::choices::{DealEnds, Duty, LastCard, May, TurnOrder};
use crate::moves::Move;
use crate::offered;
use crate::refusal::Refusal;
use crate::rules::{discarding, laying_down, laying_off, rearranging, swapping};
use crate::table::{Down, Drawn, Turn};
use crate::view::Spot;

/// Lay-downs that are looked at where a duty to lay down is judged, and the solver's steps in which
/// they must be found: some hundredths of a second. What is not found by then is no duty.
const MOST_LAY_DOWNS: usize = 500;
const MOST_STEPS: u32 = 100_000;

/// Judges a play and whether the turn could be ended after it.
pub(crate) fn judge_play(spot: &Spot<'_>, action: &Action) -> Result<Move, Refusal> {
    let play = match action {
        Action::Down(said) => laying_down::judge(spot, said)?,
        Action::Off { meld, card, end } => laying_off::judge(spot, *meld, *card, *end)?,
        Action::Slide { meld, card, to } => laying_off::judge_slide(spot, *meld, *card, *to)?,
        Action::Swap { meld, card, wild, end } => swapping::judge(spot, *meld, *card, *wild, *end)?,
        Action::Arrange(changes) => rearranging::judge(spot, changes)?,
        _ => return Err(Refusal::WrongPhase),
    };
    if simply_finishable(spot, &play) {
        return Ok(play);
    }
    if search::finishable(spot, &play) { Ok(play) } else { Err(Refusal::Unfinishable) }
}

/// Might judging this play take a search? Answered at once, for whoever must not wait.
pub(crate) fn may_search(spot: &Spot<'_>, action: &Action) -> bool {
    let played = match action {
        Action::Off { .. } | Action::Slide { .. } => 1,
        Action::Down(said) => said.iter().map(|meld| meld.cards.len()).sum(),
        Action::Swap { .. } | Action::Arrange(_) => return true,
        // Whether there is a duty to lay down is looked for among all lay-downs.
        Action::Discard { .. } | Action::Keep => return is_duty(spot),
        _ => return false,
    };
    !leaves_enough(spot, played)
}

/// The common case, without looking at the table: two cards stay in hand and nothing is owed.
fn simply_finishable(spot: &Spot<'_>, play: &Move) -> bool {
    let played = match play {
        Move::Off { .. } | Move::Slide { .. } => 1,
        Move::Down { melds, .. } => melds.iter().map(Meld::size).sum(),
        _ => return false,
    };
    leaves_enough(spot, played)
}

/// Is nothing owed, and are two cards left after so many were played?
fn leaves_enough(spot: &Spot<'_>, played: usize) -> bool {
    // A lay-off can make it too late for a duty to lay down.
    let late = is_duty(spot) && spot.rules.set.choices.turn.order == TurnOrder::Strict;
    !late && spot.turn.freed.is_empty() && spot.hand.len() >= played + 2
}

fn is_duty(spot: &Spot<'_>) -> bool {
    spot.rules.set.choices.laying_down.duty == Duty::Compulsory
}

/// Would a lay-down of this hand be accepted, the order of plays aside?
pub(crate) fn can_lay_down(spot: &Spot<'_>) -> bool {
    let turn = Turn { laid_off: false, ..spot.turn.clone() };
    let spot = Spot { turn: &turn, ..*spot };
    let mut steps = MOST_STEPS;
    // The first one nearly always is.
    [1, MOST_LAY_DOWNS].into_iter().any(|most| {
        let mut lay_downs = Vec::new();
        offered::lay_downs(&spot, most, &mut steps, &mut lay_downs);
        lay_downs.iter().any(|action| judge_play(&spot, action).is_ok())
    })
}

/// The cards that leave the hand by a play, and those that come.
pub(crate) fn hand_change(play: &Move) -> (Cards, Cards) {
    let one = |card| [card].into_iter().collect::<Cards>();
    match play {
        Move::Down { melds, .. } => {
            (melds.iter().fold(Cards::NONE, |sum, m| sum.plus(&m.cards())), Cards::NONE)
        }
        Move::Off { card, .. } | Move::Slide { card, .. } => (one(*card), Cards::NONE),
        Move::Swap { card, wild, .. } => (one(*card), one(*wild)),
        Move::Arrange { played, .. } => (*played, Cards::NONE),
        _ => (Cards::NONE, Cards::NONE),
    }
}

/// Can the turn be ended as it stands: by a discard, by keeping the last card, or because the
/// hand is empty?
pub(crate) fn ends_now(spot: &Spot<'_>) -> bool {
    let choices = &spot.rules.set.choices;
    if choices.going_out.ends == DealEnds::ContractComplete && spot.seat.down == Down::Now {
        return true;
    }
    if !spot.turn.freed.is_empty() || laying_down::missed(spot) {
        return false;
    }
    match spot.hand.len() {
        0 => spot.seat.may_go_out(spot.rules) && spot.deal.last_card != LastCard::Required,
        1 => {
            discarding::judge_keep(spot).is_ok()
                || spot.hand.nth(0).is_some_and(|card| !taken_ban(spot, card))
        }
        _ => true,
    }
}

/// Is this the card taken from the discards, which may not go back? Copies count: with another
/// one in hand, it is the other that goes.
pub(crate) fn taken_ban(spot: &Spot<'_>, card: upcard_cards::Card) -> bool {
    spot.rules.set.choices.discarding.taken_card == May::Refused
        && spot.turn.drawn == Drawn::Discards(card)
        && spot.hand.count(card) < 2
}
