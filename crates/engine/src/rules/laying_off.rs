//! Laying off on melds, and sliding a wild card to an end of its run.
//!
//! Clauses: S000-11..15, S000-53, S001-34..35, S001-38, S002-33..34, S002-40..41, BASIC-13,
//! BASIC-17, BASIC-21, PAGAT-CR-13, PAGAT-CR-24..26, SHANG-12..13, EVEL-05, PROG-30..31,
//! PROG-37..38, T13-20.

use upcard_cards::{Card, End, Meld, MeldError, MeldRules};

use crate::action::Action;
use crate::choices::{FromTurn, LayOffNeeds, Slide};
use crate::compile::Rules;
use crate::moves::{LayOff, Move};
use crate::position::Position;
use crate::refusal::{MeldPlace, Refusal};
use crate::rules::{declaring, duties};
use crate::table::{Down, MeldId, SeatState, TableMeld};

impl SeatState {
    /// Whether the seat has laid what the game requires before lay-offs: its contract, a meld, or nothing.
    /// Does not consider whether it may start in this turn.
    #[must_use]
    pub fn qualified_to_lay_off(&self, rules: &Rules) -> Down {
        match rules.set.choices.laying_off.needs {
            _ if declaring::hidden(rules) => self.melded,
            LayOffNeeds::None => Down::Earlier,
            LayOffNeeds::OwnMeld => self.melded,
            LayOffNeeds::Contract => self.down,
        }
    }
}

/// Checks whether this seat may lay off at all now.
#[inline]
pub(crate) fn allowed(position: &Position<'_>) -> Result<(), Refusal> {
    if declaring::stays_hidden(position) {
        return Err(Refusal::OffHidden);
    }
    let choices = &position.rules.set.choices.laying_off;
    let hidden = declaring::hidden(position.rules);
    if choices.needs == LayOffNeeds::None && !hidden {
        return Ok(());
    }
    match position.board.seat.qualified_to_lay_off(position.rules) {
        Down::No if hidden || choices.needs == LayOffNeeds::OwnMeld => Err(Refusal::OffNeedsMeld),
        Down::No => Err(Refusal::OffNeedsContract),
        _ if hidden => Ok(()),
        Down::Now if choices.from == FromTurn::NextTurn => Err(Refusal::OffNextTurn),
        Down::Now | Down::Earlier => Ok(()),
    }
}

/// The meld on which this card is to be laid off, if the hand contains the card.
fn find_target<'a>(
    position: &'a Position<'_>,
    id: MeldId,
    card: Card,
) -> Result<(usize, &'a TableMeld), Refusal> {
    let found = position.board.melds.iter().enumerate().find(|(_, m)| m.id == id);
    let missing = if !position.board.melds.is_empty() {
        Refusal::OffNoSuchMeld
    } else if declaring::hidden(position.rules) {
        Refusal::OffNothingShown
    } else {
        Refusal::OffNoMelds
    };
    let found = found.ok_or(missing)?;
    if position.hand.has(card) { Ok(found) } else { Err(Refusal::OffNotInHand) }
}

/// The lay-offs of a card on a meld; one for each end if it fits both.
pub(crate) fn lay_offs_of<'a>(
    position: &Position<'_>,
    meld: &'a TableMeld,
    card: Card,
) -> impl Iterator<Item = Action> + use<'a> {
    let fit = meld.meld.fit(card, &position.deal.melds);
    let ends: &[Option<End>] = match (fit.low, fit.high) {
        (true, true) => &[Some(End::Low), Some(End::High)],
        _ if fit.any() => &[None],
        _ => &[],
    };
    ends.iter().map(move |&end| Action::Off { meld: meld.id, card, end })
}

/// Validates a lay-off, except for whether the turn can be ended afterwards.
pub(crate) fn judge(
    position: &Position<'_>,
    id: MeldId,
    card: Card,
    end: Option<End>,
) -> Result<Move, Refusal> {
    let (_, target) = find_target(position, id, card)?;
    allowed(position)?;
    duties::judge_new_meld(position, card)?;
    duties::judge_owner(position, card, target.owner, &target.meld, Refusal::OffFreedOwner)?;
    duties::judge_freed_new(position, card)?;
    judge_fit(position, id, card, end).map(Move::Off)
}

/// Validates that a card of the hand fits a meld.
pub(crate) fn judge_fit(
    position: &Position<'_>,
    id: MeldId,
    card: Card,
    end: Option<End>,
) -> Result<LayOff, Refusal> {
    let (index, target) = find_target(position, id, card)?;
    let rules = &position.deal.melds;
    let (end, now) = placed(&target.meld, card, end, rules).map_err(|misfit| match misfit {
        Misfit::WhichEnd => Refusal::OffWhichEnd,
        Misfit::Nowhere => Refusal::OffDoesNotFit,
        Misfit::Meld(error) => Refusal::Meld(MeldPlace::LayOff, error),
    })?;
    Ok(LayOff { index, card, end, now })
}

/// Details a refused lay-off: if the card fits nowhere but a wild card that stands for it could slide, says
/// to which ends.
pub(crate) fn with_details(
    position: &Position<'_>,
    id: MeldId,
    card: Card,
    refusal: Refusal,
) -> Refusal {
    if refusal != Refusal::OffDoesNotFit {
        return refusal;
    }
    let slides = |to| judge_slide(position, id, card, to).is_ok();
    match (slides(End::Low), slides(End::High)) {
        (true, true) => Refusal::OffSlides,
        (true, false) => Refusal::OffSlidesLow,
        (false, true) => Refusal::OffSlidesHigh,
        (false, false) => refusal,
    }
}

/// Why a card has no unique place on a meld.
pub(crate) enum Misfit {
    /// It fits nowhere.
    Nowhere,
    /// It fits at both ends.
    WhichEnd,
    /// It would fit, but the meld would be illegal.
    Meld(MeldError),
}

/// The place of a card on a meld, and the resulting meld.
pub(crate) fn placed(
    meld: &Meld,
    card: Card,
    end: Option<End>,
    rules: &MeldRules,
) -> Result<(Option<End>, Meld), Misfit> {
    let at = |end: Option<End>| meld.with(card, end, rules).ok().map(|now| (end, now));
    let found = match (meld, end) {
        (Meld::Set(_), _) => at(None),
        (Meld::Run(_), Some(_)) => at(end),
        (Meld::Run(_), None) => match (at(Some(End::Low)), at(Some(End::High))) {
            (Some(_), Some(_)) => return Err(Misfit::WhichEnd),
            (low, high) => low.or(high),
        },
    };
    found.ok_or_else(|| misfit(meld, card, end, rules))
}

fn misfit(meld: &Meld, card: Card, end: Option<End>, rules: &MeldRules) -> Misfit {
    let ends: &[Option<End>] = match (meld, end) {
        (Meld::Set(_), _) => &[None],
        (Meld::Run(_), Some(End::Low)) => &[Some(End::Low)],
        (Meld::Run(_), Some(End::High)) => &[Some(End::High)],
        (Meld::Run(_), None) => &[Some(End::Low), Some(End::High)],
    };
    for end in ends {
        match meld.with(card, *end, rules) {
            Ok(_) | Err(MeldError::SetRank | MeldError::RunOrder) => {}
            Err(MeldError::RunSuit | MeldError::RunColour) => {}
            // A full run is not the reason for refusing a natural that belongs elsewhere.
            Err(MeldError::TooLong) if !rules.is_wild(card) && !matches!(meld, Meld::Set(_)) => {}
            Err(error) => return Misfit::Meld(error),
        }
    }
    Misfit::Nowhere
}

/// Validates a slide: the natural takes the wild card's place, the wild card goes to an end of the run.
pub(crate) fn judge_slide(
    position: &Position<'_>,
    id: MeldId,
    card: Card,
    to: End,
) -> Result<Move, Refusal> {
    let slide = position.rules.set.choices.wilds.slide;
    if slide == Slide::None {
        return Err(Refusal::OffSlide);
    }
    let (index, target) = find_target(position, id, card)?;
    allowed(position)?;
    duties::judge_new_meld(position, card)?;
    if !matches!(target.meld, Meld::Run(_)) {
        return Err(Refusal::OffNoWild);
    }
    let rules = &position.deal.melds;
    let mut refused = Refusal::OffNoWild;
    let other_end = match to {
        End::High => 0,
        End::Low => target.meld.size() - 1,
    };
    for (slot, wild) in target.meld.wilds_for(card, rules) {
        if slide == Slide::EndToEnd && slot != other_end {
            refused = Refusal::OffSlideEnd;
            continue;
        }
        match target.meld.slid(card, slot, wild, to, rules) {
            Ok(now) => return Ok(Move::Slide { index, card, wild, to, now }),
            Err(MeldError::TooLong) => refused = Refusal::OffNoRoom,
            Err(error) => refused = Refusal::Meld(MeldPlace::LayOff, error),
        }
    }
    Err(refused)
}
