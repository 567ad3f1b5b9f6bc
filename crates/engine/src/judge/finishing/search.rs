//! Searches for a way to finish the turn after a play.
//!
//! Needed only if taken wild cards must still be played, or hardly a card is left; otherwise a discard ends
//! the turn. Nearly always the taken wild cards can be laid off on the first melds that they fit, which is
//! tried first. The rest is a bounded search that tries only plays that can help: other cards are laid off
//! only on a meld to make room for a taken wild card.

use rustc_hash::FxHashSet;
use upcard_cards::{Card, Cards, End, Meld};
use upcard_solver::meter;

use crate::action::Action;
use crate::choices::{DealEnds, LastCard, Slide, TurnOrder};
use crate::judge::lay_downs;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{laying_down, laying_off, swapping};
use crate::table::{MeldId, TableMeld};

/// Maximum work of one search, in lay-offs judged: about a millisecond. Searches in real games take some
/// hundreds. A search that exceeds this lets the play pass: a legal play is never refused, and a player stuck
/// in a contrived position can use `undo`. Work is counted rather than timed, so that server, page and replay
/// agree.
const MAX_WORK: u32 = 40_000;

/// Work per lay-down tried and per position stored, which are copied.
const LAY_DOWN_WORK: u32 = 8;
const POSITION_WORK: u32 = 16;

/// Maximum solver steps for the lay-downs of one search: some milliseconds. A search that finds nothing and
/// has used them up is inconclusive and lets the play pass.
const MAX_STEPS: u32 = 60_000;

/// Maximum number of lay-downs tried from one position. If there are more, a search that finds nothing is
/// inconclusive.
const MAX_LAY_DOWNS: usize = 300;

/// With at most this many cards besides the taken wild cards, every play is tried: the last cards may have to
/// go, too.
const FEW_CARDS: usize = 3;

/// Result of a search for a way to end the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// There is a way.
    Found,
    /// There is none.
    None,
    /// Inconclusive.
    Inconclusive,
}

/// Predicate: whether the turn can be ended now.
type EndCheck = fn(&Position<'_>) -> bool;

/// Searches for a way to end the turn from here, at once or after further plays.
///
/// The work is bounded by [`MAX_WORK`] and [`MAX_STEPS`], whatever the hand, the table and the rules.
pub(super) fn search(position: &Position<'_>, ends: EndCheck) -> Outcome {
    if lacks_a_discard(position) {
        return Outcome::None;
    }
    if ends(position) || ends_without_freed(position, ends) {
        return Outcome::Found;
    }
    Search::new(ends).ends_from(position.clone())
}

/// Returns `true` if the turn must end by a discard, but no card is left for it. Plays add only taken wild
/// cards to the hand, which may not be discarded. Without this check the search would exceed its bounds if
/// three or more wild cards were taken and many melds have a place for each.
fn lacks_a_discard(position: &Position<'_>) -> bool {
    position.deal.last_card == LastCard::Required
        && position.rules.set.choices.going_out.ends != DealEnds::ContractComplete
        && position.hand.len() <= position.board.turn.freed.len()
}

/// Returns `true` if the turn can be ended after laying off each freed wild card on the first meld that it
/// fits: the usual case.
fn ends_without_freed(position: &Position<'_>, ends: EndCheck) -> bool {
    let mut left = position.clone();
    while let Some(wild) = left.board.turn.freed.nth(0) {
        let sides = [None, Some(End::High)];
        let mut offs = left.board.melds.iter().flat_map(|meld| sides.map(|end| (meld.id, end)));
        let off = offs.find_map(|(id, end)| laying_off::judge(&left, id, wild, end).ok());
        let Some(off) = off else { return false };
        left = left.after(&off);
    }
    ends(&left)
}

/// Which melds the next plays are tried on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Focus {
    /// Any meld.
    Anywhere,
    /// This meld, until a taken wild card goes there: something was laid off to make room.
    Meld(MeldId),
    /// Melds from this id on, until a taken wild card goes there: they were laid for it.
    From(MeldId),
}

impl Focus {
    fn has(self, meld: MeldId) -> bool {
        match self {
            Focus::Anywhere => true,
            Focus::Meld(only) => meld == only,
            Focus::From(first) => meld >= first,
        }
    }
}

struct Search<'a> {
    ends: EndCheck,
    work: u32,
    /// Remaining solver steps.
    steps: u32,
    /// Whether the search was exhaustive so far; `false` if there were too many lay-downs.
    certain: bool,
    seen: FxHashSet<(Cards, Cards, Vec<Meld>, Focus)>,
    open: Vec<(Position<'a>, Focus)>,
}

impl<'a> Search<'a> {
    fn new(ends: EndCheck) -> Search<'a> {
        Search {
            ends,
            work: 0,
            steps: MAX_STEPS,
            certain: true,
            seen: FxHashSet::default(),
            open: Vec::new(),
        }
    }

    /// Searches for a way to end the turn from here.
    fn ends_from(&mut self, position: Position<'a>) -> Outcome {
        self.open.push((position, Focus::Anywhere));
        while let Some((position, focus)) = self.open.pop() {
            let melds: Vec<Meld> = position.board.melds.iter().map(|m| m.meld).collect();
            if !self.seen.insert((*position.hand, position.board.turn.freed, melds, focus)) {
                continue;
            }
            if self.try_plays(&position, focus) {
                return Outcome::Found;
            }
            if self.work > MAX_WORK || meter::is_interrupted() {
                return Outcome::Inconclusive;
            }
        }
        if self.certain { Outcome::None } else { Outcome::Inconclusive }
    }

    /// Tries the plays that could help; `true` if one ends the turn.
    fn try_plays(&mut self, position: &Position<'a>, focus: Focus) -> bool {
        // The duty to lay down also ends when the hand no longer holds the contract.
        let few = position.hand.len() <= position.board.turn.freed.len() + FEW_CARDS
            || laying_down::duty_missed(position)
            || laying_down::must_go_out(position);
        let focus = if few { Focus::Anywhere } else { focus };
        // A stack: what is pushed last is explored first, that is taken wild cards laid off, then melds for
        // them.
        if self.swaps(position, focus)
            || self.lay_off_others(position, focus, few)
            || focus == Focus::Anywhere && self.lay_downs(position, few)
        {
            return true;
        }
        self.lay_off_freed(position, focus)
    }

    /// Counts work.
    fn charge(&mut self, work: u32) {
        self.work += work;
        meter::step(work);
    }

    /// Pushes a position, unless the turn ends there; returns `true` if it does.
    fn push_unless_end(&mut self, next: Position<'a>, focus: Focus) -> bool {
        self.charge(POSITION_WORK);
        let ends = (self.ends)(&next);
        if !ends {
            self.open.push((next, focus));
        }
        ends
    }

    /// Validates the ways to lay a card off on a meld.
    fn legal_lay_offs(
        &mut self,
        position: &Position<'_>,
        meld: &TableMeld,
        card: Card,
    ) -> [Option<Move>; 2] {
        let ends = match meld.meld {
            Meld::Set(_) => [Some(None), None],
            Meld::Run(_) => [Some(Some(End::Low)), Some(Some(End::High))],
        };
        ends.map(|end| {
            self.charge(1);
            laying_off::judge(position, meld.id, card, end?).ok()
        })
    }

    /// Lays off taken wild cards.
    fn lay_off_freed(&mut self, position: &Position<'a>, focus: Focus) -> bool {
        if laying_off::allowed(position).is_err() {
            return false;
        }
        let after = |play: Move| position.clone().after(&play);
        for meld in position.board.melds.iter().filter(|meld| focus.has(meld.id)) {
            for (card, _) in position.board.turn.freed.iter_counts() {
                let mut plays = self.legal_lay_offs(position, meld, card).into_iter().flatten();
                if plays.any(|play| self.push_unless_end(after(play), Focus::Anywhere)) {
                    return true;
                }
            }
        }
        false
    }

    /// Lays off other cards: to make room for a taken wild card on that meld, or because hardly one is left.
    /// Wild cards in runs slide for the same reasons.
    fn lay_off_others(&mut self, position: &Position<'a>, focus: Focus, few: bool) -> bool {
        if position.hand.is_empty() || laying_off::allowed(position).is_err() {
            return false;
        }
        let slides = position.rules.set.choices.wilds.slide != Slide::None;
        let after = |play: Move| position.clone().after(&play);
        for meld in position.board.melds.iter().filter(|meld| focus.has(meld.id)) {
            for (card, _) in position.hand.iter_counts() {
                let freed = position.board.turn.freed.has(card);
                let mut plays = Vec::new();
                if !freed {
                    plays.extend(self.legal_lay_offs(position, meld, card).into_iter().flatten());
                }
                if slides {
                    for to in [End::Low, End::High] {
                        self.charge(1);
                        plays.extend(laying_off::judge_slide(position, meld.id, card, to));
                    }
                }
                let then = if few || freed { Focus::Anywhere } else { Focus::Meld(meld.id) };
                if plays.into_iter().any(|play| self.push_unless_end(after(play), then)) {
                    return true;
                }
            }
        }
        false
    }

    /// Takes further wild cards: a meld for the first one may need them.
    fn swaps(&mut self, position: &Position<'a>, focus: Focus) -> bool {
        if swapping::allowed(position).is_err() {
            return false;
        }
        let after = |play: Move| position.clone().after(&play);
        for meld in position.board.melds.iter().filter(|meld| focus.has(meld.id)) {
            for (card, _) in position.hand.iter_counts() {
                for (_, wild) in meld.meld.wilds_for(card, &position.deal.melds) {
                    for end in [None, Some(End::Low), Some(End::High)] {
                        self.charge(1);
                        let play = swapping::judge(position, meld.id, card, Some(wild), end);
                        let ends = |play| self.push_unless_end(after(play), Focus::Anywhere);
                        if play.is_ok_and(ends) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Lays melds: with a taken wild card in them, as a place for one, or because that permits more plays.
    fn lay_downs(&mut self, position: &Position<'a>, few: bool) -> bool {
        let strict = position.rules.set.choices.turn.order == TurnOrder::Strict;
        // No lay-down is legal then; too many candidates would make a definite result inconclusive.
        if strict && position.board.turn.laid_off {
            return false;
        }
        let mut all = Vec::new();
        self.certain &= !lay_downs::list(position, MAX_LAY_DOWNS, &mut self.steps, &mut all);
        let before = &position.board.seat;
        for action in &all {
            self.charge(LAY_DOWN_WORK);
            let Action::Down(specs) = action else { continue };
            let Ok(play) = laying_down::judge(position, specs) else { continue };
            let next = position.clone().after(&play);
            let now = &next.board.seat;
            let opens = (now.down, now.melded, now.remaining)
                != (before.down, before.melded, before.remaining);
            let plays_freed = next.board.turn.freed != position.board.turn.freed;
            let then = if few || strict || opens || plays_freed {
                Focus::Anywhere
            } else {
                Focus::From(position.board.next_meld)
            };
            if self.push_unless_end(next, then) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests;
