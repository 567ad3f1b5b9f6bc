//! What a database server's errors mean.

use std::error::Error as _;

use deadpool_postgres::PoolError;
use deadpool_postgres::tokio_postgres::Error;

use crate::StoreError;

/// Classes of errors after which the same may succeed: the connection, resources, an operator's
/// intervention, a transaction that met another, a server that only reads.
const PASSING: [&str; 5] = ["08", "53", "57", "40", "25"];

/// An error of the database. What may succeed later is [`StoreError::Unreachable`].
pub(super) fn fault(error: Error) -> StoreError {
    match error.as_db_error() {
        Some(reported) if PASSING.iter().any(|class| reported.code().code().starts_with(class)) => {
            StoreError::Unreachable(reported.message().to_owned())
        }
        Some(reported) => StoreError::Failed(reported.message().to_owned()),
        None => {
            let mut text = error.to_string();
            if let Some(cause) = error.source() {
                text = format!("{text}: {cause}");
            }
            StoreError::Unreachable(text)
        }
    }
}

/// Why there is no connection.
pub(super) fn no_connection(error: PoolError) -> StoreError {
    match error {
        PoolError::Backend(error) => match fault(error) {
            // Whoever may not connect now may be allowed to later.
            StoreError::Failed(why) => StoreError::Unreachable(why),
            other => other,
        },
        PoolError::Closed => StoreError::Closed,
        other => StoreError::Unreachable(other.to_string()),
    }
}
