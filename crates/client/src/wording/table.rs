//! The table in words: the own line, what a deal with hidden melds says, places for a card.

use upcard_engine::table::Gone;
use upcard_engine::{Action, Seat, Table, View};

use super::{Texts, news, tr};
use crate::Session;
use crate::groups::HiddenDeal;
use crate::own::own_line;

/// The own line: what one holds and what it would cost, the score, the buys that are left.
#[must_use]
pub fn own(t: &impl Texts, view: &View<'_>) -> String {
    let line = own_line(view);
    let mut parts = vec![
        tr!(
            if line.deadwood { "own-deadwood" } else { "own-cost" },
            t,
            cards = line.cards as i64,
            cost = line.cost
        ),
        tr!("points-short", t, points = line.score),
    ];
    parts.extend(line.shown.map(|points| tr!("shown-short", t, points = points)));
    parts.extend(line.buys.map(|n| tr!("buys-left-short", t, count = n)));
    if line.dealer {
        parts.push(tr!("tag-dealer", t));
    }
    t.capital(&parts.join(" · "))
}

/// Why a seat has no part in the deal; none where it has.
#[must_use]
pub fn gone(t: &impl Texts, table: &Table, seat: Seat) -> Option<String> {
    let id = match table.seat(seat).gone {
        _ if table.is_out(seat) => "tag-out-of-match",
        Gone::No => return None,
        Gone::NotDealt => "tag-not-dealt",
        Gone::DroppedFirst | Gone::DroppedMiddle => "tag-dropped",
        Gone::DeclaredWrong => "tag-wrong",
    };
    Some(tr!(id, t))
}

/// What a deal with hidden melds says of itself, and of the own hand.
#[must_use]
pub fn hidden(t: &impl Texts, session: &Session, hidden: &HiddenDeal) -> (String, String) {
    let mut deal = Vec::new();
    let with_card = |words: String, id: &str| match hidden.turned {
        Some(card) => format!("{words} {}", tr!(id, t, card = t.card(card))),
        None => words,
    };
    match hidden.out {
        Some(seat) => {
            let declares = hidden.own.as_ref().is_some_and(|own| own.runs.is_some());
            let id = match (hidden.limit, declares) {
                (Some(_), _) => "line-knocked",
                (None, true) => "line-declared",
                (None, false) => "line-out",
            };
            deal.push(tr!(id, t, name = news::name(t, session, seat)));
        }
        None => {
            let knock = |limit| with_card(tr!("line-knock", t, limit = limit), "line-turned");
            deal.extend(hidden.limit.map(knock));
        }
    }
    let wild = |rank| tr!("line-wild", t, ranks = upcard_rulebook::ranks_name(rank));
    deal.extend(hidden.wild.map(|rank| with_card(wild(rank), "line-wild-card")));
    if deal.is_empty() {
        deal.push(tr!("contract-hidden", t));
    }
    let state = hidden.own.as_ref().map(|own| {
        let id = if hidden.limit.is_some() { "line-deadwood" } else { "line-left" };
        let mut state = vec![tr!(id, t, points = own.points)];
        if let Some(runs) = own.runs {
            state.push(tr!("line-pure", t, done = if runs.pure { "yes" } else { "no" }));
            let missing = runs.needed.saturating_sub(runs.all);
            state.push(match missing {
                0 => tr!("line-second", t, count = runs.needed.saturating_sub(1)),
                missing => tr!("line-no-second", t, missing = missing),
            });
        }
        let state = state.join(", ");
        match own.thrown {
            Some(card) => tr!("line-throwing", t, state = state, card = t.card(card)),
            None => state,
        }
    });
    (deal.join(" · "), state.unwrap_or_default())
}

/// What a place for a card is called, where there are several.
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
