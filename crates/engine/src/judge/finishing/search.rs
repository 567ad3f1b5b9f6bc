//! The search whether a turn can be finished after a play.
//!
//! It is asked where wilds that were taken must still be played, or where hardly a card is left:
//! elsewhere a discard ends the turn. Nearly always the taken wilds go on the first melds that they
//! fit, which is tried first. What is left is a search of bounded work, which tries plays only where
//! they can help: a card that nobody must play is laid off only on a meld on which a taken wild goes
//! next.

use rustc_hash::FxHashSet;
use upcard_cards::{Card, Cards, End, Meld};
use upcard_solver::meter;

use crate::action::Action;
use crate::choices::{DealEnds, LastCard, Slide, SwapWho, TurnOrder};
use crate::judge::lay_downs;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{laying_down, laying_off, swapping};
use crate::table::{MeldId, TableMeld};

/// The most work of one search, in lay-offs judged: about a millisecond. Play leads to searches of
/// some hundreds. A search that is not through by then lets the play pass: what is legal is never
/// refused, and who is led into a dead end by a position made for it takes the play back by `undo`.
/// The work is counted and not timed, so that server, page and replay judge alike.
const MOST_WORK: u32 = 40_000;

/// The work of a lay-down that is looked at, and of a position that is kept: they are copied.
const LAY_DOWN: u32 = 8;
const POSITION: u32 = 16;

/// The steps of the solver in which one search must find its lay-downs: some milliseconds. A search
/// that finds nothing and has used them up is not certain of it, and lets the play pass.
const MOST_STEPS: u32 = 60_000;

/// Lay-downs that are looked at from one position. Where there are more, a search that finds nothing
/// is not certain of it.
const MOST_LAY_DOWNS: usize = 300;

/// With so few cards beside the taken wilds, every play is tried: the last cards may have to go, too.
const FEW: usize = 3;

/// What a search for an end of the turn comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// There is one.
    Found,
    /// There is none.
    None,
    /// It is not certain that there is none.
    Unsure,
}

/// Can the turn be ended as it stands?
type Ends = fn(&Position<'_>) -> bool;

/// Can the turn be ended from here, at once or after further plays?
///
/// The work is bounded by [`MOST_WORK`] and [`MOST_STEPS`], whatever the hand, the table and the rules
/// are.
pub(super) fn look(position: &Position<'_>, ends: Ends) -> Way {
    if lacks_a_discard(position) {
        return Way::None;
    }
    if ends(position) || ends_without_freed(position, ends) {
        return Way::Found;
    }
    Search::new(ends).ends_from(position.clone())
}

/// Must the turn end by a discard for which there is no card? No play brings a card into the hand but a taken
/// wild, which may not be discarded. Where three wilds or more were taken, and many melds have a place for each,
/// the search would not be through in time.
fn lacks_a_discard(position: &Position<'_>) -> bool {
    position.deal.last_card == LastCard::Required
        && position.rules.set.choices.going_out.ends != DealEnds::ContractComplete
        && position.hand.len() <= position.board.turn.freed.len()
}

/// Does the turn end where the freed wilds are laid off, each on the first meld that it fits?
/// That is how it nearly always goes; whatever else there is takes a search.
fn ends_without_freed(position: &Position<'_>, ends: Ends) -> bool {
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

/// Where the next plays are tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Focus {
    /// Anywhere.
    Anywhere,
    /// On this meld, until a taken wild goes there: something was laid off there to make room.
    Meld(MeldId),
    /// On the melds from this number on, until a taken wild goes there: they were laid for it.
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
    ends: Ends,
    work: u32,
    /// The solver's steps that are left.
    steps: u32,
    /// Was everything looked at so far? Not where there were too many lay-downs.
    certain: bool,
    seen: FxHashSet<(Cards, Cards, Vec<Meld>, Focus)>,
    open: Vec<(Position<'a>, Focus)>,
}

impl<'a> Search<'a> {
    fn new(ends: Ends) -> Search<'a> {
        Search {
            ends,
            work: 0,
            steps: MOST_STEPS,
            certain: true,
            seen: FxHashSet::default(),
            open: Vec::new(),
        }
    }

    /// Can the turn be ended from here, as far as the search can see?
    fn ends_from(&mut self, position: Position<'a>) -> Way {
        self.open.push((position, Focus::Anywhere));
        while let Some((position, focus)) = self.open.pop() {
            let melds: Vec<Meld> = position.board.melds.iter().map(|m| m.meld).collect();
            if !self.seen.insert((*position.hand, position.board.turn.freed, melds, focus)) {
                continue;
            }
            if self.tried(&position, focus) {
                return Way::Found;
            }
            if self.work > MOST_WORK || meter::is_broken() {
                return Way::Unsure;
            }
        }
        if self.certain { Way::None } else { Way::Unsure }
    }

    /// Tries the plays that could help; true where one ends the turn.
    fn tried(&mut self, position: &Position<'a>, focus: Focus) -> bool {
        // Or the duty to lay down ends where the hand no longer holds the contract.
        let few = position.hand.len() <= position.board.turn.freed.len() + FEW
            || laying_down::missed(position)
            || laying_down::must_go_out(position);
        let focus = if few { Focus::Anywhere } else { focus };
        // What is tried last is looked at first: taken wilds laid off, then melds for them.
        if self.swaps(position, focus)
            || self.others_off(position, focus, few)
            || focus == Focus::Anywhere && self.lay_downs(position, few)
        {
            return true;
        }
        self.freed_off(position, focus)
    }

    /// Counts this much work.
    fn works(&mut self, work: u32) {
        self.work += work;
        meter::step(work);
    }

    /// Goes on from a position, unless the turn ends there.
    fn reach(&mut self, next: Position<'a>, focus: Focus) -> bool {
        self.works(POSITION);
        let ends = (self.ends)(&next);
        if !ends {
            self.open.push((next, focus));
        }
        ends
    }

    /// Judges the ways to lay a card off on a meld.
    fn offs(&mut self, position: &Position<'_>, meld: &TableMeld, card: Card) -> [Option<Move>; 2] {
        let ends = match meld.meld {
            Meld::Set(_) => [Some(None), None],
            Meld::Run(_) => [Some(Some(End::Low)), Some(Some(End::High))],
        };
        ends.map(|end| {
            self.works(1);
            laying_off::judge(position, meld.id, card, end?).ok()
        })
    }

    /// Lays taken wilds off.
    fn freed_off(&mut self, position: &Position<'a>, focus: Focus) -> bool {
        if laying_off::allowed(position).is_err() {
            return false;
        }
        for meld in position.board.melds.iter().filter(|meld| focus.has(meld.id)) {
            for (card, _) in position.board.turn.freed.iter_counts() {
                for play in self.offs(position, meld, card).into_iter().flatten() {
                    let next = position.clone().after(&play);
                    if self.reach(next, Focus::Anywhere) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Lays other cards off: to make room for a taken wild on that meld, or because hardly one is
    /// left. Wilds of runs slide likewise.
    fn others_off(&mut self, position: &Position<'a>, focus: Focus, few: bool) -> bool {
        if position.hand.is_empty() || laying_off::allowed(position).is_err() {
            return false;
        }
        let slides = position.rules.set.choices.wilds.slide != Slide::None;
        for meld in position.board.melds.iter().filter(|meld| focus.has(meld.id)) {
            for (card, _) in position.hand.iter_counts() {
                let freed = position.board.turn.freed.has(card);
                let mut plays = Vec::new();
                if !freed {
                    plays.extend(self.offs(position, meld, card).into_iter().flatten());
                }
                if slides {
                    for to in [End::Low, End::High] {
                        self.works(1);
                        plays.extend(laying_off::judge_slide(position, meld.id, card, to));
                    }
                }
                let then = if few || freed { Focus::Anywhere } else { Focus::Meld(meld.id) };
                for play in plays {
                    if self.reach(position.clone().after(&play), then) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Takes further wilds: a meld for the first one may need them.
    fn swaps(&mut self, position: &Position<'a>, focus: Focus) -> bool {
        if position.rules.set.choices.swapping.who == SwapWho::Nobody
            || swapping::allowed(position).is_err()
        {
            return false;
        }
        for meld in position.board.melds.iter().filter(|meld| focus.has(meld.id)) {
            for (card, _) in position.hand.iter_counts() {
                for (_, wild) in meld.meld.wilds_for(card, &position.deal.melds) {
                    for end in [None, Some(End::Low), Some(End::High)] {
                        self.works(1);
                        let play = swapping::judge(position, meld.id, card, Some(wild), end);
                        let Ok(play) = play else { continue };
                        let next = position.clone().after(&play);
                        if self.reach(next, Focus::Anywhere) {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Lays melds: with a taken wild in them, for one to go on them, or because more is allowed then.
    fn lay_downs(&mut self, position: &Position<'a>, few: bool) -> bool {
        let strict = position.rules.set.choices.turn.order == TurnOrder::Strict;
        // None is legal then; to find too many of them would make a sure end look uncertain.
        if strict && position.board.turn.laid_off {
            return false;
        }
        let mut all = Vec::new();
        self.certain &= !lay_downs::list(position, MOST_LAY_DOWNS, &mut self.steps, &mut all);
        let before = &position.board.seat;
        for action in &all {
            self.works(LAY_DOWN);
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
            if self.reach(next, then) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests;
