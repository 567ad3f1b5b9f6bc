//! `upcard play` in a pseudo terminal, and without one.
#![cfg(target_os = "linux")]

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};

use crate::misuse::refused;
use crate::{program, texts};

/// Timeout for expected output.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A program in a pseudo terminal of 80 columns and 24 rows.
pub(crate) struct Screen {
    child: Child,
    keys: File,
    output: Receiver<Vec<u8>>,
    seen: String,
    /// The program's side, and its original settings.
    terminal: File,
    before: Termios,
}

impl Screen {
    fn start(arguments: &[&str]) -> Screen {
        Screen::start_with(arguments, None)
    }

    /// With these environment variables.
    pub(crate) fn start_with<'a>(
        arguments: &[&str],
        set: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Screen {
        Screen::of(|upcard| {
            upcard.args(arguments).envs(set);
        })
    }

    /// With this set-up of the program.
    pub(crate) fn of(set_up: impl FnOnce(&mut Command)) -> Screen {
        let (keys, terminal) = pseudo_terminal();
        let before = tcgetattr(&terminal).unwrap();
        let mut upcard = on(&terminal);
        set_up(&mut upcard);
        let child = upcard.spawn().unwrap();
        let mut reader = keys.try_clone().unwrap();
        let (send, output) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if send.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Screen { child, keys, output, seen: String::new(), terminal, before }
    }

    /// Waits until this is shown; returns the output before it.
    pub(crate) fn shows(&mut self, what: &str) -> String {
        while !self.seen.contains(what) {
            match self.output.recv_timeout(TIMEOUT) {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(_) => panic!("'{what}' is not shown:\n{}", self.seen),
            }
        }
        let end = self.seen.find(what).map_or(0, |at| at + what.len());
        self.seen.drain(..end).collect()
    }

    /// Sends this signal; returns the remaining output, and the exit code.
    pub(crate) fn stopped_by(mut self, signal: &str) -> (String, Option<i32>) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        self.left()
    }

    /// Returns the remaining output, and the exit code.
    pub(crate) fn left(&mut self) -> (String, Option<i32>) {
        let code = self.child.wait().unwrap().code();
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
            self.seen.push_str(&String::from_utf8_lossy(&bytes));
        }
        (std::mem::take(&mut self.seen), code)
    }

    pub(crate) fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Leaves the match: a question first, then the second key leaves.
    pub(crate) fn quits(mut self) -> Option<i32> {
        self.types("q");
        self.shows("Leave");
        self.types("\r");
        self.ends()
    }

    /// Waits for the exit; the terminal must be restored.
    pub(crate) fn ends(mut self) -> Option<i32> {
        self.shows("\u{1b}[?1049l");
        self.shows("upcard play --resume");
        let code = self.child.wait().unwrap().code();
        let after = tcgetattr(&self.terminal).unwrap();
        assert_eq!(after.local_modes, self.before.local_modes);
        assert_eq!(after.input_modes, self.before.input_modes);
        assert_eq!(after.output_modes, self.before.output_modes);
        code
    }
}

/// Opens a pseudo terminal: the controlling side, and the program's.
fn pseudo_terminal() -> (File, File) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let terminal = OpenOptions::new().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).unwrap();
    (File::from(master), terminal)
}

fn on(terminal: &File) -> Command {
    let side = || Stdio::from(terminal.try_clone().unwrap());
    let mut program = program();
    program.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
    program.stdin(side()).stdout(side()).stderr(side());
    program
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn unplayable_options_are_refused_before_anything_is_shown() {
    let refused = |arguments: &[&str]| refused(&[&["play"], arguments].concat());
    assert!(refused(&["gin", "--players", "5"]).contains("5 players"));
    assert!(refused(&["no-such-game"]).contains("no-such-game"));
    assert!(refused(&["pool-101", "--short"]).contains("no short match"));
    assert!(refused(&["gin", "--bots", "clever"]).contains("clever"));
    assert!(refused(&["--resume", "/no/such/file"]).contains("no such match or file"));
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("damaged.match");
    fs::write(&damaged, "nonsense").unwrap();
    assert!(refused(&["--resume", text(&damaged)]).contains("damaged"));
}

#[test]
fn suspending_restores_the_terminal_and_resuming_redraws() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("gin.match");
    // In its own process group, since the whole group is suspended.
    let arguments = ["play", "gin", "--seed", "1", "--save", text(&kept)];
    let mut screen = Screen::of(|upcard| {
        upcard.args(arguments).process_group(0);
    });
    screen.shows("\u{1b}[?1049h");
    screen.shows("quit");
    let id = screen.child.id().to_string();
    let state = |wanted: char| {
        let is = || {
            let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
            stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(wanted))
        };
        while !is() {
            thread::sleep(Duration::from_millis(5));
        }
    };
    let resume = || assert!(Command::new("kill").args(["-CONT", &id]).status().unwrap().success());
    screen.types("\u{1a}");
    screen.shows("\u{1b}[?1049l");
    state('T');
    let now = tcgetattr(&screen.terminal).unwrap();
    assert_eq!(now.local_modes, screen.before.local_modes);
    resume();
    screen.shows("\u{1b}[?1049h");
    screen.shows("quit");
    // SIGSTOP leaves no time to restore the terminal; the table is redrawn all the same.
    assert!(Command::new("kill").args(["-STOP", &id]).status().unwrap().success());
    state('T');
    resume();
    screen.shows("\u{1b}[?1049h");
    screen.shows("quit");
    let now = tcgetattr(&screen.terminal).unwrap();
    assert_ne!(now.local_modes, screen.before.local_modes);
    assert_eq!(screen.quits(), Some(0));
}

#[test]
fn a_match_is_left_and_resumed_and_the_terminal_is_restored() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("gin.match");
    let mut screen = Screen::start(&["play", "gin", "--seed", "1", "--save", text(&kept)]);
    screen.shows("\u{1b}[?1049h");
    screen.shows("Gin Rummy");
    screen.shows("quit");
    assert_eq!(screen.quits(), Some(0));
    assert!(kept.exists());
    // It is not overwritten.
    refused(&["play", "gin", "--save", text(&kept)]);
    // The same match; now each of the signals ends the program.
    for (signal, code) in [("-TERM", 0), ("-INT", 130), ("-HUP", 1)] {
        let mut screen = Screen::start(&["play", "--resume", text(&kept)]);
        screen.shows("Gin Rummy");
        screen.shows("quit");
        let id = screen.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(screen.ends(), Some(code), "{signal}");
        assert!(kept.exists());
    }
}

#[test]
fn an_invalid_name_is_refused_and_leaves_no_file() {
    let home = tempfile::tempdir().unwrap();
    let cases = [
        ("x".repeat(25), "it has 25 letters, and the maximum is 24"),
        ("  ".to_owned(), "it is empty"),
        ("An\u{200b}n".to_owned(), "invisible character"),
        ("Bot  Sharp".to_owned(), "records use it for bots"),
    ];
    for (name, why) in cases {
        let mut upcard = program();
        upcard.args(["play", "gin", "--name", &name]).env("XDG_STATE_HOME", home.path());
        let (code, _, errors) = texts(upcard.output().unwrap());
        assert!(code == Some(2) && errors.contains(why), "{errors}");
    }
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0, "no match is left behind");
}

#[test]
fn saved_matches_are_listed_and_locked() {
    let home = tempfile::tempdir().unwrap();
    let state = ("XDG_STATE_HOME", text(home.path()));
    let upcard = |arguments: &[&str]| {
        let done = program().arg("play").args(arguments).envs([state]).output().unwrap();
        let (code, output, errors) = texts(done);
        (code, output + &errors)
    };
    assert_eq!(upcard(&["--list"]).0, Some(0));
    assert!(upcard(&["--list"]).1.starts_with("no saved match in "));
    for game in ["gin", "rummy"] {
        let mut screen = Screen::start_with(&["play", game, "--seed", "1"], Some(state));
        screen.shows("quit");
        assert_eq!(screen.quits(), Some(0));
    }
    let (code, list) = upcard(&["--list"]);
    assert_eq!(code, Some(0), "{list}");
    let line = |name: &str| list.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(line("gin-1").contains("gin, 2 players, deal 1, scores 0 0"), "{list}");
    assert!(line("rummy-1").contains("rummy, 4 players, deal 1, scores 0 0 0 0"), "{list}");
    // By name; a second window is refused, and resumes the other match if none is named.
    let mut screen = Screen::start_with(&["play", "--resume", "gin-1"], Some(state));
    screen.shows("quit");
    let (code, error) = upcard(&["--resume", "gin-1"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("gin-1.match: this match is open in another window"), "{error}");
    assert!(upcard(&["--list"]).1.contains("open in another window"));
    assert!(upcard(&["--resume"]).1.contains("upcard play --resume rummy-1"), "rummy-1 is free");
    let (code, error) = upcard(&["--resume", "gin-7"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("no such match") && error.contains("gin-1"), "{error}");
    assert_eq!(screen.quits(), Some(0));
}

#[test]
fn closing_the_terminal_ends_the_program_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("gin.match");
    let (mut keys, terminal) = pseudo_terminal();
    let arguments = ["play", "gin", "--seed", "1", "--save", text(&kept)];
    let mut child = on(&terminal).args(arguments).spawn().unwrap();
    let (mut seen, mut bytes) = (String::new(), [0; 4096]);
    while !seen.contains("quit") {
        let count = keys.read(&mut bytes).unwrap();
        seen.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    drop(keys);
    drop(terminal);
    let (send, ended) = mpsc::channel();
    thread::spawn(move || send.send(child.wait().unwrap().code()));
    assert_eq!(ended.recv_timeout(TIMEOUT).expect("it ends"), Some(1));
    assert!(kept.exists());
}
