//! The searches, held against plain enumeration and against what must hold of them.

mod common;
mod exact;
mod laws;
mod rearrange;
mod table;
mod whole;
