//! A hint: what the hand groups into, what it misses, which cards help, and what a steady player would
//! do, with the reason. Pure values of what the own seat sees; a user interface words them.

mod kept;
mod reason;

use upcard_bots::hints::grouping;
use upcard_cards::{Card, Cards};
use upcard_engine::table::{Down, Phase};
use upcard_engine::{Action, Move, View};

use crate::Plan;
use crate::groups::is_hidden;
use crate::prompt::can_lay_down;

pub use kept::{Ends, Kept, Sequences};
pub use reason::Reason;

/// What the hand is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Its melds are laid on the table.
    Lay,
    /// They stay in it until somebody ends the deal.
    Keep(Kept),
    /// For nothing any more: the deal is over for it.
    Over,
}

/// What a hint says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// What the hand is for.
    pub aim: Aim,
    /// What belongs together in the hand: melds, and what could become one.
    pub groups: Vec<Vec<Card>>,
    /// Cards that are missing for what is to be laid; none where nothing is left to be laid.
    pub missing: Option<u8>,
    /// May something be laid at this moment? Not before the draw, and not in others' turns.
    pub now: bool,
    /// The faces that would help and may still come: not all of their cards are in sight.
    pub useful: Vec<Card>,
    /// Would any wild help, and may one still come?
    pub wild: bool,
    /// Cards of the hand that fit melds on the table.
    pub fitting: Vec<Card>,
    /// May they go there from the next turn on only, since the contract was laid in this one?
    pub later: bool,
    /// What a steady player would do, and why; none while one is not asked.
    pub advice: Option<(Action, Reason)>,
}

/// The hint for this view.
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
    let mut groups: Vec<_> = plan.together().collect();
    groups.retain(|group| goes_together(view, group));
    let opened = view.table.opened(view.rules, view.seat);
    let lays_off = opened != Down::No;
    let aim = match Kept::of(view) {
        _ if view.table.phase().is_after_deal() => Aim::Over,
        Some(kept) => Aim::Keep(kept),
        None if is_hidden(view.rules) => Aim::Over,
        None => Aim::Lay,
    };
    Hint {
        aim,
        groups,
        missing: found.missing,
        now: view.table.phase() == Phase::Play && view.table.asks(view.seat),
        useful: found.useful.into_iter().filter(|card| unseen.has(*card)).collect(),
        wild: found.wild && found.missing != Some(0) && wilds,
        fitting: if lays_off { distinct(&found.fitting) } else { Vec::new() },
        later: opened == Down::Now && !view.may_lay_off(),
        advice,
    }
}

/// Is this more than what is left over: cards of one rank or of one suit?
fn goes_together(view: &View<'_>, group: &[Card]) -> bool {
    let rules = &view.contract_rules().melds;
    let naturals = || group.iter().filter(|card| !rules.is_wild(**card));
    let Some(first) = naturals().next() else { return !group.is_empty() };
    let rank = naturals().all(|card| card.rank() == first.rank());
    let suit = naturals().all(|card| card.suit() == first.suit());
    group.len() > 1 && (rank || suit)
}

/// Why this discard is taken: for the hand, or for a meld on the table.
fn taken(view: &View<'_>, card: Card) -> Reason {
    if !upcard_bots::hints::helps(view, card) && upcard_bots::hints::fits(view, card) {
        return Reason::Fits(card);
    }
    Reason::Nearer(card)
}

/// The cards of the hand that are played where a rearrangement is advised.
#[must_use]
pub fn plays(view: &View<'_>, advised: &Action) -> Vec<Card> {
    match view.judge(advised) {
        Ok(Move::Arrange { played, .. }) => played.iter().collect(),
        _ => Vec::new(),
    }
}

fn distinct(cards: &Cards) -> Vec<Card> {
    cards.iter_counts().map(|(card, _)| card).collect()
}

fn reason(view: &View<'_>, action: &Action) -> Reason {
    if is_hidden(view.rules)
        && let Some(reason) = kept::reason(view, action)
    {
        return reason;
    }
    let points = |card: Card| i32::from(view.contract_rules().values[card.index()]);
    let upcard = view.table.upcard();
    match action {
        Action::Down(melds) if melds.len() < view.table.seat(view.seat).remaining.len() => {
            Reason::PartReady
        }
        Action::Take | Action::Buy => upcard.map_or(Reason::NothingElse, |card| taken(view, card)),
        Action::TakeDeep(card) => taken(view, *card),
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
