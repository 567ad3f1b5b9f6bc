//! Where tables are kept. A table is a sequence of numbered entries; this crate does not look
//! into them. Entries are added at the end, and the last of them may be replaced by others at once.
//!
//! An append returns when its entries are on disk: a change that is announced after that can be
//! relied on. There are two stores behind [`Store`]: [`Sqlite`], one file without any set-up, and
//! [`Postgres`], which several servers may use. Without the feature `postgres` the latter opens none.

#[cfg(not(feature = "postgres"))]
mod absent;
mod check;
mod condition;
mod days;
mod error;
mod nodes;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod store;

#[cfg(not(feature = "postgres"))]
pub use absent::{Leases, Postgres};
pub use days::Clock;
pub use error::{Damage, StoreError};
pub use nodes::{Claim, Node, Renewed, STILL, Sign, Watch};
#[cfg(feature = "postgres")]
pub use postgres::{Leases, Postgres};
pub use sqlite::{Sqlite, backup};
pub use store::{Change, Forgotten, Health, Reply, Store, Stored, Unused, Version};
