//! The own line: what one holds and what it would cost, and in which order an offer goes round.

use upcard_engine::View;
use upcard_engine::choices::{WhatCounts, WhoScores};
use upcard_engine::table::Phase;
use upcard_engine::{Rules, Seat, Table};

use crate::Session;
use crate::groups::{answer_to_knock, groups};

/// What there is to say of oneself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnLine {
    /// Cards in the hand.
    pub cards: usize,
    /// Points that they would cost if the deal ended now: in one's turn, without the card that is
    /// best thrown.
    pub cost: i32,
    /// Do only the cards in no meld count?
    pub deadwood: bool,
    /// The score.
    pub score: i32,
    /// Buys that are left in this deal, where they are limited.
    pub buys: Option<u8>,
    /// What one's cards on the table count, where they do and some lie there.
    pub shown: Option<i32>,
    /// Does one deal?
    pub dealer: bool,
}

/// The own line.
#[must_use]
pub fn own_line(view: &View<'_>) -> OwnLine {
    OwnLine {
        cards: view.hand.len(),
        cost: cost(view),
        deadwood: view.rules.set.choices.scoring.what == WhatCounts::Deadwood,
        score: view.table.score(view.seat),
        buys: view.table.buys_left(view.rules, view.seat),
        shown: shown(view.rules, view.table, view.seat),
        dealer: view.table.dealer() == view.seat,
    }
}

/// What the cards count that a seat has laid on the table; none in games in which they do not, and
/// before any lies there.
#[must_use]
pub fn shown(rules: &Rules, table: &Table, seat: Seat) -> Option<i32> {
    let counted = rules.set.choices.scoring.who == WhoScores::ShownMinusHand;
    counted.then(|| table.shown(rules, seat)).filter(|points| *points != 0)
}

/// What the hand would cost if the deal ended now.
fn cost(view: &View<'_>) -> i32 {
    let deal = view.contract_rules();
    match view.rules.set.choices.scoring.what {
        WhatCounts::Hand => deal.points(view.hand),
        WhatCounts::Deadwood => match (answer_to_knock(view), groups(view)) {
            // Some of it can still be laid off.
            (Some(answer), _) => answer.points,
            (None, Some(groups)) => groups.points,
            (None, None) => i32::try_from(deal.deadwood(view.hand).points).unwrap_or(i32::MAX),
        },
    }
}

/// The place of a seat among those whose answer to the present offer is awaited, from 1: who comes
/// first gets the card. None where it is not asked, or where the quickest gets it.
#[must_use]
pub fn turn_of_offer(session: &Session, seat: Seat) -> Option<usize> {
    let (rules, own) = (session.rules.as_ref()?, session.view.as_ref()?);
    let table: &Table = &own.table;
    if !matches!(table.phase(), Phase::Offers { .. } | Phase::Call { .. }) || table.races(rules) {
        return None;
    }
    let mut asked = table.after(table.turn().seat).filter(|seat| table.asks(*seat));
    asked.position(|asked| asked == seat).map(|place| place + 1)
}
