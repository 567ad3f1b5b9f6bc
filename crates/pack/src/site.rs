//! The page's folder on a port of its own, sent as a server sends it: compressed, and what has its
//! content's hash in its name to be kept for good.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The folder, served until the program ends.
pub(crate) struct Site {
    pub(crate) address: String,
    sent: Arc<AtomicU64>,
}

impl Site {
    /// How many bytes of files have been sent since this was asked last.
    pub(crate) fn sent(&self) -> u64 {
        self.sent.swap(0, Ordering::Relaxed)
    }
}

pub(crate) fn serve(folder: &Path) -> std::io::Result<Site> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/", listener.local_addr()?);
    let folder = folder.to_owned();
    let sent = Arc::new(AtomicU64::new(0));
    let count = sent.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (folder, count) = (folder.clone(), count.clone());
            // A request that fails is asked again by the browser.
            std::thread::spawn(move || answer(&stream, &folder, &count));
        }
    });
    Ok(Site { address, sent })
}

fn answer(stream: &TcpStream, folder: &Path, sent: &AtomicU64) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let mut line = String::new();
    while reader.read_line(&mut line).ok()? > 2 {
        line.clear();
    }
    let name = first.split(' ').nth(1)?.trim_start_matches('/');
    let is_page = name.is_empty() || name.starts_with("t/") || name.contains("..");
    let name = if is_page { "index.html" } else { name };
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
    sent.fetch_add(length as u64, Ordering::Relaxed);
    let keep = if name.contains('-') { "max-age=31536000, immutable" } else { "no-cache" };
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n{coding}cache-control: {keep}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    let mut stream = stream;
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&bytes).ok()
}
