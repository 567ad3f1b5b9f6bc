//! Check of the `Origin` header.

use std::fmt;

use http::uri::Authority;
use http::{HeaderMap, header};

/// An origin: scheme, host and port, normalized for comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    scheme: String,
    host: String,
    port: u16,
}

impl Origin {
    /// Parses `scheme://host` or `scheme://host:port` for http or https, with nothing after it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Origin> {
        let (scheme, authority) = text.split_once("://")?;
        let scheme = scheme.to_ascii_lowercase();
        let usual = match scheme.as_str() {
            "http" => 80,
            "https" => 443,
            _ => return None,
        };
        // Userinfo, path, query and a second port are not part of an origin.
        if authority.contains(['@', '/', '?', '#']) {
            return None;
        }
        let authority: Authority = authority.parse().ok()?;
        let host = authority.host().to_ascii_lowercase();
        let rest = authority.as_str().get(authority.host().len()..)?;
        let port = match rest.strip_prefix(':') {
            Some(port) => port.parse().ok()?,
            None if rest.is_empty() => usual,
            None => return None,
        };
        (!host.is_empty()).then_some(Origin { scheme, host, port })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Origin { scheme, host, port } = self;
        write!(f, "{scheme}://{host}:{port}")
    }
}

/// Returns `true` if the request comes from a page of this server, or from no page at all.
///
/// Browsers send `Origin` with every WebSocket and POST request. If an address is configured, the origin must
/// equal it; otherwise its host and port must match the request's `Host`. Requests without `Origin` come from
/// programs, which could forge any header; they are accepted unless `Sec-Fetch-Site` names another site.
#[must_use]
pub fn is_own_origin(headers: &HeaderMap, url: Option<&str>) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let origin = match (origins.next(), origins.next()) {
        (None, _) => {
            let mut sites = headers.get_all("sec-fetch-site").iter();
            return sites.all(|site| site == "same-origin" || site == "none");
        }
        (Some(origin), None) => origin.to_str().ok().and_then(Origin::parse),
        // Browsers never send two.
        (Some(_), Some(_)) => None,
    };
    let Some(origin) = origin else { return false };
    let own = match url {
        Some(url) => Origin::parse(url),
        None => headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok())
            .and_then(|host| Origin::parse(&format!("{}://{host}", origin.scheme))),
    };
    own == Some(origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = "cards.example:8080";

    fn with(origins: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HOST.parse().unwrap());
        for origin in origins {
            headers.append(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn without_a_configured_url_the_host_header_is_the_origin() {
        for own in ["http://cards.example:8080", "https://Cards.example:8080"] {
            assert!(is_own_origin(&with(&[own]), None), "{own}");
        }
        for other in [
            "http://cards.example",
            "ftp://cards.example:8080",
            "file://cards.example:8080",
            "null",
            "",
            "http://",
            "http://cards.example:8080.evil.example",
            "http://cards.example:8080@evil.example",
            "http://evil.example/cards.example:8080",
            "http://cards.example:08080x",
        ] {
            assert!(!is_own_origin(&with(&[other]), None), "{other}");
        }
        assert!(
            !is_own_origin(&with(&["http://cards.example:8080"; 2]), None),
            "no browser does so"
        );
    }

    #[test]
    fn with_a_configured_url_that_is_the_origin() {
        let url = Some("https://a.example");
        for own in ["https://a.example", "https://a.example:443", "https://A.EXAMPLE"] {
            assert!(is_own_origin(&with(&[own]), url), "{own}");
        }
        for other in [
            "http://a.example",
            "https://a.example:8443",
            "https://a.example.evil.example",
            // The `Host` header is irrelevant then.
            "http://cards.example:8080",
            "https://cards.example:8080",
        ] {
            assert!(!is_own_origin(&with(&[other]), url), "{other}");
        }
    }

    #[test]
    fn without_an_origin_only_programs_and_own_pages_are_accepted() {
        for url in [None, Some("https://a.example")] {
            assert!(is_own_origin(&with(&[]), url));
            for (site, own) in
                [("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false)]
            {
                let mut headers = with(&[]);
                headers.insert("sec-fetch-site", site.parse().unwrap());
                assert_eq!(is_own_origin(&headers, url), own, "{site}");
            }
        }
    }
}
