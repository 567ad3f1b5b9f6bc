//! Target of spans.

pub(crate) const TRACES: &str = "upcard::traces";
