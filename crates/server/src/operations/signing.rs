//! Signing and verification of records.

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use thiserror::Error;
use upcard_engine::record::{Proof, PublicKey, Record, RecordError, ReplayError, to_hex};

/// The server's key for signing records.
pub struct RecordKey(SigningKey);

impl RecordKey {
    /// Derives the key from 32 secret bytes.
    #[must_use]
    pub fn new(secret: &[u8; 32]) -> RecordKey {
        RecordKey(SigningKey::from_bytes(secret))
    }

    /// Returns the public key.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        self.0.verifying_key().to_bytes()
    }

    /// Closes and signs a record.
    pub fn seal(&self, record: &mut Record) {
        record.seal(self.public(), |text| self.0.sign(text).to_bytes());
    }
}

/// Reason why a record fails verification.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum VerifyError {
    /// It cannot be parsed.
    #[error("{0}")]
    Unreadable(#[from] RecordError),
    /// Replaying it shows that its claims are wrong.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// The signature is invalid for this record and the key that it names.
    #[error("invalid signature of this record by key {}", to_hex(.0))]
    Signature(PublicKey),
    /// It is signed by another key than the requested one.
    #[error("signed by key {}, not by the requested one", to_hex(.0))]
    OtherKey(PublicKey),
    /// It is not signed, but a key was requested.
    #[error("not signed")]
    NotSigned,
}

/// A verified record.
#[derive(Clone, Debug)]
pub struct VerifiedRecord {
    /// The record.
    pub record: Record,
    /// What its deals prove.
    pub proof: Proof,
    /// Key that has signed it.
    pub signed: Option<PublicKey>,
    /// Whether the text is byte for byte as it was closed; see [`Record::matches_closed_text`].
    pub exact: bool,
}

/// Verifies a record's text: checksum, signature (by `key`, if given), deals, moves, points and winners.
pub fn verify_record(text: &str, key: Option<&PublicKey>) -> Result<VerifiedRecord, VerifyError> {
    let record = Record::parse(text)?;
    if record.closing.as_ref().is_some_and(|closing| !closing.matches) {
        return Err(ReplayError::Changed.into());
    }
    let signed = record.signed();
    if let Some((by, text, signature)) = &signed {
        let wrong = VerifyError::Signature(*by);
        let by = VerifyingKey::from_bytes(by).map_err(|_| wrong.clone())?;
        let signature = Signature::from_bytes(signature);
        by.verify_strict(text.as_bytes(), &signature).map_err(|_| wrong)?;
    }
    let signed = signed.map(|(by, ..)| by);
    match (key, signed) {
        (Some(_), None) => return Err(VerifyError::NotSigned),
        (Some(key), Some(by)) if *key != by => return Err(VerifyError::OtherKey(by)),
        _ => {}
    }
    let (proof, exact) = (record.verify()?, record.matches_closed_text(text));
    Ok(VerifiedRecord { record, proof, signed, exact })
}
