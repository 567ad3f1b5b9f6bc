//! Digests of the results of engine, solver and bots for fixed seeds.
//!
//! The page deals, judges and plays with the same code as the server, and a record must replay on every
//! machine. So the same seeds must give the same results natively and in WebAssembly: a test in a browser
//! compares the digests of both.
//!
//! The `frozen` module guards the bots' answers in positions from play against unintended changes.

mod fnv;
#[cfg(not(target_family = "wasm"))]
pub mod frozen;
mod parts;

pub(crate) use fnv::Digest;
pub use parts::{PARTS, Part, digest, games};

/// Number of games, for the host of a WebAssembly module.
#[allow(unsafe_code, reason = "the host calls it by its name, which no other function has")]
#[unsafe(no_mangle)]
pub extern "C" fn upcard_games() -> u32 {
    games()
}

/// [`digest`] of a part by its index in [`PARTS`], for the host of a WebAssembly module; 0 if there is no
/// such part or game.
#[allow(unsafe_code, reason = "the host calls it by its name, which no other function has")]
#[unsafe(no_mangle)]
pub extern "C" fn upcard_digest(part: u32, game: u32) -> u64 {
    PARTS.get(part as usize).and_then(|part| digest(*part, game)).unwrap_or(0)
}
