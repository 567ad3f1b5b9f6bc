//! Locks and counters, those of the standard library: tests put others in their place.

pub(crate) use std::sync::atomic::{AtomicUsize, Ordering};
pub(crate) use std::sync::{Arc, Mutex, MutexGuard};
