//! Traces: on what a request, a table and a bot spend their time, for a collector that speaks OTLP.
//!
//! They name routes, parts of table ids as the log does, and numbers: no card, no secret, no person and
//! no address. Without a collector the spans cost one look at a static each.

#[cfg(not(feature = "traces"))]
mod absent;
#[cfg(feature = "traces")]
mod exporter;
mod target;

#[cfg(not(feature = "traces"))]
pub(crate) use self::absent::Traces;
#[cfg(feature = "traces")]
pub(crate) use self::exporter::Traces;
pub(crate) use self::target::TRACES;
