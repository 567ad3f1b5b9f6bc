//! Stub of PostgreSQL for builds without the feature: opening returns an error.

use std::convert::Infallible;
use std::time::Duration;

use crate::days::Clock;
use crate::error::StoreError;
use crate::nodes::{Claim, Node, RenewOutcome};
use crate::store::{Change, Health, RemovalStep, Reply, Store, StoredEntry, UnusedStats, Version};

/// Store in a PostgreSQL database; cannot be constructed.
pub struct Postgres(Infallible);

/// Leases of the nodes that share a database; cannot be constructed.
#[derive(Clone)]
pub struct Leases(Infallible);

impl Postgres {
    /// Returns an error.
    ///
    /// # Errors
    /// Always.
    pub async fn open(_: &str) -> Result<Postgres, StoreError> {
        Err(StoreError::Failed("this program was built without PostgreSQL".to_owned()))
    }

    /// Returns an error.
    ///
    /// # Errors
    /// Always.
    pub async fn open_with_clock(address: &str, _: Clock) -> Result<Postgres, StoreError> {
        Postgres::open(address).await
    }

    /// Leases of the nodes that share the database.
    #[must_use]
    pub fn leases(&self) -> Leases {
        match self.0 {}
    }
}

impl Store for Postgres {
    fn change(&self, _: Change) -> Reply<()> {
        match self.0 {}
    }

    fn entries(&self, _: &str) -> Reply<Vec<Vec<u8>>> {
        match self.0 {}
    }

    fn dated_entries(&self, _: &str) -> Reply<Vec<StoredEntry>> {
        match self.0 {}
    }

    fn version(&self, _: &str) -> Reply<Version> {
        match self.0 {}
    }

    fn get_or_insert(&self, _: &str, _: Vec<u8>) -> Reply<Vec<u8>> {
        match self.0 {}
    }

    fn put(&self, _: Vec<(String, Vec<u8>)>) -> Reply<()> {
        match self.0 {}
    }

    fn get(&self, _: &str) -> Reply<Option<Vec<u8>>> {
        match self.0 {}
    }

    fn table_names(&self, _: &str, _: u32) -> Reply<Vec<String>> {
        match self.0 {}
    }

    fn count(&self) -> Reply<u64> {
        match self.0 {}
    }

    fn unused_stats(&self, _: u32) -> Reply<UnusedStats> {
        match self.0 {}
    }

    fn remove_unused(&self, _: u32) -> Reply<RemovalStep> {
        match self.0 {}
    }

    fn health(&self) -> Health {
        match self.0 {}
    }

    fn close(&self) -> Reply<()> {
        match self.0 {}
    }
}

/// Stubs, never called.
impl Leases {
    /// Never called.
    pub async fn join(&self, _: &str, _: Duration) -> Result<i64, StoreError> {
        match self.0 {}
    }

    /// Never called.
    pub async fn renew(&self, _: &Node, _: Duration) -> Result<RenewOutcome, StoreError> {
        match self.0 {}
    }

    /// Never called.
    pub async fn nodes(&self) -> Result<Vec<Node>, StoreError> {
        match self.0 {}
    }

    /// Never called.
    pub async fn end(&self, _: &Node) -> Result<bool, StoreError> {
        match self.0 {}
    }

    /// Never called.
    pub async fn alive(&self) -> Result<Vec<Node>, StoreError> {
        match self.0 {}
    }

    /// Never called.
    pub async fn still_held(&self, _: i64, _: &[(String, u64)]) -> Result<Vec<String>, StoreError> {
        match self.0 {}
    }

    /// Never called.
    pub async fn claim(&self, _: &str, _: i64) -> Result<Claim, StoreError> {
        match self.0 {}
    }

    /// Never called.
    pub async fn pass_on(
        &self,
        _: &str,
        _: i64,
        _: u64,
        _: Option<i64>,
    ) -> Result<bool, StoreError> {
        match self.0 {}
    }

    /// Never called.
    pub async fn leave(&self, _: i64) -> Result<(), StoreError> {
        match self.0 {}
    }
}
