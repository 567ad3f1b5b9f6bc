//! Tests specific to PostgreSQL.

#[cfg(unix)]
mod encrypted;
mod leases;
mod outage;
