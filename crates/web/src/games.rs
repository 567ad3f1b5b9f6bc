//! The games, as parsed by the build script.

use upcard_engine::Library;
use upcard_table::compact;

pub(crate) fn games() -> Library {
    compact::read(include_bytes!(concat!(env!("OUT_DIR"), "/games"))).unwrap_or_default()
}
