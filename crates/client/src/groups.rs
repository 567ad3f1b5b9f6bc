//! The hand in games whose melds stay in it until somebody ends the deal: its groups, what is left
//! over, and what the table says of ending the deal.

use upcard_cards::{Card, Cards, Meld, MeldKind, Rank, SUITS};
use upcard_engine::choices::{KnockLimit, LayDownMode, WildsPerDeal};
use upcard_engine::table::Phase;
use upcard_engine::{Action, DealRules, Rules, Seat, View};

use crate::Session;

/// A hand in its best groups.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Groups {
    /// The melds that it holds.
    pub melds: Vec<Meld>,
    /// The cards in no meld.
    pub left: Cards,
    /// What those cost.
    pub points: i32,
    /// The card that is thrown, in one's turn: with it gone the others cost least.
    pub thrown: Option<Card>,
    /// Can the deal be ended so, now?
    pub ends: bool,
    /// How far the runs are that a declared hand needs, where it needs any.
    pub runs: Option<Runs>,
    /// Which of the melds is the first pure run, where a declared hand needs runs.
    pub pure: Option<usize>,
}

/// The runs of a hand against those that it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Runs {
    /// Has it the pure ones?
    pub pure: bool,
    /// Are some to be pure?
    pub needs_pure: bool,
    /// How many runs there are, pure ones among them.
    pub all: u8,
    /// How many are needed.
    pub needed: u8,
}

impl Groups {
    /// The hand in these groups, with this card thrown.
    pub(crate) fn of(view: &View<'_>, melds: Vec<Meld>, thrown: Option<Card>) -> Groups {
        let deal = view.table.deal_rules(view.rules);
        let used = melds.iter().fold(Cards::NONE, |used, meld| used.plus(&meld.cards()));
        let left = thrown.iter().fold(view.hand.without(&used), |mut left, card| {
            left.remove(*card);
            left
        });
        let (runs, pure) = (Runs::of(deal, &melds), first_pure(deal, &melds));
        Groups { points: deal.points(&left), melds, left, thrown, ends: false, runs, pure }
    }
}

/// Which of these melds is the first pure run, where a declared hand needs runs.
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

/// Do melds stay in the hand in this game?
#[must_use]
pub fn is_hidden(rules: &Rules) -> bool {
    rules.set.choices.laying_down.mode == LayDownMode::Hidden
}

/// The best groups of the hand; none in games in which melds are laid on the table.
#[must_use]
pub fn groups(view: &View<'_>) -> Option<Groups> {
    if !is_hidden(view.rules) {
        return None;
    }
    let deal = view.table.deal_rules(view.rules);
    let grouped = |hand: &Cards, thrown: Option<Card>| {
        let best = deal.deadwood(hand);
        let points = i32::try_from(best.points).unwrap_or(i32::MAX);
        // Where the needed runs are not there yet, all cards count; what goes together is shown all
        // the same.
        let shown = if best.melds.is_empty() && deal.needs.sequences > 0 {
            deal.grouper.best(hand)
        } else {
            best
        };
        let runs = Runs::of(deal, &shown.melds);
        let pure = first_pure(deal, &shown.melds);
        Groups { melds: shown.melds, left: shown.left, points, thrown, ends: false, runs, pure }
    };
    if view.table.phase() != Phase::Play || !view.table.asks(view.seat) {
        return Some(grouped(view.hand, None));
    }
    let endings = view.declarations();
    let throws = view.hand.iter_counts().map(|(card, _)| card).filter(|card| {
        view.allows(&Action::Discard { card: *card, shanghai: false })
            || endings.iter().any(|action| thrown(action) == Some(*card))
    });
    let with = |card: Card| {
        let mut kept = *view.hand;
        kept.remove(card);
        grouped(&kept, Some(card))
    };
    let value = |groups: &Groups| groups.thrown.map_or(0, |card| deal.values[card.index()]);
    // Of equals, the throw that would have cost most.
    let best =
        throws.map(with).min_by_key(|groups| (groups.points, std::cmp::Reverse(value(groups))));
    let mut best = best.unwrap_or_else(|| grouped(view.hand, None));
    best.ends = !endings.is_empty();
    Some(best)
}

/// The card that ends the deal with a declaration or a knock.
fn thrown(action: &Action) -> Option<Card> {
    match action {
        Action::Declare { finish: card, .. } | Action::Knock { discard: card, .. } => *card,
        _ => None,
    }
}

/// The way to end the deal now that is best for this seat: with the least deadwood, throwing what
/// would have cost most. None where it cannot.
#[must_use]
pub fn best_ending(view: &View<'_>) -> Option<Action> {
    let deal = view.table.deal_rules(view.rules);
    let left = |action: &Action| {
        let (Action::Declare { melds, .. } | Action::Knock { melds, .. }) = action else {
            return i32::MAX;
        };
        let used = melds.iter().flat_map(|meld| meld.cards.iter().copied());
        let used: Cards = used.chain(thrown(action)).collect();
        deal.points(&view.hand.without(&used))
    };
    // Without a card to throw, all being in melds, it is worth more.
    let value = |action: &Action| thrown(action).map_or(255, |card| deal.values[card.index()]);
    let all = view.declarations().into_iter();
    all.min_by_key(|action| (left(action), std::cmp::Reverse(value(action))))
}

/// The best answer to a knock.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The cards that are laid off on the knocker's melds.
    pub lay_offs: Vec<Card>,
    /// What is left over then.
    pub points: i32,
}

/// The best answer to the knock that is to be answered; none where none is.
#[must_use]
pub fn best_answer(view: &View<'_>) -> Option<Answer> {
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
    Some(Answer {
        lay_offs: best.lay_offs.iter().map(|(_, card, _)| *card).collect(),
        points: i32::try_from(best.deadwood.points).unwrap_or(i32::MAX),
    })
}

/// The same, where it was a knock and no declaration: some of the hand may still be laid off.
#[must_use]
pub fn answer_to_knock(view: &View<'_>) -> Option<Answer> {
    view.table.knock_limit(view.rules)?;
    best_answer(view)
}

/// What the table says of such a deal, to be kept in sight.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HiddenDeal {
    /// The rank that is wild in this deal alone.
    pub wild: Option<Rank>,
    /// With how much deadwood one may knock, where one knocks.
    pub limit: Option<i32>,
    /// The card that was turned up, where it says so or says which rank is wild.
    pub turned: Option<Card>,
    /// Who has gone out, while the others have their last turns or answer.
    pub out: Option<Seat>,
    /// The own hand; none for those who look on.
    pub own: Option<Groups>,
}

/// What the table says of a deal with hidden melds; none in other games, and between deals.
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
    Some(HiddenDeal {
        wild: upcard_cards::RANKS
            .into_iter()
            .find(is_wild)
            .filter(|_| choices.wilds.per_deal != WildsPerDeal::None),
        limit: table.knock_limit(rules),
        turned: table.first_upcard().filter(|_| by_card).or(table.wild()),
        out: table.went_out(),
        own: session.view().as_ref().and_then(to_keep).filter(|_| !own.hand.is_empty()),
    })
}

/// The hand in its best groups; where a knock is to be answered, with what is left when all has been laid off.
fn to_keep(view: &View<'_>) -> Option<Groups> {
    let mut found = groups(view)?;
    if let Some(answer) = answer_to_knock(view) {
        found.points = answer.points;
    }
    Some(found)
}
