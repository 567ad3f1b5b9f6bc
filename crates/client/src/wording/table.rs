//! Wording of the table: status line, hidden deals, targets of a card.

use upcard_engine::choices::WhoScores;
use upcard_engine::table::{Gone, SeatState};
use upcard_engine::{Action, Rules, Seat, Table, View};

use super::{Texts, news, tr};
use crate::Session;
use crate::estimate::Length;
use crate::groups::HiddenDeal;

/// What a seat may lay down in games without contracts: any melds, or first melds with a minimum of points.
#[must_use]
pub fn free_contract(t: &impl Texts, rules: &Rules, seat: &SeatState) -> String {
    match seat.first_points(rules) {
        Some(least) => tr!("contract-first-points", t, least = least),
        None => tr!("contract-free", t),
    }
}

/// Status line: cards and their cost (or the deadwood `left` by a draft), score, remaining buys.
#[must_use]
pub fn status_line(t: &impl Texts, view: &View<'_>, left: Option<i32>) -> String {
    let mut line = crate::status_line::status_line(view);
    line.hand_cost = left.unwrap_or(line.hand_cost);
    let id = match view.rules.set.choices.scoring.who {
        WhoScores::Payments => "own-cards",
        _ if line.deadwood => "own-deadwood",
        _ => "own-cost",
    };
    let mut parts = vec![
        tr!(id, t, cards = line.cards as i64, cost = line.hand_cost),
        tr!("points-short", t, points = line.score),
    ];
    parts.extend(line.shown.map(|points| tr!("shown-short", t, points = points)));
    parts.extend(line.buys.map(|n| tr!("buys-left-short", t, count = n)));
    if line.dealer {
        parts.push(tr!("tag-dealer", t));
    }
    t.capital(&parts.join(" · "))
}

/// Deal number, length of the match, and the dealer's name.
#[must_use]
pub fn bar(t: &impl Texts, rules: &Rules, table: &Table, dealer: String) -> String {
    let deal = table.deals_begun();
    match Length::of(rules) {
        Length::Out(limit) => tr!("bar-out", t, deal = deal, limit = limit, dealer = dealer),
        Length::Target(target) => {
            tr!("bar-target", t, deal = deal, target = target, dealer = dealer)
        }
        Length::Deals(deals) => tr!("bar-deal", t, deal = deal, deals = deals, dealer = dealer),
    }
}

/// Why a seat does not take part in the deal; `None` if it does.
#[must_use]
pub fn absence(t: &impl Texts, table: &Table, seat: Seat) -> Option<String> {
    let id = match table.seat(seat).gone {
        _ if table.is_out(seat) => "tag-out-of-match",
        Gone::No => return None,
        Gone::NotDealt => "tag-not-dealt",
        Gone::DroppedFirst | Gone::DroppedMiddle => "tag-dropped",
        Gone::DeclaredWrong => "tag-wrong",
    };
    Some(tr!(id, t))
}

/// A short fact on a deal with hidden melds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chip {
    /// Text.
    pub words: String,
    /// Whether a goal is reached; `None` if it is not a goal.
    pub done: Option<bool>,
    /// Index of the group of the hand that it refers to.
    pub group: Option<usize>,
}

/// Facts on a deal with hidden melds and on the player's hand.
#[must_use]
pub fn chips(t: &impl Texts, session: &Session, hidden: &HiddenDeal) -> Vec<Chip> {
    let mut chips = Vec::new();
    let mut chip = |words, done, group| chips.push(Chip { words, done, group });
    let with_card = |words: String| match hidden.turned {
        Some(card) => tr!("chip-card", t, words = words, card = t.card(card)),
        None => words,
    };
    let own = hidden.own.as_ref();
    if let Some(seat) = hidden.out {
        let declares = own.is_some_and(|own| own.runs.is_some());
        let id = match (hidden.limit, declares) {
            (Some(_), _) => "line-knocked",
            (None, true) => "line-declared",
            (None, false) => "line-out",
        };
        let who = news::who(session, seat);
        chip(tr!(id, t, name = news::name(t, session, seat), who = who), None, None);
    }
    if let Some((own, runs)) = own.and_then(|own| Some((own, own.runs?))) {
        if runs.needs_pure {
            chip(tr!("chip-pure", t), Some(runs.pure), own.pure);
        }
        let other = own.melds.iter().enumerate().position(|(at, meld)| {
            matches!(meld, upcard_cards::Meld::Run(_)) && own.pure != Some(at)
        });
        let done = Some(runs.all >= runs.needed);
        match runs.needed {
            2 if runs.needs_pure => chip(tr!("chip-second", t), done, other),
            needed => {
                let words = tr!("chip-sequences", t, have = runs.all.min(needed), needed = needed);
                chip(words, done, other);
            }
        }
    }
    if let Some(own) = own {
        let id = if hidden.limit.is_some() { "chip-deadwood" } else { "chip-left" };
        let words = tr!(id, t, points = own.points);
        let words = match own.discard {
            Some(card) => tr!("chip-without", t, words = words, card = t.card(card)),
            None => words,
        };
        chip(words, (own.points == 0).then_some(true), None);
    }
    if let Some(limit) = hidden.limit.filter(|_| hidden.out.is_none()) {
        let done = own.map(|own| own.points <= limit);
        chip(with_card(tr!("chip-knock", t, limit = limit)), done, None);
    }
    if let Some(rank) = hidden.wild {
        let ranks = upcard_rulebook::ranks_name(rank);
        chip(with_card(tr!("chip-wild", t, ranks = ranks)), None, None);
    }
    if chips.is_empty() {
        chips.push(Chip { words: tr!("contract-hidden", t), done: None, group: None });
    }
    chips
}

/// Label of one of several targets for a card.
#[must_use]
pub fn place(t: &impl Texts, action: &Action) -> String {
    use upcard_cards::End;
    let end = |end: &Option<End>, low: &str, high: &str, any: &str| match end {
        Some(End::Low) => tr!(low, t),
        Some(End::High) => tr!(high, t),
        None => tr!(any, t),
    };
    match action {
        Action::Off { end: e, .. } | Action::Call { end: e, .. } => {
            end(e, "place-low", "place-high", "place-off")
        }
        Action::Slide { to, .. } => {
            end(&Some(*to), "place-slide-low", "place-slide-high", "place-off")
        }
        Action::Swap { wild: Some(wild), .. } => tr!("place-swap-for", t, wild = t.card(*wild)),
        Action::Swap { end: e, .. } => end(e, "place-swap-low", "place-swap-high", "place-swap"),
        Action::Discard { shanghai: true, .. } => tr!("place-discard-shanghai", t),
        Action::Discard { .. } => tr!("place-discard", t),
        other => other.to_string(),
    }
}
