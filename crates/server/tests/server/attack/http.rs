//! Plain HTTP: half-open and slow connections, too many of them, and responses to malformed requests.

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::{Target, connect_from, either, raw, rest};
use crate::common::{TWO_PEOPLE, open, request, until};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_open_connections_are_closed_and_exclude_nobody() {
    let flags = ["--connections", "60", "--connections-per-address", "20"];
    let target = Target::with(&[&flags[..], &["--request-seconds", "1"]].concat());
    let mut open = Vec::new();
    for text in ["", "G", "GET / HTTP/1.1\r\nhost: x\r\n"].into_iter().cycle().take(either(60, 600))
    {
        // Connections over the limit are closed at once or receive an error.
        let Ok(mut stream) = connect_from(1, target.address).await else { continue };
        let _ = stream.write_all(text.as_bytes()).await;
        open.push(stream);
    }
    // Other clients are served meanwhile, …
    assert!(target.connections().await <= 21, "more than its share has been let in");
    let mut keeper = connect_from(2, target.address).await.unwrap();
    keeper.write_all(b"GET /ready HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
    assert!(rest(&mut keeper).await.starts_with("HTTP/1.1 200"));
    // … and the idle connections are closed without their doing anything.
    for stream in &mut open {
        rest(stream).await;
    }
    target.alone().await;
    target.end();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_keep_alive_connections_are_closed() {
    let target = Target::with(&["--request-seconds", "1"]);
    let answer = raw(target.address, b"GET /ready HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    target.alone().await;
    target.end();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_body_times_out() {
    let target = Target::with(&["--request-seconds", "1"]);
    for head in ["content-length: 100", "transfer-encoding: chunked"] {
        let text = format!("POST /api/tables HTTP/1.1\r\nhost: x\r\n{head}\r\n\r\n");
        let answer = raw(target.address, text.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("too-slow"), "{answer}");
    }
    target.alone().await;
    target.end();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_requests_without_reading_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("large.txt"), vec![b'x'; 16 << 20]).unwrap();
    let pages = folder.path().to_str().unwrap();
    let target = Target::with(&["--pages", pages, "--write-seconds", "1"]);
    let before = target.server.peak_memory();
    let mut open = Vec::new();
    for _ in 0..either(8, 40) {
        let mut stream = TcpStream::connect(target.address).await.unwrap();
        stream.write_all(b"GET /large.txt HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        open.push(stream);
    }
    target.alone().await;
    // No connection holds the whole file in memory.
    let held = target.server.peak_memory().saturating_sub(before);
    assert!(held < 16 << 20, "{held} bytes");
    drop(open);
    target.end();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_over_the_limit_get_an_error() {
    for (flags, status, code) in [
        (["--connections", "3"], "503", "too-many"),
        (["--connections-per-address", "3"], "429", "too-many-from-address"),
    ] {
        let target = Target::with(&flags);
        let mut open = Vec::new();
        for _ in 0..3 {
            let mut stream = TcpStream::connect(target.address).await.unwrap();
            stream.write_all(b"GET ").await.unwrap();
            open.push(stream);
        }
        let answer = raw(target.address, b"GET /ready HTTP/1.1\r\nhost: x\r\n\r\n").await;
        let code = format!("\"code\":\"{code}\"");
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
        assert!(answer.contains("application/json") && answer.contains(&code), "{answer}");
        // A released slot can be used again.
        drop(open);
        until("a place that is free again is not given away", async || {
            matches!(request(target.address, "GET", "/ready", "", "").await, Ok((200, _, _)))
        })
        .await;
        target.alone().await;
        target.end();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_error_is_json() {
    let target = Target::with(&[]);
    let (table, _) = open(target.address, TWO_PEOPLE).await;
    let own = format!("/api/tables/{table}");
    let socket = format!("{own}/socket");
    let odd_number = format!("{own}/matches/first/record");
    let long = "x".repeat(40_000);
    let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 8\r\n\
        sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    let foreign = "origin: https://elsewhere.example\r\n";
    for (method, path, headers, body, status, code) in [
        ("GET", "/api", "", "", 404, "no-such-page"),
        ("GET", "/api/", "", "", 404, "no-such-page"),
        ("GET", "/api/nothing", "", "", 404, "no-such-page"),
        ("POST", "/api/nothing", "", "", 404, "no-such-page"),
        ("POST", "/metrics", "", "", 405, "not-allowed"),
        ("GET", "/metrics/all", "", "", 404, "no-such-page"),
        ("GET", "/ready/now", "", "", 404, "no-such-page"),
        ("GET", "/health/", "", "", 404, "no-such-page"),
        ("GET", "/no-such-file.js", "", "", 404, "no-such-page"),
        ("GET", "/api/tables", "", "", 405, "not-allowed"),
        ("DELETE", own.as_str(), "", "", 405, "not-allowed"),
        ("POST", "/health", "", "", 405, "not-allowed"),
        ("POST", "/", "", "", 405, "not-allowed"),
        ("PUT", "/t/abc", "", "", 405, "not-allowed"),
        ("GET", "/api/tables/abcdefghijkm", "", "", 404, "no-such-table"),
        ("GET", "/api/tables/%ff", "", "", 400, "bad-request"),
        ("GET", odd_number.as_str(), "", "", 400, "bad-request"),
        ("GET", socket.as_str(), "", "", 400, "bad-request"),
        ("GET", socket.as_str(), upgrade, "", 400, "bad-request"),
        ("POST", "/api/tables", "", "{", 400, "bad-request"),
        ("POST", "/api/tables", "", r#"{"game":"chess","seats":["person"]}"#, 422, "bad-rules"),
        ("POST", "/api/tables", "", long.as_str(), 413, "too-long"),
        ("POST", "/no/such/page", "", long.as_str(), 413, "too-long"),
        ("POST", "/api/tables", foreign, "{", 403, "foreign-origin"),
    ] {
        let (got, head, answer) =
            request(target.address, method, path, headers, body).await.unwrap();
        let what = format!("{method} {path}: {head} {answer}");
        assert_eq!(got, status, "{what}");
        assert!(head.contains("content-type: application/json"), "{what}");
        assert!(head.contains("content-security-policy: default-src 'none'"), "{what}");
        assert!(answer.starts_with(&format!("{{\"code\":\"{code}\",\"sentence\":\"")), "{what}");
        assert!(answer.contains("\"next\":\"/"), "{what}");
        assert_eq!(head.contains("allow: "), status == 405, "{what}");
    }
    // Chunked encoding does not bypass the limit.
    let chunk = format!("{:x}\r\n{}\r\n", 1000, "x".repeat(1000));
    let text = format!(
        "POST /api/tables HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n{}0\r\n\r\n",
        chunk.repeat(40)
    );
    let answer = raw(target.address, text.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("too-long"), "{answer}");
    // Endpoints for monitoring.
    for path in ["/health", "/ready"] {
        let (status, head, _) = request(target.address, "GET", path, "", "").await.unwrap();
        assert!(status == 200 && head.contains("application/json"), "{head}");
    }
    target.end();
}
