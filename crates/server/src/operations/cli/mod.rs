//! `upcard serve`: flags, environment, settings file, and defaults.

mod args;
mod config;
mod keys;
pub mod out;
mod quiet;
mod run;
mod signals;
#[cfg(test)]
mod tests;

pub use self::args::ServeArgs;
pub use self::keys::NewKeysArgs;
pub(crate) use self::quiet::quiet;
pub use self::quiet::{exit, without_passwords};
pub use self::run::run;
