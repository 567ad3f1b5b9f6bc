//! `upcard arena` and `upcard lab` as programs: Ctrl-C, resuming, and wrong flags.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::misuse::{printed, refused};
use crate::{PROGRAM, piped, program, texts, upcard};

/// The report without timings, which vary.
fn timeless(output: &Output) -> serde_json::Value {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    let mut report: serde_json::Value = serde_json::from_str(text).unwrap_or_else(|error| {
        panic!("{error}: {text}\n{}", String::from_utf8_lossy(&output.stderr))
    });
    for bot in report["bots"].as_array_mut().unwrap() {
        bot.as_object_mut().unwrap().remove("ms_per_decision").unwrap();
    }
    report
}

#[cfg(unix)]
#[test]
fn ctrl_c_reports_finished_clusters_and_the_run_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("resume.jsonl");
    let path = file.to_str().unwrap();
    let tournament = ["arena", "--game", "contract-rummy", "--bots", "sharp,novice", "--json"];
    let size = ["--matches", "40", "--playouts", "4", "--seed", "9"];
    let resumed = [&tournament[..], &size[..], &["--resume", path][..]].concat();
    let child = piped(program().args(&resumed));
    let lines = || std::fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    // The tournament, its size, then its results.
    while lines() < 4 {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    // Twice, as when a signal is sent to a process and then to its group.
    for _ in 0..2 {
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("interrupted: "), "{stderr}");
    let first = timeless(&output);
    assert_eq!(first["interrupted"], true);
    let clusters = first["clusters"].as_u64().unwrap();
    assert!(clusters >= 2 && clusters as usize + 2 == lines(), "{clusters} clusters");
    let second = timeless(&upcard(&resumed));
    assert_eq!(second["interrupted"], false);
    assert_eq!(second, timeless(&upcard(&[&tournament[..], &size[..]].concat())));
}

/// A bot program that never answers does not outlive the arena.
#[cfg(target_os = "linux")]
#[test]
fn programs_end_with_their_parent() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (sleeper, note) = (folder.path().join("sleeper.sh"), folder.path().join("number"));
    let text = format!("#!/bin/sh\necho $$ > {}\nexec sleep 600\n", note.display());
    std::fs::write(&sleeper, text).unwrap();
    std::fs::set_permissions(&sleeper, std::fs::Permissions::from_mode(0o755)).unwrap();
    let sleeper = sleeper.display().to_string();
    let arguments = ["check-bot", &sleeper, "gin", "--answer-ms", "500000"];
    let mut child = program().args(arguments).spawn().unwrap();
    let wait = || std::thread::sleep(std::time::Duration::from_millis(5));
    let number = loop {
        match std::fs::read_to_string(&note).unwrap_or_default().trim() {
            "" => wait(),
            number => break number.to_owned(),
        }
    };
    Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // Gone, or a zombie.
    let runs = || {
        let state = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        !state.is_empty() && !state.contains(") Z ")
    };
    let soon = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while runs() {
        assert!(std::time::Instant::now() < soon, "{number} is still there");
        wait();
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_laboratory_reports_it() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let arguments = ["lab", "gin", "--matches", "1000000", "--html", page.to_str().unwrap()];
    let child = piped(program().args(arguments));
    // The page is begun after the signal handler is installed.
    while !page.exists() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let (code, output, errors) = texts(child.wait_with_output().unwrap());
    assert_eq!(code, Some(130), "{errors}");
    assert!(errors.contains("interrupted: ") && errors.contains("of 1000000 matches"), "{errors}");
    assert!(output.contains("rounds a match"));
}

/// A game in a file can be played, and resumed only while the file is unchanged.
#[test]
fn a_game_file_is_played_in_the_arena() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let game = |target: u8| {
        let text = format!("name = \"House\"\nextends = \"gin\"\n[match]\ntarget = {target}\n");
        std::fs::write(path("house.toml"), text).unwrap();
    };
    game(30);
    let (file, results) = (path("house.toml"), path("results.jsonl"));
    let arena = ["arena", "--game", &file, "--bots"];
    let tournament =
        [&arena[..], &["novice,random", "--matches", "2", "--resume", &results]].concat();
    assert!(printed(&tournament).contains("house.toml"));
    game(40);
    assert!(refused(&tournament).contains("belongs to another tournament"));
    // A comma in its path does not split a column.
    std::fs::create_dir(path("a,b")).unwrap();
    let other = path("a,b/house.toml");
    std::fs::copy(&file, &other).unwrap();
    let csv = printed(&["arena", &other, "--bots", "novice", "--matches", "1", "--csv"]);
    assert!(csv.contains(&format!("\n\"{other}\",2,\"novice\",2,1,")), "{csv}");
    // The program's own bot plays it, too.
    printed(
        &[&arena[..], &[&format!("cmd:{PROGRAM} bot --level novice"), "--matches", "1"]].concat(),
    );
}

#[test]
fn shards_merge_to_the_same_report() {
    let tournament = ["arena", "--game", "rummy", "--bots", "steady,novice", "--matches", "12"];
    let size = ["--playouts", "2", "--seed", "4"];
    let folder = tempfile::tempdir().unwrap();
    let file = |k| folder.path().join(format!("part-{k}.jsonl"));
    let files: Vec<PathBuf> = (1..=2).map(file).collect();
    for (k, file) in files.iter().enumerate() {
        let shard = format!("{}/2", k + 1);
        let part = ["--shard", &shard, "--resume", file.to_str().unwrap()];
        printed(&[&tournament[..], &size[..], &part[..]].concat());
    }
    let merge = ["arena", "merge", files[0].to_str().unwrap(), files[1].to_str().unwrap()];
    let merged = timeless(&upcard(&[&merge[..], &["--json"]].concat()));
    assert_eq!(merged, timeless(&upcard(&[&tournament[..], &size[..], &["--json"]].concat())));
    assert!(printed(&merge).contains("12 matches in 6 clusters"));
    // The available part is reported, and so is what is missing.
    let (code, output, errors) = texts(upcard(&merge[..3]));
    assert!(output.contains("6 matches in 3 clusters"));
    assert_eq!(code, Some(1));
    assert_eq!(errors, "error: 3 of 6 clusters present: shard 2/2 is missing\n");
}

/// Parts of a lab run are merged like those of a tournament.
#[test]
fn shards_of_the_laboratory_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let rules = ["lab", "gin", "gin,knocking.limit=0", "--bots", "novice", "--matches", "11"];
    let files = [path("1.jsonl"), path("2.jsonl")];
    for (part, file) in ["1/2", "2/2"].iter().zip(&files) {
        printed(&[&rules[..], &["--shard", part, "--resume", file]].concat());
    }
    let merge = ["lab", "merge", &files[1], &files[0]];
    let page = path("page.html");
    for flags in [&["--json"][..], &["--csv"], &[], &["--html", &page]] {
        let all = printed(&[&merge[..], flags].concat());
        assert_eq!(all, printed(&[&rules[..], flags].concat()), "{flags:?}");
    }
    assert!(std::fs::read_to_string(&page).unwrap().contains("11 matches of each rule set"));
    let (code, output, errors) = texts(upcard(&merge[..3]));
    assert_eq!(code, Some(1));
    assert_eq!(errors, "error: 5 of 11 clusters present: shard 1/2 is missing\n");
    assert!(output.contains("5 matches"));
}

#[test]
fn wrong_flags_are_refused_with_the_cause() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.jsonl");
    std::fs::write(&other, "something else\n").unwrap();
    let (other, here) = (other.to_str().unwrap(), folder.path().to_str().unwrap());
    let cases: &[(&[&str], &str)] = &[
        (&["arena", "--bots", "steady,wizard"], "unknown bot 'wizard'"),
        (&["arena", "--bots", ""], "unknown bot ''"),
        (&["arena", "--bots", "steady,steady,steady,steady,novice"], "5 bots do not fit"),
        (&["arena", "--game", "bridge"], "bridge"),
        (&["arena", "--game", "contract-rummy+moon"], "moon"),
        (&["arena", "--set", "buying.limit"], "expected choice=value"),
        (&["arena", "--set", "buying.colour=red"], "buying.colour"),
        (&["arena", "--set", "buying.who=nobody"], "nobody"),
        (&["arena", "--players", "11"], "11 players"),
        (&["arena", "--players", "two"], "two"),
        (&["arena", "--matches", "0"], "--matches"),
        (&["arena", "--matches", "-3"], "-3"),
        (&["arena", "--threads", "0"], "--threads"),
        (&["arena", "--playouts", "5", "--budget-ms", "5"], "--budget-ms"),
        (&["arena", "--json", "--csv"], "--csv"),
        (&["arena", "--resume", "/no/such/folder/file"], "/no/such/folder/file"),
        (&["arena", "--resume", other], "belongs to another tournament"),
        (&["arena", "--speed", "9"], "--speed"),
        (&["arena", "--shard", "0/2"], "K/N"),
        (&["arena", "--shard", "3/2"], "K/N"),
        (&["arena", "--shard", "1/99999999999"], "K/N"),
        (&["arena", "--kinds", "--csv"], "--csv"),
        (&["arena", "--kinds", "--records", "x"], "--records"),
        (&["arena", "--matches", "1", "--records", other], "other.jsonl"),
        (&["arena", "--matches", "1", "--records", here], "contains something other"),
        (&["arena", "merge"], "FILE"),
        (&["arena", "merge", "/no/such/file"], "/no/such/file"),
        (&["arena", "merge", other], "not a results file"),
        (&["arena", "--matches", "3", "merge", other], "cannot be used with"),
        (&["lab"], "RULES"),
        (&["lab", "bridge"], "bridge"),
        (&["lab", "rummy,buying.deals"], "expected choice=value"),
        (&["lab", "rummy", "--level", "wizard"], "wizard"),
        (&["lab", "rummy", "--matches", "1", "--records", here], "contains something other"),
        (&["lab", "rummy", "--matches", "1", "--html", "/no/such/folder/file"], "/no/such/folder"),
        (&["lab", "rummy", "--shard", "3/2"], "K/N"),
        (&["lab", "rummy", "--resume", other], "belongs to another tournament"),
        (&["lab", "merge"], "FILE"),
        (&["lab", "merge", other], "not a results file"),
        (&["lab", "merge", "/no/such/file", "--html", "/no/such/folder/file"], "/no/such/folder"),
        (&["lab", "--matches", "3", "merge", other], "no game 'merge'"),
    ];
    for (arguments, cause) in cases {
        let (code, output, errors) = texts(upcard(arguments));
        assert_eq!(code, Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(cause) && output.is_empty(), "{arguments:?}: {errors}");
    }
}
