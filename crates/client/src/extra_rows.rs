//! Rows of a match's score sheet other than its deals.

use upcard_engine::choices::{Tables, WhoScores};
use upcard_engine::{Rules, Seat, Table};
use upcard_table::wire::DealRow;

/// Part of the totals that comes from no deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExtraRow {
    /// Scores from before the first deal.
    Before,
    /// Bonuses at the end of the match: game bonuses, boxes, shutout.
    Bonuses,
    /// The same, including the second and third of three games scored at once.
    Games,
    /// Points given to, or waived for, players who rejoined.
    Rejoined,
}

impl ExtraRow {
    /// Returns `true` if the row is above the deals.
    #[must_use]
    pub fn is_above_deals(self) -> bool {
        self == ExtraRow::Before
    }

    /// Text id of its label.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            ExtraRow::Before => "deals-before",
            ExtraRow::Bonuses => "deals-bonuses",
            ExtraRow::Games => "deals-games",
            ExtraRow::Rejoined => "deals-came-back",
        }
    }
}

/// The part of a match's totals, by seat, that its deals do not explain; `None` if there is none. `over`
/// means that no deal will follow.
#[must_use]
pub fn extra_row(
    rules: &Rules,
    table: &Table,
    sheet: &[DealRow],
    over: bool,
) -> Option<(ExtraRow, Vec<i32>)> {
    let bonuses = over && rules.set.choices.scoring.who == WhoScores::Difference;
    let back = Seat::all(table.players()).any(|seat| table.rejoined(seat) > 0);
    let what = match () {
        () if bonuses && rules.set.choices.matching.tables == Tables::Three => ExtraRow::Games,
        () if bonuses => ExtraRow::Bonuses,
        () if back => ExtraRow::Rejoined,
        () => ExtraRow::Before,
    };
    let rest = rest(table.scores(), sheet);
    rest.iter().any(|points| *points != 0).then_some((what, rest))
}

/// Totals minus the points of the deals.
fn rest(totals: &[i32], sheet: &[DealRow]) -> Vec<i32> {
    let in_sheet =
        |seat: usize| -> i32 { sheet.iter().filter_map(move |row| row.points.get(seat)).sum() };
    totals.iter().enumerate().map(|(seat, total)| total - in_sheet(seat)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turning_points::tests::sheet;

    #[test]
    fn extra_row_holds_points_that_no_deal_explains() {
        let sheet = sheet(&[[70, 0], [20, -20]]);
        assert_eq!(rest(&[90, -20], &sheet), [0, 0]);
        assert_eq!(rest(&[290, 80], &sheet), [200, 100]);
        assert_eq!(rest(&[90, -20, 5], &sheet[1..]), [70, 0, 5], "one more than the deal has");
        assert!(ExtraRow::Before.is_above_deals() && !ExtraRow::Bonuses.is_above_deals());
    }
}
