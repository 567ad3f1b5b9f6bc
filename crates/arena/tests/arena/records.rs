//! Records of the matches of tournaments and of the laboratory.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use upcard_arena::lab::{LabOptions, examine};
use upcard_arena::{ArenaError, Options, Thinking, run};
use upcard_engine::record::Record;

fn options(folder: &Path, game: &str, bots: &str) -> Options {
    let bots = bots.split(',').map(|bot| bot.parse().unwrap()).collect();
    Options {
        matches: 8,
        thinking: Thinking::Playouts(0),
        threads: Some(2),
        records: Some(folder.to_owned()),
        ..Options::new(game, bots)
    }
}

/// Files of a folder, by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    std::fs::read_dir(folder).unwrap().map(read).collect()
}

/// Points of all deals in the records, by player.
fn points(files: &BTreeMap<String, String>) -> BTreeMap<String, f64> {
    let mut sums = BTreeMap::new();
    let records = files.iter().filter(|(name, _)| name.ends_with(".record"));
    for (name, text) in records {
        let record = Record::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let game = record.replay(|_, _| {}).unwrap();
        assert!(game.is_over(), "{name}");
        let proof = record.verify().unwrap();
        assert_eq!(proof.deals(), usize::from(game.table().deals_begun()), "{name}");
        assert_eq!(proof.before_match, proof.deals(), "{name}: all were committed to before");
        for (who, score) in record.seats.iter().zip(game.table().scores()) {
            *sums.entry(who.clone()).or_insert(0.0) += f64::from(*score);
        }
    }
    sums
}

/// Every match of a tournament has a record that replays, verifies, and agrees with the report.
#[test]
fn records_agree_with_the_report() {
    let never = AtomicBool::new(false);
    for game in ["contract-rummy", "rummy-500", "three-thirteen"] {
        let folder = tempfile::tempdir().unwrap();
        let options = options(folder.path(), game, "steady,novice");
        let report = run(&options, &never).unwrap();
        let files = files(folder.path());
        assert_eq!(files.len(), 9, "{game}: {:?}", files.keys());
        assert!(files.contains_key("tournament.json") && files.contains_key("0000003-2.record"));
        let sums = points(&files);
        let deals: usize = files.values().map(|text| text.matches("\n> next\n").count()).sum();
        assert!((report.deals_a_match.mean - deals as f64 / 8.0).abs() < 1e-9, "{game}");
        for row in &report.bots {
            let sum = sums[&format!("bot {}", row.bot)];
            let mean = sum / (deals as f64 * f64::from(row.seats));
            assert!((mean - row.points_per_deal.mean).abs() < 1e-9, "{game} {}: {mean}", row.bot);
        }
    }
}

/// Shards, threads and resuming produce the same records as a single run, and recording does not affect play.
#[test]
fn shards_write_the_records_of_the_whole() {
    let never = AtomicBool::new(false);
    let [whole, parts, resumed] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let one = options(whole.path(), "gin", "expert,novice");
    let report = run(&one, &never).unwrap();
    let plain = run(&Options { records: None, ..one.clone() }, &never).unwrap();
    assert_eq!(plain.pairs, report.pairs);
    for k in 1..=3 {
        let shard = format!("{k}/3").parse().unwrap();
        let part =
            Options { shard, threads: Some(1), ..options(parts.path(), "gin", "expert,novice") };
        run(&part, &never).unwrap();
    }
    let results = resumed.path().join("results.jsonl");
    let folder = resumed.path().join("records");
    for matches in [4, 8, 8] {
        let resume = Some(results.clone());
        run(&Options { matches, resume, ..options(&folder, "gin", "expert,novice") }, &never)
            .unwrap();
    }
    assert_eq!(files(parts.path()), files(whole.path()));
    assert_eq!(files(&folder), files(whole.path()));
    // Nothing is added to a folder of another tournament, or of anything else.
    let other = Options { seed: 2, ..one.clone() };
    let refused = run(&other, &never).unwrap_err();
    assert!(matches!(refused, ArenaError::OtherRun { .. }), "{refused}");
    let refused = run(&options(resumed.path(), "gin", "expert,novice"), &never).unwrap_err();
    assert!(matches!(refused, ArenaError::NotRecords(_)), "{refused}");
}

/// Names both the contestant that lost the seat and the one that took over.
#[test]
fn a_lost_seat_is_named_after_both_players() {
    let folder = tempfile::tempdir().unwrap();
    let mut options =
        options(folder.path(), "gin", "steady+discards-of-sharp,cmd2:no-such-program");
    assert!(run(&options, &AtomicBool::new(false)).is_err());
    let records = files(folder.path());
    let (_, text) = records.iter().find(|(name, _)| name.ends_with(".record")).unwrap();
    let record = Record::parse(text).unwrap();
    assert!(record.seats.contains(&"steady+discards-of-sharp".to_owned()), "{:?}", record.seats);
    let lost = "cmd2:no-such-program, then bot novice".to_owned();
    assert!(record.seats.contains(&lost), "{:?}", record.seats);
    // A folder that cannot be created is reported before any play.
    options.records = Some(folder.path().join("tournament.json"));
    assert!(matches!(run(&options, &AtomicBool::new(false)), Err(ArenaError::File { .. })));
}

/// The laboratory's records contain what it counts: on any number of threads, and with the same findings as
/// without records.
#[test]
fn the_laboratory_records_its_matches() {
    let never = AtomicBool::new(false);
    let rules = ["contract-rummy", "contract-rummy,buying.deals=none"];
    let [one, two] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let options = |folder: &Path, threads| LabOptions {
        matches: 12,
        threads: Some(threads),
        records: Some(folder.to_owned()),
        ..LabOptions::new(rules.map(|rules| rules.parse().unwrap()).to_vec())
    };
    let found = examine(&options(one.path(), 1), &never, |_| {}).unwrap();
    examine(&options(two.path(), 2), &never, |_| {}).unwrap();
    let plain = LabOptions { records: None, ..options(one.path(), 2) };
    let plain = examine(&plain, &never, |_| {}).unwrap();
    let json = |found| serde_json::to_value(found).unwrap();
    assert_eq!(json(&found), json(&plain));
    let kept = files(one.path());
    assert_eq!(kept, files(two.path()));
    assert_eq!(kept.len(), 25, "{:?}", kept.keys());
    for (place, finding) in (1..).zip(&found) {
        let end = format!("-{place}.record");
        let of_these = kept.iter().filter(|(name, _)| name.ends_with(&end));
        let of_these = of_these.map(|(name, text)| (name.clone(), text.clone())).collect();
        let sums = points(&of_these);
        let hands = 12.0 * 7.0 * 4.0;
        assert!((sums["bot steady"] / hands - finding.figures.points.mean).abs() < 1e-9);
    }
    let other = LabOptions { seed: 9, ..options(one.path(), 1) };
    let refused = examine(&other, &never, |_| {}).err().unwrap().to_string();
    let expected = "lab.json: this file belongs to another tournament: seed 1, not 9";
    assert!(refused.ends_with(expected), "{refused}");
}
