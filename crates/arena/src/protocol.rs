//! The protocol for programs: one JSON object a line, on standard input and output.
//!
//! `docs/protocol.md` describes it for those who write a program.

mod first;
mod form;
mod host;
#[cfg(feature = "schema")]
mod schema;
pub mod second;
mod serve;

pub use first::{Answer, ToProgram, VERSION};
pub use form::Form;
pub(crate) use host::{LEAVE, Program, end_all};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use serve::{ServeError, serve};
