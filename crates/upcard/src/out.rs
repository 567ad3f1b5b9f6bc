//! Output of commands, and their exit code if it cannot be written.

use std::error::Error;
use std::fmt;
use std::process::ExitCode;

pub(crate) use upcard_server::cli::out::{error, note, write_error_code};

/// What a command returns.
pub(crate) type Outcome = Result<ExitCode, Box<dyn Error>>;

/// Exit code after Ctrl-C, as shells report it.
pub(crate) const INTERRUPTED: u8 = 128 + 2;

/// Prints a text. Exits if it cannot be written or nobody reads it.
pub(crate) fn text(text: fmt::Arguments<'_>) {
    if let Err(error) = upcard_server::cli::out::print(text) {
        std::process::exit(write_error_code(&error).into());
    }
}

/// Prints JSON in the common form: an object that names the command.
pub(crate) fn json<T: serde::Serialize>(command: &str, data: &T) {
    text(format_args!("{}", upcard_arena::cli::json(command, data)));
}

/// Prints a formatted text.
macro_rules! say {
    ($($what:tt)*) => { $crate::out::text(format_args!($($what)*)) };
}

/// Prints a formatted line.
macro_rules! say_line {
    ($($what:tt)*) => {
        $crate::out::text(format_args!("{}\n", format_args!($($what)*)))
    };
}

pub(crate) use {say, say_line};
