//! TLS termination by the server: everything works as without it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::WebSocketStream;
use upcard_table::wire::ClientMessage;

use crate::common::{HELLO, Place, Server, TWO_PEOPLE, cookie_of, id_of, until, upgrade};
use crate::settings::refused;

/// Returns the path of a test certificate or key.
pub(crate) fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/tls/{name}.pem"))
}

/// Starts a server with the first certificate.
fn server(flags: &[&str]) -> Server {
    let (cert, key) = (file("first-cert"), file("first-key"));
    let tls = ["--tls-cert", cert.to_str().unwrap(), "--tls-key", key.to_str().unwrap()];
    Server::with("memory", &[&tls[..], flags].concat())
}

fn trusting(name: &str) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(file(name)).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}

/// A request of the server's own page for a table.
pub(crate) fn table_request(headers: &str, set_up: &str) -> String {
    format!(
        "POST /api/tables HTTP/1.1\r\nhost: localhost\r\norigin: https://localhost\r\n\
         connection: close\r\n{headers}content-length: {}\r\n\r\n{set_up}",
        set_up.len()
    )
}

/// Opens a table and connects to it until it answers a ping; returns the response to opening it.
pub(crate) async fn opens_a_table(
    address: SocketAddr,
) -> (String, WebSocketStream<TlsStream<TcpStream>>) {
    let opened = ask(address, &table_request("", TWO_PEOPLE)).await;
    assert!(opened.starts_with("HTTP/1.1 201") && opened.contains("; Secure"), "{opened}");
    let (head, body) = opened.split_once("\r\n\r\n").unwrap();
    let cookie = cookie_of(head).unwrap();
    let headers = [("cookie", &*cookie), ("origin", "https://localhost")];
    let stream = secured(address).await.unwrap();
    let (mut socket, _) = upgrade(stream, "localhost", &id_of(body), &headers).await.unwrap();
    for message in [HELLO, ClientMessage::Ping] {
        socket.send(serde_json::to_string(&message).unwrap().into()).await.unwrap();
    }
    let mut message = String::new();
    while message != "\"pong\"" {
        message = socket.next().await.unwrap().unwrap().into_text().unwrap().to_string();
        assert!(!message.contains("error"), "{message}");
    }
    (opened, socket)
}

/// Connects to a server with the first certificate.
pub(crate) async fn secured(address: SocketAddr) -> std::io::Result<TlsStream<TcpStream>> {
    let stream = TcpStream::connect(address).await?;
    let name = ServerName::try_from("localhost").unwrap();
    trusting("first-cert").connect(name, stream).await
}

/// Sends a request and reads until the connection is closed.
pub(crate) async fn ask(address: SocketAddr, text: &str) -> String {
    let mut stream = secured(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // A closed connection is not always announced by TLS.
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

pub(crate) const READY: &str =
    "GET /ready HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

/// Returns the number of open connections, including that of the request.
async fn connections(server: &Server) -> String {
    let health = ask(server.address, &READY.replace("ready", "health")).await;
    health.split("\"connections\":").nth(1).unwrap().split(',').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_are_opened_and_played_over_tls() {
    let server = server(&[]);
    let (opened, _socket) = opens_a_table(server.address).await;
    // Cookies are restricted to HTTPS, and HSTS is set.
    assert!(opened.contains("__Host-upcard="), "{opened}");
    assert!(opened.contains("strict-transport-security: max-age=31536000\r\n"), "{opened}");
    assert!(server.stop());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_and_times_hold_over_tls() {
    let place = Place::new("tls-page");
    let pages = place.folder();
    std::fs::write(pages.join("large.txt"), vec![b'x'; 16 << 20]).unwrap();
    let times = ["--request-seconds", "1", "--write-seconds", "1", "--connections", "4"];
    let folder = ["--pages", pages.to_str().unwrap()];
    let server = server(&[&times[..], &folder].concat());
    // No handshake, half a handshake, half a head, an unread response.
    let idle = TcpStream::connect(server.address).await.unwrap();
    let mut half = TcpStream::connect(server.address).await.unwrap();
    half.write_all(&[0x16, 3, 1, 2, 0, 1, 0]).await.unwrap();
    let mut head = secured(server.address).await.unwrap();
    head.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n").await.unwrap();
    let mut unread = secured(server.address).await.unwrap();
    unread.write_all(b"GET /large.txt HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    // A client over the limit gets an error, over TLS as well.
    let refused = ask(server.address, READY).await;
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("too-many"), "{refused}");
    // All of them are closed without their doing anything.
    for mut stream in [idle, half] {
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut rest));
        let _ = ended.await.expect("half a handshake is cut");
    }
    until("connections are left over", async || connections(&server).await == "1").await;
    let text = "POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n";
    assert!(ask(server.address, text).await.starts_with("HTTP/1.1 408"));
    // A plain-text request gets no response.
    let mut plain = TcpStream::connect(server.address).await.unwrap();
    plain.write_all(READY.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = plain.read_to_end(&mut answer).await;
    assert!(!answer.starts_with(b"HTTP"));
    drop((head, unread));
    assert!(server.stop());
}

#[test]
fn certificate_and_key_errors_are_reported() {
    let (cert, key) = (file("first-cert"), file("first-key"));
    let (cert, key) = (cert.to_str().unwrap(), key.to_str().unwrap());
    let other = file("second-key");
    let run = |flags: &[&str]| refused(&[&["--store", "memory"], flags].concat()).1;
    assert!(run(&["--tls-cert", cert]).contains("--tls-cert needs --tls-key"));
    assert!(run(&["--tls-key", key]).contains("--tls-key needs --tls-cert"));
    for (cert, key, logged) in [
        ("/no/such.pem", key, "/no/such.pem: No such file"),
        (cert, "/no/such.pem", "/no/such.pem: No such file"),
        (key, key, "first-key.pem contains no certificate"),
        (cert, cert, "first-cert.pem: "),
        (cert, other.to_str().unwrap(), "second-key.pem: "),
    ] {
        let log = run(&["--tls-cert", cert, "--tls-key", key]);
        assert!(log.contains(logged), "{logged}: {log}");
    }
}
