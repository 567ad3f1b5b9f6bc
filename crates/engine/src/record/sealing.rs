//! Closing a record, and signing it.

use super::closing::{Chain, Closing, PublicKey, Signature};
use super::hex::to_hex;
use super::lines::Record;
use crate::chance::Seed;

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
