//! Origin of a request: signed cookies, rejoin links, headers of trusted proxies, and the `Origin` header.
//!
//! All of this parses untrusted input. The crate knows no sockets, clock or tables: keys, time and settings
//! are arguments, so that each parser can be tested and fuzzed in isolation.

mod keys;
mod origin;
mod proxies;
mod rejoin;

pub use keys::{KEY_LEN, Keys};
pub use origin::{Origin, is_own_origin};
pub use proxies::{Proxies, ProxyHeader};
pub use rejoin::{RejoinToken, VALID_SECONDS};
