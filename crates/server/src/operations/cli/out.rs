//! What a command prints. Who reads it may have seen enough, as in `upcard bench | head`; a disk may be full.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// What a program that a closed pipe ends leaves behind, as shells count it.
const PIPE_CLOSED: u8 = 128 + 13;

/// Prints an answer.
///
/// # Errors
/// It cannot be written.
pub fn print(answer: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "{answer}").and_then(|()| out.flush())
}

/// Prints an answer; where it cannot be written the exit code says so.
pub(crate) fn printed(answer: &str) -> ExitCode {
    print(answer).map_or_else(|error| unwritten(&error).into(), |()| ExitCode::SUCCESS)
}

/// What the program ends with where its answer cannot be written. That nobody reads it is no error;
/// anything else is told.
pub fn unwritten(why: &io::Error) -> u8 {
    if why.kind() == ErrorKind::BrokenPipe {
        return PIPE_CLOSED;
    }
    error(format_args!("the answer cannot be written: {why}"));
    1
}

/// Tells an error, in the form that all errors of the program have.
pub fn error(words: impl Display) {
    note(format_args!("error: {words}"));
}

/// Says something beside the answer.
pub fn note(words: impl Display) {
    // Where nobody reads this either there is nothing left to do.
    let _ = writeln!(io::stderr(), "{words}");
}
