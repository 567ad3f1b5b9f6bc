//! Guests: a signed cookie with a random number, nothing else. No account is needed.

use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, HeaderValue, header};
use sha2::Sha256;
use upcard_table::{Guest, Hex};

/// The cookie's name.
const COOKIE: &str = "upcard";

/// How long a browser keeps it: 400 days, the most that browsers allow.
const AGE: u32 = 400 * 24 * 3600;

/// The length of a key, in bytes.
pub const KEY: usize = 32;

/// Bytes of a signature.
const TAG: usize = 16;

/// The server's keys, by which it knows what it has signed. The newest signs; those before it still
/// verify, so that nobody becomes a stranger when the key is changed.
#[derive(Clone)]
pub struct Keys {
    newest: Vec<u8>,
    older: Vec<Vec<u8>>,
}

impl Keys {
    /// One key. An HMAC takes keys of any length; those that this program makes have [`KEY`] bytes.
    #[must_use]
    pub fn new(newest: Vec<u8>) -> Keys {
        Keys { newest, older: Vec::new() }
    }

    /// With keys that no longer sign and still verify.
    #[must_use]
    pub fn with_older(self, older: Vec<Vec<u8>>) -> Keys {
        Keys { older, ..self }
    }

    /// Signs a text for one purpose; a signature for another purpose does not fit.
    #[must_use]
    pub fn sign(&self, purpose: &str, text: &str) -> String {
        let mut tag = [0; TAG];
        tag.copy_from_slice(&mac(&self.newest, purpose, text).finalize().into_bytes()[..TAG]);
        format!("{text}.{}", Hex(tag))
    }

    /// The text, if the signature is by one of the keys. Compares in constant time.
    #[must_use]
    pub fn verify<'a>(&self, purpose: &str, signed: &'a str) -> Option<&'a str> {
        self.verified(purpose, signed).map(|(text, _)| text)
    }

    /// The text, and whether the newest key has signed it.
    fn verified<'a>(&self, purpose: &str, signed: &'a str) -> Option<(&'a str, bool)> {
        let (text, tag) = signed.rsplit_once('.')?;
        let tag: Hex<TAG> = tag.parse().ok()?;
        let fits = |key: &[u8]| mac(key, purpose, text).verify_truncated_left(&tag.0).is_ok();
        if fits(&self.newest) {
            return Some((text, true));
        }
        self.older.iter().any(|key| fits(key)).then_some((text, false))
    }

    /// The guest whom a request's cookie names.
    #[must_use]
    pub fn guest(&self, headers: &HeaderMap) -> Option<Guest> {
        self.verify("guest", cookie(headers)?)?.parse().ok()
    }

    /// Is the request's cookie a good one, but signed by an older key?
    #[must_use]
    pub fn is_outdated(&self, headers: &HeaderMap) -> bool {
        cookie(headers)
            .and_then(|value| self.verified("guest", value))
            .is_some_and(|(_, newest)| !newest)
    }

    /// The cookie that names a guest.
    #[must_use]
    pub fn cookie(&self, guest: Guest, secure: bool) -> Option<HeaderValue> {
        let value = self.sign("guest", &guest.to_string());
        let secure = if secure { "; Secure" } else { "" };
        let cookie =
            format!("{COOKIE}={value}; Path=/; Max-Age={AGE}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::from_str(&cookie).ok()
    }
}

fn mac(key: &[u8], purpose: &str, text: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| {
        unreachable!("HMAC takes keys of any length");
    });
    mac.update(purpose.as_bytes());
    mac.update(&[0]);
    mac.update(text.as_bytes());
    mac
}

/// The value of the first cookie of ours.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|c| c.to_str().ok());
    cookies.flat_map(|c| c.split(';')).find_map(|cookie| {
        let (name, value) = cookie.trim().split_once('=')?;
        (name == COOKIE).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUEST: Guest = Hex([5; 16]);

    fn with(cookie: &HeaderValue) -> HeaderMap {
        let value = cookie.to_str().unwrap().split(';').next().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("a=b; {value}; c=d").parse().unwrap());
        headers
    }

    #[test]
    fn only_what_was_signed_for_the_purpose_is_taken() {
        let keys = Keys::new(vec![1; 32]);
        let cookie = keys.cookie(GUEST, false).unwrap();
        assert_eq!(keys.guest(&HeaderMap::new()), None);
        let headers = with(&cookie);
        assert_eq!(keys.guest(&headers), Some(GUEST));
        assert_eq!(Keys::new(vec![2; 32]).guest(&headers), None);
        let signed = keys.sign("rejoin", &GUEST.to_string());
        assert_eq!(keys.verify("guest", &signed), None);
        assert!(keys.verify("rejoin", &signed).is_some());
        let other = signed.replacen('0', "1", 1);
        assert_eq!(keys.verify("rejoin", &other), None);
        assert_eq!(keys.verify("rejoin", "no signature"), None);
    }

    /// What browsers have kept since the first program: whatever is signed from now on, these name
    /// their guest.
    #[test]
    fn a_cookie_of_the_first_program_names_its_guest() {
        let signed = "05050505050505050505050505050505.d6751d85e55f9e9fcd84464fa2ba30b8";
        let headers = with(&format!("upcard={signed}").parse().unwrap());
        let keys = Keys::new((0..32).collect());
        assert_eq!(keys.guest(&headers), Some(GUEST));
        // A browser keeps it under that name and for all pages.
        let cookie = keys.cookie(GUEST, true).unwrap();
        let attributes = "Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure";
        assert_eq!(cookie.to_str().unwrap(), format!("upcard={signed}; {attributes}"));
    }

    #[test]
    fn a_changed_key_makes_nobody_a_stranger() {
        let (first, second) = (vec![1; 32], vec![2; 32]);
        let before = Keys::new(first.clone());
        let headers = with(&before.cookie(GUEST, false).unwrap());
        assert!(!before.is_outdated(&headers));
        let after = Keys::new(second.clone()).with_older(vec![first]);
        assert_eq!(after.guest(&headers), Some(GUEST));
        assert!(after.is_outdated(&headers), "whoever has it is given a new one");
        // What is signed from now on is signed by the new key.
        let headers = with(&after.cookie(GUEST, false).unwrap());
        assert_eq!((before.guest(&headers), after.guest(&headers)), (None, Some(GUEST)));
        assert!(!after.is_outdated(&headers) && !after.is_outdated(&HeaderMap::new()));
        // Without the old key its cookies are strangers'.
        let headers = with(&before.cookie(GUEST, false).unwrap());
        assert_eq!(Keys::new(second).guest(&headers), None);
    }
}
