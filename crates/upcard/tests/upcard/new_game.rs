//! The tutorial for a new game, executed as written.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::admin::Server;
use crate::play::Screen;
use crate::{program, texts};

const PAGE: &str = include_str!("../../../../docs/new-game.md");

/// A code block: the info string and the lines.
struct Block<'a> {
    info: &'a str,
    lines: Vec<&'a str>,
}

fn blocks() -> Vec<Block<'static>> {
    let mut blocks = Vec::new();
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let inside = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block { info, lines: inside });
        }
    }
    blocks
}

/// Words of a command, with quoting.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

fn upcard(folder: &Path, arguments: &[String]) -> Command {
    let mut command = program();
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// Starts a server on another port than the page's, which may be in use.
fn start(folder: &Path, arguments: &[String]) -> Server {
    let mut command = upcard(folder, arguments);
    command.env("UPCARD_LISTEN", "127.0.0.1:0").env("UPCARD_LOG", "error").stderr(Stdio::null());
    Server::spawn(folder, &mut command)
}

/// What curl would print.
fn curl(server: &Server, words: &[String]) -> String {
    let path = words[0].trim_start_matches("http://localhost:8080");
    let after = |flag: &str| words.iter().position(|word| word == flag).map(|at| &words[at + 1]);
    let (header, data) = (after("-H"), after("-d"));
    let method = if data.is_some() { "POST" } else { "GET" };
    let header = header.map_or_else(String::new, |header| format!("{header}\r\n"));
    let (_, answer) = server.request_with(method, path, &header, data.map_or("", String::as_str));
    answer.split_once("\r\n\r\n").expect("a body").1.to_owned()
}

/// Commands of a block, each with its output.
fn commands<'a>(lines: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut all: Vec<Vec<&'a str>> = Vec::new();
    for line in lines {
        match all.last_mut() {
            Some(command) if !line.starts_with("$ ") => command.push(line),
            _ => all.push(vec![line]),
        }
    }
    all
}

/// Returns `true` if the lines match, where `…` stands for omitted lines or the rest of a line.
fn fits(expected: &[&str], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((&"…", rest)) => (0..=found.len()).any(|skipped| fits(rest, &found[skipped..])),
        Some((line, rest)) => found.split_first().is_some_and(|(first, others)| {
            let same = match line.strip_suffix('…') {
                Some(beginning) => first.starts_with(beginning),
                None => first == line,
            };
            same && fits(rest, others)
        }),
    }
}

#[test]
fn a_new_game_is_made_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    let state = tempfile::tempdir().unwrap();
    let mut server = None;
    let mut done = 0;
    for block in blocks() {
        match block.info.split_once(' ') {
            Some((_, file)) => {
                fs::write(folder.path().join(file), block.lines.join("\n") + "\n").unwrap();
                continue;
            }
            None => done += 1,
        }
        for part in commands(&block.lines) {
            let (command, expected) = part.split_first().expect("a command");
            let words = words(command.strip_prefix("$ ").expect("a command"));
            let (program, arguments) = words.split_first().expect("a program");
            let output = match (block.info, program.as_str()) {
                ("server", "upcard") => {
                    server = Some(start(folder.path(), arguments));
                    continue;
                }
                ("terminal", "upcard") => {
                    let mut screen = Screen::of(|upcard| {
                        upcard.args(arguments).current_dir(folder.path());
                        upcard.env("XDG_STATE_HOME", state.path());
                    });
                    expected.iter().for_each(|line| drop(screen.shows(line)));
                    screen.shows("quit");
                    assert_eq!(screen.quits(), Some(0));
                    continue;
                }
                (_, "curl") => curl(server.as_ref().expect("a server"), arguments),
                _ => {
                    let done = upcard(folder.path(), arguments).output().unwrap();
                    let (_, output, errors) = texts(done);
                    output + &errors
                }
            };
            let found: Vec<&str> = output.lines().collect();
            assert!(fits(expected, &found), "{command}:\n{output}");
        }
    }
    assert_eq!(done, 11, "every block is run");
}
