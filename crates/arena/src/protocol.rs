//! The protocol for programs: one JSON object a line, on standard input and output.
//!
//! `docs/protocol.md` describes it for those who write a program.

mod program;
#[cfg(feature = "schema")]
mod schema;
mod serve;
mod v1;
pub mod v2;
mod version;

pub(crate) use program::{EXIT_TIMEOUT, Program, kill_all_programs};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use serve::{ServeError, serve};
pub use v1::{Answer, ToProgram, VERSION};
pub use version::ProtocolVersion;
