//! Serves the page's folder as a real server does: compressed, hashed files cached permanently.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Slow connection: 1.6 Mbit/s, in bytes per second, and a latency per request. Simulated here because the
/// browser's throttling does not cover workers.
const BANDWIDTH: f64 = 200_000.0;
const LATENCY: Duration = Duration::from_millis(150);

/// Bytes sent at once for one of the waiting responses.
const CHUNK_SIZE: usize = 1_400;

/// The folder, served until the process ends.
pub(crate) struct Site {
    pub(crate) address: String,
    link: Arc<Link>,
}

/// The connection shared by all responses.
#[derive(Default)]
struct Link {
    sent: AtomicU64,
    /// When the connection is free; `None` without throttling.
    free: Mutex<Option<Instant>>,
}

impl Site {
    /// Returns the bytes sent since the last call.
    pub(crate) fn take_sent(&self) -> u64 {
        self.link.sent.swap(0, Ordering::Relaxed)
    }

    /// Turns throttling on or off.
    pub(crate) fn set_slow(&self, is_slow: bool) {
        *self.link.free.lock().unwrap_or_else(PoisonError::into_inner) = is_slow.then(Instant::now);
    }
}

impl Link {
    fn is_slow(&self) -> bool {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Waits for the transfer time of a chunk.
    fn throttle(&self, chunk: &[u8]) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(before) = *free else { return };
        let there =
            before.max(Instant::now()) + Duration::from_secs_f64(chunk.len() as f64 / BANDWIDTH);
        *free = Some(there);
        drop(free);
        std::thread::sleep(there.saturating_duration_since(Instant::now()));
    }
}

pub(crate) fn serve(folder: &Path) -> std::io::Result<Site> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/", listener.local_addr()?);
    let folder = folder.to_owned();
    let link = Arc::new(Link::default());
    let own = link.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (folder, link) = (folder.clone(), own.clone());
            // The browser retries failed requests.
            std::thread::spawn(move || answer(&stream, &folder, &link));
        }
    });
    Ok(Site { address, link })
}

fn answer(stream: &TcpStream, folder: &Path, link: &Link) -> Option<()> {
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
    let keep = if name.contains('-') { "max-age=31536000, immutable" } else { "no-cache" };
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n{coding}cache-control: {keep}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    let mut stream = stream;
    if link.is_slow() {
        std::thread::sleep(LATENCY);
    }
    stream.write_all(head.as_bytes()).ok()?;
    for chunk in bytes.chunks(CHUNK_SIZE) {
        link.throttle(chunk);
        link.sent.fetch_add(chunk.len() as u64, Ordering::Relaxed);
        stream.write_all(chunk).ok()?;
    }
    Some(())
}
