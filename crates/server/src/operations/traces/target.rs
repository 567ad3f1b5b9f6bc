//! Target of spans.

/// Target of all spans.
pub(crate) const TRACES: &str = "upcard::traces";
