//! Output of a command. Its reader may close the pipe, as in `upcard bench | head`; a disk may be full.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Exit code after a closed pipe, as shells report SIGPIPE.
const PIPE_CLOSED: u8 = 128 + 13;

/// Prints a result.
pub fn print(answer: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "{answer}").and_then(|()| out.flush())
}

/// Prints a result; the exit code tells whether this failed.
pub(crate) fn print_result(answer: &str) -> ExitCode {
    print(answer).map_or_else(|error| write_error_code(&error).into(), |()| ExitCode::SUCCESS)
}

/// Returns the exit code after a failed write. Reports the error, except for a closed pipe.
pub fn write_error_code(why: &io::Error) -> u8 {
    if why.kind() == ErrorKind::BrokenPipe {
        return PIPE_CLOSED;
    }
    error(format_args!("cannot write the output: {why}"));
    1
}

/// Prints an error to standard error, with the usual prefix.
pub fn error(words: impl Display) {
    note(format_args!("error: {words}"));
}

/// Prints a line to standard error.
pub fn note(words: impl Display) {
    // If this fails too, there is nothing left to do.
    let _ = writeln!(io::stderr(), "{words}");
}
