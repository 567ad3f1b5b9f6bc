//! Pools: elimination, rejoining, and sharing the pool.
//!
//! Clauses: POOL-02..04, POOL-07..23, POOL-25.

use crate::choices::{AutoSplit, ManualSplit, RejoinAt};
use crate::compile::Rules;
use crate::seat::{Seat, Seats};
use crate::table::Table;

/// The total at which a player is eliminated.
fn limit(rules: &Rules) -> Option<i32> {
    rules.set.choices.matching.eliminate_at.0.map(i32::from)
}

/// Returns `true` if players are eliminated at some total.
pub(crate) fn eliminates(rules: &Rules) -> bool {
    limit(rules).is_some()
}

impl Table {
    /// Number of first drops that a seat can still afford without being eliminated; `None` without
    /// elimination.
    #[must_use]
    pub fn drops_left(&self, rules: &Rules, seat: Seat) -> Option<i32> {
        limit(rules).map(|_| drops_left(self, rules, seat))
    }
}

/// After scoring a deal: determines who is eliminated, and who of them may rejoin.
pub(crate) fn after_deal(table: &mut Table, rules: &Rules) {
    let Some(limit) = limit(rules) else { return };
    let score = |seat: Seat| table.scores[seat.index()];
    let before = table.in_match();
    let lowest = before.iter().map(score).min().unwrap_or(0);
    // At least one player remains: if a blocked deal takes all to the limit, those with the lowest total.
    let out = before.iter().filter(|&seat| score(seat) >= limit && score(seat) > lowest);
    let out: Seats = out.collect();
    let left = before.minus(out);
    let highest = left.iter().map(score).max().unwrap_or(0);
    let choices = &rules.set.choices.pool;
    let total = match choices.rejoin_at {
        RejoinAt::HighestPlusOne => highest + 1,
        RejoinAt::Highest => highest,
    };
    let allowed = choices.rejoin_limit.0.is_some_and(|most| highest <= i32::from(most))
        && left.len() > 1
        && lowest < limit
        && total < limit;
    let again =
        |seat: &Seat| choices.rejoins.0.is_none_or(|most| table.pool.rejoined[seat.index()] < most);
    let back = out.iter().filter(|seat| allowed && again(seat)).collect();
    let pool = &mut table.pool;
    out.iter().for_each(|seat| pool.out.insert(seat));
    pool.may_rejoin = back;
    pool.rejoin_total = total;
}

/// Returns `true` if the remaining number of players may share the pool at this table.
fn may_share(table: &Table) -> bool {
    match table.in_match().len() {
        2 => table.players > 2,
        3 => table.players > 3,
        _ => false,
    }
}

/// Number of first drops that a seat can still afford without being eliminated.
pub(crate) fn drops_left(table: &Table, rules: &Rules, seat: Seat) -> i32 {
    let price = i32::from(rules.set.choices.dropping.first).max(1);
    let room = limit(rules).unwrap_or(0) - 1 - table.scores[seat.index()];
    room.max(0) / price
}

/// Returns `true` if the pool is shared automatically now.
pub(crate) fn is_shared(table: &Table, rules: &Rules) -> bool {
    let spare = match rules.set.choices.pool.auto_split {
        AutoSplit::Off => return false,
        AutoSplit::NoDrops => 0,
        AutoSplit::From80 => 1,
    };
    let Some(limit) = limit(rules) else { return false };
    let price = i32::from(rules.set.choices.dropping.first);
    let none_left = |seat: Seat| table.scores[seat.index()] + price >= limit - spare;
    may_share(table) && table.in_match().iter().all(none_left)
}

/// The next seat that is asked whether to share the pool, if any.
pub(crate) fn split_asked(table: &Table, rules: &Rules) -> Option<Seat> {
    let asked = rules.set.choices.pool.manual_split == ManualSplit::Agreed
        && !table.pool.declined
        && may_share(table);
    table.in_match().minus(table.pool.agreed).first().filter(|_| asked)
}

/// Winners of a pool: the last player, or those who share it; `None` while it is undecided.
pub(crate) fn winners(table: &Table, rules: &Rules) -> Option<Seats> {
    limit(rules)?;
    let left = table.in_match();
    let over = left.len() < 2 || table.pool.split || is_shared(table, rules);
    over.then_some(left)
}

/// Units that a seat has put into the pool: its entry, and the price of rejoining.
pub(crate) fn entries(table: &Table, rules: &Rules, seat: Seat) -> i64 {
    let entry = i64::from(rules.set.choices.settling.entry);
    let choices = &rules.set.choices.pool;
    let price = match choices.rejoin_price {
        _ if !choices.rejoin_fee => 0,
        0 => entry,
        price => price.into(),
    };
    entry + price * i64::from(table.pool.rejoined[seat.index()])
}
