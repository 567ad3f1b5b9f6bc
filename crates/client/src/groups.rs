//! The hand in games in which melds stay in hand until the deal ends: groups, deadwood, and public
//! information on ending the deal.

use upcard_cards::{Card, Cards, Meld, MeldKind, MeldSpec, RANKS, Rank, SUITS};
use upcard_engine::choices::{KnockLimit, LayDownMode, WildsPerDeal};
use upcard_engine::table::Phase;
use upcard_engine::{Action, DealRules, Rules, Seat, View};

use crate::Session;

/// A hand in its best groups.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Groups {
    /// Melds.
    pub melds: Vec<Meld>,
    /// Deadwood: cards in no meld.
    pub left: Cards,
    /// Points of the deadwood.
    pub points: i32,
    /// Discard in the player's turn that leaves the least deadwood.
    pub discard: Option<Card>,
    /// `true` if the deal can be ended this way now.
    pub ends: bool,
    /// Progress of the runs that a declaration needs, if it needs any.
    pub runs: Option<Runs>,
    /// Index of the first pure run, if a declaration needs runs.
    pub pure: Option<usize>,
}

/// Runs in the hand compared with those required.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Runs {
    /// `true` if it has the required pure runs.
    pub pure: bool,
    /// `true` if pure runs are required.
    pub needs_pure: bool,
    /// Number of runs, including pure ones.
    pub all: u8,
    /// Number of runs required.
    pub needed: u8,
}

impl Groups {
    /// Builds the groups for these melds and this discard.
    pub(crate) fn of(view: &View<'_>, melds: Vec<Meld>, discard: Option<Card>) -> Groups {
        let deal = view.table.deal_rules(view.rules);
        let used = melds.iter().fold(Cards::NONE, |used, meld| used.plus(&meld.cards()));
        let left = discard.iter().fold(view.hand.without(&used), |mut left, card| {
            left.remove(*card);
            left
        });
        let (runs, pure) = (Runs::of(deal, &melds), first_pure(deal, &melds));
        Groups { points: deal.points(&left), melds, left, discard, ends: false, runs, pure }
    }
}

/// Index of the first pure run among these melds, if a declaration needs runs.
fn first_pure(deal: &DealRules, melds: &[Meld]) -> Option<usize> {
    let is_pure = |meld: &Meld| meld.kind() == MeldKind::Run && deal.is_pure(meld);
    melds.iter().position(is_pure).filter(|_| deal.needs.sequences > 0)
}

impl Runs {
    fn of(deal: &DealRules, melds: &[Meld]) -> Option<Runs> {
        let needs = deal.needs;
        if needs.sequences == 0 {
            return None;
        }
        let runs = || melds.iter().filter(|meld| meld.kind() == MeldKind::Run);
        let pure = runs().filter(|run| deal.is_pure(run)).count();
        let all = u8::try_from(runs().count()).unwrap_or(u8::MAX);
        Some(Runs {
            pure: pure >= usize::from(needs.pure),
            needs_pure: needs.pure > 0,
            all,
            needed: needs.sequences,
        })
    }
}

/// Returns `true` if melds stay in the hand in this game.
#[must_use]
pub fn is_hidden(rules: &Rules) -> bool {
    rules.set.choices.laying_down.mode == LayDownMode::Hidden
}

/// Best groups of the hand; `None` in games with melds on the table.
#[must_use]
pub fn groups(view: &View<'_>) -> Option<Groups> {
    if !is_hidden(view.rules) {
        return None;
    }
    let deal = view.table.deal_rules(view.rules);
    let grouped = |hand: &Cards, discard: Option<Card>| {
        let best = deal.deadwood(hand);
        let points = i32::try_from(best.points).unwrap_or(i32::MAX);
        // Without the required runs all cards count as deadwood; the groups are shown anyway.
        let shown = if best.melds.is_empty() && deal.needs.sequences > 0 {
            deal.grouper.best(hand)
        } else {
            best
        };
        let runs = Runs::of(deal, &shown.melds);
        let pure = first_pure(deal, &shown.melds);
        Groups { melds: shown.melds, left: shown.left, points, discard, ends: false, runs, pure }
    };
    if view.table.phase() != Phase::Play || !view.table.asks(view.seat) {
        return Some(grouped(view.hand, None));
    }
    let endings = view.declarations();
    let throws = view.hand.iter_counts().map(|(card, _)| card).filter(|card| {
        view.allows(&Action::Discard { card: *card, shanghai: false })
            || endings.iter().any(|action| ending_discard(action) == Some(*card))
    });
    let with = |card: Card| {
        let mut kept = *view.hand;
        kept.remove(card);
        grouped(&kept, Some(card))
    };
    let value = |groups: &Groups| groups.discard.map_or(0, |card| deal.values[card.index()]);
    // Among equal results, discard the card with the highest points.
    let best =
        throws.map(with).min_by_key(|groups| (groups.points, std::cmp::Reverse(value(groups))));
    let mut best = best.unwrap_or_else(|| grouped(view.hand, None));
    best.ends = !endings.is_empty();
    Some(best)
}

/// Discard that ends the deal with a declaration or a knock.
fn ending_discard(action: &Action) -> Option<Card> {
    match action {
        Action::Declare { finish: card, .. } | Action::Knock { discard: card, .. } => *card,
        _ => None,
    }
}

/// Cards left in the hand after these melds and this discard.
pub(crate) fn left_after(view: &View<'_>, melds: &[MeldSpec], discard: Option<Card>) -> Cards {
    let used = melds.iter().flat_map(|meld| meld.cards.iter().copied());
    view.hand.without(&used.chain(discard).collect())
}

/// Best way for this seat to end the deal now: least deadwood, then the highest discard. `None` if it cannot.
#[must_use]
pub fn best_ending(view: &View<'_>) -> Option<Action> {
    let deal = view.table.deal_rules(view.rules);
    let left = |action: &Action| match action {
        Action::Declare { melds, finish: discard } | Action::Knock { melds, discard } => {
            deal.points(&left_after(view, melds, *discard))
        }
        _ => i32::MAX,
    };
    // Best without a discard, with all cards in melds.
    let value =
        |action: &Action| ending_discard(action).map_or(255, |card| deal.values[card.index()]);
    let all = view.declarations().into_iter();
    all.min_by_key(|action| (left(action), std::cmp::Reverse(value(action))))
}

/// Best answer to a knock.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KnockAnswer {
    /// Cards to lay off on the knocker's melds.
    pub lay_offs: Vec<Card>,
    /// Remaining deadwood points.
    pub points: i32,
}

/// Best answer to the pending knock; `None` if there is none.
#[must_use]
pub fn best_answer(view: &View<'_>) -> Option<KnockAnswer> {
    let (Phase::Show { seat }, true) = (view.table.phase(), view.table.asks(view.seat)) else {
        return None;
    };
    let deal = view.table.deal_rules(view.rules);
    let melds: Vec<Meld> = view.table.melds().iter().map(|meld| meld.meld).collect();
    let open = view.table.melds().iter().any(|meld| {
        let off = |end| {
            let fits = |card| view.allows(&Action::Off { meld: meld.id, card, end });
            view.hand.iter_counts().any(|(card, _)| fits(card))
        };
        seat == view.seat && [None, Some(upcard_cards::End::Low)].into_iter().any(off)
    });
    let best = deal.grouper.defence(view.hand, if open { &melds } else { &[] });
    Some(KnockAnswer {
        lay_offs: best.lay_offs.iter().map(|(_, card, _)| *card).collect(),
        points: i32::try_from(best.deadwood.points).unwrap_or(i32::MAX),
    })
}

/// The same for a knock but not a declaration: cards may still be laid off.
#[must_use]
pub fn answer_to_knock(view: &View<'_>) -> Option<KnockAnswer> {
    view.table.knock_limit(view.rules)?;
    best_answer(view)
}

/// Public information on a deal with hidden melds, for permanent display.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HiddenDeal {
    /// Rank that is wild in this deal only.
    pub wild: Option<Rank>,
    /// Maximum deadwood for a knock, in games with knocking.
    pub limit: Option<i32>,
    /// Card turned up to determine the knock limit or the wild rank.
    pub turned: Option<Card>,
    /// Player who went out, while the others take their last turns or answer.
    pub out: Option<Seat>,
    /// The player's hand; `None` for spectators.
    pub own: Option<Groups>,
}

/// Public information on a deal with hidden melds; `None` in other games and between deals.
#[must_use]
pub fn hidden_deal(session: &Session) -> Option<HiddenDeal> {
    let (rules, own) = (session.rules.as_ref()?, session.view.as_ref()?);
    let table = &own.table;
    let between = matches!(
        table.phase(),
        Phase::DealOver { .. } | Phase::MatchOver | Phase::Rejoin { .. } | Phase::Split { .. }
    );
    if !is_hidden(rules) || between {
        return None;
    }
    let choices = &rules.set.choices;
    let melds = &table.deal_rules(rules).melds;
    let is_wild = |rank: &Rank| SUITS.into_iter().any(|s| melds.is_wild(Card::natural(*rank, s)));
    let by_card = choices.knocking.limit == KnockLimit::Upcard;
    let has_wild = choices.wilds.per_deal != WildsPerDeal::None;
    Some(HiddenDeal {
        wild: RANKS.into_iter().find(is_wild).filter(|_| has_wild),
        limit: table.knock_limit(rules),
        turned: table.first_upcard().filter(|_| by_card).or(table.wild()),
        out: table.went_out(),
        own: session.view().as_ref().and_then(to_keep).filter(|_| !own.hand.is_empty()),
    })
}

/// Best groups of the hand; if a knock is pending, with the deadwood after all lay-offs.
fn to_keep(view: &View<'_>) -> Option<Groups> {
    let mut found = groups(view)?;
    if let Some(answer) = answer_to_knock(view) {
        found.points = answer.points;
    }
    Some(found)
}
