//! Health of a store: set by the writer, read by others without blocking.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::error::StoreError;
use crate::store::Health;

/// Health of the store, shared between its writer and readers.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedHealth(Arc<Mutex<HealthState>>);

#[derive(Debug, Default)]
struct HealthState {
    health: Health,
    busy: Option<Instant>,
}

impl SharedHealth {
    fn with<T>(&self, update: impl FnOnce(&mut HealthState) -> T) -> T {
        update(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn begin(&self) {
        self.with(|state| state.busy = Some(Instant::now()));
    }

    /// Marks the end of an operation, with its error if any.
    pub(crate) fn end(&self, fault: Option<StoreError>) {
        self.with(|state| {
            state.busy = None;
            state.health.fault = fault;
        });
    }

    #[cfg(feature = "postgres")]
    /// Records that the database is unreachable; the pending operation continues.
    pub(crate) fn set_unreachable(&self, fault: StoreError) {
        self.with(|state| state.health.fault = Some(fault));
    }

    pub(crate) fn set_free(&self, free: Option<u64>) {
        self.with(|state| state.health.free = free);
    }

    pub(crate) fn set_jump(&self, days: i64) {
        self.with(|state| state.health.jump = Some(days));
    }

    pub(crate) fn health(&self) -> Health {
        self.with(|state| Health {
            waiting: state.busy.map(|since| since.elapsed()).unwrap_or_default(),
            ..state.health.clone()
        })
    }
}
