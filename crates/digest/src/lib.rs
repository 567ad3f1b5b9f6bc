//! Digests of what engine, solver and bots answer to fixed seeds.
//!
//! A page deals, judges and plays with the same code as a server, and a record that was made on one
//! machine must replay on every other. So the same seeds give the same results, compiled for this
//! machine or to WebAssembly: `tests/wasm.rs` compares the digests of both.
//!
//! And what the bots answer changes on purpose or not at all: the `frozen` module keeps digests of what they
//! answer in positions from play.

mod fnv;
#[cfg(not(target_family = "wasm"))]
pub mod frozen;
mod parts;

pub(crate) use fnv::Digest;
pub use parts::{PARTS, Part, digest, games};

/// How many games there are, for the host of a WebAssembly module.
#[allow(unsafe_code, reason = "the host calls it by its name, which no other function has")]
#[unsafe(no_mangle)]
pub extern "C" fn upcard_games() -> u32 {
    games()
}

/// [`digest`] of a part by its place in [`PARTS`], for the host of a WebAssembly module; 0 where
/// there is no such part or game.
#[allow(unsafe_code, reason = "the host calls it by its name, which no other function has")]
#[unsafe(no_mangle)]
pub extern "C" fn upcard_digest(part: u32, game: u32) -> u64 {
    PARTS.get(part as usize).and_then(|part| digest(*part, game)).unwrap_or(0)
}
