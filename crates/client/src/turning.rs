//! Where a match turned: the deals that decided it, found in its score sheet.

use upcard_cards::ShortSort;
use upcard_engine::choices::Winner;
use upcard_engine::{Rules, Seat, Table};
use upcard_table::wire::DealRow;

/// Why a deal mattered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This seat took the lead, and had not had it before.
    Lead(Seat),
    /// This seat was hit worst: by how many points it did worse than the others on average.
    Hit(Seat, u32),
    /// This seat gained most on the others: by how many points it did better than they on average.
    Gain(Seat, u32),
}

/// A turning point of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurningPoint {
    /// The deal, counted from 1.
    pub deal: usize,
    /// What happened.
    pub turn: Turn,
}

/// The seats in the order of their places, the best first.
#[must_use]
pub fn places(rules: &Rules, table: &Table) -> Vec<Seat> {
    let mut places: Vec<Seat> = Seat::all(table.players()).collect();
    places.short_sort_by_key(|seat| match rules.set.choices.matching.winner {
        Winner::Highest => -table.score(*seat),
        Winner::Chips => -table.chips(rules, *seat),
        _ => table.score(*seat),
    });
    places
}

/// The seat that leads alone, if one does.
fn leader(scores: &[i64]) -> Option<Seat> {
    let most = scores.iter().max()?;
    let mut first = (0..).zip(scores).filter(|(_, score)| *score == most);
    let (seat, _) = first.next()?;
    first.next().is_none().then_some(Seat::at(seat))
}

/// The deals that decided a match, `most` of them at the most, in their order. A deal counts by how far
/// it moved somebody against the others, and half as much again where the lead changed hands for
/// good.
#[must_use]
pub fn turning_points(
    rules: &Rules,
    table: &Table,
    sheet: &[DealRow],
    most: usize,
) -> Vec<TurningPoint> {
    let highest_wins = rules.set.choices.matching.winner == Winner::Highest;
    that_hold(points_of(sheet, highest_wins, most), places(rules, table).first().copied())
}

/// What counts beside the deals, as where one comes back into a pool, may have another one lead in the end: then nobody
/// has kept the lead that the deals alone would have given.
fn that_hold(mut points: Vec<TurningPoint>, first: Option<Seat>) -> Vec<TurningPoint> {
    points.retain(|point| !matches!(point.turn, Turn::Lead(seat) if first != Some(seat)));
    points
}

/// The same by the deals alone.
fn points_of(sheet: &[DealRow], highest_wins: bool, most: usize) -> Vec<TurningPoint> {
    let players = sheet.iter().map(|row| row.points.len()).max().unwrap_or(0);
    if players == 0 {
        return Vec::new();
    }
    let sign = if highest_wins { 1 } else { -1 };
    let mut scores = vec![0i64; players];
    let mut leaders = Vec::new();
    let mut found: Vec<(i64, TurningPoint)> = Vec::new();
    for (number, row) in (1..).zip(sheet) {
        let points: Vec<i64> = row.points.iter().map(|points| sign * i64::from(*points)).collect();
        let sum: i64 = points.iter().sum();
        // Against the average of the others, times their number.
        let moved = points.iter().map(|own| own * points.len() as i64 - sum);
        scores.iter_mut().zip(&points).for_each(|(score, own)| *score += own);
        leaders.push(leader(&scores));
        let Some((seat, moved)) = (0..).zip(moved).max_by_key(|(_, moved)| moved.abs()) else {
            continue;
        };
        let others = (points.len() as u64 - 1).max(1);
        let distance = u32::try_from(moved.unsigned_abs() / others).unwrap_or(u32::MAX);
        if distance > 0 {
            let turn = if moved > 0 {
                Turn::Gain(Seat::at(seat), distance)
            } else {
                Turn::Hit(Seat::at(seat), distance)
            };
            found.push((moved.abs(), TurningPoint { deal: number, turn }));
        }
    }
    // The deal in which whoever led at the end came to lead for good, if somebody else had led.
    if let Some(last) = leaders.last().copied().flatten() {
        let since = leaders.iter().rposition(|leader| *leader != Some(last));
        let other = leaders.iter().flatten().any(|leader| *leader != last);
        if let Some(since) = since.filter(|_| other) {
            let turn = TurningPoint { deal: since + 2, turn: Turn::Lead(last) };
            match found.iter_mut().find(|(_, point)| point.deal == turn.deal) {
                Some((weight, point)) => (*weight, *point) = (*weight * 3 / 2, turn),
                None => found.push((i64::MAX, turn)),
            }
        }
    }
    found.sort_by_key(|(weight, point)| (std::cmp::Reverse(*weight), point.deal));
    found.truncate(most);
    found.sort_by_key(|(_, point)| point.deal);
    found.into_iter().map(|(_, point)| point).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use upcard_engine::Ending;

    use super::*;

    /// A score sheet of which nothing counts but the points: a row for each deal.
    pub(crate) fn sheet<const PLAYERS: usize>(rows: &[[i32; PLAYERS]]) -> Vec<DealRow> {
        let row = |points: &[i32; PLAYERS]| DealRow {
            deal: 0,
            winner: None,
            how: Ending::Discarded,
            hands: Vec::new(),
            points: points.to_vec(),
            paid: Vec::new(),
        };
        rows.iter().map(row).collect()
    }

    #[test]
    fn the_deals_that_moved_most_are_named_in_their_order() {
        // Few points are good. Seat 0 leads until the fourth deal, then seat 1 for good.
        let rows = [[0, 20, 25], [5, 10, 0], [10, 0, 95], [90, 0, 20], [10, 10, 10], [0, 5, 10]];
        let points = points_of(&sheet(&rows), false, 3);
        let found: Vec<(usize, Turn)> = points.iter().map(|p| (p.deal, p.turn)).collect();
        assert_eq!(
            found,
            [
                (1, Turn::Gain(Seat::at(0), 22)),
                (3, Turn::Hit(Seat::at(2), 90)),
                (4, Turn::Lead(Seat::at(1)))
            ]
        );
    }

    /// The second player came back into a pool after the first deal, and won.
    #[test]
    fn nobody_has_kept_a_lead_that_another_has_in_the_end() {
        let points = points_of(&sheet(&[[30, 80, 0], [30, 0, 64]]), false, 3);
        assert_eq!(points[1].turn, Turn::Lead(Seat::at(0)));
        assert_eq!(that_hold(points.clone(), Some(Seat::at(0))), points);
        assert_eq!(that_hold(points.clone(), Some(Seat::at(1))), points[..1]);
    }

    #[test]
    fn where_many_points_are_good_the_other_side_gains() {
        let rows = [[0, 60, 0], [5, 5, 5]];
        let points = points_of(&sheet(&rows), true, 3);
        assert_eq!(points, [TurningPoint { deal: 1, turn: Turn::Gain(Seat::at(1), 60) }]);
    }

    #[test]
    fn nobody_is_measured_against_themselves() {
        let points = points_of(&sheet(&[[0, 22]]), false, 1);
        let (Turn::Hit(seat, by) | Turn::Gain(seat, by)) = points[0].turn else { panic!() };
        assert!(by == 22 && seat.index() < 2, "{points:?}");
    }

    #[test]
    fn a_match_without_deals_has_none() {
        assert!(points_of(&[], false, 3).is_empty());
        assert!(points_of(&sheet(&[[7, 7, 7]]), false, 3).is_empty());
    }
}
