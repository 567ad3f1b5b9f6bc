//! Mapping of PostgreSQL errors.

use std::error::Error as _;

use deadpool_postgres::PoolError;
use deadpool_postgres::tokio_postgres::Error;

use crate::error::StoreError;

/// Transient error classes: connection, resources, operator intervention, conflict, read-only server.
const TRANSIENT_CLASSES: [&str; 5] = ["08", "53", "57", "40", "25"];

/// Transient errors become [`StoreError::Unreachable`].
impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        match error.as_db_error() {
            Some(db)
                if TRANSIENT_CLASSES.iter().any(|class| db.code().code().starts_with(class)) =>
            {
                StoreError::Unreachable(db.message().to_owned())
            }
            Some(db) => StoreError::Failed(db.message().to_owned()),
            None => {
                let mut text = error.to_string();
                if let Some(cause) = error.source() {
                    text = format!("{text}: {cause}");
                }
                StoreError::Unreachable(text)
            }
        }
    }
}

/// Reasons for failing to get a connection.
impl From<PoolError> for StoreError {
    fn from(error: PoolError) -> StoreError {
        match error {
            PoolError::Backend(error) => match error.into() {
                // Connecting may be permitted later.
                StoreError::Failed(why) => StoreError::Unreachable(why),
                other => other,
            },
            PoolError::Closed => StoreError::Closed,
            other => StoreError::Unreachable(other.to_string()),
        }
    }
}
