//! What closes a record: a hash chained over all of its lines, and a server's signature of it.

use std::fmt;

use sha2::{Digest, Sha256};

use super::{Record, to_hex};
use crate::chance::Seed;

/// An Ed25519 public key.
pub type PublicKey = [u8; 32];

/// An Ed25519 signature.
pub type Signature = [u8; 64];

/// The last lines of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closing {
    /// The hash that it states.
    pub hash: Seed,
    /// Is it the hash of the lines before it, as they were read or written?
    pub fits: bool,
    /// The signature of the hash.
    pub signature: Option<Signature>,
}

/// The hash of a record's lines, taken line by line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chain(Seed);

impl Chain {
    /// Takes the next line, without its ending.
    pub(super) fn take(&mut self, line: &str) {
        let mut hasher = Sha256::new();
        hasher.update(self.0);
        hasher.update(line.as_bytes());
        self.0 = hasher.finalize().into();
    }

    /// The hash of all lines so far.
    pub(super) fn hash(self) -> Seed {
        self.0
    }
}

impl fmt::Display for Closing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "closed {}", to_hex(&self.hash))?;
        match &self.signature {
            Some(signature) => writeln!(f, "signed {}", hex::encode(signature)),
            None => Ok(()),
        }
    }
}

/// What a server signs to vouch for a record with this hash.
fn signed_text(hash: &Seed) -> String {
    format!("upcard-record closed {}", to_hex(hash))
}

impl Record {
    /// Closes the record as it is now. A record of format 1 stays without a closing.
    pub fn close(&mut self) {
        self.closing = None;
        if self.format < 2 {
            return;
        }
        let mut chain = Chain::default();
        self.to_string().lines().for_each(|line| chain.take(line));
        self.closing = Some(Closing { hash: chain.hash(), fits: true, signature: None });
    }

    /// Closes the record and signs it: `sign` is given what is to be signed with the key.
    pub fn seal(&mut self, key: PublicKey, sign: impl FnOnce(&[u8]) -> Signature) {
        self.key = Some(key);
        self.close();
        if let Some(closing) = &mut self.closing {
            closing.signature = Some(sign(signed_text(&closing.hash).as_bytes()));
        }
    }

    /// Is this text, from which the record was read, what was closed, byte by byte? The hash covers
    /// what the lines say. Other line ends, and other spellings of the last lines, are read alike and
    /// are other bytes.
    #[must_use]
    pub fn is_written_as_closed(&self, text: &str) -> bool {
        let exact = |closing: &Closing| text.ends_with(&format!("\n{closing}"));
        self.closing.as_ref().is_none_or(|closing| exact(closing) && !text.contains("\r\n"))
    }

    /// The key, the text and the signature of it that the record states; none where one of them is
    /// missing.
    #[must_use]
    pub fn signed(&self) -> Option<(PublicKey, String, Signature)> {
        let closing = self.closing.as_ref()?;
        Some((self.key?, signed_text(&closing.hash), closing.signature?))
    }
}
