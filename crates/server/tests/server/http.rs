//! HTTP client, and the address of a started server.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::Child;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Reads the address from the line that the server prints when it listens: 'Upcard is at http://…/'.
pub(crate) fn address_of(child: &mut Child) -> Option<SocketAddr> {
    let mut line = String::new();
    BufReader::new(child.stdout.take()?).read_line(&mut line).ok()?;
    line.trim().trim_end_matches('/').rsplit('/').next()?.parse().ok()
}

/// Sends an HTTP request; returns status, headers and body.
pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> std::io::Result<(u16, String, String)> {
    let mut stream = TcpStream::connect(address).await?;
    let length = body.len();
    let text = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-length: {length}\r\n{headers}\r\n{body}"
    );
    stream.write_all(text.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    Ok((status, head.to_owned(), body.to_owned()))
}

/// Returns the cookie that a response sets.
pub(crate) fn cookie_of(headers: &str) -> Option<String> {
    let line = headers.lines().find(|l| l.to_lowercase().starts_with("set-cookie:"))?;
    Some(line[11..].trim().split(';').next()?.to_owned())
}
