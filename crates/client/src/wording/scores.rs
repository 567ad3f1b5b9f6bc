//! Wording of the score sheet.

use upcard_engine::choices::{Dropping, Money, WhoScores};
use upcard_engine::{Rules, Seat, Table};
use upcard_table::wire::DealRow;

use super::{Texts, news, tr};
use crate::announce::ending_text_id;
use crate::showdown::knock_score;
use crate::{Session, TurningPoint, TurningReason};

/// How a deal ended, and who went out.
#[must_use]
pub fn ended(t: &impl Texts, session: &Session, row: &DealRow) -> String {
    let winner = row.winner.map(|w| news::player(t, session, w)).unwrap_or_default();
    let who = row.winner.map_or("other", |winner| news::who(session, winner));
    tr!(ending_text_id(row.how), t, name = winner, who = who)
}

/// A seat's remaining drops, buys or chips, elimination, rejoining and payments, if they apply; may be empty.
#[must_use]
pub fn remaining_means(t: &impl Texts, rules: &Rules, table: &Table, seat: Seat) -> String {
    let choices = &rules.set.choices;
    let state = match table.drops_left(rules, seat) {
        _ if choices.scoring.who == WhoScores::Chips => {
            Some(tr!("pool-chips", t, count = table.chips(rules, seat)))
        }
        _ if table.is_out(seat) => Some(tr!("tag-out-of-match", t)),
        Some(drops) if choices.dropping.allowed != Dropping::Never => {
            Some(tr!("pool-drops", t, count = drops))
        }
        _ => None,
    };
    let counted = choices.buying.limit_per_match.0.is_some();
    let buys = table.buys_left(rules, seat).filter(|_| counted);
    let buys = buys.map(|left| tr!("buys-left-short", t, count = left));
    let again = match table.rejoined(seat) {
        0 => None,
        again => Some(tr!("pool-rejoined", t, count = again)),
    };
    let all = [state, buys, again, paid(t, rules, table, seat)];
    all.into_iter().flatten().collect::<Vec<String>>().join(" · ")
}

/// Heading for these; `None` if there are none.
#[must_use]
pub fn remaining_means_title(t: &impl Texts, rules: &Rules, table: &Table) -> Option<String> {
    let choices = &rules.set.choices;
    if Seat::all(table.players()).all(|seat| remaining_means(t, rules, table, seat).is_empty()) {
        return None;
    }
    match choices.matching.eliminate_at.0 {
        Some(limit) => Some(tr!("pool-title", t, limit = limit)),
        None if choices.scoring.who == WhoScores::Chips => Some(tr!("pool-chips-title", t)),
        None => choices.buying.limit_per_match.0.map(|_| tr!("pool-buys-title", t)),
    }
}

/// Payments to or from a seat so far for how deals were won, if the rules have them.
fn paid(t: &impl Texts, rules: &Rules, table: &Table, seat: Seat) -> Option<String> {
    let units = table.paid()[seat.index()];
    pays(rules).then(|| units_of(t, units))
}

/// Returns `true` if the way a deal is won is paid for.
fn pays(rules: &Rules) -> bool {
    let settling = &rules.set.choices.settling;
    // If payments are the score, the points show them.
    let scored = rules.set.choices.scoring.who == WhoScores::Payments;
    !scored && settling.money != Money::None && (settling.out > 0 || settling.whole_hand > 0)
}

/// Payment to or from a seat for a deal, if the rules have them.
#[must_use]
pub fn paid_for(t: &impl Texts, rules: &Rules, row: &DealRow, seat: Seat) -> Option<String> {
    let units = row.paid.get(seat.index()).copied().unwrap_or(0);
    (pays(rules) && units != 0).then(|| units_of(t, units))
}

/// An amount of money with its sign.
fn units_of(t: &impl Texts, units: i64) -> String {
    let plus = if units > 0 { "+" } else { "" };
    let amount = format!("{plus}{}", upcard_texts::number(units));
    tr!("settles", t, amount = amount, count = units)
}

/// Breakdown of the score of a hand won by knocking.
#[must_use]
pub fn counted(t: &impl Texts, session: &Session, rules: &Rules, row: &DealRow) -> Option<String> {
    let table = &session.view.as_ref()?.table;
    let count = knock_score(rules, table, row)?;
    let name = news::player(t, session, count.winner);
    let id = if count.doubled { "count-doubled" } else { "count" };
    Some(tr!(
        id,
        t,
        name = name,
        who = news::who(session, count.winner),
        points = count.points,
        difference = count.difference,
        bonus = count.bonus
    ))
}

/// A turning point of the match.
#[must_use]
pub fn turn(t: &impl Texts, session: &Session, point: &TurningPoint) -> String {
    let (id, seat, points) = match point.reason {
        TurningReason::Lead(seat) => ("turn-lead", seat, 0),
        TurningReason::Hit(seat, points) => ("turn-hit", seat, points),
        TurningReason::Gain(seat, points) => ("turn-gain", seat, points),
    };
    let who = news::who(session, seat);
    let name = news::player(t, session, seat);
    // With a single opponent, name the opponent.
    let players = session.rules.as_ref().map_or(0, |rules| rules.players);
    let other = Seat::all(players).find(|other| players == 2 && *other != seat);
    let others = match other {
        None => tr!("turn-against-all", t),
        Some(other) if session.is_you(other) => tr!("turn-against-you", t),
        Some(other) => news::player(t, session, other),
    };
    tr!(id, t, deal = point.deal, name = name, who = who, points = points, others = others)
}
