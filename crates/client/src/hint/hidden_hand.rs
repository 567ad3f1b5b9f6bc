//! Hints for games in which melds stay in the hand: deadwood, ways to end the deal, and reasons for moves.

use upcard_bots::hints;
use upcard_cards::{Card, Cards, Meld, MeldKind, MeldSpec, RANKS, SUITS, Stage};
use upcard_engine::table::Phase;
use upcard_engine::{Action, DealRules, View};

use super::reason::Reason;
use crate::groups::{best_answer, groups, left_after};

/// State of a hand whose melds stay in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HiddenHand {
    /// Deadwood points; all cards count if required sequences are missing.
    pub points: i32,
    /// Discard in the player's turn that leaves the least deadwood.
    pub discard: Option<Card>,
    /// How the deal can be ended.
    pub ending: Ends,
    /// `true` if this seat can end it now.
    pub now: bool,
    /// `true` if another player has ended it, so that only deadwood counts.
    pub last: bool,
}

/// Way to end a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// By a knock with at most this much deadwood.
    Knock(i32),
    /// With all cards in melds.
    Out,
    /// With all cards in melds, including required sequences.
    Declare(Sequences),
}

/// Required sequences of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sequences {
    /// Cards missing until the hand can be declared; `None` if the hand is too large to compute.
    pub missing: Option<u8>,
    /// `true` if a pure sequence is required and the hand has none.
    pub no_pure: bool,
    /// `true` if all required sequences are present.
    pub all: bool,
}

impl HiddenHand {
    /// State of the hand in this view; `None` in other games and for seats without cards.
    pub(super) fn of(view: &View<'_>) -> Option<HiddenHand> {
        let found = groups(view).filter(|_| !view.hand.is_empty())?;
        let deal = view.table.deal_rules(view.rules);
        let ending = match view.knock_limit() {
            Some(limit) => Ends::Knock(limit),
            None if deal.sequences.is_none() => Ends::Out,
            None => Ends::Declare(Sequences {
                missing: hints::grouping(view).missing,
                no_pure: deal.needs.pure > 0 && !has_pure_run(deal, view.hand),
                all: deal.missing_melds(&deal.deadwood(view.hand).melds).is_none(),
            }),
        };
        let points = best_answer(view).map_or(found.points, |answer| answer.points);
        let last =
            view.table.went_out().is_some() || matches!(view.table.phase(), Phase::Show { .. });
        Some(HiddenHand { points, discard: found.discard, ending, now: found.ends, last })
    }
}

/// Returns `true` if the hand contains a run without substitutes.
fn has_pure_run(deal: &DealRules, hand: &Cards) -> bool {
    let size = usize::from(deal.melds.run_min.max(1));
    // The ace at both ends; the meld rules decide whether it is legal there.
    let line: Vec<_> = RANKS.into_iter().chain(RANKS.into_iter().take(1)).collect();
    SUITS.into_iter().any(|suit| {
        line.windows(size).any(|ranks| {
            let cards: Vec<Card> = ranks.iter().map(|rank| Card::natural(*rank, suit)).collect();
            let held = cards.iter().all(|card| hand.has(*card));
            let spec = MeldSpec { kind: MeldKind::Run, cards, named: None };
            held && Meld::new(&spec, &deal.melds, Stage::First).is_ok_and(|run| deal.is_pure(&run))
        })
    })
}

/// Reason for a move of a steady bot; `None` to use the reasons of other games.
pub(super) fn reason(view: &View<'_>, action: &Action) -> Option<Reason> {
    let deal = view.table.deal_rules(view.rules);
    let upcard = view.table.upcard();
    Some(match action {
        Action::Take => with_upcard(view, deal, upcard?, true),
        Action::Draw | Action::Pass if view.allows(&Action::Take) => {
            with_upcard(view, deal, upcard?, false)
        }
        Action::Draw | Action::Pass => Reason::NothingElse,
        Action::Discard { card, .. } => {
            let best = deal.deadwood(view.hand);
            // If sequences are missing, all cards count, but groups are still worth keeping.
            let left =
                if best.melds.is_empty() { deal.grouper.best(view.hand).left } else { best.left };
            if left.has(*card) {
                Reason::LeftOver { card: *card, points: deal.values[card.index()].into() }
            } else {
                Reason::LeastUse(*card)
            }
        }
        Action::Knock { melds, discard } | Action::Declare { melds, finish: discard } => {
            Reason::Leaves(deal.points(&left_after(view, melds, *discard)))
        }
        Action::Drop => Reason::Far(hints::grouping(view).missing?),
        _ => return None,
    })
}

/// Effect of the upcard on the hand.
fn with_upcard(view: &View<'_>, deal: &DealRules, card: Card, taken: bool) -> Reason {
    if deal.sequences.is_some() && view.table.went_out().is_none() {
        return if taken { Reason::Nearer(card) } else { Reason::NotNearer(card) };
    }
    let mut more = *view.hand;
    more.add(card);
    let kept = more.iter_counts().filter(|(discard, _)| *discard != card).map(|(discard, _)| {
        let mut kept = more;
        kept.remove(discard);
        deal.deadwood_points(&kept)
    });
    let less = deal.deadwood_points(view.hand) - kept.min().unwrap_or(i32::MAX);
    match (taken, less > 0) {
        (true, true) => Reason::LessOver { card, points: less },
        (true, false) => Reason::Useful(card),
        (false, true) => Reason::OnlyLess { card, points: less },
        (false, false) => Reason::NoLess(card),
    }
}
