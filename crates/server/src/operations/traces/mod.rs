//! Traces: where requests, tables and bots spend their time, for an OTLP collector.
//!
//! Spans contain routes, shortened table ids as in the log, and numbers, but no cards, secrets, people or
//! addresses. Without a collector each span costs one check of a static.

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
