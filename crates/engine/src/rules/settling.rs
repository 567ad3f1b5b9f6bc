//! Money: the kitty, the places, the points.
//!
//! Clauses: EVEL-21, EVEL-36..40, BASIC-V12.

use upcard_cards::ShortSort;

use crate::choices::{Kitty, Money, Winner};
use crate::compile::Rules;
use crate::table::Table;

/// What each seat receives (or pays, below zero) when the match is over; empty where no money is
/// played for.
pub(crate) fn settle(table: &Table, rules: &Rules) -> Vec<i64> {
    let choices = &rules.set.choices.settling;
    let players = table.players as usize;
    match choices.money {
        Money::None => Vec::new(),
        Money::PerPoint => table.paid[..players].to_vec(),
        Money::Places => {
            let unit = i64::from(choices.unit);
            let amounts: Vec<i64> =
                choices.places.amounts(players).into_iter().map(|n| n * unit).collect();
            let groups = ranking(table, rules);
            let mut settled = vec![0; players];
            let mut place = 0;
            for group in &groups {
                share(&mut settled, group, amounts[place..place + group.len()].iter().sum());
                place += group.len();
            }
            pay_kitty(&mut settled, &groups, i64::from(table.kitty), choices.kitty);
            settled
        }
    }
}

/// The seats by place, those of one total together.
fn ranking(table: &Table, rules: &Rules) -> Vec<Vec<usize>> {
    let scores = &table.scores[..table.players as usize];
    let mut totals: Vec<i32> = scores.to_vec();
    totals.short_sort();
    totals.dedup();
    if rules.set.choices.matching.winner == Winner::Highest {
        totals.reverse();
    }
    let of = |total: &i32| (0..scores.len()).filter(|&seat| scores[seat] == *total).collect();
    totals.iter().map(of).collect()
}

/// Shares an amount among tied seats; what does not divide goes to the first of them.
fn share(settled: &mut [i64], group: &[usize], amount: i64) {
    let each = amount.div_euclid(group.len() as i64);
    for &seat in group {
        settled[seat] += each;
    }
    settled[group[0]] += amount.rem_euclid(group.len() as i64);
}

fn pay_kitty(settled: &mut [i64], groups: &[Vec<usize>], kitty: i64, rule: Kitty) {
    let Some(first) = groups.first() else { return };
    match (rule, groups.get(1)) {
        // With a shared first place there is no second: the tied share it all.
        (Kitty::TwoThirds, Some(second)) if first.len() == 1 => {
            let third = kitty / 3;
            share(settled, first, kitty - third);
            share(settled, second, third);
        }
        _ => share(settled, first, kitty),
    }
}
