//! Closing and signing a record.

use super::closing::{Chain, Closing, PublicKey, Signature};
use super::hex::to_hex;
use super::lines::Record;
use crate::chance::Seed;

/// The text that a server signs for a record with this hash.
fn signed_text(hash: &Seed) -> String {
    format!("upcard-record closed {}", to_hex(hash))
}

impl Record {
    /// Closes the record in its current state. Records of format 1 are not closed.
    pub fn close(&mut self) {
        self.closing = None;
        if self.format < 2 {
            return;
        }
        let mut chain = Chain::default();
        self.to_string().lines().for_each(|line| chain.update(line));
        self.closing = Some(Closing { hash: chain.hash, matches: true, signature: None });
    }

    /// Closes the record and signs it: `sign` signs the bytes it is given with the key.
    pub fn seal(&mut self, key: PublicKey, sign: impl FnOnce(&[u8]) -> Signature) {
        self.key = Some(key);
        self.close();
        if let Some(closing) = &mut self.closing {
            closing.signature = Some(sign(signed_text(&closing.hash).as_bytes()));
        }
    }

    /// Returns `true` if this text, from which the record was parsed, is byte for byte what was closed. The
    /// hash covers only the content of the lines: other line endings, and other spellings of the last lines,
    /// parse to the same record.
    #[must_use]
    pub fn matches_closed_text(&self, text: &str) -> bool {
        let exact = |closing: &Closing| text.ends_with(&format!("\n{closing}"));
        self.closing.as_ref().is_none_or(|closing| exact(closing) && !text.contains("\r\n"))
    }

    /// The stated key, the signed text and its signature; `None` if one is missing.
    #[must_use]
    pub fn signed(&self) -> Option<(PublicKey, String, Signature)> {
        let closing = self.closing.as_ref()?;
        Some((self.key?, signed_text(&closing.hash), closing.signature?))
    }
}
