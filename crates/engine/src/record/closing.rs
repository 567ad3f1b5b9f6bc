//! The closing lines of a record: a chained hash over all other lines, and a server's signature of
//! it.

use std::fmt;

use sha2::{Digest, Sha256};

use super::hex::to_hex;
use crate::chance::Seed;

/// An Ed25519 public key.
pub type PublicKey = [u8; 32];

/// An Ed25519 signature.
pub type Signature = [u8; 64];

/// The closing lines of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closing {
    /// The stated hash.
    pub hash: Seed,
    /// Whether it matches the preceding lines, as read or written.
    pub matches: bool,
    /// Signature of the hash.
    pub signature: Option<Signature>,
}

/// Chained hash over a record's lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chain {
    /// Hash of all lines so far.
    pub(super) hash: Seed,
}

impl Chain {
    /// Adds the next line, without its line ending.
    pub(super) fn update(&mut self, line: &str) {
        let mut hasher = Sha256::new();
        hasher.update(self.hash);
        hasher.update(line.as_bytes());
        self.hash = hasher.finalize().into();
    }
}

impl fmt::Display for Closing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "closed {}", to_hex(&self.hash))?;
        match &self.signature {
            Some(signature) => writeln!(f, "signed {}", ::hex::encode(signature)),
            None => Ok(()),
        }
    }
}
