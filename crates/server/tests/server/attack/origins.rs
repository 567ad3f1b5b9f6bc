//! Origin of a request: headers of proxies, forged headers, other sites.

use super::Target;
use crate::common::{TWO_PEOPLE, enter, open, request, request_table};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_behind_two_proxies_cannot_forge_their_address() {
    let target = Target::with(&["--proxy", "2", "--connections-per-address", "1"]);
    let (table, _) = open(target.address, TWO_PEOPLE).await;
    let mut open = Vec::new();
    // The client 192.0.2.1 behind the outer proxy 10.0.0.1 counts as one, whatever it sends.
    let attempts: [&[(&'static str, &str)]; 5] = [
        &[("x-forwarded-for", "192.0.2.1, 10.0.0.1")],
        &[("x-forwarded-for", "203.0.113.1, 192.0.2.1, 10.0.0.1")],
        &[("x-forwarded-for", "203.0.113.2"), ("x-forwarded-for", "192.0.2.1, 10.0.0.1")],
        &[
            ("x-forwarded-for", "203.0.113.3, 203.0.113.4"),
            ("x-forwarded-for", "192.0.2.1"),
            ("x-forwarded-for", "10.0.0.1"),
        ],
        &[("forwarded", "for=203.0.113.5, for=x"), ("x-forwarded-for", "192.0.2.1, 10.0.0.1")],
    ];
    for (attempt, headers) in attempts.into_iter().enumerate() {
        let entered = enter(target.address, &table, headers).await;
        let status = entered.as_ref().err().map(|(status, _)| *status);
        assert_eq!(status, (attempt > 0).then_some(429), "{headers:?}");
        open.extend(entered);
    }
    // Another client of the same proxies is admitted.
    let other = [("x-forwarded-for", "192.0.2.2, 10.0.0.1")];
    open.push(enter(target.address, &table, &other).await.unwrap());
    // Plain HTTP requests count as well.
    let line = "x-forwarded-for: 192.0.2.1, 10.0.0.1\r\n";
    let (status, _, body) = request(target.address, "GET", "/ready", line, "").await.unwrap();
    assert!(status == 429 && body.contains("too-many-from-address"), "{body}");
    drop(open);
    target.end();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_own_pages_and_programs_open_tables_and_connections() {
    for url in [None, Some("https://cards.example")] {
        let flags: Vec<&str> = url.map_or(vec![], |url| vec!["--url", url]);
        let target = Target::with(&flags);
        let (table, cookie) = open(target.address, TWO_PEOPLE).await;
        let (http, https) =
            (format!("http://{}", target.address), format!("https://{}", target.address));
        let own = url.is_none();
        for (name, value, fine) in [
            ("origin", http.as_str(), own),
            ("origin", https.as_str(), own),
            ("origin", "https://cards.example", !own),
            ("origin", "https://cards.example:443", !own),
            ("origin", "http://cards.example", false),
            ("origin", "https://cards.example:8443", false),
            ("origin", "https://elsewhere.example", false),
            ("origin", "null", false),
            ("sec-fetch-site", "cross-site", false),
            ("sec-fetch-site", "same-origin", true),
            ("accept", "*/*", true),
        ] {
            let headers = [(name, value), ("cookie", cookie.as_str())];
            let rejected = enter(target.address, &table, &headers).await.err();
            let status = rejected.map(|(status, _)| status);
            assert_eq!(status, (!fine).then_some(403), "{url:?} {name}: {value}");
            let line = format!("{name}: {value}\r\n");
            let (status, _, body) = request_table(target.address, &line, TWO_PEOPLE).await;
            assert_eq!(status, if fine { 201 } else { 403 }, "{url:?} {line} {body}");
        }
        target.end();
    }
}
