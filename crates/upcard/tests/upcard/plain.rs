//! `upcard play` in line mode, through pipes and in simple terminals.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Child;

use super::play::Screen;
use crate::misuse::printed;
use crate::{program, texts};

/// Runs the program with this input; returns the exit code, the output and the errors.
fn typed(home: &Path, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = piped(home, arguments);
    // The rest stays unread.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    texts(child.wait_with_output().unwrap())
}

/// Starts the program with pipes, saving matches in this folder.
fn piped(home: &Path, arguments: &[&str]) -> Child {
    crate::piped(program().args(arguments).env("XDG_STATE_HOME", home).env("LC_ALL", "C"))
}

fn is_plain(text: &str) -> bool {
    text.chars().all(|letter| letter == '\n' || (' '..='~').contains(&letter))
}

#[test]
fn a_match_is_played_through_pipes_and_its_record_holds() {
    let home = tempfile::tempdir().unwrap();
    let mut child =
        piped(home.path(), &["play", "gin", "--short", "--seed", "1", "--pace", "fast"]);
    let mut input = child.stdin.take().unwrap();
    // More lines than a match has decisions; the rest stays unread.
    let typist = std::thread::spawn(move || while input.write_all(b"do\n").is_ok() {});
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""), "{text}");
    typist.join().unwrap();
    assert!(is_plain(&text), "{text}");
    assert!(text.starts_with("Type a letter or an action"), "{text}");
    let record = text.lines().find_map(|line| line.strip_prefix("the record is ")).unwrap();
    printed(&["replay", record, "--verify"]);
}

/// A full disk does not end the match.
#[test]
fn a_match_that_cannot_be_saved_continues() {
    let home = tempfile::tempdir().unwrap();
    let kept = home.path().join("gin.match");
    // The temporary file for saving is in the way.
    fs::create_dir(home.path().join("gin.match.new")).unwrap();
    let play = ["play", "gin", "--short", "--seed", "1", "--pace", "fast", "--save"];
    let play = [&play[..], &[kept.to_str().unwrap()]].concat();
    let (code, text, errors) = typed(home.path(), &play, "do\ndo\nq\n");
    assert_eq!(text.matches("cannot be saved: ").count(), 1, "{text}");
    assert!(!text.contains("--resume"), "nothing is kept: {text}");
    assert!(errors.contains("gin.match: cannot be written"), "{errors}");
    assert_eq!(code, Some(2));
    // To the end, where the record is written.
    let (code, text, _) = typed(home.path(), &play, &"do\n".repeat(2_000));
    assert_eq!(code, Some(0), "{text}");
    assert!(home.path().join("gin.upcard").exists());
}

#[test]
fn the_match_is_saved_at_the_end_of_input() {
    let home = tempfile::tempdir().unwrap();
    let play = ["play", "rummy", "--seed", "1", "--pace", "fast"];
    let (code, text, _) = typed(home.path(), &play, "");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("upcard play --resume rummy-1"), "{text}");
    assert!(home.path().join("upcard/rummy-1.match").exists());
}

#[test]
fn each_line_waits_for_its_turn_even_after_the_end_of_input() {
    let home = tempfile::tempdir().unwrap();
    let play = ["play", "gin", "--seed", "11", "--pace", "fast"];
    // Decline the first upcard, then draw and discard.
    let (code, text, _) = typed(home.path(), &play, "p\nd\ndo\n");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("\nYou drew ") && text.contains("\nYou discarded "), "{text}");
}

#[test]
fn a_closed_output_ends_quietly_and_the_match_is_saved() {
    let home = tempfile::tempdir().unwrap();
    let mut child = piped(home.path(), &["play", "gin", "--seed", "1", "--pace", "fast"]);
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let mut input = child.stdin.take().unwrap();
    let typist = std::thread::spawn(move || while input.write_all(b"table\n").is_ok() {});
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(128 + 13), ""));
    typist.join().unwrap();
    assert!(home.path().join("upcard/gin-1.match").exists());
}

#[test]
fn a_dumb_terminal_gets_lines_and_ctrl_c_ends_them() {
    let home = tempfile::tempdir().unwrap();
    let state = home.path().to_str().unwrap();
    let arguments = ["play", "gin", "--seed", "1", "--plain"];
    let mut screen = Screen::start_with(&arguments, Some(("XDG_STATE_HOME", state)));
    let mut text = screen.shows("knock at 10");
    screen.types("table\n");
    text += &screen.shows("Melds stay in your hand");
    screen.types("hand\n");
    text += &screen.shows("You: 10 cards");
    assert!(!text.contains('\u{1b}') && !text.contains('\u{2500}'), "{text}");
    let (text, code) = screen.stopped_by("-INT");
    assert_eq!(code, Some(130), "{text}");
    assert!(text.contains("upcard play --resume gin-1") && !text.contains('\u{1b}'), "{text}");
    assert!(fs::metadata(home.path().join("upcard/gin-1.match")).unwrap().len() > 0);
    // A terminal that hangs up counts as closed.
    let resumed = ["play", "--resume", "gin-1", "--plain"];
    let mut screen = Screen::start_with(&resumed, Some(("XDG_STATE_HOME", state)));
    screen.shows("Melds stay in your hand");
    let (text, code) = screen.stopped_by("-HUP");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("upcard play --resume gin-1"), "{text}");
    // The same without the option, in a dumb terminal.
    let mut screen =
        Screen::start_with(&["play", "gin", "--save", "/dev/null/x"], Some(("TERM", "dumb")));
    let (text, code) = screen.left();
    assert_eq!((code, text.contains('\u{1b}')), (Some(2), false), "{text}");
}
