//! Declaring: ending the deal by showing the whole hand in melds, penalties for wrong declarations, and the
//! last turns of the others.
//!
//! Clauses: T13-15..21, IND-30..39, IND-44, IND-V01.

use upcard_cards::{Card, Cards, Meld, MeldSpec, Stage};

use crate::action::Action;
use crate::choices::{
    Declares, Groups, LastLayOffs, LastTurns, LayDownMode, LosersGrouping, WrongDeclaration,
};
use crate::compile::{DealRules, Rules};
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::{MeldPlace, Refusal};
use crate::rules::duties;
use crate::seat::Seat;
use crate::table::Table;
use crate::view::View;

/// Returns `true` if melds stay in the hand until somebody ends the deal.
pub(crate) fn hidden(rules: &Rules) -> bool {
    rules.set.choices.laying_down.mode == LayDownMode::Hidden
}

/// Returns `true` if melds still stay in the hand in this position. In the last turns after a declaration
/// they do not, if cards may be laid off on the declared melds: only then are there melds on the table.
pub(crate) fn stays_hidden(position: &Position<'_>) -> bool {
    let opens = position.rules.set.choices.laying_off.last_turns == LastLayOffs::OwnMeld;
    let opened = opens && !position.board.melds.is_empty();
    hidden(position.rules) && !opened
}

/// Returns `true` if the game has declaring.
pub(crate) fn is_enabled(rules: &Rules) -> bool {
    rules.set.choices.declaring.allowed != Declares::None
}

/// Validates a declaration: all cards of the hand, except the finishing discard, are in legal melds, with the
/// required runs. A wrong one may be accepted with a penalty.
pub(crate) fn judge(
    position: &Position<'_>,
    named: &[MeldSpec],
    finish: Option<Card>,
) -> Result<Move, Refusal> {
    let choices = &position.rules.set.choices.declaring;
    match (choices.allowed, finish) {
        (Declares::None, _) => return Err(Refusal::DeclareNotAllowed),
        (Declares::WholeHand, Some(_)) => return Err(Refusal::DeclareNoFinish),
        (Declares::AllButDiscard, None) => return Err(Refusal::DeclareFinish),
        (Declares::WholeHand, None) | (Declares::AllButDiscard, Some(_)) => {}
    }
    let left = without(&position.hand, named, finish).ok_or(Refusal::DeclareNotInHand)?;
    if finish.is_some_and(|card| duties::is_taken_card(position, card)) {
        return Err(Refusal::DiscardTakenCard);
    }
    let judged = match choices.groups {
        Groups::AsShown => shown(position.deal, named, &left),
        Groups::Best => {
            let mut kept = *position.hand;
            if let Some(card) = finish {
                kept.remove(card);
            }
            position.deal.all_in_melds(&kept).ok_or(Refusal::DeclareLeftOver)
        }
    };
    match judged {
        Ok(melds) => Ok(Move::Declare { melds, finish }),
        Err(_) if choices.wrong == WrongDeclaration::Penalty => {
            let groups = named.iter().map(|group| group.cards.clone()).collect();
            Ok(Move::DeclareWrong { groups, finish })
        }
        Err(refusal) => Err(refusal),
    }
}

/// Validates a declaration of the hand as dealt, before the first draw: all of it in legal melds. Wrong ones
/// are refused in any game.
pub(crate) fn judge_undrawn(
    view: &View<'_>,
    named: &[MeldSpec],
    finish: Option<Card>,
) -> Result<Move, Refusal> {
    if !may_before_drawing(view) {
        return Err(view.untimely());
    }
    if finish.is_some() {
        return Err(Refusal::DeclareNoFinish);
    }
    let left = without(view.hand, named, None).ok_or(Refusal::DeclareNotInHand)?;
    shown(view.table.deal_rules(view.rules), named, &left)
        .map(|melds| Move::Declare { melds, finish: None })
}

/// Returns `true` if a hand may be declared as dealt, and this seat has not drawn yet.
fn may_before_drawing(view: &View<'_>) -> bool {
    let choices = &view.rules.set.choices.declaring;
    choices.undrawn && is_enabled(view.rules) && !view.table.seats[view.seat.index()].drew
}

/// The declaration of the hand as dealt, if possible.
pub(crate) fn undrawn(view: &View<'_>) -> Option<Action> {
    let deal = view.table.deal_rules(view.rules);
    if !may_before_drawing(view) || !deal.may_be_complete(view.hand, 0) {
        return None;
    }
    let melds = deal.specs(&deal.all_in_melds(view.hand)?);
    Some(Action::Declare { melds, finish: None })
}

/// Validates the groups of a hand as shown, with these cards left over.
fn shown(deal: &DealRules, named: &[MeldSpec], left: &Cards) -> Result<Vec<Meld>, Refusal> {
    let melds = melds_of(deal, named, MeldPlace::Declare)?;
    if !left.is_empty() {
        return Err(Refusal::DeclareLeftOver);
    }
    match deal.missing_melds(&melds) {
        Some(refusal) => Err(refusal),
        None => Ok(melds),
    }
}

/// What these melds and the discard leave of a hand; `None` if it does not contain them.
pub(crate) fn without(hand: &Cards, named: &[MeldSpec], discard: Option<Card>) -> Option<Cards> {
    let mut left = *hand;
    let mut cards = named.iter().flat_map(|meld| &meld.cards).chain(&discard);
    cards.all(|card| left.remove(*card)).then_some(left)
}

/// Validates the melds one by one.
pub(crate) fn melds_of(
    deal: &DealRules,
    named: &[MeldSpec],
    place: MeldPlace,
) -> Result<Vec<Meld>, Refusal> {
    let meld = |spec: &MeldSpec| {
        Meld::new(spec, &deal.melds, Stage::First).map_err(|error| Refusal::Meld(place, error))
    };
    named.iter().map(meld).collect()
}

/// Lists declarations: one grouping per finishing discard.
pub(crate) fn offers(position: &Position<'_>, all: &mut Vec<Action>) {
    let deal = position.deal;
    let allowed = position.rules.set.choices.declaring.allowed;
    let throws = usize::from(allowed == Declares::AllButDiscard);
    // Fast path: most hands are far from complete.
    if allowed == Declares::None || !deal.may_be_complete(&position.hand, throws) {
        return;
    }
    let mut offer = |hand: &Cards, finish: Option<Card>| {
        if let Some(melds) = deal.all_in_melds(hand) {
            all.push(Action::Declare { melds: deal.specs(&melds), finish });
        }
    };
    if throws == 0 {
        offer(&position.hand, None);
        return;
    }
    for (card, _) in position.hand.iter_counts() {
        let mut kept = *position.hand;
        kept.remove(card);
        offer(&kept, Some(card));
    }
}

/// After a turn: returns `true` if a hand was declared and all turns after it are over.
pub(crate) fn ends_deal(table: &Table, rules: &Rules) -> bool {
    let Some(first) = table.went_out else { return false };
    match rules.set.choices.declaring.last_turns {
        LastTurns::None => true,
        LastTurns::OneEach => table.next_in(table.turn.seat) == first,
    }
}

/// The next seat to show its grouping after a declaration, if the players' own groupings count.
pub(crate) fn next_to_show(table: &Table, rules: &Rules) -> Option<Seat> {
    let own = rules.set.choices.scoring.grouping == LosersGrouping::Own && is_enabled(rules);
    let first = table.went_out.filter(|_| own)?;
    let open =
        |seat: &Seat| *seat != first && table.is_in(*seat) && !table.seats[seat.index()].touched;
    table.seats_after(first).find(open)
}

/// Validates the groups that a player shows after a declaration; without any, uses the cheapest grouping.
pub(crate) fn judge_show(position: &Position<'_>, named: &[MeldSpec]) -> Result<Move, Refusal> {
    without(&position.hand, named, None).ok_or(Refusal::ShowNotInHand)?;
    let melds = match named {
        [] => position.deal.deadwood(&position.hand).melds,
        named => melds_of(position.deal, named, MeldPlace::Show)?,
    };
    Ok(Move::Show { offs: Vec::new(), melds })
}

impl Table {
    /// Points of a loser's hand after a declaration: these cards, with the seat's groups on the table if
    /// players group their own hands.
    #[must_use]
    pub fn declared_cost(&self, rules: &Rules, seat: Seat, hand: &Cards) -> i32 {
        let own = self.melds.iter().filter(|meld| meld.owner == seat);
        cost_with(self, rules, own.map(|meld| meld.meld), hand)
    }
}

impl View<'_> {
    /// Points that the own hand would cost after a declaration, in these groups.
    #[must_use]
    pub fn cost_in(&self, groups: &[Meld]) -> i32 {
        let rest = groups.iter().fold(*self.hand, |rest, meld| rest.without(&meld.cards()));
        let own = self.table.melds.iter().filter(|meld| meld.owner == self.seat);
        let groups = own.map(|meld| meld.meld).chain(groups.iter().copied());
        cost_with(self.table, self.rules, groups, &rest)
    }
}

fn cost_with(
    table: &Table,
    rules: &Rules,
    groups: impl Iterator<Item = Meld>,
    hand: &Cards,
) -> i32 {
    let deal = table.deal_rules(rules);
    if rules.set.choices.scoring.grouping == LosersGrouping::Best || deal.sequences.is_none() {
        return deal.deadwood(hand).points as i32;
    }
    let groups: Vec<Meld> = groups.collect();
    let grouped = groups.iter().fold(Cards::NONE, |sum, meld| sum.plus(&meld.cards()));
    deal.points(hand) + deal.points(&deal.unsaved_cards(&groups, &grouped))
}
