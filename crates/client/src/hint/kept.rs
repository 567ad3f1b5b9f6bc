//! What a hint says where melds stay in the hand: what is left over, how the deal can be ended, and why a
//! steady player would do something.

use upcard_bots::hints;
use upcard_cards::{Card, Cards, Meld, MeldKind, MeldSpec, RANKS, SUITS, Stage};
use upcard_engine::table::Phase;
use upcard_engine::{Action, DealRules, View};

use super::reason::Reason;
use crate::groups::{best_answer, groups};

/// What counts in a hand whose melds stay in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The points of the cards in no meld, or of all cards where sequences are missing that save the
    /// others.
    pub points: i32,
    /// The card that is thrown, in one's turn: with it gone the others cost least.
    pub thrown: Option<Card>,
    /// How the deal is ended.
    pub ending: Ends,
    /// Can this seat end it now?
    pub now: bool,
    /// Has somebody ended it, so that nothing counts any more but what is left over?
    pub last: bool,
}

/// How a deal is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// By a knock with so much left over at the most.
    Knock(i32),
    /// With all cards in melds.
    Out,
    /// With all cards in melds, some of which must be sequences.
    Declare(Sequences),
}

/// The sequences of a hand that needs some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sequences {
    /// Cards that are missing until the hand can be declared; none where it is too large to be told.
    pub missing: Option<u8>,
    /// Is a pure one needed of which the hand has none?
    pub no_pure: bool,
    /// Has it all that it needs?
    pub all: bool,
}

impl Kept {
    /// What counts in the hand of this view; none where nothing of the kind is played, and for seats
    /// without cards.
    pub(super) fn of(view: &View<'_>) -> Option<Kept> {
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
        Some(Kept { points, thrown: found.thrown, ending, now: found.ends, last })
    }
}

/// Could a run of these cards be shown in which no card stands for another?
fn has_pure_run(deal: &DealRules, hand: &Cards) -> bool {
    let size = usize::from(deal.melds.run_min.max(1));
    // An ace is below the two and above the king; whether it may be, the rules of melds say.
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

/// Why a steady player would do this; none where it is as in other games.
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
            // Where sequences are missing all cards count, and what goes together does all the same.
            let left =
                if best.melds.is_empty() { deal.grouper.best(view.hand).left } else { best.left };
            if left.has(*card) {
                Reason::LeftOver { card: *card, points: deal.values[card.index()].into() }
            } else {
                Reason::LeastUse(*card)
            }
        }
        Action::Knock { melds, discard: thrown } | Action::Declare { melds, finish: thrown } => {
            let used = melds.iter().flat_map(|meld| meld.cards.iter().copied()).chain(*thrown);
            Reason::Leaves(deal.points(&view.hand.without(&used.collect())))
        }
        Action::Drop => Reason::Far(hints::grouping(view).missing?),
        _ => return None,
    })
}

/// What the upcard would do for the hand.
fn with_upcard(view: &View<'_>, deal: &DealRules, card: Card, taken: bool) -> Reason {
    if deal.sequences.is_some() && view.table.went_out().is_none() {
        return if taken { Reason::Nearer(card) } else { Reason::NotNearer(card) };
    }
    let mut more = *view.hand;
    more.add(card);
    let kept = more.iter_counts().filter(|(thrown, _)| *thrown != card).map(|(thrown, _)| {
        let mut kept = more;
        kept.remove(thrown);
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
