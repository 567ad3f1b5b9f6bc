//! Tests of the program, started as people start it.

mod admin;
mod arena;
mod hosting;
mod install;
mod json;
mod misuse;
mod new_game;
mod pipe;
mod plain;
mod play;
mod protocol;
mod records;
mod review;
mod shells;
mod shown;
mod sit;

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_upcard");

fn program() -> Command {
    Command::new(PROGRAM)
}

/// Runs the program to its end.
fn upcard(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

/// Returns the exit code, the output and the errors of a run.
fn texts(done: Output) -> (Option<i32>, String, String) {
    let [output, errors] =
        [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (done.status.code(), output, errors)
}

/// Starts a command with pipes.
fn piped(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// A shell that runs a line, with the program in its path.
fn shell(line: &str) -> Command {
    let folder = Path::new(PROGRAM).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).env("PATH", path).stdin(Stdio::null());
    shell
}
