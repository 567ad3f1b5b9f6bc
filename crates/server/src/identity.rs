//! Guests: a signed cookie with a random number, nothing else. No account is needed.

use axum::http::{HeaderMap, HeaderValue, header};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use upcard_table::{Guest, Hex};

/// The cookie's name.
const COOKIE: &str = "upcard";

/// How long a browser keeps it: 400 days, the most that browsers allow.
const AGE: u32 = 400 * 24 * 3600;

/// The server's key, by which it knows what it has signed.
#[derive(Clone)]
pub(crate) struct Key(Vec<u8>);

impl Key {
    pub(crate) fn new(bytes: Vec<u8>) -> Key {
        Key(bytes)
    }

    fn mac(&self, purpose: &str, text: &str) -> Hmac<Sha256> {
        // HMAC takes keys of any length.
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).unwrap_or_else(|_| {
            unreachable!("HMAC takes keys of any length");
        });
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(text.as_bytes());
        mac
    }

    /// Signs a text for one purpose; a signature for another purpose does not fit.
    pub(crate) fn sign(&self, purpose: &str, text: &str) -> String {
        let mut tag = [0; 16];
        tag.copy_from_slice(&self.mac(purpose, text).finalize().into_bytes()[..16]);
        format!("{text}.{}", Hex(tag))
    }

    /// The text, if the signature is this server's. Compares in constant time.
    pub(crate) fn verify<'a>(&self, purpose: &str, signed: &'a str) -> Option<&'a str> {
        let (text, tag) = signed.rsplit_once('.')?;
        let tag: Hex<16> = tag.parse().ok()?;
        self.mac(purpose, text).verify_truncated_left(&tag.0).ok()?;
        Some(text)
    }

    /// The guest whom a request's cookie names.
    pub(crate) fn guest(&self, headers: &HeaderMap) -> Option<Guest> {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|c| c.to_str().ok());
        let ours = cookies.flat_map(|c| c.split(';')).find_map(|cookie| {
            let (name, value) = cookie.trim().split_once('=')?;
            (name == COOKIE).then_some(value)
        })?;
        self.verify("guest", ours)?.parse().ok()
    }

    /// The cookie that names a guest.
    pub(crate) fn cookie(&self, guest: Guest, secure: bool) -> Option<HeaderValue> {
        let value = self.sign("guest", &guest.to_string());
        let secure = if secure { "; Secure" } else { "" };
        let cookie =
            format!("{COOKIE}={value}; Path=/; Max-Age={AGE}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&cookie).ok()
    }
}

/// Bytes that nobody can foretell.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without the system's entropy no secret can be made: stopping is the only safe way.
    getrandom::fill(&mut bytes).unwrap_or_else(|error| {
        tracing::error!(%error, "the system gives no entropy");
        std::process::abort();
    });
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_signed_for_the_purpose_is_taken() {
        let key = Key::new(vec![1; 32]);
        let guest: Guest = Hex([5; 16]);
        let cookie = key.cookie(guest, false).unwrap();
        let mut headers = HeaderMap::new();
        assert_eq!(key.guest(&headers), None);
        let value = cookie.to_str().unwrap().split(';').next().unwrap();
        headers.insert(header::COOKIE, format!("a=b; {value}; c=d").parse().unwrap());
        assert_eq!(key.guest(&headers), Some(guest));
        assert_eq!(Key::new(vec![2; 32]).guest(&headers), None);
        let signed = key.sign("rejoin", &guest.to_string());
        assert_eq!(key.verify("guest", &signed), None);
        assert!(key.verify("rejoin", &signed).is_some());
        let other = signed.replacen('0', "1", 1);
        assert_eq!(key.verify("rejoin", &other), None);
        assert_eq!(key.verify("rejoin", "no signature"), None);
    }
}
