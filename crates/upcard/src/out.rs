//! What a command prints. Who reads it may have seen enough: `upcard bench | head` ends quietly.

use std::fmt;
use std::io::{ErrorKind, Write};

/// What a program that a closed pipe ends leaves behind, as shells count it.
const PIPE_CLOSED: i32 = 128 + 13;

/// Prints this. Ends the program where nobody reads it any more.
pub(crate) fn text(text: fmt::Arguments<'_>) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_fmt(text).and_then(|()| out.flush()) {
        if error.kind() != ErrorKind::BrokenPipe {
            eprintln!("the answer cannot be printed: {error}");
        }
        std::process::exit(PIPE_CLOSED);
    }
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
