//! Money: the kitty, the places, the points.
//!
//! Clauses: EVEL-21, EVEL-36..40, BASIC-V12, X-13, PTS-02..03, PTS-06..07, POOL-05, POOL-09, POOL-16,
//! POOL-21..23.

use upcard_cards::ShortSort;

use crate::choices::{Kitty, Money, Winner};
use crate::compile::Rules;
use crate::rules::{match_end, pools};
use crate::seat::Seat;
use crate::table::Table;

/// Amount that each seat receives (negative: pays) at the end of the match; empty without money.
pub(crate) fn settle(table: &Table, rules: &Rules) -> Vec<i64> {
    let fee = rules.set.choices.settling.fee;
    let mut settled = shares(table, rules);
    for (amount, paid) in settled.iter_mut().zip(table.paid) {
        *amount += paid;
    }
    for gain in settled.iter_mut().filter(|amount| **amount > 0) {
        *gain -= fee.of(*gain);
    }
    settled
}

/// The amounts before the house's fee.
fn shares(table: &Table, rules: &Rules) -> Vec<i64> {
    let choices = &rules.set.choices.settling;
    let players = table.players as usize;
    match choices.money {
        Money::None => Vec::new(),
        // Only what was paid deal by deal.
        Money::PerPoint | Money::Payments => vec![0; players],
        Money::Difference => {
            let groups = ranking(table, rules);
            let winners = groups.first().map_or(&[][..], Vec::as_slice);
            let best = winners.first().map_or(0, |&seat| table.scores[seat]);
            let unit = i64::from(choices.unit);
            let pays = |score: &i32| -i64::from((best - score).abs()) * unit;
            let mut settled: Vec<i64> = table.scores[..players].iter().map(pays).collect();
            let sum: i64 = -settled.iter().sum::<i64>();
            winners.iter().for_each(|&seat| settled[seat] = 0);
            if !winners.is_empty() {
                share(table, &mut settled, winners, sum);
            }
            settled
        }
        Money::Pool => pool(table, rules),
        Money::Places => {
            let unit = i64::from(choices.unit);
            let amounts: Vec<i64> =
                choices.places.amounts(players).into_iter().map(|n| n * unit).collect();
            let groups = ranking(table, rules);
            let mut settled = vec![0; players];
            let mut place = 0;
            for (at, group) in groups.iter().enumerate() {
                let places: i64 = amounts[place..place + group.len()].iter().sum();
                let kitty = kitty_of(table, choices.kitty, &groups, at);
                share(table, &mut settled, group, places + kitty);
                place += group.len();
            }
            settled
        }
    }
}

/// Amount that each seat receives from a pool, less its own entries: the winners share it, in proportion to
/// the drops they have left if they agreed to share.
fn pool(table: &Table, rules: &Rules) -> Vec<i64> {
    let unit = i64::from(rules.set.choices.settling.unit);
    let entries = |seat| pools::entries(table, rules, seat) * unit;
    let all: i64 = Seat::all(table.players).map(entries).sum();
    let mut settled: Vec<i64> = Seat::all(table.players).map(|seat| -entries(seat)).collect();
    let winners: Vec<Seat> = match_end::winners(table, rules).iter().collect();
    let drops = |seat: &Seat| i64::from(pools::drops_left(table, rules, *seat));
    let weights: i64 = winners.iter().map(drops).sum();
    let group: Vec<usize> = winners.iter().map(|seat| seat.index()).collect();
    let mut left = all;
    if table.pool.split && weights > 0 {
        for seat in &winners {
            let part = all * drops(seat) / weights;
            settled[seat.index()] += part;
            left -= part;
        }
    }
    if !group.is_empty() {
        share(table, &mut settled, &group, left);
    }
    settled
}

/// The seats by place, grouped by equal totals.
fn ranking(table: &Table, rules: &Rules) -> Vec<Vec<usize>> {
    let by_chips = rules.set.choices.matching.winner == Winner::Chips;
    let all = if by_chips { &table.pool.chips } else { &table.scores };
    let scores = &all[..usize::from(table.players)];
    let mut totals: Vec<i32> = scores.to_vec();
    totals.short_sort();
    totals.dedup();
    if rules.set.choices.matching.winner != Winner::Lowest {
        totals.reverse();
    }
    let of = |total: &i32| (0..scores.len()).filter(|&seat| scores[seat] == *total).collect();
    totals.iter().map(of).collect()
}

/// Divides an amount equally among tied seats; the remainder is distributed one unit each, in turn order from
/// the dealer's left.
fn share(table: &Table, settled: &mut [i64], group: &[usize], amount: i64) {
    let seats = group.len() as i64;
    let (each, left) = (amount.div_euclid(seats), amount.rem_euclid(seats));
    let tied = table.seats_after(table.dealer).map(Seat::index).filter(|seat| group.contains(seat));
    for (turn, seat) in tied.enumerate() {
        settled[seat] += each + i64::from((turn as i64) < left);
    }
}

/// Share of the kitty for the seats of one place. With a shared first place there is no second place: the
/// tied seats get all of it.
fn kitty_of(table: &Table, rule: Kitty, groups: &[Vec<usize>], at: usize) -> i64 {
    let kitty = i64::from(table.kitty);
    let second = if rule == Kitty::TwoThirds && groups[0].len() == 1 { kitty / 3 } else { 0 };
    match at {
        0 if groups.len() > 1 => kitty - second,
        0 => kitty,
        1 => second,
        _ => 0,
    }
}
