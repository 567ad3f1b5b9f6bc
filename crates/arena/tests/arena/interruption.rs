//! An interrupted and resumed tournament gives the same result as an uninterrupted one.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tempfile::TempDir;
use upcard_arena::{ArenaError, Contestant, Options, Report, Thinking, Timeouts, merge, run};
use upcard_bots::Level;

/// A temporary result file.
struct Scratch {
    file: PathBuf,
    _folder: TempDir,
}

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = tempfile::tempdir().unwrap();
        Scratch { file: folder.path().join(format!("{name}.jsonl")), _folder: folder }
    }

    /// Number of finished clusters.
    fn clusters(&self) -> usize {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        text.lines().filter(|line| line.starts_with(r#"{"index":"#)).count()
    }
}

fn tournament(resume: Option<&Path>) -> Options {
    let bots = [Level::Steady, Level::Novice, Level::Novice];
    Options {
        matches: 120,
        thinking: Thinking::Playouts(8),
        threads: Some(2),
        resume: resume.map(Path::to_owned),
        ..Options::new("liverpool-rummy", bots.map(Contestant::Bot).to_vec())
    }
}

/// Removes timing, which does not depend on the seed alone.
fn timeless(mut report: Report) -> Report {
    for row in &mut report.bots {
        row.ms_per_decision = 0.0;
    }
    report
}

fn whole(options: &Options) -> Report {
    timeless(run(options, &AtomicBool::new(false)).unwrap())
}

/// Runs until the file has this many more clusters, then stops.
fn interrupted(options: &Options, file: &Scratch, more: usize) -> Report {
    let stop = AtomicBool::new(false);
    let before = file.clusters();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while file.clusters() < before + more {
                std::thread::sleep(Duration::from_millis(1));
            }
            stop.store(true, Ordering::Relaxed);
        });
        run(options, &stop).unwrap()
    })
}

#[test]
fn an_interrupted_run_resumes_to_the_same_result() {
    let file = Scratch::new("goes-on");
    let options = tournament(Some(&file.file));
    let first = interrupted(&options, &file, 4);
    assert!(first.interrupted && first.clusters >= 2, "{} clusters", first.clusters);
    assert_eq!(first.clusters as usize, file.clusters(), "the file has what is reported");
    let merged = merge(&[&file.file]).unwrap();
    assert!(merged.report.interrupted, "the last clusters are missing");
    let missing = merged.missing.unwrap().to_string();
    let begins = format!("{} of 30 clusters present: missing, counted from 0: ", first.clusters);
    assert!(missing.starts_with(&begins), "{missing}");
    // Simulate a crash in the middle of a line.
    let text = std::fs::read(&file.file).unwrap();
    std::fs::write(&file.file, &text[..text.len() - 20]).unwrap();
    let second = interrupted(&options, &file, 5);
    assert!(second.interrupted && second.clusters > first.clusters);
    let resumed = whole(&options);
    assert!(!resumed.interrupted);
    assert_eq!(resumed, whole(&tournament(None)));
    // Nothing is left to play; fewer matches may be requested, and the number of threads does not matter.
    let again = AtomicBool::new(true);
    assert_eq!(timeless(run(&options, &again).unwrap()), resumed);
    let fewer = Options { matches: 40, ..options };
    let alone = Options { matches: 40, threads: Some(1), ..tournament(None) };
    assert_eq!(whole(&fewer), whole(&alone));
}

/// A stop cancels a bot with an unlimited budget and a program that never answers.
#[test]
fn an_endless_decision_is_cancelled() {
    let silent: Contestant = "cmd2:sleep 600".parse().unwrap();
    let expert = Contestant::Bot(Level::Expert);
    let endless = [(Thinking::Millis(u64::MAX), &expert), (Thinking::Playouts(u32::MAX), &expert)];
    for (thinking, bot) in endless.into_iter().chain([(Thinking::Playouts(0), &silent)]) {
        let timeouts = Timeouts { answer_ms: u64::MAX, ..Timeouts::default() };
        let options = Options::new("contract-rummy", vec![bot.clone()]);
        let options = Options { thinking, threads: Some(2), timeouts, ..options };
        let stop = AtomicBool::new(false);
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                stop.store(true, Ordering::Relaxed);
            });
            run(&options, &stop).unwrap()
        });
        assert!(report.interrupted && report.clusters == 0, "{thinking:?}");
    }
}

/// Too many matches are refused before anything is counted, also for a shard.
#[test]
fn too_many_matches_are_refused_at_once() {
    let never = AtomicBool::new(false);
    for shard in ["1/1", "7/4294967295"] {
        let shard = shard.parse().unwrap();
        let options = Options { matches: u64::MAX, shard, ..tournament(None) };
        let refused = run(&options, &never).unwrap_err();
        assert!(matches!(refused, ArenaError::TooManyMatches { max: 40_000_000 }), "{refused}");
    }
    let mut part = tournament(None);
    (part.matches, part.shard) = (u64::MAX / 2, "4294967295/4294967295".parse().unwrap());
    assert!(run(&part, &never).is_err());
    // More shards than clusters.
    (part.matches, part.shard) = (4, "9/9".parse().unwrap());
    let nothing = run(&part, &never).unwrap();
    assert!(nothing.clusters == 0 && !nothing.interrupted);
}

#[test]
fn a_run_stopped_at_once_reports_the_interruption() {
    let report = run(&tournament(None), &AtomicBool::new(true)).unwrap();
    assert!(report.interrupted && report.clusters == 0);
    assert!(report.table().contains("no cluster was finished"), "{}", report.table());
    // Unknown values are `null`, and parse as such.
    let json = serde_json::to_string(&report).unwrap();
    let back: Report = serde_json::from_str(&json).unwrap();
    assert!(back.bots[0].points_per_deal.mean.is_nan());
}

#[test]
fn a_file_of_another_tournament_is_refused() {
    let file = Scratch::new("another");
    let mut options = Options { matches: 4, ..tournament(Some(&file.file)) };
    whole(&options);
    let before = std::fs::read(&file.file).unwrap();
    let refused = |options: &Options, why: &str| {
        let error = run(options, &AtomicBool::new(false)).unwrap_err();
        assert!(matches!(error, ArenaError::OtherRun { .. }), "{error}");
        assert!(error.to_string().ends_with(why), "{error}");
        assert_eq!(std::fs::read(&file.file).unwrap(), before);
    };
    options.seed += 1;
    refused(&options, "seed 1, not 2");
    options.seed -= 1;
    options.thinking = Thinking::Millis(8);
    refused(&options, r#"thinking {"playouts":8}, not {"millis":8}"#);
    options.thinking = Thinking::Playouts(8);
    options.bots.reverse();
    refused(&options, "bots steady,novice,novice, not novice,novice,steady");
    // Results of another version are not resumed; files of the first versions do not state one.
    let version = concat!(",\"version\":\"", env!("CARGO_PKG_VERSION"), "\"");
    let text = String::from_utf8(before.clone()).unwrap();
    assert!(text.contains(version), "{text}");
    options.bots.reverse();
    std::fs::write(&file.file, text.replacen(version, ",\"version\":\"0.0.9\"", 1)).unwrap();
    let error = run(&options, &AtomicBool::new(false)).unwrap_err().to_string();
    assert!(error.contains("version 0.0.9, not "), "{error}");
    std::fs::write(&file.file, text.replacen(version, "", 1)).unwrap();
    assert_eq!(whole(&options).bots, timeless(merge(&[&file.file]).unwrap().report).bots);
    // A truncated header line is not a tournament yet; any other text must not be overwritten.
    std::fs::write(&file.file, &before[..30]).unwrap();
    assert_eq!(whole(&options).clusters, 1);
    assert_eq!(file.clusters(), 1);
    std::fs::write(&file.file, "notes of my own").unwrap();
    assert!(run(&options, &AtomicBool::new(false)).is_err());
    assert_eq!(std::fs::read(&file.file).unwrap(), b"notes of my own");
}

#[cfg(unix)]
#[test]
fn a_result_file_is_locked() {
    let file = Scratch::new("busy");
    let options = Options { matches: 4, ..tournament(Some(&file.file)) };
    let other = std::fs::File::create(&file.file).unwrap();
    other.lock().unwrap();
    let error = run(&options, &AtomicBool::new(false)).unwrap_err().to_string();
    assert!(error.ends_with("busy.jsonl: another run is writing to this file"), "{error}");
    drop(other);
    assert_eq!(whole(&options).clusters, 1);
    assert!(merge(&[&file.file]).unwrap().missing.is_none());
}

#[test]
fn the_json_has_one_object_a_bot() {
    let options = Options { matches: 8, ..tournament(None) };
    let json = serde_json::to_value(whole(&options)).unwrap();
    let bots = json["bots"].as_array().unwrap();
    assert_eq!(bots.len(), 2, "two novices are one bot");
    // The output contains everything needed to repeat the run.
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["thinking"], serde_json::json!({ "playouts": 8 }));
    assert_eq!(json["set"], serde_json::json!([]));
    for (bot, name, seats) in [(&bots[0], "steady", 2), (&bots[1], "novice", 2)] {
        assert_eq!(bot["bot"], name);
        assert_eq!((&bot["seats"], &bot["matches"]), (&seats.into(), &8.into()));
        assert!(bot["ms_per_decision"].is_f64());
        for interval in ["match_win_share", "points_per_deal"] {
            let end = |which: &str| bot[interval][which].as_f64().unwrap();
            assert!(end("low") <= end("mean") && end("mean") <= end("high"), "{bot}");
        }
    }
    let won = |bot: usize| bots[bot]["match_win_share"]["mean"].as_f64().unwrap();
    assert!((won(0) + won(1) - 1.0).abs() < 1e-9);
}

#[test]
fn shards_merge_to_the_whole() {
    let parts: Vec<Scratch> = (1..=3).map(|k| Scratch::new(&format!("part-{k}"))).collect();
    for (k, part) in (1..).zip(&parts) {
        let shard = format!("{k}/3").parse().unwrap();
        let report = whole(&Options { shard, ..tournament(Some(&part.file)) });
        assert!(!report.interrupted && report.clusters == 10, "part {k}: {}", report.clusters);
    }
    let files: Vec<&Path> = parts.iter().map(|part| part.file.as_path()).collect();
    let alone = whole(&tournament(None));
    assert_eq!(timeless(merge(&files).unwrap().report), alone);
    let all = merge(&files).unwrap();
    assert!(!all.report.interrupted && all.missing.is_none());
    // The order of the files, and duplicates, make no difference.
    let again = [files[2], files[0], files[1], files[0]];
    assert_eq!(timeless(merge(&again).unwrap().report), alone);
    // With a shard missing, the report is still an estimate and states what is missing.
    let merge_with_gaps = |files: &[&Path]| {
        let merged = merge(files).unwrap();
        assert!(merged.report.interrupted);
        (merged.report.clusters, merged.missing.unwrap().to_string())
    };
    let two = merge_with_gaps(&files[..2]);
    assert_eq!(two, (20, "20 of 30 clusters present: shard 3/3 is missing".to_owned()));
    // The last line of a killed shard is truncated.
    let text = std::fs::read(&parts[0].file).unwrap();
    std::fs::write(&parts[0].file, &text[..text.len() - 20]).unwrap();
    let cut = merge_with_gaps(&files);
    assert_eq!(cut, (29, "29 of 30 clusters present: shard 1/3 has 9 of 10".to_owned()));
    // Earlier versions did not write the shard.
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let without = text.lines().map(|line| match line.split_once(r#","part":"#) {
            Some((before, _)) => format!("{before}}}\n"),
            None => format!("{line}\n"),
        });
        let without: String = without.collect();
        assert!(without.contains("{\"clusters\":30}\n"), "{without}");
        std::fs::write(file, without).unwrap();
    }
    let numbers = "missing, counted from 0: 0, 3, 6, 9, 12, and 5 more clusters";
    let two = (20, format!("20 of 30 clusters present: {numbers}"));
    assert_eq!(merge_with_gaps(&files[1..]), two);
}

/// Files without a version can be merged with those of one version, but not of two.
#[test]
fn results_of_two_versions_are_not_merged() {
    let file = Scratch::new("versions");
    let mut options = Options { matches: 8, ..tournament(Some(&file.file)) };
    whole(&options);
    let text = std::fs::read_to_string(&file.file).unwrap();
    let own = env!("CARGO_PKG_VERSION");
    let version_field = format!(",\"version\":\"{own}\"");
    let by = |name: &str, version: &str| {
        let path = file.file.with_file_name(name);
        std::fs::write(&path, text.replacen(&version_field, version, 1)).unwrap();
        path
    };
    let (without_version, other) = (by("unsaid", ""), by("other", r#","version":"0.0.9""#));
    let one = merge(&[&without_version, &file.file, &without_version]).unwrap().report;
    assert_eq!((one.version, one.clusters), (None, 2));
    assert_eq!(merge(&[&file.file]).unwrap().report.version.as_deref(), Some(own));
    for files in [[&without_version, &file.file, &other], [&other, &without_version, &file.file]] {
        let error = merge(&files).unwrap_err();
        assert!(matches!(error, ArenaError::OtherRun { .. }), "{error}");
        assert!(error.to_string().contains("version"), "{error}");
    }
    // Resuming such a file writes the version to it.
    options.resume = Some(without_version.clone());
    options.matches = 12;
    whole(&options);
    whole(&options);
    let resumed = std::fs::read_to_string(&without_version).unwrap();
    assert_eq!(resumed.matches(&version_field[1..]).count(), 1, "{resumed}");
    let error = merge(&[&without_version, &other]).unwrap_err().to_string();
    assert!(error.ends_with(&format!("versions 0.0.9 and {own}")), "{error}");
    std::fs::write(&without_version, resumed.replace(&version_field[1..], r#""version":"0.0.9""#))
        .unwrap();
    let error = run(&options, &AtomicBool::new(false)).unwrap_err();
    assert!(matches!(error, ArenaError::OtherRun { .. }), "{error}");
}

#[test]
fn conflicting_files_are_not_merged() {
    let [one, two] = ["one", "two"].map(Scratch::new);
    let mut options = Options { matches: 8, ..tournament(Some(&one.file)) };
    whole(&options);
    options.resume = Some(two.file.clone());
    options.seed = 7;
    whole(&options);
    let files = [&one.file, &two.file];
    let error = merge(&files).unwrap_err().to_string();
    assert!(error.contains("two.jsonl") && error.ends_with("seed 7, not 1"), "{error}");
    // Same tournament, different result: the file or the program was changed.
    let text = std::fs::read_to_string(&one.file).unwrap();
    let changed = text.replacen("\"index\":1,\"matches\":", "\"index\":0,\"matches\":", 1);
    assert_ne!(changed, text);
    std::fs::write(&two.file, changed).unwrap();
    let error = merge(&files).unwrap_err();
    assert!(matches!(error, ArenaError::Contradiction { cluster: 0, .. }), "{error}");
    // It cannot be resumed either.
    options.seed = tournament(None).seed;
    let error = run(&options, &AtomicBool::new(false)).unwrap_err();
    assert!(matches!(error, ArenaError::Contradiction { cluster: 0, .. }), "{error}");
    std::fs::write(&two.file, "notes of my own").unwrap();
    assert!(matches!(merge(&files).unwrap_err(), ArenaError::NotResults(_)));
    let none: [&Path; 0] = [];
    assert!(merge(&none).is_err());
}
