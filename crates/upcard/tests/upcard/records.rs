//! `upcard demo` and `upcard replay --verify`: what a record proves and what not, and detection of tampering.

use std::io::Write;
use std::process::Output;

use upcard_engine::record::{Record, ReplayError};
use upcard_server::signing::{VerifyError, verify_record};
use upcard_testkit::tamper::{Tampered, tampered};

use crate::misuse::printed;
use crate::{piped, program, texts};

const FORMAT_1_RECORD: &str = include_str!("../format-1.upcard");

/// Runs the program with this input.
pub(crate) fn upcard(arguments: &[&str], input: &str) -> Output {
    let mut child = piped(program().args(arguments));
    // A program that rejects its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn demo(deals: &str) -> String {
    let deals = format!("match.deals={deals}");
    printed(&["demo", "rummy", "--players", "2", "--set", &deals, "--seed", "7"])
}

/// Exit code and output of `upcard replay`.
fn replay(record: &str, flags: &[&str]) -> (i32, String) {
    let (code, output, _) = texts(upcard(&[&["replay", "-"], flags].concat(), record));
    (code.unwrap(), output)
}

fn without_line(text: &str, begin: &str) -> String {
    text.lines().filter(|line| !line.starts_with(begin)).map(|line| format!("{line}\n")).collect()
}

/// The text with the lines of this prefix doubled.
fn with_line_twice(text: &str, begin: &str) -> String {
    let times = |line: &str| format!("{line}\n").repeat(1 + usize::from(line.starts_with(begin)));
    text.lines().map(times).collect()
}

#[test]
fn a_local_record_states_what_it_proves_and_what_not() {
    let (code, words) = replay(&demo("2"), &["--verify"]);
    assert_eq!(code, 0, "{words}");
    let proved = "proved: 2 deals fixed before the match by the table's host; moves legal; points and \
        winners follow; closed\n";
    assert!(words.contains(proved), "{words}");
    assert!(words.contains("not proved: that nobody chose the deals"), "{words}");
    assert!(words.contains("not proved: not signed"), "{words}");
    let (_, words) = replay(&demo("1"), &["--verify"]);
    assert!(words.contains("1 deal, the match is over"), "{words}");
    assert!(words.contains("proved: 1 deal fixed before the match by"), "{words}");

    // A key is required, but there is no signature.
    let (code, words) = replay(&demo("1"), &["--verify", "--key", &"07".repeat(32)]);
    assert!(code == 1 && words.contains("not signed"), "{words}");
    let output = upcard(&["replay", "-", "--verify", "--key", "07"], "");
    assert_eq!(output.status.code(), Some(2), "no key");
}

#[test]
fn a_record_of_format_1_still_replays_and_verifies() {
    let (code, words) = replay(FORMAT_1_RECORD, &["--verify"]);
    assert_eq!(code, 0, "{words}");
    let proved = "proved: 1 deal fixed before the match and 1 more, each before it began, by";
    assert!(words.contains(proved), "{words}");
    assert!(words.contains("not proved: not closed (format 1)"), "{words}");
    assert_eq!(Record::parse(FORMAT_1_RECORD).unwrap().to_string(), FORMAT_1_RECORD);
    // Without commitments nothing is proved.
    let (code, words) = replay(&without_line(FORMAT_1_RECORD, "commit"), &["--verify"]);
    assert!(code == 1 && words.contains("deal 1 has no commitment"), "{words}");
    assert!(!words.contains("proved:"), "{words}");
    for line in ["commit 2", "secret 1", "secret 2", "points", "winners"] {
        let (missing, doubled) =
            (without_line(FORMAT_1_RECORD, line), with_line_twice(FORMAT_1_RECORD, line));
        for (record, what) in [(missing, "missing"), (doubled, "doubled")] {
            assert_eq!(replay(&record, &["--verify"]).0, 1, "{line} {what}");
        }
    }
}

#[test]
fn points_and_winners_are_checked_in_every_replay() {
    for record in [FORMAT_1_RECORD, &demo("2")] {
        assert_eq!(replay(record, &[]).0, 0);
        for line in ["points", "winners"] {
            let (code, words) = replay(&without_line(record, line), &[]);
            assert!(code == 1 && words.contains("before this line"), "{words}");
            let (code, words) = replay(&with_line_twice(record, line), &[]);
            assert!(code == 1 && words.contains("has ended here"), "{words}");
        }
    }
}

#[test]
fn a_record_in_progress_is_reported_as_such() {
    let whole = demo("2");
    let up_to = |line: &str| {
        let at = whole.find(line).unwrap() + line.len();
        whole[..at].to_owned()
    };
    // In the second deal.
    let second = whole.match_indices("> next\n").nth(1).unwrap().0;
    let end = second + whole[second..].match_indices("\n> ").nth(3).unwrap().0 + 1;
    let running = whole[..end].to_owned();
    let (code, words) = replay(&running, &["--verify"]);
    assert_eq!(code, 0, "{words}");
    assert!(words.contains("2 deals, the match is not over"), "{words}");
    assert!(words.contains("proved: 1 deal fixed before the match"), "{words}");
    assert!(words.contains("not proved: the match is not over"), "{words}");
    assert!(words.contains("not proved: the last deal"), "{words}");
    // Between deals the secret must be present.
    let (code, words) = replay(&whole[..second], &["--verify"]);
    assert!(code == 0 && !words.contains("the last deal"), "{words}");
    let points = whole.lines().find(|line| line.starts_with("points")).unwrap();
    let (code, words) = replay(&format!("{}\n", up_to(points)), &["--verify"]);
    assert!(
        code == 1 && words.contains("the record does not contain the secret of deal 1"),
        "{words}"
    );
    // It cannot be closed, nor claim a server's signature.
    let mut record = Record::parse(&running).unwrap();
    record.close();
    let closed = verify_record(&record.to_string(), None);
    assert_eq!(closed.unwrap_err(), VerifyError::Replay(ReplayError::ClosedEarly));
    // A finished match must be closed.
    let open = verify_record(&without_line(&whole, "closed"), None);
    assert_eq!(open.unwrap_err(), VerifyError::Replay(ReplayError::NotClosed));
}

#[test]
fn every_tampering_with_a_closed_record_is_detected() {
    let record = demo("1");
    assert!(verify_record(&record, None).is_ok());
    for Tampered { description, line, text } in tampered(&record) {
        assert!(verify_record(&text, None).is_err(), "line {line}: {description} is not noticed");
    }
    for more in ["\n", "points 1 2\n", "signed 00\n"] {
        assert!(verify_record(&format!("{record}{more}"), None).is_err(), "{more:?} at the end");
    }
}

/// A modified record is reported as such, before an illegal move in it.
#[test]
fn a_changed_record_is_reported_before_it_is_replayed() {
    let record = demo("1");
    let (before, discard) = record.rsplit_once("discard ").unwrap();
    let (_, after) = discard.split_once('\n').unwrap();
    let changed = format!("{before}discard 2C\n{after}");
    let other = format!("{before}discard 2D\n{after}");
    let changed = if changed == record { other } else { changed };
    for options in [&["--verify"][..], &["--verify", "--json"]] {
        let (code, printed) = replay(&changed, options);
        assert!(code == 1 && !printed.contains("seat 1"), "{printed}");
    }
    let (_, printed) = replay(&changed, &["--verify"]);
    assert!(printed.contains("closed"), "{printed}");
}

/// Text that parses alike but differs in bytes is proved, but reported to differ from what was closed.
#[test]
fn other_line_ends_and_spellings_are_not_the_closed_bytes() {
    let record = demo("1");
    let other = "that these are the original bytes";
    let (code, printed) = replay(&record, &["--verify"]);
    assert!(code == 0 && !printed.contains(other), "{printed}");
    let closed = record.lines().last().unwrap();
    let (_, hash) = closed.split_once(' ').unwrap();
    for text in [
        record.replace('\n', "\r\n"),
        record.replacen('\n', "\r\n", 1),
        record.replace(hash, &hash.to_uppercase()),
        record.replace("closed ", "closed  "),
        record.replace(closed, &format!(" {closed}")),
        record.replace(closed, &format!("{closed} ")),
        record.trim_end().to_owned(),
    ] {
        assert_ne!(text, record);
        let (code, printed) = replay(&text, &["--verify"]);
        assert!(code == 0 && printed.contains(&format!("not proved: {other}")), "{printed}");
    }
}

/// The same with a recomputed closing line: everything that follows from rules and secrets is detected.
#[test]
fn closing_a_record_anew_cannot_change_derived_lines() {
    let record = demo("1");
    let lines: Vec<&str> = record.lines().collect();
    let mut noticed = 0;
    for Tampered { description, line, text } in tampered(&record) {
        let was = lines[line - 1];
        let begin = was.split(' ').next().unwrap();
        if begin == "closed" {
            continue;
        }
        let forged = Record::parse(&without_line(&text, "closed")).map(|mut record| {
            record.close();
            record.to_string()
        });
        if forged.as_ref() == Ok(&record) {
            continue;
        }
        if forged.is_err() || forged.is_ok_and(|text| verify_record(&text, None).is_err()) {
            noticed += 1;
            continue;
        }
        // Not detectable: changed names, choices without effect, other moves with the same result,
        // commitments to unplayed deals, and format 1, which has no closing line.
        let free = match begin {
            "upcard-record" => text.starts_with("upcard-record 1\n"),
            "game" | "seat" => !matches!(&*description, "deleted" | "doubled"),
            "name" | "choice" => description != "doubled",
            ">" => was != "> next" && description != "deleted" && description != "doubled",
            "commit" => !was.starts_with("commit 1 ") && description != "doubled",
            _ => false,
        };
        assert!(free, "line {line}, '{was}': {description} is not noticed");
    }
    assert!(noticed > 500, "{noticed} were noticed");
    // Without commitments nothing can be proved.
    let mut record =
        Record::parse(&without_line(&without_line(&record, "commit"), "closed")).unwrap();
    record.close();
    let bare = verify_record(&record.to_string(), None);
    let missing = ReplayError::NoCommitment(upcard_engine::Deal::FIRST);
    assert_eq!(bare.unwrap_err(), VerifyError::Replay(missing));
}

/// Stepping through a record: forward, back, by turns and deals, and with all hands.
#[test]
fn a_record_is_stepped_through_in_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.record");
    let file = file.to_str().unwrap();
    std::fs::write(file, demo("2")).unwrap();
    let commands = "\nb\nt\na\nl\ns 0\nd 2\nx\np 9999\nq\n\n";
    let (code, shown, _) = texts(upcard(&["replay", file, "--look", "--letters"], commands));
    assert_eq!(code, Some(0));
    for words in ["deal 1 of 2", "play 1 of", "play 2 of", ">    ", "deal 2 of 2", "eyes of seat N"]
    {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    // The winner is shown with the last play, not before.
    let (before, last) = shown.rsplit_once("play ").unwrap();
    assert!(!before.contains("The match is over") && last.contains("Won by "), "{shown}");
    // Only the own cards are shown, unless all hands are requested.
    let first = shown.split("play 1 of").nth(1).unwrap().split("play 2 of").next().unwrap();
    assert_eq!(first.matches(" points:").count(), 1, "{first}");
    assert!(shown.lines().filter(|line| line.contains(" points:")).count() > 4, "{shown}");
    // A seat that does not exist, and a text that is no record.
    assert!(!upcard(&["replay", file, "--look", "--seat", "3"], "").status.success());
    assert_eq!(replay("nonsense", &["--look"]).0, 1);
}
