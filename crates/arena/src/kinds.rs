//! Splits a bot's lead by kind of decision: for each kind, the tournament is replayed by the other bot with
//! those decisions made by the first.

use std::sync::atomic::AtomicBool;

use strum::VariantArray as _;
use upcard_bots::Level;

use crate::mixed::{DecisionKind, Mixed};
use crate::options::{ArenaError, Contestant, Options};
use crate::report::{KindRow, Report};
use crate::run::run;

/// The two built-in bots of the tournament, the first-named one first.
fn two_levels(bots: &[Contestant]) -> Option<(Level, Level)> {
    let Contestant::Bot(first) = bots.first()? else { return None };
    let other = bots.iter().find(|bot| **bot != Contestant::Bot(*first))?;
    let Contestant::Bot(other) = other else { return None };
    let known =
        |bot: &Contestant| *bot == Contestant::Bot(*first) || *bot == Contestant::Bot(*other);
    bots.iter().all(known).then_some((*first, *other))
}

/// Plays the tournament, then once more for each kind of decision.
///
/// # Errors
/// The tournament cannot be played, or is not between two built-in bots.
pub fn run_by_kinds(options: &Options, stop: &AtomicBool) -> Result<Report, ArenaError> {
    let (first, other) = two_levels(&options.bots).ok_or(ArenaError::NotTwoLevels)?;
    let mut report = run(options, stop)?;
    let lead = |report: &Report| report.pairs.first().map(|pair| pair.points_per_deal);
    let total_lead = lead(&report).map_or(f64::NAN, |lead| lead.mean);
    for &kind in DecisionKind::VARIANTS {
        let mixed = Mixed { base: other, kind, delegate: first };
        let replace = |bot: &Contestant| match bot {
            bot if *bot == Contestant::Bot(first) => Contestant::Mixed(mixed),
            bot => bot.clone(),
        };
        let bots = options.bots.iter().map(replace).collect();
        let kind_report = run(&Options { bots, ..options.clone() }, stop)?;
        report.interrupted |= kind_report.interrupted;
        let (Some(row), Some(lead)) = (kind_report.bots.first(), lead(&kind_report)) else {
            continue;
        };
        report.kinds.push(KindRow {
            kind: kind.to_string(),
            match_win_share: row.match_win_share,
            points_per_deal: lead,
            // Avoid a negative zero.
            share: if lead.mean == 0.0 { 0.0 } else { lead.mean / total_lead },
        });
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bots(names: &str) -> Vec<Contestant> {
        names.split(',').map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn two_levels_are_recognized() {
        let (expert, steady) = (Level::Expert, Level::Steady);
        assert_eq!(two_levels(&bots("expert,steady")), Some((expert, steady)));
        assert_eq!(two_levels(&bots("steady,expert,expert")), Some((steady, expert)));
        for wrong in ["expert", "steady,steady", "expert,oracle", "steady,novice,sharp"] {
            assert_eq!(two_levels(&bots(wrong)), None, "{wrong}");
        }
    }

    #[test]
    fn each_decision_kind_contributes_to_the_lead() {
        let options =
            Options { matches: 60, ..Options::new("contract-rummy", bots("steady,novice")) };
        let report = run_by_kinds(&options, &AtomicBool::new(false)).unwrap();
        let names: Vec<&str> = report.kinds.iter().map(|row| &row.kind[..]).collect();
        assert_eq!(names, ["draws", "offers", "lay-downs", "discards"]);
        let [draws, offers, lay_downs, discards] = &report.kinds[..] else { panic!("four kinds") };
        // A novice never buys, discards cards that it needs, and lays down as soon as possible.
        assert!(offers.share > 0.1 && discards.share > 0.1, "{:?}", report.kinds);
        assert!(lay_downs.share.abs() < 0.2 && draws.share > -0.2, "{:?}", report.kinds);
        let text = report.table();
        assert!(text.contains("discards") && text.contains("% of the lead"), "{text}");
        let other = Options { bots: bots("steady,oracle"), ..options };
        let refused = run_by_kinds(&other, &AtomicBool::new(false));
        assert!(matches!(refused, Err(ArenaError::NotTwoLevels)));
    }
}
