//! Scoring a deal.
//!
//! Clauses: S000-25, S000-33..39, S001-48..52, S002-48..51, S002-H3a, S002-H3b, BASIC-26..29,
//! BASIC-V03, X-12, BASIC-V11..V12, BLOCK-03, PAGAT-CR-16, PAGAT-CR-53..56, MAYI-09, SHANG-31..34,
//! EVEL-31..34, PROG-41..45, R500-36..38, IND-40..49, IND-53..54, IND-60, PTS-03..04, POOL-06,
//! DEALS-09, DEALS-13..14, X-17.

use upcard_cards::Cards;

use crate::choices::{
    BoxWhen, DealEnds, DealShow, DownAndOut, GoingRummy, LastDealPoints, Money, WhatCounts,
    WhoScores,
};
use crate::compile::Rules;
use crate::event::Ending;
use crate::rules::{dropping, game_totals, knocking, match_end, payments};
use crate::seat::Seat;
use crate::table::{Down, Table};

/// Effect of going out in the turn of the first lay-down, if the deal ended that way.
fn down_and_out(table: &Table, rules: &Rules, winner: Option<Seat>, how: Ending) -> DownAndOut {
    let ends = matches!(how, Ending::Discarded | Ending::Played | Ending::ContractComplete);
    let first = |seat: &Seat| *seat == table.turn.seat && table.opened(rules, *seat) == Down::Now;
    match winner.filter(first) {
        Some(_) if ends => rules.set.choices.scoring.down_and_out,
        _ => DownAndOut::None,
    }
}

/// Points of a player who did not win, for a hand of this cost: limited by the game's minimum and
/// maximum, and halved if the player had no turn, but not below the minimum if that is not halved
/// . A player who left the deal pays the price for that.
fn loser_pays(table: &Table, rules: &Rules, seat: Seat, cost: i32) -> i32 {
    let choices = &rules.set.choices.scoring;
    let state = &table.seats[seat.index()];
    let pays = dropping::price(state.gone, rules).unwrap_or_else(|| {
        let most = choices.cap.0.map_or(i32::MAX, i32::from);
        let pays = cost.max(choices.least.into()).min(most);
        let half = choices.deal_show == DealShow::Half && !state.drew;
        let halved = if half { (pays + 1) / 2 } else { pays };
        if choices.least_halved { halved } else { halved.max(choices.least.into()) }
    });
    let doubled = choices.last_deal == LastDealPoints::Double;
    if doubled && match_end::is_last_deal(table, rules) { pays * 2 } else { pays }
}

/// How a deal ended, apart from the cost of the hands.
pub(crate) struct Finish {
    /// The seat that went out.
    pub(crate) winner: Option<Seat>,
    pub(crate) how: Ending,
    /// Whether the winner went out with the whole hand in one turn.
    pub(crate) whole: bool,
    /// Extra units that each of the others pays the winner.
    pub(crate) besides: i32,
    /// Effect of going out in the turn of the first lay-down, if that happened.
    pub(crate) first_lay: DownAndOut,
    /// Result of the knock, if any.
    pub(crate) knock: Option<knocking::Outcome>,
}

/// Points and payments of each seat when a deal ends with these hands.
pub(crate) fn deal(
    table: &Table,
    rules: &Rules,
    winner: Option<Seat>,
    how: Ending,
    hands: &[Cards],
) -> (Vec<i32>, Vec<i64>) {
    let choices = &rules.set.choices.scoring;
    let deal = table.deal_rules(rules);
    let finish = Finish {
        winner,
        how,
        whole: payments::is_whole_hand(table, rules, winner, how),
        besides: payments::besides(table, rules, winner),
        first_lay: down_and_out(table, rules, winner, how),
        knock: match choices.who {
            WhoScores::Difference => knocking::outcome(table, rules, hands),
            _ => None,
        },
    };
    let cost = |seat: Seat| match choices.what {
        WhatCounts::Hand => deal.points(&hands[seat.index()]),
        WhatCounts::Deadwood => table.declared_cost(rules, seat, &hands[seat.index()]),
    };
    of_costs(table, rules, &finish, cost, |seat| table.shown(rules, seat))
}

/// Like [`deal`], given the cost of each hand and the value of the cards that each seat has shown.
pub(crate) fn of_costs(
    table: &Table,
    rules: &Rules,
    finish: &Finish,
    cost: impl Fn(Seat) -> i32,
    shown: impl Fn(Seat) -> i32,
) -> (Vec<i32>, Vec<i64>) {
    let choices = &rules.set.choices;
    let &Finish { winner, how, first_lay, .. } = finish;
    let players = usize::from(table.players);
    let rummy = finish.whole && choices.scoring.going_rummy != GoingRummy::None;
    let doubled = [rummy, first_lay == DownAndOut::DoubleOthers];
    let factor = 1 << doubled.into_iter().filter(|twice| *twice).count();
    let left_over = choices.scoring.left_over
        && choices.scoring.who == WhoScores::Losers
        && choices.going_out.ends == DealEnds::ContractComplete;
    let held: Vec<i32> = Seat::all(table.players)
        .map(|seat| {
            if how == Ending::Void {
                return 0;
            }
            if winner == Some(seat) {
                // Doubling for how the deal was won does not apply to the winner's remaining cards.
                return if left_over { cost(seat) } else { 0 };
            }
            loser_pays(table, rules, seat, cost(seat).saturating_mul(factor))
        })
        .collect();
    let others = || Seat::all(table.players).zip(&held).filter(|(seat, _)| winner != Some(*seat));
    let sum: i32 = others().map(|(_, held)| held).sum();
    let collected = payments::of_deal(table, rules, winner, how, (finish.whole, finish.besides));
    let mut points = match choices.scoring.who {
        WhoScores::Payments => collected.clone(),
        WhoScores::Losers | WhoScores::Chips => held.clone(),
        // A void deal scores nothing.
        WhoScores::ShownMinusHand if how == Ending::Void => held.clone(),
        WhoScores::ShownMinusHand => {
            let bonus = |seat| if winner == Some(seat) { choices.scoring.out_bonus } else { 0 };
            let one = |(seat, held): (Seat, &i32)| shown(seat) - held + i32::from(bonus(seat));
            Seat::all(table.players).zip(&held).map(one).collect()
        }
        WhoScores::Difference => {
            let mut points = vec![0; players];
            if let Some(outcome) = &finish.knock {
                let at_once = choices.matching.box_when == BoxWhen::AtOnce;
                let boxes = if at_once { game_totals::boxes(rules, outcome.how) } else { 0 };
                points[outcome.winner.index()] =
                    outcome.points + i32::from(boxes) * i32::from(choices.matching.boxes);
            }
            points
        }
        WhoScores::Winner => {
            (0..players).map(|seat| if winner == Some(Seat::at(seat)) { sum } else { 0 }).collect()
        }
    };
    if let (DownAndOut::Minus(n), Some(winner)) = (first_lay, winner) {
        points[winner.index()] -= i32::from(n);
    }
    let scored_alone = choices.scoring.who == WhoScores::Payments && !choices.settling.scored;
    let money = choices.settling.money != Money::None && !scored_alone;
    let unit = if money { i64::from(choices.settling.unit) } else { 0 };
    let mut paid: Vec<i64> = collected.into_iter().map(|units| i64::from(units) * unit).collect();
    if choices.settling.money == Money::PerPoint
        && let Some(winner) = winner
    {
        let unit = i64::from(choices.settling.unit);
        for (seat, held) in others() {
            paid[seat.index()] -= i64::from(*held) * unit;
        }
        paid[winner.index()] += i64::from(sum) * unit;
    }
    (points, paid)
}
