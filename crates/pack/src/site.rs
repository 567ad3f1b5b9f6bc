//! The page's folder on a port of its own, sent compressed as a server sends it.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};

/// Serves the folder until the program ends; the address.
pub(crate) fn serve(folder: &Path) -> std::io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/", listener.local_addr()?);
    let folder = folder.to_owned();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            // A request that fails is asked again by the browser.
            std::thread::spawn(move || answer(&stream, &folder));
        }
    });
    Ok(address)
}

fn answer(stream: &TcpStream, folder: &Path) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let mut line = String::new();
    while reader.read_line(&mut line).ok()? > 2 {
        line.clear();
    }
    let name = first.split(' ').nth(1)?.trim_start_matches('/');
    let name = if name.is_empty() || name.contains("..") { "index.html" } else { name };
    let kind = match name.rsplit('.').next()? {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let path = folder.join(name);
    let packed = PathBuf::from(format!("{}.br", path.display()));
    let (coding, bytes) = match std::fs::read(packed) {
        Ok(bytes) => ("content-encoding: br\r\n", bytes),
        Err(_) => ("", std::fs::read(path).ok()?),
    };
    let length = bytes.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n{coding}content-length: {length}\r\nconnection: close\r\n\r\n"
    );
    let mut stream = stream;
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&bytes).ok()
}
