//! The end of a match: how many deals, who has won, ties.
//!
//! Clauses: S000-34, S000-48, S000-54, S001-53, S001-56, S002-52, BASIC-30, BASIC-V01, BASIC-V11,
//! PAGAT-CR-57, TAHE-R8, DEBK-R10, EVEL-35, EVEL-40, PROG-02, PROG-48, X-09.

use crate::choices::{Advance, NextDealer, Ties, Winner};
use crate::compile::Rules;
use crate::event::Ending;
use crate::rules::game_totals;
use crate::seat::{Seat, Seats};
use crate::table::{Down, Phase, Table};

/// Playoff deals before a tie is shared after all.
const MOST_PLAYOFFS: u8 = 3;

/// The next deal, as an index into the rules' deals, and whether it is a playoff; none when the
/// match is over. Asked when a deal has been scored.
pub(crate) fn next_deal(table: &Table, rules: &Rules) -> Option<(u8, bool)> {
    let choices = &rules.set.choices.matching;
    if table.void_run > 0 {
        return Some((table.deal, false));
    }
    let begun = usize::from(table.deals_begun.saturating_sub(table.voids));
    let last = rules.schedule.last().copied().unwrap_or(0);
    if let Some(target) = rules.target {
        let three = game_totals::three(rules);
        let reached = if three {
            game_totals::all_closed(table, rules)
        } else {
            table.scores[..usize::from(table.players)].iter().any(|s| *s >= target)
        };
        if !reached && begun < MOST_DEALS {
            return Some((rules.schedule.get(begun).copied().unwrap_or(last), false));
        }
    } else if begun < rules.schedule.len() {
        return Some((rules.schedule[begun], false));
    } else if individual(rules) && table.playoffs == 0 {
        // Who tries the last contract and makes it ends the match; three times the deals at most.
        let seats = table.seats[..usize::from(table.players)].iter();
        let done = seats.clone().any(|s| s.contract == last && s.down != Down::No);
        if !done && begun < rules.schedule.len() * 3 {
            return Some((last, false));
        }
    }
    let tied = winners(table, rules).len() > 1;
    if choices.ties == Ties::Playoff && tied && table.playoffs < MOST_PLAYOFFS {
        return Some((last, true));
    }
    None
}

/// The dealer of the next deal, by the winner of the last one; a void deal is dealt again.
pub(crate) fn next_dealer(table: &Table, rules: &Rules) -> Seat {
    let left = table.dealer.next(table.players);
    let Phase::DealOver { winner: Some(winner) } = table.phase else {
        return if table.void_run > 0 { table.dealer } else { left };
    };
    match rules.set.choices.dealing.next_dealer {
        NextDealer::Clockwise | NextDealer::Alternate => left,
        NextDealer::Winner => winner,
        NextDealer::Loser => winner.next(table.players),
    }
}

/// Void deals that are dealt again in a row, and in a match. (Players who never go out could
/// otherwise play for ever.)
const MOST_VOID: (u8, u8) = (3, 40);

/// Counts a deal that has ended: is it void, and to be dealt again?
pub(crate) fn count_void(table: &mut Table, how: Ending) {
    if how == Ending::Void && table.void_run < MOST_VOID.0 && table.voids < MOST_VOID.1 {
        table.void_run += 1;
        table.voids += 1;
    } else {
        table.void_run = 0;
    }
}

/// Does each seat have a contract of its own?
fn individual(rules: &Rules) -> bool {
    rules.has_contracts() && rules.set.choices.matching.advance == Advance::Individual
}

/// A match to a target ends after this many deals at the latest. (Blocked deals can leave a
/// winner's game without points for ever.)
const MOST_DEALS: usize = 200;

/// Who leads.
pub(crate) fn winners(table: &Table, rules: &Rules) -> Seats {
    let scores = &table.scores[..usize::from(table.players)];
    let best = match rules.set.choices.matching.winner {
        Winner::Lowest => scores.iter().min(),
        Winner::Highest => scores.iter().max(),
    };
    let leads = |(_, score): &(usize, &i32)| Some(*score) == best;
    scores.iter().enumerate().filter(leads).map(|(seat, _)| Seat::at(seat)).collect()
}

/// The contract that each seat has in a deal.
pub(crate) fn contracts(table: &Table, rules: &Rules, deal: u8) -> Vec<u8> {
    let individual = individual(rules);
    let seats = table.seats[..usize::from(table.players)].iter();
    seats
        .map(|seat| {
            if !individual {
                return deal;
            }
            if table.deals_begun == 0 {
                return rules.schedule.first().copied().unwrap_or(deal);
            }
            let at = rules.schedule.iter().position(|&d| d == seat.contract).unwrap_or(0);
            let step = usize::from(seat.down != Down::No);
            rules.schedule.get(at + step).copied().unwrap_or(seat.contract)
        })
        .collect()
}
