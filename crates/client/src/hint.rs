//! Hints: groups in the hand, what it lacks, useful cards, and the move of a steady bot with its reason.
//! Computed only from what the player's seat sees; user interfaces word them.

mod hidden_hand;
mod reason;

use upcard_bots::hints::grouping;
use upcard_cards::Card;
use upcard_engine::table::{Down, Phase};
use upcard_engine::{Action, Move, View};

use crate::Plan;
use crate::groups::is_hidden;
use crate::prompt::can_lay_down;

pub use hidden_hand::{Ends, HiddenHand, Sequences};
pub use reason::Reason;

/// Purpose of the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Its melds are laid on the table.
    Lay,
    /// Its melds stay in it until the deal ends.
    Keep(HiddenHand),
    /// None: the deal is over for this hand.
    Over,
}

/// Content of a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// Purpose of the hand.
    pub aim: Aim,
    /// Groups in the hand: melds and partial melds. Empty once nothing more may be laid on the table.
    pub groups: Vec<Vec<Card>>,
    /// Number of cards missing to lay down; `None` if nothing is left to lay down.
    pub missing: Option<u8>,
    /// `true` if laying down is allowed at this moment: not before the draw or in other players' turns.
    pub now: bool,
    /// Faces that would help and may still come, because not all their cards have been seen.
    pub useful: Vec<Card>,
    /// `true` if a wild card would help and may still come.
    pub wild: bool,
    /// Cards of the hand that can be laid off.
    pub fitting: Vec<Card>,
    /// `true` if they can be laid off only from the next turn on, because the contract was laid down in this
    /// one.
    pub later: bool,
    /// Move of a steady bot and its reason; `None` if no decision is pending.
    pub advice: Option<(Action, Reason)>,
}

/// Computes the hint for a view.
#[must_use]
pub fn hint(view: &View<'_>) -> Hint {
    let found = grouping(view);
    let unseen = view.unseen();
    let is_wild = |card| view.contract_rules().melds.is_wild(card);
    let wilds = unseen.iter_counts().any(|(card, _)| is_wild(card));
    let plan = Plan::of(view);
    let advice = plan.advice.clone().map(|action| {
        let reason = reason(view, &action);
        (action, reason)
    });
    let opened = view.table.opened(view.rules, view.seat);
    let fitting = found.fitting.iter_counts().map(|(card, _)| card);
    let aim = match HiddenHand::of(view) {
        _ if view.table.phase().is_after_deal() => Aim::Over,
        Some(kept) => Aim::Keep(kept),
        None if is_hidden(view.rules) => Aim::Over,
        None => Aim::Lay,
    };
    let mut groups: Vec<_> = plan.together().collect();
    // Where nothing more may be laid down, a pair is no use: its cards are called loose.
    let laid_all = aim == Aim::Lay && opened != Down::No && found.missing.is_none();
    groups.retain(|group| !laid_all && belong_together(view, group));
    Hint {
        aim,
        groups,
        missing: found.missing,
        now: view.table.phase() == Phase::Play && view.table.asks(view.seat),
        useful: found.useful.into_iter().filter(|card| unseen.has(*card)).collect(),
        wild: found.wild && found.missing != Some(0) && wilds,
        fitting: fitting.filter(|_| opened != Down::No).collect(),
        later: opened == Down::Now && !view.may_lay_off(),
        advice,
    }
}

/// Returns `true` if the cards belong together: one rank or one suit.
fn belong_together(view: &View<'_>, group: &[Card]) -> bool {
    let rules = &view.contract_rules().melds;
    let naturals = || group.iter().filter(|card| !rules.is_wild(**card));
    let Some(first) = naturals().next() else { return !group.is_empty() };
    let rank = naturals().all(|card| card.rank() == first.rank());
    let suit = naturals().all(|card| card.suit() == first.suit());
    group.len() > 1 && (rank || suit)
}

/// Reason for taking this discard: for the hand, or for a meld on the table.
fn take_reason(view: &View<'_>, card: Card) -> Reason {
    if !upcard_bots::hints::helps(view, card) && upcard_bots::hints::fits(view, card) {
        return Reason::Fits(card);
    }
    Reason::Nearer(card)
}

/// Cards of the hand that a suggested rearrangement plays.
#[must_use]
pub fn played_cards(view: &View<'_>, advised: &Action) -> Vec<Card> {
    match view.judge(advised) {
        Ok(Move::Arrange { played, .. }) => played.iter().collect(),
        _ => Vec::new(),
    }
}

fn reason(view: &View<'_>, action: &Action) -> Reason {
    if is_hidden(view.rules)
        && let Some(reason) = hidden_hand::reason(view, action)
    {
        return reason;
    }
    let points = |card: Card| i32::from(view.contract_rules().values[card.index()]);
    let upcard = view.table.upcard();
    match action {
        Action::Down(melds) if melds.len() < view.table.seat(view.seat).remaining.len() => {
            Reason::PartReady
        }
        Action::Take | Action::Buy => {
            upcard.map_or(Reason::NothingElse, |card| take_reason(view, card))
        }
        Action::TakeDeep(card) => take_reason(view, *card),
        Action::Draw => match upcard.filter(|_| view.allows(&Action::Take)) {
            Some(card) => Reason::NoHelp(card),
            None => Reason::NothingElse,
        },
        Action::Pass => match (view.table.phase(), upcard) {
            (Phase::Offers { .. }, Some(card)) if upcard_bots::hints::helps(view, card) => {
                Reason::TooLate
            }
            (Phase::Offers { .. }, Some(card)) => Reason::NoHelp(card),
            _ => Reason::NothingElse,
        },
        Action::Discard { card, .. } if can_lay_down(view) => Reason::Holds(*card),
        Action::Discard { card, .. } => {
            let idle = grouping(view).idle;
            let costs_most = idle.iter_counts().all(|(other, _)| points(other) <= points(*card));
            if idle.has(*card) && costs_most {
                Reason::Loose { card: *card, points: points(*card) }
            } else {
                Reason::LeastUse(*card)
            }
        }
        Action::Off { card, .. } | Action::Slide { card, .. } => Reason::FewerPoints(points(*card)),
        Action::Arrange(_) => Reason::FewerPoints(0),
        Action::Swap { .. } => Reason::FreesWild,
        Action::Down(_) | Action::Knock { .. } | Action::Declare { .. } => Reason::Ready,
        _ => Reason::NothingElse,
    }
}
