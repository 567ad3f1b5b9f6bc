//! Stub of PostgreSQL for builds without the feature: opening returns an error.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use crate::error::StoreError;
use crate::nodes::{Claim, Node, RenewOutcome};
use crate::store::Store;

/// Leases of the nodes that share a database; cannot be constructed.
#[derive(Clone)]
pub struct Leases(Infallible);

/// Returns an error.
pub async fn open_postgres(_: &str) -> Result<(Arc<dyn Store>, Leases), StoreError> {
    Err(StoreError::Failed("this program was built without PostgreSQL".to_owned()))
}

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
