//! The score sheet in words.

use upcard_engine::choices::WhoScores;
use upcard_engine::{Rules, Seat, Table};
use upcard_table::wire::DealRow;

use super::{Texts, news, tr};
use crate::announce::ending;
use crate::show_down::count;
use crate::{Session, Turn, TurningPoint};

/// How a deal ended: who went out, and how.
#[must_use]
pub fn ended(t: &impl Texts, session: &Session, row: &DealRow) -> String {
    let winner = row.winner.map(|w| news::name(t, session, w)).unwrap_or_default();
    let own = row.winner.is_some() && row.winner == session.seat;
    tr!(ending(row.how), t, name = winner, who = if own { "you" } else { "other" })
}

/// What a seat can still pay in a match with elimination or chips, or that it is out.
#[must_use]
pub fn means(t: &impl Texts, rules: &Rules, table: &Table, seat: Seat) -> String {
    match table.drops_left(rules, seat) {
        _ if rules.set.choices.scoring.who == WhoScores::Chips => {
            tr!("pool-chips", t, count = table.chips(rules, seat))
        }
        _ if table.is_out(seat) => tr!("tag-out-of-match", t),
        Some(drops) => tr!("pool-drops", t, count = drops),
        None => String::new(),
    }
}

/// How the points of a hand won by knocking came about.
#[must_use]
pub fn counted(t: &impl Texts, session: &Session, rules: &Rules, row: &DealRow) -> Option<String> {
    let table = &session.view.as_ref()?.table;
    let count = count(rules, table, row)?;
    let name = news::name(t, session, count.winner);
    let own = session.seat == Some(count.winner);
    let id = if count.doubled { "count-doubled" } else { "count" };
    Some(tr!(
        id,
        t,
        name = name,
        who = if own { "you" } else { "other" },
        points = count.points,
        difference = count.difference,
        bonus = count.bonus
    ))
}

/// A turning point of the match in a sentence.
#[must_use]
pub fn turn(t: &impl Texts, session: &Session, point: &TurningPoint) -> String {
    let (id, seat, points) = match point.turn {
        Turn::Lead(seat) => ("turn-lead", seat, 0),
        Turn::Hit(seat, points) => ("turn-hit", seat, points),
        Turn::Gain(seat, points) => ("turn-gain", seat, points),
    };
    let who = if session.seat == Some(seat) { "you" } else { "other" };
    let name = news::name(t, session, seat);
    tr!(id, t, deal = point.deal, name = name, who = who, points = points)
}
