//! Operations: settings, keys, startup and shutdown, shared state, metrics, limits, the admin interface.

#[cfg(unix)]
pub mod admin;
pub(crate) mod app;
pub mod cli;
pub(crate) mod entropy;
pub(crate) mod faults;
#[cfg(unix)]
pub(crate) mod guests;
pub(crate) mod keyring;
pub(crate) mod limits;
pub(crate) mod log_throttle;
pub(crate) mod memory;
pub(crate) mod metrics;
pub(crate) mod published;
pub(crate) mod quotas;
pub(crate) mod rates;
pub(crate) mod settings;
pub(crate) mod shared;
pub mod signing;
pub(crate) mod tls;
pub(crate) mod traces;
pub(crate) mod trouble;
pub(crate) mod upkeep;
