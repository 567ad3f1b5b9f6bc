//! Guests: identified by a signed cookie with a random number. No account is needed.

use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, HeaderValue, header};
use sha2::Sha256;
use upcard_table::{Guest, Hex};

/// Cookie name over plain HTTP, and everywhere in earlier versions.
const COOKIE: &str = "upcard";

/// Cookie name over HTTPS. Browsers accept the `__Host-` prefix only from this very host over HTTPS, so a
/// sibling domain cannot set this cookie.
const HOST_COOKIE: &str = "__Host-upcard";

/// Lifetime of the cookie: 400 days, the maximum that browsers allow.
const COOKIE_MAX_AGE: u32 = 400 * 24 * 3600;

/// Length of a key, in bytes.
pub const KEY_LEN: usize = 32;

/// Length of a signature, in bytes.
const TAG_LEN: usize = 16;

/// The server's signing keys. The newest signs; older ones still verify, so guests keep their identity.
#[derive(Clone)]
pub struct Keys {
    newest: Vec<u8>,
    older: Vec<Vec<u8>>,
}

impl Keys {
    /// Creates a key ring with one key. HMAC accepts keys of any length; the server generates [`KEY_LEN`] bytes.
    #[must_use]
    pub fn new(newest: Vec<u8>) -> Keys {
        Keys { newest, older: Vec::new() }
    }

    /// Adds older keys, which only verify.
    #[must_use]
    pub fn with_older(self, older: Vec<Vec<u8>>) -> Keys {
        Keys { older, ..self }
    }

    /// Signs a text for one purpose; the signature is invalid for any other purpose.
    #[must_use]
    pub fn sign(&self, purpose: &str, text: &str) -> String {
        let mut tag = [0; TAG_LEN];
        tag.copy_from_slice(&mac(&self.newest, purpose, text).finalize().into_bytes()[..TAG_LEN]);
        format!("{text}.{}", Hex(tag))
    }

    /// Returns the text if one of the keys has signed it. Compares in constant time.
    #[must_use]
    pub fn verify<'a>(&self, purpose: &str, signed: &'a str) -> Option<&'a str> {
        self.verified(purpose, signed).map(|(text, _)| text)
    }

    /// Returns the text, and whether the newest key has signed it.
    fn verified<'a>(&self, purpose: &str, signed: &'a str) -> Option<(&'a str, bool)> {
        let (text, tag) = signed.rsplit_once('.')?;
        let tag: Hex<TAG_LEN> = tag.parse().ok()?;
        let fits = |key: &[u8]| mac(key, purpose, text).verify_truncated_left(&tag.0).is_ok();
        if fits(&self.newest) {
            return Some((text, true));
        }
        self.older.iter().any(|key| fits(key)).then_some((text, false))
    }

    /// Returns the guest named by a request's cookies. Only cookies signed by this server count; among
    /// several, one with the `__Host-` name takes precedence, then the first.
    #[must_use]
    pub fn guest(&self, headers: &HeaderMap) -> Option<Guest> {
        Some(self.valid_cookie(headers)?.guest)
    }

    /// Returns `true` if a valid cookie has to be replaced: an older key, or the plain name over HTTPS.
    #[must_use]
    pub fn is_outdated(&self, headers: &HeaderMap, secure: bool) -> bool {
        self.valid_cookie(headers)
            .is_some_and(|known| !known.newest || secure && known.name == COOKIE)
    }

    fn valid_cookie(&self, headers: &HeaderMap) -> Option<ValidCookie> {
        let named = |name: &'static str| {
            cookies(headers, name).find_map(|value| {
                let (guest, newest) = self.verified("guest", value)?;
                Some(ValidCookie { guest: guest.parse().ok()?, name, newest })
            })
        };
        named(HOST_COOKIE).or_else(|| named(COOKIE))
    }

    /// Returns the `Set-Cookie` value for a guest.
    #[must_use]
    pub fn cookie(&self, guest: Guest, secure: bool) -> Option<HeaderValue> {
        let value = self.sign("guest", &guest.to_string());
        let (name, secure) = if secure { (HOST_COOKIE, "; Secure") } else { (COOKIE, "") };
        let cookie = format!(
            "{name}={value}; Path=/; Max-Age={COOKIE_MAX_AGE}; HttpOnly; SameSite=Lax{secure}"
        );
        HeaderValue::from_str(&cookie).ok()
    }
}

struct ValidCookie {
    guest: Guest,
    name: &'static str,
    /// Whether the newest key has signed it.
    newest: bool,
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

/// Returns the values of all cookies of a name.
fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|c| c.to_str().ok());
    cookies.flat_map(|c| c.split(';')).filter_map(move |cookie| {
        let (own, value) = cookie.trim().split_once('=')?;
        (own == name).then_some(value)
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
    fn signatures_are_valid_for_one_purpose_only() {
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

    /// Cookies issued by the first version must stay valid.
    #[test]
    fn cookies_of_the_first_version_are_valid() {
        let signed = "05050505050505050505050505050505.d6751d85e55f9e9fcd84464fa2ba30b8";
        let headers = with(&format!("upcard={signed}").parse().unwrap());
        let keys = Keys::new((0..32).collect());
        assert_eq!(keys.guest(&headers), Some(GUEST));
        // Over plain HTTP the name and path stay the same.
        let cookie = keys.cookie(GUEST, false).unwrap();
        let attributes = "Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax";
        assert_eq!(cookie.to_str().unwrap(), format!("upcard={signed}; {attributes}"));
        assert!(!keys.is_outdated(&headers, false));
        // Over HTTPS the cookie is replaced by one with the `__Host-` name.
        assert!(keys.is_outdated(&headers, true));
        let cookie = keys.cookie(GUEST, true).unwrap();
        let wanted = format!("__Host-upcard={signed}; {attributes}; Secure");
        assert_eq!(cookie.to_str().unwrap(), wanted);
        assert!(!keys.is_outdated(&with(&cookie), true));
    }

    /// An additional cookie, valid or not, does not change who the guest is: neither to a stranger, for whom
    /// rate limits would start afresh, nor to another guest if there is a `__Host-` cookie.
    #[test]
    fn additional_cookies_do_not_change_the_guest() {
        let keys = Keys::new(vec![1; 32]);
        let other = Hex([6; 16]);
        let value = |guest, secure| {
            let cookie = keys.cookie(guest, secure).unwrap();
            cookie.to_str().unwrap().split(';').next().unwrap().to_owned()
        };
        let (own, plain) = (value(GUEST, true), value(GUEST, false));
        let theirs = value(other, false);
        let forged = theirs.replace('0', "1");
        for lines in [
            &[format!("{plain}; {theirs}")][..],
            &[format!("upcard=; {forged}; {plain}")],
            &[format!("upcard=a.b; {plain}; upcard=x")],
            &[format!("{theirs}; {own}")],
            &[format!("{own}; {theirs}")],
            &[theirs.clone(), own.clone()],
            &[format!("__Host-upcard=x; {theirs}; {own}")],
            &[format!("__Host-{forged}"), plain.clone()],
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(header::COOKIE, line.parse().unwrap());
            }
            assert_eq!(keys.guest(&headers), Some(GUEST), "{lines:?}");
        }
    }

    #[test]
    fn older_keys_still_verify_cookies() {
        let (first, second) = (vec![1; 32], vec![2; 32]);
        let before = Keys::new(first.clone());
        let headers = with(&before.cookie(GUEST, false).unwrap());
        assert!(!before.is_outdated(&headers, false));
        let after = Keys::new(second.clone()).with_older(vec![first]);
        assert_eq!(after.guest(&headers), Some(GUEST));
        assert!(after.is_outdated(&headers, false), "whoever has it is given a new one");
        // The new key signs from now on.
        let headers = with(&after.cookie(GUEST, false).unwrap());
        assert_eq!((before.guest(&headers), after.guest(&headers)), (None, Some(GUEST)));
        assert!(!after.is_outdated(&headers, false) && !after.is_outdated(&HeaderMap::new(), true));
        // Without the old key its cookies are invalid.
        let headers = with(&before.cookie(GUEST, false).unwrap());
        assert_eq!(Keys::new(second).guest(&headers), None);
    }
}
