//! Client address behind trusted reverse proxies.
//!
//! Each proxy appends to the end of a list. With `n` trusted proxies the last `n` entries are theirs, and the
//! first of these names the client. Entries further left were sent by the client and are ignored.

use std::net::{IpAddr, SocketAddr};

use http::HeaderMap;

/// Header in which the trusted proxies name the client. Only one is read: a client can send the other one,
/// and a proxy that does not know it passes it on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProxyHeader {
    /// `X-Forwarded-For` for addresses, `X-Forwarded-Proto` for https.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239), with `for` and `proto`.
    Forwarded,
}

impl ProxyHeader {
    /// All variants.
    pub const ALL: [ProxyHeader; 2] = [ProxyHeader::XForwardedFor, ProxyHeader::Forwarded];

    /// Name of the header.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ProxyHeader::XForwardedFor => "x-forwarded-for",
            ProxyHeader::Forwarded => "forwarded",
        }
    }
}

/// Trusted proxies in front of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Proxies {
    /// Number of proxies; with 0 the peer address of the connection is used.
    pub number: u8,
    /// Header in which they name the client.
    pub header: ProxyHeader,
}

impl Proxies {
    /// Returns the client's address as named by the outermost trusted proxy, otherwise the peer's.
    #[must_use]
    pub fn client(self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        let named = self.trusted(headers, "x-forwarded-for", "for");
        named.and_then(|node| parse_node(&node)).unwrap_or(peer.ip()).to_canonical()
    }

    /// Returns `true` if the client reached the outermost trusted proxy over https.
    #[must_use]
    pub fn is_https(self, headers: &HeaderMap) -> bool {
        let scheme = self.trusted(headers, "x-forwarded-proto", "proto");
        scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"))
    }

    /// Returns the entry of the outermost trusted proxy. A proxy that overwrites the list instead of
    /// appending leaves a shorter one; its first entry was still written by a proxy.
    fn trusted(self, headers: &HeaderMap, header: &str, parameter: &str) -> Option<String> {
        if self.number == 0 {
            return None;
        }
        let list = match self.header {
            ProxyHeader::XForwardedFor => entries(headers, header),
            ProxyHeader::Forwarded => {
                let elements = entries(headers, "forwarded");
                elements.iter().map(|element| value_of(element, parameter)).collect()
            }
        };
        let outermost = list.len().saturating_sub(usize::from(self.number));
        list.into_iter().nth(outermost).filter(|entry| !entry.is_empty())
    }
}

/// Returns the entries of a list header across all its lines, from left to right. A line that is not ASCII
/// counts as one empty entry.
fn entries(headers: &HeaderMap, header: &str) -> Vec<String> {
    let lines = headers.get_all(header).iter().map(|line| line.to_str().unwrap_or(""));
    lines.flat_map(|line| split(line, ',')).map(|entry| entry.trim().to_owned()).collect()
}

/// Splits a text at each separator outside quotes.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    text.split(move |c| {
        let literal = std::mem::take(&mut escaped);
        match c {
            '"' if !literal => quoted = !quoted,
            '\\' if quoted && !literal => escaped = true,
            _ => {}
        }
        c == separator && !quoted
    })
    .collect()
}

/// Returns the unquoted value of a parameter in a `Forwarded` element; empty if missing.
fn value_of(element: &str, parameter: &str) -> String {
    let value = split(element, ';').into_iter().find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case(parameter).then_some(value.trim())
    });
    value.unwrap_or("").trim_matches('"').to_owned()
}

/// Parses `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:443`; `None` for
/// `unknown` or `_hidden`.
fn parse_node(node: &str) -> Option<IpAddr> {
    let bare = node.strip_prefix('[').and_then(|node| node.strip_suffix(']')).unwrap_or(node);
    let with_port = || node.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    fn client_of(proxies: u8, header: ProxyHeader, lines: &[(&'static str, &str)]) -> String {
        let peer = "198.51.100.9:1".parse().unwrap();
        Proxies { number: proxies, header }.client(&headers(lines), peer).to_string()
    }

    #[test]
    fn header_entries_written_by_clients_are_ignored() {
        let of = |proxies, lines: &[&str]| {
            let lines: Vec<_> = lines.iter().map(|line| ("x-forwarded-for", *line)).collect();
            client_of(proxies, ProxyHeader::XForwardedFor, &lines)
        };
        assert_eq!(of(0, &["192.0.2.1"]), "198.51.100.9", "no proxy is trusted");
        assert_eq!(of(1, &[]), "198.51.100.9");
        assert_eq!(of(1, &["192.0.2.1"]), "192.0.2.1");
        // The client sends entries of its own; the proxy appends to the last line or adds a line.
        assert_eq!(of(1, &["203.0.113.1, 203.0.113.2, 192.0.2.1"]), "192.0.2.1");
        assert_eq!(of(1, &["203.0.113.1", "203.0.113.2", "192.0.2.1"]), "192.0.2.1");
        assert_eq!(of(1, &["203.0.113.1", "203.0.113.2, 192.0.2.1"]), "192.0.2.1");
        // Two proxies: the outer one names the client, the inner one the outer one.
        assert_eq!(of(2, &["192.0.2.1, 10.0.0.1"]), "192.0.2.1");
        assert_eq!(of(2, &["203.0.113.1", "192.0.2.1, 10.0.0.1"]), "192.0.2.1");
        assert_eq!(of(2, &["203.0.113.1, 203.0.113.2", "192.0.2.1", "10.0.0.1"]), "192.0.2.1");
        assert_eq!(of(2, &["192.0.2.1"]), "192.0.2.1", "the inner one sets its line");
        // If the entry is not an address, the proxy's own is used.
        for odd in ["unknown", "_hidden", "", "203.0.113.1, ", "192.0.2.1, nonsense", "\u{e9}"] {
            assert_eq!(of(1, &[odd]), "198.51.100.9", "{odd:?}");
        }
        assert_eq!(of(1, &["192.0.2.1:4711"]), "192.0.2.1");
        assert_eq!(of(1, &["2001:db8::1"]), "2001:db8::1");
        assert_eq!(of(1, &["::ffff:192.0.2.1"]), "192.0.2.1");
        assert_eq!(of(1, &["[2001:db8::1]:4711"]), "2001:db8::1");
    }

    #[test]
    fn the_forwarded_header_is_parsed_likewise() {
        let of = |proxies, lines: &[&str]| {
            let mut lines: Vec<_> = lines.iter().map(|line| ("forwarded", *line)).collect();
            // A client may set the other header itself.
            lines.push(("x-forwarded-for", "203.0.113.9"));
            client_of(proxies, ProxyHeader::Forwarded, &lines)
        };
        assert_eq!(of(1, &["for=192.0.2.1;proto=https"]), "192.0.2.1");
        assert_eq!(of(1, &["for=203.0.113.1", "For=\"[2001:db8::1]:80\";by=x"]), "2001:db8::1");
        assert_eq!(of(2, &["for=203.0.113.1, for=192.0.2.1;proto=https", "for=10.0.0.1"]), {
            "192.0.2.1"
        });
        // A quoted comma is not a separator.
        assert_eq!(of(1, &["for=192.0.2.1;by=\"a,for=203.0.113.1\""]), "192.0.2.1");
        assert_eq!(of(1, &["for=\"x\\\",for=203.0.113.1,\";for=192.0.2.1"]), "198.51.100.9");
        assert_eq!(of(1, &["proto=https"]), "198.51.100.9");
        let only = [("forwarded", "for=203.0.113.1")];
        assert_eq!(client_of(1, ProxyHeader::XForwardedFor, &only), "198.51.100.9");
    }

    #[test]
    fn the_outermost_proxy_determines_https() {
        let of = |proxies, lines: &[&str]| {
            let lines: Vec<_> = lines.iter().map(|line| ("x-forwarded-proto", *line)).collect();
            Proxies { number: proxies, header: ProxyHeader::XForwardedFor }
                .is_https(&headers(&lines))
        };
        assert!(!of(0, &["https"]));
        assert!(of(1, &["https"]) && of(1, &["http", "HTTPS"]) && of(2, &["http, https, http"]));
        assert!(!of(1, &["https, http"]) && !of(1, &["https", "http"]) && !of(1, &[]));
        let forwarded = headers(&[("forwarded", "for=x;proto=https, for=y;proto=http")]);
        let of = |number| Proxies { number, header: ProxyHeader::Forwarded }.is_https(&forwarded);
        assert!(of(2) && !of(1));
    }
}
