//! What can be wrong with the message server.

use std::fmt::Display;

use thiserror::Error;

/// The message server cannot be used; a password never stands in it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the message server: {0}")]
pub struct BusError(String);

impl BusError {
    pub(super) fn new(error: &dyn Display) -> BusError {
        BusError(error.to_string())
    }
}
