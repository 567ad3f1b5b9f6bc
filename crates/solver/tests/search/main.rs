//! The searches, compared with naive enumeration and checked for general properties.

mod common;
mod declaring;
mod exact;
mod goals;
mod groupings;
mod laws;
mod rearranging;
mod whole;
