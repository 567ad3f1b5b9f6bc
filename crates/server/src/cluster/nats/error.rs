//! Error of the NATS connection.

use std::fmt::Display;

use thiserror::Error;

/// The NATS server cannot be used. The message never contains a password.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("NATS: {0}")]
pub struct BusError(String);

impl BusError {
    pub(super) fn new(error: &dyn Display) -> BusError {
        BusError(error.to_string())
    }
}
