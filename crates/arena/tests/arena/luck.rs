//! Tournaments that also report results with luck removed.

use std::sync::atomic::AtomicBool;

use upcard_arena::{ArenaError, Contestant, Options, merge, run};
use upcard_bots::Level;

fn options(matches: u64) -> Options {
    let bots = [Level::Steady, Level::Novice].map(Contestant::Bot).to_vec();
    Options { matches, players: Some(3), lessons: Some(12), ..Options::new("contract-rummy", bots) }
}

#[test]
fn results_are_given_with_luck_and_without() {
    let report = run(&options(24), &AtomicBool::new(false)).unwrap();
    let plain = Options { lessons: None, ..options(24) };
    let plain = run(&plain, &AtomicBool::new(false)).unwrap();
    for (row, plain) in report.bots.iter().zip(&plain.bots) {
        // Luck removal does not change the plain results.
        assert_eq!(row.match_win_share, plain.match_win_share);
        assert_eq!(plain.without_luck, None);
        let without = row.without_luck.expect("luck is taken out");
        assert!((without.estimate.mean - row.match_win_share.mean).abs() < 0.3, "{without:?}");
    }
    let wins: f64 =
        report.bots.iter().filter_map(|row| row.without_luck).map(|w| w.estimate.mean).sum();
    assert!((wins - 1.0).abs() < 1e-9, "{wins}");
    let lead = report.pairs[0].without_luck.expect("luck is taken out");
    assert!(lead.estimate.mean < 0.0 && lead.variance_left > 0.0, "{lead:?}");
    assert!(report.table().contains("of the variance left"), "{}", report.table());
}

/// A lone contestant wins every match: with no variance, no share is printed.
#[test]
fn no_share_is_printed_without_variance() {
    let bots = vec![Contestant::Bot(Level::Random)];
    let table = run(&Options { bots, ..options(3) }, &AtomicBool::new(false)).unwrap().table();
    assert!(table.contains(", – % of the variance left") && !table.contains("NaN"), "{table}");
}

/// As documented in docs/commands.md.
#[test]
fn json_has_both_results() {
    let bots = [Level::Sharp, Level::Steady].map(Contestant::Bot).to_vec();
    let options = Options { bots, ..options(12) };
    let report = run(&options, &AtomicBool::new(false)).unwrap();
    let json = serde_json::to_value(&report).unwrap();
    for (row, plain) in [("bots", "match_win_share"), ("pairs", "points_per_deal")] {
        for row in json[row].as_array().unwrap() {
            let without = &row["without_luck"];
            assert!(without["variance_left"].is_number(), "{row}");
            for interval in [&row[plain], &without["estimate"]] {
                let known = ["mean", "low", "high"].iter().all(|end| interval[end].is_number());
                assert!(known, "{row}");
            }
        }
    }
}

#[test]
fn luck_removal_is_refused_for_the_oracle() {
    let bots = vec![Contestant::Oracle, Contestant::Bot(Level::Steady)];
    let refused = run(&Options { bots, ..options(3) }, &AtomicBool::new(false));
    assert!(matches!(refused, Err(ArenaError::LuckOfOracle)));
}

#[test]
fn shards_merge_if_luck_was_learnt_alike() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let part = |shard: &str, lessons: u64| {
        let name = file(&format!("{}-{lessons}", shard.replace('/', "-")));
        let options = Options {
            shard: shard.parse().unwrap(),
            lessons: Some(lessons),
            resume: Some(name.clone()),
            ..options(12)
        };
        run(&options, &AtomicBool::new(false)).unwrap();
        name
    };
    let (one, two, other) = (part("1/2", 4), part("2/2", 4), part("2/2", 3));
    let whole = run(&Options { lessons: Some(4), ..options(12) }, &AtomicBool::new(false)).unwrap();
    let merged = merge(&[&one, &two]).unwrap();
    assert_eq!(merged.report.pairs, whole.pairs);
    assert!(merge(&[&one, &other]).unwrap_err().to_string().contains("lessons"));
}
