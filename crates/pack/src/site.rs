//! The page's folder on a port of its own, sent as a server sends it: compressed, and what has its
//! content's hash in its name to be kept for good.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What the slow line carries: 1.6 Mbit/s, in bytes a second, after so many milliseconds for each request. It is
/// slow here and not in the browser, which would slow down the page and not its workers.
const LINE: f64 = 200_000.0;
const DELAY: Duration = Duration::from_millis(150);

/// Bytes that the line carries at once, for one of those who wait.
const PIECE: usize = 1_400;

/// The folder, served until the program ends.
pub(crate) struct Site {
    pub(crate) address: String,
    way: Arc<Way>,
}

/// What all answers go over.
#[derive(Default)]
struct Way {
    sent: AtomicU64,
    /// From when on the line is free; none where it is as fast as it can be.
    free: Mutex<Option<Instant>>,
}

impl Site {
    /// How many bytes of files have been sent since this was asked last.
    pub(crate) fn sent(&self) -> u64 {
        self.way.sent.swap(0, Ordering::Relaxed)
    }

    /// Lets the line be slow, or not.
    pub(crate) fn slow(&self, is_slow: bool) {
        *self.way.free.lock().unwrap_or_else(PoisonError::into_inner) = is_slow.then(Instant::now);
    }
}

impl Way {
    fn is_slow(&self) -> bool {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Waits until the line has carried this.
    fn carry(&self, piece: &[u8]) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(before) = *free else { return };
        let there = before.max(Instant::now()) + Duration::from_secs_f64(piece.len() as f64 / LINE);
        *free = Some(there);
        drop(free);
        std::thread::sleep(there.saturating_duration_since(Instant::now()));
    }
}

pub(crate) fn serve(folder: &Path) -> std::io::Result<Site> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/", listener.local_addr()?);
    let folder = folder.to_owned();
    let way = Arc::new(Way::default());
    let own = way.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (folder, way) = (folder.clone(), own.clone());
            // A request that fails is asked again by the browser.
            std::thread::spawn(move || answer(&stream, &folder, &way));
        }
    });
    Ok(Site { address, way })
}

fn answer(stream: &TcpStream, folder: &Path, way: &Way) -> Option<()> {
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
    if way.is_slow() {
        std::thread::sleep(DELAY);
    }
    stream.write_all(head.as_bytes()).ok()?;
    for piece in bytes.chunks(PIECE) {
        way.carry(piece);
        way.sent.fetch_add(piece.len() as u64, Ordering::Relaxed);
        stream.write_all(piece).ok()?;
    }
    Some(())
}
