//! A turn can be finished: a play is refused exactly when no legal continuation ends the turn.
//!
//! Clauses: S000-44, S000-53, X-02, BASIC-22, PAGAT-CR-28, PAGAT-CR-46, SHANG-30, TAHE-03.

use std::collections::HashSet;

use upcard_cards::{Cards, End, Meld};

use crate::action::Action;
use crate::apply::Board;
use crate::choices::{DealEnds, Duty, LastCard, May, Slide, SwapWho, TurnOrder};
use crate::moves::Move;
use crate::offered;
use crate::refusal::Refusal;
use crate::rules::{discarding, laying_down, laying_off, rearranging, swapping};
use crate::table::{Down, Drawn, SeatState, TableMeld, Turn};
use crate::view::Spot;

/// Positions looked at before the search gives up and lets the play pass. Reached by no position
/// that play leads to; it bounds what a hostile one can cost.
const MOST_POSITIONS: usize = 20_000;

/// Lay-downs that are looked at from one position.
const MOST_LAY_DOWNS: usize = 500;

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
    let sketch = Sketch::of(spot).after(spot, &play);
    if sketch.finishable(spot) { Ok(play) } else { Err(Refusal::Unfinishable) }
}

/// The common case, without looking at the table: two cards stay in hand and nothing is owed.
fn simply_finishable(spot: &Spot<'_>, play: &Move) -> bool {
    let played = match play {
        Move::Off { .. } | Move::Slide { .. } => 1,
        Move::Down { melds, .. } => melds.iter().map(Meld::size).sum(),
        _ => return false,
    };
    // A lay-off can make it too late for a duty to lay down.
    let duty = spot.rules.set.choices.laying_down.duty == Duty::Compulsory;
    let late = duty && spot.rules.set.choices.turn.order == TurnOrder::Strict;
    !late && spot.turn.freed.is_empty() && spot.hand.len() >= played + 2
}

/// Would a lay-down of this hand be accepted, the order of plays aside?
pub(crate) fn can_lay_down(spot: &Spot<'_>) -> bool {
    let turn = Turn { laid_off: false, ..spot.turn.clone() };
    let spot = Spot { turn: &turn, ..*spot };
    // The first one nearly always is.
    [1, MOST_LAY_DOWNS].into_iter().any(|most| {
        let mut lay_downs = Vec::new();
        offered::lay_downs(&spot, most, &mut lay_downs);
        lay_downs.iter().any(|action| judge_play(&spot, action).is_ok())
    })
}

/// A position that plays are tried out on.
#[derive(Clone)]
struct Sketch {
    hand: Cards,
    melds: Vec<TableMeld>,
    next_meld: u16,
    seat: SeatState,
    turn: Turn,
}

impl Sketch {
    fn of(spot: &Spot<'_>) -> Sketch {
        Sketch {
            hand: *spot.hand,
            melds: spot.melds.to_vec(),
            next_meld: spot.next_meld,
            seat: spot.seat.clone(),
            turn: spot.turn.clone(),
        }
    }

    fn spot<'a>(&'a self, from: &Spot<'a>) -> Spot<'a> {
        Spot {
            hand: &self.hand,
            melds: &self.melds,
            next_meld: self.next_meld,
            seat: &self.seat,
            turn: &self.turn,
            ..*from
        }
    }

    fn after(mut self, spot: &Spot<'_>, play: &Move) -> Sketch {
        let (out, into) = hand_change(play);
        self.hand = self.hand.without(&out).plus(&into);
        let mut board = Board {
            melds: &mut self.melds,
            next_meld: &mut self.next_meld,
            seat: &mut self.seat,
            turn: &mut self.turn,
        };
        board.play(spot.rules, spot.me, play);
        self
    }

    /// Can the turn be ended from here, at once or after further plays?
    fn finishable(self, spot: &Spot<'_>) -> bool {
        if ends_now(&self.spot(spot)) || self.ends_without_freed(spot) {
            return true;
        }
        let mut seen = HashSet::new();
        let mut open = vec![self];
        while let Some(position) = open.pop() {
            if seen.len() >= MOST_POSITIONS {
                return true;
            }
            let melds: Vec<_> = position.melds.iter().map(|m| m.meld).collect();
            if !seen.insert((position.hand, position.turn.freed, melds)) {
                continue;
            }
            for play in position.continuations(spot) {
                let next = position.clone().after(spot, &play);
                if ends_now(&next.spot(spot)) {
                    return true;
                }
                open.push(next);
            }
        }
        false
    }

    /// Does the turn end where the freed wilds are laid off, each on the first meld that it fits?
    /// That is how it nearly always goes; whatever else there is takes a search.
    fn ends_without_freed(&self, from: &Spot<'_>) -> bool {
        let mut left = self.clone();
        while let Some(wild) = left.turn.freed.nth(0) {
            let spot = left.spot(from);
            let ends = [None, Some(End::High)];
            let mut offs = spot.melds.iter().flat_map(|meld| ends.map(|end| (meld.id, end)));
            let off = offs.find_map(|(id, end)| laying_off::judge(&spot, id, wild, end).ok());
            let Some(off) = off else { return false };
            left = left.after(from, &off);
        }
        ends_now(&left.spot(from))
    }

    /// The plays that could help to end a turn that cannot be ended as it stands.
    fn continuations(&self, from: &Spot<'_>) -> Vec<Move> {
        let spot = self.spot(from);
        let choices = &spot.rules.set.choices;
        let mut plays = Vec::new();
        if !self.hand.is_empty() && laying_off::allowed(&spot).is_ok() {
            for meld in &self.melds {
                for (card, _) in self.hand.iter_counts() {
                    for end in [None, Some(End::Low), Some(End::High)] {
                        plays.extend(laying_off::judge(&spot, meld.id, card, end));
                    }
                    if choices.wilds.slide == Slide::RunEnd {
                        for to in [End::Low, End::High] {
                            plays.extend(laying_off::judge_slide(&spot, meld.id, card, to));
                        }
                    }
                }
            }
        }
        if choices.swapping.who != SwapWho::Nobody && swapping::allowed(&spot).is_ok() {
            for meld in &self.melds {
                for (card, _) in self.hand.iter_counts() {
                    for (_, wild) in meld.meld.wilds_for(card, &spot.deal.melds) {
                        for end in [None, Some(End::Low), Some(End::High)] {
                            plays.extend(swapping::judge(&spot, meld.id, card, Some(wild), end));
                        }
                    }
                }
            }
        }
        let mut lay_downs = Vec::new();
        offered::lay_downs(&spot, MOST_LAY_DOWNS, &mut lay_downs);
        for action in &lay_downs {
            if let Action::Down(said) = action {
                plays.extend(laying_down::judge(&spot, said));
            }
        }
        plays
    }
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
