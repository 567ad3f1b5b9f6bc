//! Origin of a request: headers of proxies, forged headers, other sites.

use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::Target;
use crate::common::{Socket, TWO_PEOPLE, request};

/// Connects to a table with these headers; returns the status if rejected.
async fn enter(target: &Target, table: &str, headers: &[(&str, &str)]) -> Result<Socket, u16> {
    let url = format!("ws://{}/api/tables/{table}/socket", target.address);
    let mut request = url.into_client_request().unwrap();
    for (name, value) in headers {
        let name: tokio_tungstenite::tungstenite::http::HeaderName = name.parse().unwrap();
        request.headers_mut().append(name, value.parse().unwrap());
    }
    let stream = tokio::net::TcpStream::connect(target.address).await.unwrap();
    match tokio_tungstenite::client_async(request, stream).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_behind_two_proxies_cannot_forge_their_address() {
    let target = Target::with(&["--proxy", "2", "--connections-per-address", "1"]).await;
    let (table, _) = target.open(TWO_PEOPLE).await;
    let mut open = Vec::new();
    // The client 192.0.2.1 behind the outer proxy 10.0.0.1 counts as one, whatever it sends.
    let attempts: [&[(&str, &str)]; 5] = [
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
        let entered = enter(&target, &table, headers).await;
        assert_eq!(entered.as_ref().err().copied(), (attempt > 0).then_some(429), "{headers:?}");
        open.extend(entered);
    }
    // Another client of the same proxies is admitted.
    let other = [("x-forwarded-for", "192.0.2.2, 10.0.0.1")];
    open.push(enter(&target, &table, &other).await.unwrap());
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
        let target = Target::with(&flags).await;
        let (table, cookie) = target.open(TWO_PEOPLE).await;
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
            let entered = enter(&target, &table, &headers).await;
            assert_eq!(entered.err(), (!fine).then_some(403), "{url:?} {name}: {value}");
            let line = format!("{name}: {value}\r\n");
            let (status, _, body) =
                request(target.address, "POST", "/api/tables", &line, TWO_PEOPLE).await.unwrap();
            assert_eq!(status, if fine { 201 } else { 403 }, "{url:?} {line} {body}");
        }
        target.end();
    }
}
