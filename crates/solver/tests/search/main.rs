//! The searches, held against plain enumeration and against what must hold of them.

mod common;
mod declaring;
mod exact;
mod goals;
mod groupings;
mod laws;
mod rearranging;
mod whole;
