//! Locks and atomics of the standard library. The loom tests replace this module.

pub(crate) use std::sync::atomic::{AtomicUsize, Ordering};
pub(crate) use std::sync::{Arc, Mutex, MutexGuard};
