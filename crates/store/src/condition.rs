//! How a store is: written by what writes, read by whoever asks, without waiting.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::error::StoreError;
use crate::store::Health;

/// How the store is, as its writer finds it, for whoever asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Condition(Arc<Mutex<Findings>>);

#[derive(Debug, Default)]
struct Findings {
    health: Health,
    /// Since when the disk or the database is being waited for.
    busy: Option<Instant>,
}

impl Condition {
    fn with<T>(&self, does: impl FnOnce(&mut Findings) -> T) -> T {
        does(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// It is about to be waited for.
    pub(crate) fn begin(&self) {
        self.with(|findings| findings.busy = Some(Instant::now()));
    }

    /// It has answered.
    pub(crate) fn end(&self, fault: Option<StoreError>) {
        self.with(|findings| {
            findings.busy = None;
            findings.health.fault = fault;
        });
    }

    #[cfg(feature = "postgres")]
    /// It cannot be reached; what is being written still waits for it.
    pub(crate) fn lost(&self, fault: StoreError) {
        self.with(|findings| findings.health.fault = Some(fault));
    }

    pub(crate) fn set_free(&self, free: Option<u64>) {
        self.with(|findings| findings.health.free = free);
    }

    pub(crate) fn set_jump(&self, days: i64) {
        self.with(|findings| findings.health.jump = Some(days));
    }

    pub(crate) fn health(&self) -> Health {
        self.with(|findings| Health {
            waiting: findings.busy.map(|since| since.elapsed()).unwrap_or_default(),
            ..findings.health.clone()
        })
    }
}
