//! The end of a match: number of deals, winners, ties.
//!
//! Clauses: S000-34, S000-48, S000-54, S001-53, S001-56, S002-52, BASIC-30, BASIC-V01, BASIC-V11,
//! PAGAT-CR-57, TAHE-R8, DEBK-R10, EVEL-35, EVEL-40, PROG-02, PROG-48, X-09, DEALS-04..07,
//! DEALS-11..12, DEALS-15, X-19.

use upcard_cards::ShortSort;

use crate::choices::{Advance, LastDealPoints, MatchDeals, NextDealer, Ties, Winner};
use crate::compile::Rules;
use crate::event::Ending;
use crate::rules::{game_totals, pools};
use crate::seat::{Seat, Seats};
use crate::table::{Down, Phase, SeatState, Table};

/// Maximum number of playoff deals before a tie is shared.
const MAX_PLAYOFFS: u8 = 3;

/// Maximum number of further deals among the tied players before the win is shared.
const MAX_TIE_BREAKS: u8 = 20;

/// The next deal, as an index into the rules' deals, and whether it is a playoff; `None` if the match is
/// over. Called after scoring a deal.
pub(crate) fn next_deal(table: &Table, rules: &Rules) -> Option<(u8, bool)> {
    let choices = &rules.set.choices.matching;
    if table.void_run > 0 {
        return Some((table.deal, false));
    }
    let begun = usize::from(table.deals_begun.saturating_sub(table.voids));
    let last = rules.schedule.last().copied().unwrap_or(0);
    if let Some(target) = rules.target {
        let three = game_totals::has_three_games(rules);
        let reached = if choices.deals == MatchDeals::LastPlayer {
            pools::winners(table, rules).is_some()
        } else if three {
            game_totals::all_closed(table, rules)
        } else {
            table.scores().iter().any(|score| *score >= target)
        };
        if !reached && begun < MAX_DEALS {
            return Some((rules.schedule.get(begun).copied().unwrap_or(last), false));
        }
    } else if begun < rules.schedule.len() {
        if !is_decided(table, rules, rules.schedule.len() - begun) {
            return Some((rules.schedule[begun], false));
        }
    } else if has_individual_contracts(rules) && table.playoffs == 0 {
        // The match ends when a player completes the last contract, or after three times the number of deals.
        let done = table.seats().iter().any(|s| s.contract == last && s.down != Down::No);
        if !done && begun < rules.schedule.len() * 3 {
            return Some((last, false));
        }
    }
    let tied = winners(table, rules).len() > 1;
    (tied && table.playoffs < max_playoffs(rules)).then_some((last, true))
}

/// Maximum number of further deals to break a tie.
fn max_playoffs(rules: &Rules) -> u8 {
    match rules.set.choices.matching.ties {
        Ties::Shared | Ties::DealsWon => 0,
        Ties::Playoff => MAX_PLAYOFFS,
        Ties::Tied => MAX_TIE_BREAKS,
    }
}

/// Number of tie-breaking deals begun at this deal number of the match, from 1, with these totals: the first
/// one follows the last deal of the match. `None` if there is no deal with that number.
pub(crate) fn playoffs_at(table: &Table, rules: &Rules, ordinal: u8) -> Option<u8> {
    let most = max_playoffs(rules);
    let tied = most > 0 && winners(table, rules).len() > 1;
    match rules.target {
        None => {
            let further = usize::from(ordinal).saturating_sub(rules.schedule.len());
            let further = u8::try_from(further).ok()?;
            (further == 0 || (tied && further <= most)).then_some(further)
        }
        Some(target) => {
            let reached = table.scores().iter().any(|score| *score >= target);
            let over = reached && !pools::eliminates(rules) && !game_totals::has_three_games(rules);
            Some(u8::from(tied && over))
        }
    }
}

/// Returns `true` if nobody can catch up with the leader in this many remaining deals.
fn is_decided(table: &Table, rules: &Rules, deals: usize) -> bool {
    let choices = &rules.set.choices;
    if !choices.matching.early_end {
        return false;
    }
    let prices = [choices.scoring.cap.0.unwrap_or(u8::MAX), choices.declaring.penalty];
    let drops = [choices.dropping.first, choices.dropping.middle];
    let most = prices.into_iter().chain(drops).max().map_or(0, i32::from);
    let doubled = choices.scoring.last_deal == LastDealPoints::Double;
    let deals = deals as i32 + i32::from(doubled);
    // With chips, the others gain what the leader hands over.
    let chips = choices.matching.winner == Winner::Chips;
    let swing = if chips { most * i32::from(table.players) } else { most };
    let mut standings: Vec<i32> =
        table.in_match().iter().map(|seat| table.standing(rules, seat)).collect();
    standings.short_sort();
    matches!(standings[..], [.., second, first] if first - second > swing * deals)
}

/// Returns `true` if this is the last deal of a fixed number.
pub(crate) fn is_last_deal(table: &Table, rules: &Rules) -> bool {
    let begun = usize::from(table.deals_begun.saturating_sub(table.voids));
    rules.target.is_none() && table.playoffs == 0 && begun == rules.schedule.len()
}

/// The seats that are dealt cards in the next deal.
pub(crate) fn playing(table: &Table, rules: &Rules, playoff: bool) -> Seats {
    if playoff && rules.set.choices.matching.ties == Ties::Tied {
        winners(table, rules)
    } else {
        table.in_match()
    }
}

/// Returns `true` if there is a toss for the next deal. A void deal is dealt again without one.
pub(crate) fn has_toss(table: &Table, rules: &Rules) -> bool {
    rules.set.choices.dealing.next_dealer == NextDealer::Toss && table.void_run == 0
}

/// The next dealer, given the winner of the last deal; a void deal is dealt again by the same dealer.
pub(crate) fn next_dealer(table: &Table, rules: &Rules) -> Seat {
    let left = table.dealer.next_of(table.players, |seat| !table.pool.out.has(seat));
    let Phase::DealOver { winner: Some(winner) } = table.phase else {
        return if table.void_run > 0 { table.dealer } else { left };
    };
    match rules.set.choices.dealing.next_dealer {
        NextDealer::Clockwise | NextDealer::Alternate | NextDealer::Toss => left,
        NextDealer::Winner => winner,
        NextDealer::Loser => winner.next(table.players),
    }
}

/// Maximum number of void deals that are dealt again, in a row and per match. (Otherwise players who never go
/// out could play forever.)
const MAX_VOID_DEALS: (u8, u8) = (3, 40);

/// Updates the counts of void deals that are dealt again.
pub(crate) fn count_void(table: &mut Table, how: Ending) {
    if how == Ending::Void && table.void_run < MAX_VOID_DEALS.0 && table.voids < MAX_VOID_DEALS.1 {
        table.void_run += 1;
        table.voids += 1;
    } else {
        table.void_run = 0;
    }
}

/// Returns `true` if each seat has its own contract.
fn has_individual_contracts(rules: &Rules) -> bool {
    rules.has_contracts() && rules.set.choices.matching.advance == Advance::Individual
}

/// Maximum number of deals of a match to a target. (A winner's game with only blocked deals would never end.)
const MAX_DEALS: usize = 200;

/// The current leaders.
pub(crate) fn winners(table: &Table, rules: &Rules) -> Seats {
    if let Some(winners) = pools::winners(table, rules) {
        return winners;
    }
    let seats = table.in_match();
    let best = seats.iter().map(|seat| table.standing(rules, seat)).max();
    let first: Seats =
        seats.iter().filter(|&seat| Some(table.standing(rules, seat)) == best).collect();
    if !game_totals::breaks_ties(rules) {
        return first;
    }
    let won = |seat: Seat| table.hands.won[seat.index()];
    let most = first.iter().map(won).max();
    first.iter().filter(|&seat| Some(won(seat)) == most).collect()
}

/// The contract of each seat in a deal.
pub(crate) fn contracts(table: &Table, rules: &Rules, deal: u8) -> Vec<u8> {
    let contract = |seat: &SeatState| match table.deals_begun {
        _ if !has_individual_contracts(rules) => deal,
        0 => rules.schedule.first().copied().unwrap_or(deal),
        _ => {
            let at = rules.schedule.iter().position(|&d| d == seat.contract).unwrap_or(0);
            let step = usize::from(seat.down != Down::No);
            rules.schedule.get(at + step).copied().unwrap_or(seat.contract)
        }
    };
    table.seats().iter().map(contract).collect()
}
