//! Storage of tables. A table is an append-only sequence of numbered entries, opaque to this crate. Appending
//! may also replace the last entries atomically.
//!
//! An append returns once its entries are on disk, so an acknowledged change is durable. [`Store`] has two
//! implementations: [`Sqlite`], one file without set-up, and PostgreSQL, for several servers. Without the
//! feature `postgres` the latter cannot be opened.

#[cfg(not(feature = "postgres"))]
mod absent;
mod check;
mod days;
mod error;
mod health;
mod nodes;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod store;

#[cfg(not(feature = "postgres"))]
pub use absent::{Leases, open_postgres};
pub use days::Clock;
pub use error::{Damage, StoreError};
pub use nodes::{Claim, DEAD_AFTER, FailureDetector, Node, RenewOutcome, Renewal};
#[cfg(feature = "postgres")]
pub use postgres::{Leases, Postgres, open_postgres};
pub use sqlite::{Sqlite, backup};
pub use store::{Change, Health, RemovalStep, Reply, Store, StoredEntry, UnusedStats, Version};
