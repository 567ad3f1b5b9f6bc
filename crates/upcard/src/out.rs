//! What a command prints. Who reads it may have seen enough: `upcard bench | head` ends quietly.

use std::fmt;
use std::io::{ErrorKind, Write};

/// What a program that Ctrl-C ends leaves behind, as shells count it.
pub(crate) const INTERRUPTED: u8 = 128 + 2;

/// What a program that a closed pipe ends leaves behind, as shells count it.
const PIPE_CLOSED: i32 = 128 + 13;

/// Prints this. Ends the program where nobody reads it any more, or where it cannot be written.
pub(crate) fn text(text: fmt::Arguments<'_>) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_fmt(text).and_then(|()| out.flush()) {
        std::process::exit(unwritten(&error));
    }
}

/// What the program ends with where its answer cannot be written. That nobody reads it is no error;
/// anything else is told.
pub(crate) fn unwritten(error: &std::io::Error) -> i32 {
    if error.kind() == ErrorKind::BrokenPipe {
        return PIPE_CLOSED;
    }
    self::error(&format!("the answer cannot be written: {error}"));
    1
}

/// Tells an error, in the form that all errors of the program have.
pub(crate) fn error(words: &str) {
    note(&format!("error: {words}"));
}

/// Says something beside the answer.
pub(crate) fn note(words: &str) {
    // Where nobody reads this either there is nothing left to do.
    let _ = writeln!(std::io::stderr(), "{words}");
}

/// Prints data as all commands do: an object that names the command.
pub(crate) fn json<T: serde::Serialize>(command: &str, data: &T) {
    text(format_args!("{}", upcard_arena::cli::json(command, data)));
}

/// Prints a text as it is.
macro_rules! say {
    ($($what:tt)*) => { $crate::out::text(format_args!($($what)*)) };
}

/// Prints a line.
macro_rules! say_line {
    ($($what:tt)*) => {
        $crate::out::text(format_args!("{}\n", format_args!($($what)*)))
    };
}

pub(crate) use {say, say_line};
