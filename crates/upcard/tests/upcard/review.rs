//! `upcard review` as a program: a match of simple players, and invalid input.

use crate::misuse::printed;
use crate::records::upcard;
use crate::texts;

/// Output of a successful command with this input.
fn reviewed(arguments: &[&str], input: &str) -> String {
    let (code, output, errors) = texts(upcard(arguments, input));
    assert_eq!(code, Some(0), "{errors}");
    output
}

/// The record of a match of simple players.
fn record() -> String {
    printed(&["demo", "progression", "--seed", "3"])
}

#[test]
fn the_costliest_decisions_are_listed_with_better_ones() {
    let record = record();
    let review = ["review", "-", "--seat", "2", "--most", "3", "--playouts", "40"];
    let words = reviewed(&review, &record);
    assert!(words.contains("decisions reviewed; these cost the most:"), "{words}");
    let heads: Vec<&str> = words.lines().filter(|line| line.starts_with("line ")).collect();
    assert!(!heads.is_empty() && heads.len() <= 3, "{words}");
    assert!(heads.iter().all(|line| line.contains(", seat 2: ")), "{words}");
    assert!(words.contains(" cost ") && words.contains(" points in hand"), "{words}");
    assert_eq!(words, reviewed(&review, &record), "the same seed, the same words");

    // The suggested action is legal and comes with reasons.
    let line = heads[0].trim_start_matches("line ").split(',').next().unwrap();
    let words = reviewed(&["review", "-", "--line", line, "--playouts", "40"], &record);
    assert!(words.starts_with(&format!("line {line}, deal ")), "{words}");
    assert!(words.contains("\n  best "), "{words}");
}

#[test]
fn records_that_cannot_be_reviewed_are_refused_with_the_cause() {
    let record = record();
    let wrong = |arguments: &[&str], input: &str, cause: &str| {
        let (code, _, errors) = texts(upcard(arguments, input));
        assert!(code != Some(0) && errors.contains(cause), "{arguments:?}: {errors}");
    };
    wrong(&["review", "no-such-file"], "", "no-such-file: cannot be read");
    wrong(&["review", "-"], "no record\n", "line 1");
    wrong(&["review", "-", "--seat", "9"], &record, "there is no seat 9");
    wrong(&["review", "-", "--line", "1"], &record, "line 1 is not a reviewed decision");
}
