//! Health of a store: set by the writer, read by others without blocking.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::error::StoreError;
use crate::store::Health;

/// Health of the store, shared between its writer and readers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Condition(Arc<Mutex<Findings>>);

#[derive(Debug, Default)]
struct Findings {
    health: Health,
    /// Start of the pending disk or database operation.
    busy: Option<Instant>,
}

impl Condition {
    fn with<T>(&self, does: impl FnOnce(&mut Findings) -> T) -> T {
        does(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Marks the start of an operation.
    pub(crate) fn begin(&self) {
        self.with(|findings| findings.busy = Some(Instant::now()));
    }

    /// Marks the end of an operation, with its error if any.
    pub(crate) fn end(&self, fault: Option<StoreError>) {
        self.with(|findings| {
            findings.busy = None;
            findings.health.fault = fault;
        });
    }

    #[cfg(feature = "postgres")]
    /// Records that the database is unreachable; the pending operation continues.
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
