//! What is PostgreSQL's own.

#[cfg(unix)]
mod encrypted;
mod leases;
mod outage;
