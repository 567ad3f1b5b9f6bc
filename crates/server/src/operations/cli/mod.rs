//! `upcard serve`: flags, environment, settings file, and defaults.

mod args;
mod config;
mod keys;
pub mod out;
mod redaction;
mod run;
mod signals;
#[cfg(test)]
mod tests;

pub use self::args::ServeArgs;
pub use self::keys::NewKeysArgs;
pub(crate) use self::redaction::redacting;
pub use self::redaction::{exit, without_passwords};
pub use self::run::run;
