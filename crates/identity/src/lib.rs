//! Who a request comes from: signed cookies and rejoin links, what trusted proxies say, and origins.
//!
//! All of this reads what strangers write. Nothing here knows a socket, a clock or a table: keys,
//! time and settings come in as arguments, so that each parser can be tested and fuzzed by itself.

mod keys;
mod origin;
mod proxies;
mod rejoin;

pub use keys::{KEY, Keys};
pub use origin::{Origin, own_origin};
pub use proxies::{Proxies, ProxyHeader};
pub use rejoin::{RejoinToken, VALID};
