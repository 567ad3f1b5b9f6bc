//! Untrusted identity data: cookies, rejoin links, forwarded addresses, origins. The server must accept
//! nothing that it did not sign, and nothing that a client wrote ahead of a proxy.

use std::net::SocketAddr;

use http::{HeaderMap, HeaderName, HeaderValue, header};
use upcard_identity::{Keys, Origin, Proxies, ProxyHeader, RejoinToken};
use upcard_table::{Guest, Hex};

use crate::read::Reading;
use crate::seeds::texts;

/// Current time for reading links.
const NOW: u64 = 1_800_000_000;

/// The server's keys, one of which no longer signs.
fn keys() -> Keys {
    Keys::new(vec![1; 32]).with_older(vec![vec![2; 32]])
}

fn older_keys() -> Keys {
    Keys::new(vec![2; 32])
}

/// Guests with a cookie.
const GUESTS: [Guest; 3] = [Hex([0; 16]), Hex([5; 16]), Hex([0xff; 16])];

/// Valid headers, as browsers send them.
pub(crate) fn cookies() -> Vec<String> {
    let mut all = texts(&["", "upcard=", "a=b; upcard=x.y; c=d"]);
    for keys in [keys(), older_keys()] {
        let both = |guest: &Guest| [true, false].map(|secure| keys.cookie(*guest, secure));
        let cookies = GUESTS.iter().flat_map(both).flatten();
        for cookie in cookies.filter_map(|cookie| cookie.to_str().map(str::to_owned).ok()) {
            let value = cookie.split(';').next().unwrap_or_default();
            all.push(value.to_owned());
            all.push(format!("a=b; {value}; c=d"));
        }
    }
    all
}

/// A `Cookie` header: any guest it identifies is one of [`GUESTS`].
pub(crate) fn cookie(text: &str) -> Result<Reading, String> {
    let Ok(value) = HeaderValue::from_bytes(text.as_bytes()) else { return Ok(Reading::default()) };
    let mut headers = HeaderMap::new();
    headers.insert(header::COOKIE, value);
    let keys = keys();
    let Some(guest) = keys.guest(&headers) else { return Ok(Reading::default()) };
    if !GUESTS.contains(&guest) {
        return Err(format!("{guest} was never given a cookie"));
    }
    headers.insert(header::COOKIE, keys.cookie(guest, false).ok_or("a guest has no cookie")?);
    match keys.guest(&headers) {
        Some(again) if again == guest => Ok(Reading::valid(&guest.to_string())),
        again => Err(format!("the cookie of {guest} is parsed as {again:?}")),
    }
}

fn tokens() -> [RejoinToken; 2] {
    [("abcdefghijkm", 0), ("23456789zyxw", u32::MAX)].map(|(table, moves)| RejoinToken {
        owner: Hex([5; 16]),
        table: table.to_owned(),
        moves,
    })
}

/// Valid links, some expired.
pub(crate) fn rejoin_tokens() -> Vec<String> {
    let signed = |keys: Keys, at| tokens().map(|token| token.sign(&keys, at));
    [(keys(), NOW), (older_keys(), NOW), (keys(), NOW - 10_000)]
        .into_iter()
        .flat_map(|(keys, at)| signed(keys, at))
        .collect()
}

/// A rejoin link: an accepted token carries a valid signature of its content.
pub(crate) fn rejoin_token(text: &str) -> Result<Reading, String> {
    let keys = keys();
    let Some(token) = RejoinToken::read(&keys, text, NOW) else { return Ok(Reading::default()) };
    if !tokens().contains(&token) {
        return Err(format!("{token:?} was never signed"));
    }
    let printed = token.sign(&keys, NOW);
    match RejoinToken::read(&keys, &printed, NOW) {
        Some(again) if again == token => Ok(Reading::valid(&printed)),
        again => Err(format!("{token:?} is signed as {printed}, which is parsed as {again:?}")),
    }
}

/// Valid headers; each line is one header line.
pub(crate) fn forwarded_headers() -> Vec<String> {
    texts(&[
        "192.0.2.1",
        "203.0.113.1, 192.0.2.1:4711\n[2001:db8::1]:80",
        "for=192.0.2.1;proto=https, for=\"[2001:db8::1]:80\";by=\"a,b\\\"\"",
        "https, http",
        "unknown, _hidden",
    ])
}

/// Maximum number of header lines of a request, hyper's limit.
const MAX_HEADER_LINES: usize = 100;

/// Header lines written by proxies: nothing that a client writes before the nearest proxy's entry has an
/// effect.
pub(crate) fn forwarded(text: &str) -> Result<Reading, String> {
    let lines = text.lines().filter_map(|line| HeaderValue::from_bytes(line.as_bytes()).ok());
    let lines: Vec<HeaderValue> = lines.take(MAX_HEADER_LINES).collect();
    let peer = SocketAddr::from(([198, 51, 100, 9], 1));
    let mut valid = false;
    for header in ProxyHeader::ALL {
        let names = match header {
            ProxyHeader::XForwardedFor => &["x-forwarded-for", "x-forwarded-proto"][..],
            ProxyHeader::Forwarded => &["forwarded"],
        };
        let of = |own: &[HeaderValue]| {
            let mut headers = HeaderMap::new();
            for name in names {
                for line in own.iter().chain(&lines) {
                    headers.append(HeaderName::from_static(name), line.clone());
                }
            }
            headers
        };
        let forged = HeaderValue::from_static("203.0.113.77, for=203.0.113.77;proto=https, https");
        let (plain, with) = (of(&[]), of(&[forged]));
        for number in 0..4 {
            let proxies = Proxies { number, header };
            let seen = |headers| (proxies.client(headers, peer), proxies.is_https(headers));
            let found = seen(&plain);
            valid |= found.0 != peer.ip();
            if number == 0 && found != (peer.ip(), false) {
                return Err(format!("no proxy is trusted, yet {found:?} comes from a header"));
            }
            let decided = number == 0 || (number == 1 && !lines.is_empty());
            if decided && seen(&with) != found {
                return Err(format!(
                    "{found:?} becomes {:?} because of what a client writes",
                    seen(&with)
                ));
            }
        }
    }
    Ok(Reading { valid, answer: 0 })
}

/// The printed form of an origin parses to an equal one.
pub(crate) fn origin(text: &str) -> Result<Reading, String> {
    let Some(origin) = Origin::parse(text) else { return Ok(Reading::default()) };
    let printed = origin.to_string();
    match Origin::parse(&printed) {
        Some(again) if again == origin => Ok(Reading::valid(&printed)),
        again => Err(format!("{origin:?} prints as {printed}, which is parsed as {again:?}")),
    }
}
