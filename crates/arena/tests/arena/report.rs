//! Contents of a tournament's report, including unknown values.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use upcard_arena::lab::{self, LabOptions, examine};
use upcard_arena::{Options, Report, run};

fn options(matches: u64) -> Options {
    let bots = ["novice", "random"].map(|bot| bot.parse().unwrap()).to_vec();
    Options { matches, ..Options::new("gin", bots) }
}

fn novices_against_random(matches: u64) -> Report {
    run(&options(matches), &AtomicBool::new(false)).unwrap()
}

/// With identical clusters, the error of a rating is unknown.
#[test]
fn unanimous_clusters_are_not_called_certain() {
    for matches in [8, 2] {
        let report = novices_against_random(matches);
        let [novice, random] = &report.bots[..] else { panic!("two bots") };
        assert_eq!((novice.match_win_share.mean, random.match_win_share.mean), (1.0, 0.0));
        for row in &report.bots {
            let rating = &row.rating;
            assert!(rating.mean.is_finite(), "{rating:?}");
            assert!(rating.low.is_nan() && rating.high.is_nan(), "{rating:?}");
        }
        // Unknown values are empty in CSV.
        let csv = report.csv();
        let rating = format!(",{:.1},,,", novice.rating.mean);
        assert!(csv.contains(&rating) && !csv.contains("NaN"), "{csv}");
    }
}

/// Names missing from docs/lab.md. Interval ends are documented together, as are seats after the first.
fn undocumented(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let page = include_str!("../../../../docs/lab.md");
    let is_documented = |name: &String| {
        let base = name.trim_end_matches("_low").trim_end_matches("_high");
        let first = base.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let first = if first == base { first.to_owned() } else { format!("{first}1") };
        page.contains(&format!("`{first}`"))
    };
    names.into_iter().filter(|name| !is_documented(name)).collect()
}

/// Collects all field names of a JSON value.
fn fields(value: &serde_json::Value, into: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(map) => map.iter().for_each(|(name, value)| {
            into.insert(name.clone());
            fields(value, into);
        }),
        serde_json::Value::Array(list) => list.iter().for_each(|value| fields(value, into)),
        _ => {}
    }
}

/// docs/lab.md documents every column of tournaments and the laboratory, and every field of a finding.
#[test]
fn every_column_is_documented() {
    let csv = novices_against_random(2).csv();
    // The first columns identify the line: game, players and bot.
    let columns = csv.lines().next().unwrap().split(',').skip(3).map(str::to_owned);
    assert_eq!(undocumented(columns), [""; 0], "of a tournament");
    let options = Options { lessons: Some(20), ..options(20) };
    let csv = run(&options, &AtomicBool::new(false)).unwrap().csv();
    let widths: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(widths, [21; 3], "{csv}");
    let columns = csv.lines().next().unwrap().split(',').skip(3).map(str::to_owned);
    assert_eq!(undocumented(columns), [""; 0], "of a tournament without luck");

    let subjects = ["contract-rummy", "gin", "points-rummy"].map(|rules| rules.parse().unwrap());
    let lab_options = LabOptions { matches: 3, ..LabOptions::new(subjects.to_vec()) };
    let found = examine(&lab_options, &AtomicBool::new(false), |_| {}).unwrap();
    let columns = lab::csv(&found);
    let columns = columns.lines().next().unwrap().split(',').map(str::to_owned);
    assert_eq!(undocumented(columns), [""; 0], "of the laboratory");
    let mut names = BTreeSet::new();
    fields(&serde_json::to_value(&found).unwrap(), &mut names);
    assert!(names.len() > 30, "{names:?}");
    assert_eq!(undocumented(names), [""; 0], "of a finding");
}
