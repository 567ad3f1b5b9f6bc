//! `upcard review` as a program: a match of simple players, and invalid input.

use std::process::Output;

use crate::records::upcard;

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The record of a match of simple players.
fn record() -> String {
    stdout(&upcard(&["demo", "progression", "--seed", "3"], ""))
}

#[test]
fn the_costliest_decisions_are_listed_with_better_ones() {
    let record = record();
    let review = ["review", "-", "--seat", "2", "--most", "3", "--playouts", "40"];
    let words = stdout(&upcard(&review, &record));
    assert!(words.contains("decisions reviewed; these cost the most:"), "{words}");
    let heads: Vec<&str> = words.lines().filter(|line| line.starts_with("line ")).collect();
    assert!(!heads.is_empty() && heads.len() <= 3, "{words}");
    assert!(heads.iter().all(|line| line.contains(", seat 2: ")), "{words}");
    assert!(words.contains(" cost ") && words.contains(" points in hand"), "{words}");
    assert_eq!(words, stdout(&upcard(&review, &record)), "the same seed, the same words");

    // The suggested action is legal and comes with reasons.
    let line = heads[0].trim_start_matches("line ").split(',').next().unwrap();
    let words = stdout(&upcard(&["review", "-", "--line", line, "--playouts", "40"], &record));
    assert!(words.starts_with(&format!("line {line}, deal ")), "{words}");
    assert!(words.contains("\n  best "), "{words}");
}

#[test]
fn records_that_cannot_be_reviewed_are_refused_with_the_cause() {
    let record = record();
    let wrong = |arguments: &[&str], input: &str, cause: &str| {
        let output = upcard(arguments, input);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && stderr.contains(cause), "{arguments:?}: {stderr}");
    };
    wrong(&["review", "no-such-file"], "", "no-such-file: cannot be read");
    wrong(&["review", "-"], "no record\n", "line 1");
    wrong(&["review", "-", "--seat", "9"], &record, "there is no seat 9");
    wrong(&["review", "-", "--line", "1"], &record, "line 1 is not a reviewed decision");
}
