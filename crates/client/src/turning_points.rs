//! Turning points: the deals that decided a match, from its score sheet.

use upcard_cards::ShortSort;
use upcard_engine::choices::Winner;
use upcard_engine::{Rules, Seat, Table};
use upcard_table::wire::DealRow;

/// Why a deal mattered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurningReason {
    /// This seat took the lead for good, after another seat had led.
    Lead(Seat),
    /// Largest loss: points relative to the others' average.
    Hit(Seat, u32),
    /// Largest gain: points relative to the others' average.
    Gain(Seat, u32),
}

/// A turning point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurningPoint {
    /// Deal, from 1.
    pub deal: usize,
    /// Reason.
    pub reason: TurningReason,
}

/// Seats by place, best first.
#[must_use]
pub fn standings(rules: &Rules, table: &Table) -> Vec<Seat> {
    let mut places: Vec<Seat> = Seat::all(table.players()).collect();
    places.short_sort_by_key(|seat| match rules.set.choices.matching.winner {
        Winner::Highest => -table.score(*seat),
        Winner::Chips => -table.chips(rules, *seat),
        _ => table.score(*seat),
    });
    places
}

/// Sole leader, if there is one.
fn leader(scores: &[i64]) -> Option<Seat> {
    let most = scores.iter().max()?;
    let mut first = (0..).zip(scores).filter(|(_, score)| *score == most);
    let (seat, _) = first.next()?;
    first.next().is_none().then_some(Seat::at(seat))
}

/// The deals that decided a match, at most `most`, in order. A deal is weighted by how far it moved a player
/// relative to the others, with half as much again if the lead changed for good.
#[must_use]
pub fn turning_points(
    rules: &Rules,
    table: &Table,
    sheet: &[DealRow],
    most: usize,
) -> Vec<TurningPoint> {
    let highest_wins = rules.set.choices.matching.winner == Winner::Highest;
    let first = standings(rules, table).first().copied();
    without_undone_leads(points_of(sheet, highest_wins, most), first)
}

/// Drops lead changes that the final result contradicts: scores outside the deals, such as for rejoining a
/// pool, may have produced another winner.
fn without_undone_leads(mut points: Vec<TurningPoint>, first: Option<Seat>) -> Vec<TurningPoint> {
    points.retain(|p| !matches!(p.reason, TurningReason::Lead(seat) if first != Some(seat)));
    points
}

/// Turning points from the deals alone.
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
        // Difference from the average of the others, times their number.
        let moved = points.iter().map(|own| own * points.len() as i64 - sum);
        scores.iter_mut().zip(&points).for_each(|(score, own)| *score += own);
        leaders.push(leader(&scores));
        let Some((seat, moved)) = (0..).zip(moved).max_by_key(|(_, moved)| moved.abs()) else {
            continue;
        };
        let others = (points.len() as u64 - 1).max(1);
        let distance = u32::try_from(moved.unsigned_abs() / others).unwrap_or(u32::MAX);
        if distance > 0 {
            let kind = if moved > 0 { TurningReason::Gain } else { TurningReason::Hit };
            let reason = kind(Seat::at(seat), distance);
            found.push((moved.abs(), TurningPoint { deal: number, reason }));
        }
    }
    // The deal in which the final leader took the lead for good, if another had led before.
    if let Some(last) = leaders.last().copied().flatten() {
        let since = leaders.iter().rposition(|leader| *leader != Some(last));
        let other = leaders.iter().flatten().any(|leader| *leader != last);
        if let Some(since) = since.filter(|_| other) {
            let lead = TurningPoint { deal: since + 2, reason: TurningReason::Lead(last) };
            match found.iter_mut().find(|(_, point)| point.deal == lead.deal) {
                Some((weight, point)) => (*weight, *point) = (*weight * 3 / 2, lead),
                None => found.push((i64::MAX, lead)),
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

    /// A score sheet with only points, one row per deal.
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
    fn largest_swings_are_reported_in_order() {
        // Low scores win. Seat 0 leads until the fourth deal, then seat 1 for good.
        let rows = [[0, 20, 25], [5, 10, 0], [10, 0, 95], [90, 0, 20], [10, 10, 10], [0, 5, 10]];
        let points = points_of(&sheet(&rows), false, 3);
        let expected = [
            (1, TurningReason::Gain(Seat::at(0), 22)),
            (3, TurningReason::Hit(Seat::at(2), 90)),
            (4, TurningReason::Lead(Seat::at(1))),
        ];
        assert_eq!(points, expected.map(|(deal, reason)| TurningPoint { deal, reason }));
    }

    /// The second player rejoined the pool after the first deal, and won.
    #[test]
    fn lead_changes_undone_by_the_result_are_dropped() {
        let points = points_of(&sheet(&[[30, 80, 0], [30, 0, 64]]), false, 3);
        assert_eq!(points[1].reason, TurningReason::Lead(Seat::at(0)));
        assert_eq!(without_undone_leads(points.clone(), Some(Seat::at(0))), points);
        assert_eq!(without_undone_leads(points.clone(), Some(Seat::at(1))), points[..1]);
    }

    #[test]
    fn high_score_games_reverse_gain_and_hit() {
        let rows = [[0, 60, 0], [5, 5, 5]];
        let reason = TurningReason::Gain(Seat::at(1), 60);
        assert_eq!(points_of(&sheet(&rows), true, 3), [TurningPoint { deal: 1, reason }]);
    }

    #[test]
    fn swings_are_measured_against_the_others() {
        let points = points_of(&sheet(&[[0, 22]]), false, 1);
        let (TurningReason::Hit(seat, by) | TurningReason::Gain(seat, by)) = points[0].reason
        else {
            panic!()
        };
        assert!(by == 22 && seat.index() < 2, "{points:?}");
    }

    #[test]
    fn match_without_deals_has_no_turning_points() {
        assert!(points_of(&[], false, 3).is_empty());
        assert!(points_of(&sheet(&[[7, 7, 7]]), false, 3).is_empty());
    }
}
