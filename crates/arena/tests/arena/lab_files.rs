//! The laboratory's result files: interrupted runs resume, and shards merge to the whole.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::TempDir;
use upcard_arena::lab::{LabOptions, LabReport, examine, merge, page};
use upcard_arena::{ArenaError, Options, run};
use upcard_bots::Level;

const RULES: [&str; 2] = ["contract-rummy", "contract-rummy,buying.deals=none"];

fn options(resume: Option<&Path>) -> LabOptions {
    LabOptions {
        level: Level::Novice,
        matches: 30,
        threads: Some(2),
        resume: resume.map(Path::to_owned),
        ..LabOptions::new(RULES.map(|rules| rules.parse().unwrap()).to_vec())
    }
}

/// JSON output of a run.
fn found(options: &LabOptions) -> serde_json::Value {
    let findings = examine(options, &AtomicBool::new(false), |_| {}).unwrap();
    serde_json::to_value(LabReport::new(options, &findings)).unwrap()
}

/// JSON output of merged files, and what is missing.
fn merged(files: &[PathBuf]) -> (serde_json::Value, Option<String>) {
    let merged = merge(files).unwrap();
    let json = serde_json::to_value(merged.report()).unwrap();
    (json, merged.missing.map(|missing| missing.to_string()))
}

fn files<const N: usize>(folder: &TempDir, names: [&str; N]) -> [PathBuf; N] {
    names.map(|name| folder.path().join(format!("{name}.jsonl")))
}

fn clusters(file: &Path) -> usize {
    let text = std::fs::read_to_string(file).unwrap();
    // A truncated line stays in the file and is ignored.
    let read = |line: &&str| serde_json::from_str::<serde_json::Value>(line).is_ok();
    text.lines().filter(|line| line.starts_with(r#"{"index":"#)).filter(read).count()
}

#[test]
fn shards_merge_to_the_result_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let parts = files(&folder, ["1", "2", "3"]);
    let whole = found(&options(None));
    for (number, file) in (1..).zip(&parts) {
        let shard = format!("{number}/3").parse().unwrap();
        let part = found(&LabOptions { shard, ..options(Some(file)) });
        assert_eq!(part["interrupted"], false);
        assert_eq!(part["findings"][1]["matches"], 10);
        assert_eq!(clusters(file), 10);
    }
    assert_eq!(merged(&parts), (whole.clone(), None));
    // The order of the files, and duplicates, make no difference.
    let [one, two, three] = &parts;
    let again = [three, one, two, one].map(PathBuf::clone);
    assert_eq!(merged(&again), (whole.clone(), None));
    // With a shard missing, the result is still an estimate and states what is missing.
    let (less, missing) = merged(&parts[..2]);
    assert_eq!(missing.unwrap(), "20 of 30 clusters present: shard 3/3 is missing");
    assert_eq!(less["interrupted"], true);
    assert_eq!(less["findings"][0]["matches"], 20);
    // The page of merged files equals that of a single run.
    let all = merge(&parts).unwrap();
    assert!(!page(&all.options, &all.findings).unwrap().contains("interrupted"));
    // A single shard has its own figures.
    let shard = "2/3".parse().unwrap();
    let [alone, kept] =
        [None, Some(&**two)].map(|file| found(&LabOptions { shard, ..options(file) }));
    assert_eq!(alone["findings"], kept["findings"]);
}

#[test]
fn an_interrupted_run_resumes_to_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let [file] = files(&folder, ["goes-on"]);
    let whole = found(&options(None));
    let stop = AtomicBool::new(false);
    let first = examine(&LabOptions { threads: Some(1), ..options(Some(&file)) }, &stop, |_| {
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(first.unwrap()[0].matches, 8);
    assert_eq!(clusters(&file), 8);
    let (_, missing) = merged(std::slice::from_ref(&file));
    let begins = "8 of 30 clusters present: missing, counted from 0: 8, 9, ";
    assert!(missing.unwrap().starts_with(begins));
    // Simulate a crash in the middle of a line: that match is played again.
    let text = std::fs::read(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 20]).unwrap();
    let progress = std::sync::Mutex::new(Vec::new());
    let more = examine(&options(Some(&file)), &AtomicBool::new(false), |matches| {
        progress.lock().unwrap().push(matches);
    });
    let more = more.unwrap();
    let json = serde_json::to_value(LabReport::new(&options(None), &more)).unwrap();
    assert_eq!(json, whole);
    let progress = progress.into_inner().unwrap();
    assert_eq!((progress[0], progress.iter().sum::<u64>()), (7, 30), "{progress:?}");
    // Nothing is left to play; fewer matches may be requested, and more.
    let never = AtomicBool::new(true);
    assert_eq!(examine(&options(Some(&file)), &never, |_| {}).unwrap()[1].matches, 30);
    let fewer = |file: Option<&Path>| LabOptions { matches: 12, ..options(file) };
    assert_eq!(found(&fewer(Some(&file))), found(&fewer(None)));
    let more = |file: Option<&Path>| LabOptions { matches: 35, ..options(file) };
    assert_eq!(found(&more(Some(&file))), found(&more(None)));
    assert_eq!(clusters(&file), 35);
}

#[test]
fn conflicting_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, other] = files(&folder, ["one", "two", "other"]);
    let few = |file: &Path| LabOptions { matches: 4, ..options(Some(file)) };
    found(&few(&one));
    let refused = |options: &LabOptions| {
        examine(options, &AtomicBool::new(false), |_| {}).err().unwrap().to_string()
    };
    let seed = refused(&LabOptions { seed: 7, ..few(&one) });
    assert!(seed.ends_with("another tournament: seed 1, not 7"), "{seed}");
    let bots = refused(&LabOptions { level: Level::Steady, ..few(&one) });
    assert!(bots.ends_with("bots novice, not steady"), "{bots}");
    found(&LabOptions { seed: 7, ..few(&two) });
    let error = merge(&[&one, &two]).unwrap_err().to_string();
    assert!(error.contains("two.jsonl") && error.ends_with("seed 7, not 1"), "{error}");
    // A changed result, and impossible counts.
    let text = std::fs::read_to_string(&one).unwrap();
    let changed = text.replacen("{\"index\":1,", "{\"index\":0,", 1);
    assert_ne!(changed, text);
    std::fs::write(&two, changed).unwrap();
    let error = merge(&[&one, &two]).unwrap_err();
    assert!(matches!(error, ArenaError::Contradiction { cluster: 0, .. }), "{error}");
    let endless = text.replacen("\"down\":[", "\"down\":[4000000000,", 1);
    assert_ne!(endless, text);
    std::fs::write(&two, endless).unwrap();
    assert_eq!(merge(&[&two]).unwrap().findings[0].matches, 3);
    // Result files of a tournament and of the laboratory are not interchangeable.
    let bots = vec!["novice".parse().unwrap()];
    let tournament = Options { resume: Some(other.clone()), ..Options::new("gin", bots) };
    run(&tournament, &AtomicBool::new(false)).unwrap();
    assert!(matches!(merge(&[&other]).unwrap_err(), ArenaError::NotResults(_)));
    assert!(matches!(upcard_arena::merge(&[&one]).unwrap_err(), ArenaError::NotResults(_)));
    assert!(refused(&few(&other)).contains("another tournament"));
    let many = LabOptions { matches: u64::MAX, ..few(&one) };
    let error = examine(&many, &AtomicBool::new(false), |_| {}).err().unwrap();
    assert!(matches!(error, ArenaError::TooManyMatches { max: 10_000_000 }), "{error}");
}

/// A game file is identified by its choices: a run does not resume after they have changed.
#[test]
fn a_changed_game_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [file] = files(&folder, ["own"]);
    let game = folder.path().join("own.toml");
    let write = |ace: &str| {
        let text = format!("name = \"Own\"\nextends = \"rummy\"\n[melds]\nace = \"{ace}\"\n");
        std::fs::write(&game, text).unwrap();
    };
    write("low");
    let subject = game.display().to_string().parse().unwrap();
    let options = LabOptions {
        level: Level::Novice,
        matches: 3,
        resume: Some(file.clone()),
        ..LabOptions::new(vec![subject])
    };
    let first = found(&options);
    assert_eq!(found(&options), first);
    assert_eq!(merged(std::slice::from_ref(&file)), (first, None));
    write("high");
    let error = examine(&options, &AtomicBool::new(false), |_| {}).err().unwrap();
    assert!(matches!(error, ArenaError::OtherRun { .. }), "{error}");
    let error = merge(&[&file]).unwrap_err();
    assert!(matches!(error, ArenaError::OtherRun { .. }), "{error}");
}
