//! Totals of a game with knocking: boxes, game bonus, shutout, three games at once.
//!
//! Clauses: GIN-40..46, GIN-V06..V08, GIN-V10..V11, GIN-V15.

use crate::choices::{BoxWhen, KnockTie, Shutout, Tables, Ties, WhoScores};
use crate::compile::Rules;
use crate::event::Ending;
use crate::seat::Seat;
use crate::table::Table;

/// Returns `true` if won hands are counted.
pub(crate) fn are_enabled(rules: &Rules) -> bool {
    rules.set.choices.scoring.who == WhoScores::Difference
}

/// Returns `true` if won deals are counted as tie-breaker.
pub(crate) fn breaks_ties(rules: &Rules) -> bool {
    rules.set.choices.matching.ties == Ties::DealsWon
}

/// Returns `true` if three games are scored at once.
pub(crate) fn has_three_games(rules: &Rules) -> bool {
    are_enabled(rules) && rules.set.choices.matching.tables == Tables::Three
}

/// Number of boxes for a won hand.
pub(crate) fn boxes(rules: &Rules, how: Ending) -> u8 {
    let more = if how == Ending::Gin { rules.set.choices.matching.gin_boxes } else { 0 };
    more.saturating_add(1)
}

/// Returns `true` if a seat with this many won hands can have these points in the three games,
/// given which of them are closed. A hand counts in every open game that the seat has reached; each
/// hand brings the seat one game further, or past the closed games.
pub(crate) fn is_possible(rules: &Rules, won: u8, points: [i32; 3], closed: [bool; 3]) -> bool {
    // If equal deadwood wins the hand for the knocker, it may score no points.
    let for_nothing = rules.set.choices.knocking.tie == KnockTie::Knocker;
    if points.iter().any(|points| *points < 0)
        || (won > 0 && points == [0; 3] && !for_nothing)
        || (won == 0 && points != [0; 3])
    {
        return false;
    }
    let first_open = closed.iter().position(|closed| !closed).unwrap_or(closed.len());
    (0..3).filter(|&column| points[column] > 0).all(|column| {
        let steps = 1 + column.saturating_sub(first_open);
        let before = (0..column).filter(|&before| !closed[before]);
        usize::from(won) >= steps && before.into_iter().all(|at| points[at] >= points[column])
    })
}

/// Returns `true` if this one of the three games is over.
fn closed(table: &Table, rules: &Rules, column: usize) -> bool {
    let target = i32::from(rules.set.choices.matching.target);
    table.hands.columns[..usize::from(table.players)].iter().any(|seat| seat[column] >= target)
}

/// Checks that the won hands and points in three games of a position are possible.
pub(crate) fn check_columns(table: &Table, rules: &Rules) -> Result<(), Seat> {
    let given = table.seated(&table.hands.columns).iter().any(|points| *points != [0; 3]);
    if !given || !has_three_games(rules) {
        return Ok(());
    }
    let closed = [0, 1, 2].map(|column| closed(table, rules, column));
    let wrong = |seat: &Seat| {
        let (won, points) = (table.hands.won[seat.index()], table.hands.columns[seat.index()]);
        !is_possible(rules, won, points, closed)
    };
    Seat::all(table.players).find(wrong).map_or(Ok(()), Err)
}

/// Returns `true` if all three games are over.
pub(crate) fn all_closed(table: &Table, rules: &Rules) -> bool {
    (0..3).all(|column| closed(table, rules, column))
}

pub(crate) fn score_hand(table: &mut Table, rules: &Rules, winner: Seat, points: i32, how: Ending) {
    let boxes = boxes(rules, how);
    let seat = winner.index();
    let open: Vec<usize> = (0..3).filter(|&column| !closed(table, rules, column)).collect();
    let hands = &mut table.hands;
    hands.won[seat] = hands.won[seat].saturating_add(1);
    hands.boxes[seat] = hands.boxes[seat].saturating_add(boxes);
    if !has_three_games(rules) {
        return;
    }
    // The first hand counts in the first game, the second in two, later ones in all three. If a
    // game has closed before a seat's first entry, the hand counts in the next open one.
    let first_open = open.first().map_or(0, |column| *column as u8 + 1);
    hands.reach[seat] = (hands.reach[seat] + 1).max(first_open).min(3);
    for column in open.into_iter().filter(|&column| column < usize::from(hands.reach[seat])) {
        hands.columns[seat][column] += points;
        hands.column_boxes[seat][column] = hands.column_boxes[seat][column].saturating_add(boxes);
    }
}

/// Totals after the end of the match, with all bonuses; `None` if the deals' points are final.
pub(crate) fn totals(table: &Table, rules: &Rules) -> Option<Vec<i32>> {
    if !are_enabled(rules) {
        return None;
    }
    let players = usize::from(table.players);
    if !has_three_games(rules) {
        let game = (0..players).map(|seat| (table.scores[seat], table.hands.boxes[seat]));
        return Some(total(rules, &game.collect::<Vec<_>>()));
    }
    let mut sums = vec![0; players];
    for column in 0..3 {
        let of = |seat| table.columns(seat)[column];
        let game: Vec<(i32, u8)> = Seat::all(table.players).map(of).collect();
        for (sum, total) in sums.iter_mut().zip(total(rules, &game)) {
            *sum += total;
        }
    }
    Some(sums)
}

/// Totals of one game, from each seat's points and boxes.
fn total(rules: &Rules, game: &[(i32, u8)]) -> Vec<i32> {
    let c = &rules.set.choices.matching;
    let most = game.iter().map(|(points, _)| *points).max().unwrap_or(0);
    let won = |seat: usize| game[seat].0 == most && most >= i32::from(c.target);
    let one = |seat: usize| {
        let (points, boxes) = game[seat];
        let boxes = match c.box_when {
            BoxWhen::AtEnd => i32::from(c.boxes) * i32::from(boxes),
            BoxWhen::AtOnce => 0,
        };
        if !won(seat) {
            return points + boxes;
        }
        let bonus = i32::from(c.game_bonus);
        let shut_out = (0..game.len()).all(|other| other == seat || game[other].1 == 0);
        match c.shutout {
            Shutout::DoublePoints if shut_out => 2 * points + bonus + boxes,
            Shutout::DoubleAll if shut_out => 2 * (points + bonus + boxes),
            Shutout::PlusHundred if shut_out => points + bonus + boxes + 100,
            _ => points + bonus + boxes,
        }
    };
    (0..game.len()).map(one).collect()
}
