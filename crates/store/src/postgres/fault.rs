//! What a database server's errors mean.

use std::error::Error as _;

use deadpool_postgres::PoolError;
use deadpool_postgres::tokio_postgres::Error;

use crate::error::StoreError;

/// Classes of errors after which the same may succeed: the connection, resources, an operator's
/// intervention, a transaction that met another, a server that only reads.
const PASSING: [&str; 5] = ["08", "53", "57", "40", "25"];

/// What may succeed later is [`StoreError::Unreachable`].
impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        match error.as_db_error() {
            Some(db) if PASSING.iter().any(|class| db.code().code().starts_with(class)) => {
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

/// Why there is no connection.
impl From<PoolError> for StoreError {
    fn from(error: PoolError) -> StoreError {
        match error {
            PoolError::Backend(error) => match error.into() {
                // Whoever may not connect now may be allowed to later.
                StoreError::Failed(why) => StoreError::Unreachable(why),
                other => other,
            },
            PoolError::Closed => StoreError::Closed,
            other => StoreError::Unreachable(other.to_string()),
        }
    }
}
