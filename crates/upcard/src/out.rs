//! What a command prints, and what it ends with where nobody reads that.

use std::fmt;

pub(crate) use upcard_server::cli::out::{error, note, unwritten};

/// What a program that Ctrl-C ends leaves behind, as shells count it.
pub(crate) const INTERRUPTED: u8 = 128 + 2;

/// Prints this. Ends the program where nobody reads it any more, or where it cannot be written.
pub(crate) fn text(text: fmt::Arguments<'_>) {
    if let Err(error) = upcard_server::cli::out::print(text) {
        std::process::exit(unwritten(&error).into());
    }
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
