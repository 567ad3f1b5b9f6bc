//! What marks a span.

/// The target of all spans.
pub(crate) const TRACES: &str = "upcard::traces";
