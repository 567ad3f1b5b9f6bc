//! What stands in the score sheet of a match beside its deals.

use upcard_engine::choices::{Tables, WhoScores};
use upcard_engine::{Rules, Seat, Table};
use upcard_table::wire::DealRow;

/// What the totals hold that no deal of the sheet does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Besides {
    /// What was there before its first deal.
    Before,
    /// What the end of the match adds: bonuses, boxes, the shutout.
    Bonuses,
    /// The same, with the points of the second and the third of three games that were scored at once.
    Games,
    /// What those have been given or spared who came back into the match.
    CameBack,
}

impl Besides {
    /// Does it stand above the deals?
    #[must_use]
    pub fn stands_first(self) -> bool {
        self == Besides::Before
    }

    /// The id of its words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Besides::Before => "deals-before",
            Besides::Bonuses => "deals-bonuses",
            Besides::Games => "deals-games",
            Besides::CameBack => "deals-came-back",
        }
    }
}

/// What the totals of a match hold beside the deals of its sheet, by seat; none where they hold nothing else. `over` is
/// a match of which no deal comes any more.
#[must_use]
pub fn besides(
    rules: &Rules,
    table: &Table,
    sheet: &[DealRow],
    over: bool,
) -> Option<(Besides, Vec<i32>)> {
    let bonuses = over && rules.set.choices.scoring.who == WhoScores::Difference;
    let back = Seat::all(table.players()).any(|seat| table.rejoined(seat) > 0);
    let what = match () {
        () if bonuses && rules.set.choices.matching.tables == Tables::Three => Besides::Games,
        () if bonuses => Besides::Bonuses,
        () if back => Besides::CameBack,
        () => Besides::Before,
    };
    let rest = rest(table.scores(), sheet);
    rest.iter().any(|points| *points != 0).then_some((what, rest))
}

/// What these totals hold that no deal has brought.
fn rest(totals: &[i32], sheet: &[DealRow]) -> Vec<i32> {
    let in_sheet =
        |seat: usize| -> i32 { sheet.iter().filter_map(move |row| row.points.get(seat)).sum() };
    totals.iter().enumerate().map(|(seat, total)| total - in_sheet(seat)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turning::tests::sheet;

    #[test]
    fn what_no_deal_has_brought_is_what_is_left_of_the_totals() {
        let sheet = sheet(&[[70, 0], [20, -20]]);
        assert_eq!(rest(&[90, -20], &sheet), [0, 0]);
        assert_eq!(rest(&[290, 80], &sheet), [200, 100]);
        assert_eq!(rest(&[90, -20, 5], &sheet[1..]), [70, 0, 5], "one more than the deal has");
        assert!(Besides::Before.stands_first() && !Besides::Bonuses.stands_first());
    }
}
