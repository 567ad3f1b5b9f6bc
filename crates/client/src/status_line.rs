//! The player's own status line, and the order in which an offer is answered.

use upcard_engine::View;
use upcard_engine::choices::{WhatCounts, WhoScores};
use upcard_engine::table::Phase;
use upcard_engine::{Rules, Seat, Table};

use crate::Session;
use crate::groups::{answer_to_knock, groups};

/// The player's own status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatusLine {
    /// Cards in the hand.
    pub cards: usize,
    /// Points that they would cost if the deal ended now; in the player's turn, after the best discard.
    pub hand_cost: i32,
    /// `true` if only deadwood counts.
    pub deadwood: bool,
    /// Score.
    pub score: i32,
    /// Buys left in this deal, if limited.
    pub buys: Option<u8>,
    /// Points of the player's cards on the table, if they score and there are any.
    pub shown: Option<i32>,
    /// `true` if the player is the dealer.
    pub dealer: bool,
}

/// Computes the status line.
#[must_use]
pub fn status_line(view: &View<'_>) -> StatusLine {
    StatusLine {
        cards: view.hand.len(),
        hand_cost: hand_cost(view),
        deadwood: view.rules.set.choices.scoring.what == WhatCounts::Deadwood,
        score: view.table.score(view.seat),
        buys: view.table.buys_left(view.rules, view.seat),
        shown: shown(view.rules, view.table, view.seat),
        dealer: view.table.dealer() == view.seat,
    }
}

/// Points of the cards that a seat has laid down; `None` if they do not score, or there are none.
#[must_use]
pub fn shown(rules: &Rules, table: &Table, seat: Seat) -> Option<i32> {
    let counted = rules.set.choices.scoring.who == WhoScores::ShownMinusHand;
    counted.then(|| table.shown(rules, seat)).filter(|points| *points != 0)
}

/// Points that the hand would cost if the deal ended now.
fn hand_cost(view: &View<'_>) -> i32 {
    let deal = view.contract_rules();
    match view.rules.set.choices.scoring.what {
        WhatCounts::Hand => deal.points(view.hand),
        WhatCounts::Deadwood => match (answer_to_knock(view), groups(view)) {
            // Cards can still be laid off.
            (Some(answer), _) => answer.points,
            (None, Some(groups)) => groups.points,
            (None, None) => i32::try_from(deal.deadwood(view.hand).points).unwrap_or(i32::MAX),
        },
    }
}

/// Position of a seat, from 1, in the order of precedence among those with a pending answer to the current
/// offer. `None` if it is not asked, or if the fastest answer gets the card.
#[must_use]
pub fn offer_position(session: &Session, seat: Seat) -> Option<usize> {
    let (rules, own) = (session.rules.as_ref()?, session.view.as_ref()?);
    let table: &Table = &own.table;
    if !matches!(table.phase(), Phase::Offers { .. } | Phase::Call { .. })
        || table.is_first_come(rules)
    {
        return None;
    }
    let mut asked = table.seats_after(table.turn().seat).filter(|seat| table.asks(*seat));
    asked.position(|asked| asked == seat).map(|place| place + 1)
}
