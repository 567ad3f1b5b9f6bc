//! Static files of the page: embedded, or from a folder during development.

use std::fs::File as Open;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, IntoResponseParts, Redirect, Response};
use futures_util::stream::{self, Stream};
use sha2::{Digest, Sha256};
use upcard_table::Hex;

use crate::connections::error::Refusal;

mod embedded {
    /// An embedded file: name, plain contents unless compressed, and contents in each encoding.
    pub(super) type EmbeddedFile =
        (&'static str, Option<&'static [u8]>, [Option<&'static [u8]>; 2]);

    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

/// Content encodings, smallest first: name, and ending of the compressed file made by the page's build.
/// Browsers accept brotli only over HTTPS; at home, without a proxy, it is gzip.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

struct File {
    name: &'static str,
    /// Plain contents; if embedded compressed, decompressed for the first client that accepts no encoding.
    plain: OnceLock<Bytes>,
    etag: HeaderValue,
    compressed: [Option<&'static [u8]>; 2],
}

impl File {
    fn from_embedded(&(name, plain, compressed): &embedded::EmbeddedFile) -> File {
        let plain = plain.map(Bytes::from_static);
        let seen = plain.as_deref().or(compressed[1]).unwrap_or_default();
        let etag = etag(seen);
        File { name, plain: plain.map(OnceLock::from).unwrap_or_default(), etag, compressed }
    }

    fn plain(&self) -> Bytes {
        let decompress = || {
            let mut bytes = Vec::new();
            let compressed = self.compressed[1].unwrap_or_default();
            if let Err(error) = flate2::read::GzDecoder::new(compressed).read_to_end(&mut bytes) {
                tracing::error!(%error, file = self.name, "a page file is damaged");
            }
            bytes.into()
        };
        self.plain.get_or_init(decompress).clone()
    }
}

const DOCS: &str = "docs";

#[derive(Clone)]
pub(crate) struct Files {
    folder: Option<PathBuf>,
    embedded: Arc<[File]>,
}

impl Files {
    pub(crate) fn new(folder: Option<PathBuf>) -> Files {
        Files { folder, embedded: embedded::EMBEDDED.iter().map(File::from_embedded).collect() }
    }

    pub(crate) fn has_page(&self) -> bool {
        self.folder.is_some() || !self.embedded.is_empty()
    }

    /// Serves a path: a file, the documentation, or the page itself for a path that the page handles.
    pub(crate) async fn answer(&self, path: &str, headers: &HeaderMap) -> Response {
        let path = path.trim_start_matches('/');
        if path == DOCS {
            // Relative links in the documentation need the trailing slash.
            return Redirect::permanent(&format!("/{DOCS}/")).into_response();
        }
        let name = path.strip_prefix(DOCS).filter(|rest| rest.starts_with('/'));
        let page = path.is_empty() || !path.rsplit('/').next().unwrap_or("").contains('.');
        let name = match name {
            Some("/") => "docs/index.html",
            Some(_) => path,
            // The big-screen table is a page of its own.
            None if path == "tv" => "tv.html",
            None if page => "index.html",
            None => path,
        };
        if name == "index.html" && !self.has_page() {
            return (StatusCode::SERVICE_UNAVAILABLE, Html(NO_PAGE_HTML)).into_response();
        }
        match &self.folder {
            Some(folder) => from_folder(folder, name, headers).await,
            None => match self.embedded.iter().find(|file| file.name == name) {
                Some(file) => from_memory(file, headers),
                None => Refusal::NoSuchPage.into_response(),
            },
        }
    }
}

/// Placeholder for a missing page: tells what to do.
const NO_PAGE_HTML: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
    content=\"width=device-width,initial-scale=1\"><title>Upcard</title><main><h1>The server is running, \
    without its page</h1><p>This program was built without the page, so it cannot be played in a browser. \
    In a clone of the project:</p><ul><li><code>cargo xtask release</code> builds a program with the page, \
    and prints its path;</li><li><code>cargo xtask play</code> builds one and starts \
    it;</li><li><code>cargo xtask page</code> builds the page alone, and <code>upcard serve --pages \
    dist/web</code> serves it with this program.</li></ul></main></html>";

fn etag(bytes: &[u8]) -> HeaderValue {
    let mut short = [0; 12];
    short.copy_from_slice(&Sha256::digest(bytes)[..12]);
    HeaderValue::from_str(&format!("\"{}\"", Hex(short))).unwrap_or(HeaderValue::from_static(""))
}

async fn from_folder(folder: &Path, name: &str, headers: &HeaderMap) -> Response {
    if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_))) {
        return Refusal::NoSuchPage.into_response();
    }
    let path = folder.join(name);
    let taken = ENCODINGS.map(|encoding| Some(encoding).filter(|(name, _)| accepts(headers, name)));
    let found = tokio::task::spawn_blocking(move || {
        for (encoding, extension) in taken.into_iter().flatten() {
            if let Ok(found) = open(Path::new(&format!("{}.{extension}", path.display()))) {
                return Ok((found, Some(encoding)));
            }
        }
        open(&path).map(|found| (found, None))
    });
    match found.await {
        Ok(Ok(((file, length), encoding))) => {
            let length_header = [(header::CONTENT_LENGTH, length.to_string())];
            let body = Body::from_stream(chunks(file, length));
            (file_headers(name, encoding), length_header, body).into_response()
        }
        _ => Refusal::NoSuchPage.into_response(),
    }
}

/// Size of the chunks in which a file is read, which limits the memory per slow client.
const CHUNK: u64 = 64 * 1024;

/// Opens a file; also returns its length.
fn open(path: &Path) -> io::Result<(Open, u64)> {
    // Opening a named pipe would block until something writes to it.
    let found = std::fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let file = Open::open(path)?;
    let length = file.metadata()?.len();
    Ok((file, length))
}

/// Streams the first `length` bytes of a file in chunks, reading each when the previous one has been sent.
fn chunks(file: Open, length: u64) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    stream::try_unfold((file, length), |(mut file, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        let read = tokio::task::spawn_blocking(move || {
            let mut chunk = Vec::new();
            file.by_ref().take(left.min(CHUNK)).read_to_end(&mut chunk).map(|_| (chunk, file))
        });
        let (chunk, file) = read.await.map_err(io::Error::other)??;
        if chunk.is_empty() {
            // The file was truncated while being sent; the client must not take it for complete.
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let left = left - chunk.len() as u64;
        Ok(Some((Bytes::from(chunk), (file, left))))
    })
}

fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let refused = weight.trim().strip_prefix("q=").and_then(|q| q.parse().ok()) == Some(0.0);
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

/// Headers of a file in its plain form or in this encoding.
fn file_headers(name: &str, encoding: Option<&'static str>) -> impl IntoResponseParts {
    // A file with a content hash in its name never changes.
    let cache = if has_hash(name) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [
        (header::CONTENT_TYPE, content_type(name)),
        (header::VARY, "accept-encoding"),
        (header::CACHE_CONTROL, cache),
    ];
    (headers, encoding.map(|encoding| [(header::CONTENT_ENCODING, encoding)]))
}

fn from_memory(file: &File, headers: &HeaderMap) -> Response {
    let etag = [(header::ETAG, file.etag.clone())];
    if headers.get(header::IF_NONE_MATCH) == Some(&file.etag) {
        return (StatusCode::NOT_MODIFIED, file_headers(file.name, None), etag).into_response();
    }
    let mut encodings = ENCODINGS.iter().zip(file.compressed);
    let compressed = encodings.find_map(|((name, _), compressed)| {
        compressed.filter(|_| accepts(headers, name)).map(|bytes| (*name, bytes))
    });
    let (encoding, bytes) = compressed.unzip();
    let bytes = bytes.map_or_else(|| file.plain(), Bytes::from_static);
    (file_headers(file.name, encoding), etag, Body::from(bytes)).into_response()
}

/// Returns `true` if the name contains a hash of at least eight hexadecimal digits, as in `app-0123abcd.js`.
fn has_hash(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    let mut parts = file.split(['-', '.', '_']).skip(1);
    parts.any(|part| {
        part.len() >= 8
            && part.chars().all(|c| c.is_ascii_hexdigit())
            && part.chars().any(|c| c.is_ascii_digit())
    })
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "ftl" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_a_content_hash_are_recognized() {
        assert!(has_hash("assets/app-0123abcd.js"));
        assert!(has_hash("upcard_web_bg.0f8fcea709125d01.wasm"));
        for plain in ["index.html", "app.js", "cards-facade.svg", "deadbeef"] {
            assert!(!has_hash(plain), "{plain}");
        }
    }

    fn accepting(encodings: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(encodings))])
    }

    async fn content_of(answer: Response) -> (Option<HeaderValue>, Vec<u8>) {
        let encoding = answer.headers().get(header::CONTENT_ENCODING).cloned();
        let bytes = axum::body::to_bytes(answer.into_body(), 100).await.unwrap();
        (encoding, bytes.to_vec())
    }

    /// Expected response per `Accept-Encoding`, for a file compressed both ways.
    const WANTED: [(&str, Option<&str>, &[u8]); 7] = [
        ("gzip, deflate, br, zstd", Some("br"), b"brotli"),
        ("gzip, deflate", Some("gzip"), b"gzip"),
        ("gzip;q=0.5, br;q=0", Some("gzip"), b"gzip"),
        ("BR", Some("br"), b"brotli"),
        ("brunch", None, b"plain"),
        ("identity", None, b"plain"),
        ("", None, b"plain"),
    ];

    #[tokio::test]
    async fn embedded_files_are_decompressed_for_clients_without_compression() {
        // "plain" in gzip.
        const PACKED: &[u8] = &[
            31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 43, 200, 73, 204, 204, 3, 0, 207, 98, 32, 25, 5, 0,
            0, 0,
        ];
        let file = File::from_embedded(&("app.js", None, [None, Some(PACKED)]));
        let files = Files { folder: None, embedded: Arc::from([file]) };
        for (accepted, encoding, bytes) in [("gzip", Some("gzip"), PACKED), ("", None, b"plain")] {
            let answer = content_of(files.answer("/app.js", &accepting(accepted)).await).await;
            assert_eq!(answer, (encoding.map(HeaderValue::from_static), bytes.to_vec()));
        }
    }

    #[tokio::test]
    async fn a_file_is_sent_in_its_stored_encoding() {
        let file = File::from_embedded(&("a.js", Some(b"plain"), [Some(b"brotli"), Some(b"gzip")]));
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("a.js", "plain"), ("a.js.br", "brotli"), ("a.js.gz", "gzip")] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        for files in [
            Files { folder: None, embedded: Arc::from([file]) },
            Files::new(Some(folder.path().to_owned())),
        ] {
            for (accepted, encoding, bytes) in WANTED {
                let answer = files.answer("/a.js", &accepting(accepted)).await;
                assert_eq!(answer.headers()[header::VARY], "accept-encoding");
                let (found, body) = content_of(answer).await;
                assert_eq!(found.as_ref().map(HeaderValue::as_bytes), encoding.map(str::as_bytes));
                assert_eq!(body, bytes, "{accepted:?} of {:?}", files.folder);
            }
        }
    }

    #[tokio::test]
    async fn a_file_in_a_folder_is_sent_in_chunks() {
        let own = tempfile::tempdir().unwrap();
        let files = Files::new(Some(own.path().to_owned()));
        let path = own.path().join("large.bin");
        for length in [0, 1, CHUNK, CHUNK + 1, 3 * CHUNK] {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            std::fs::write(&path, &bytes).unwrap();
            let answer = files.answer("/large.bin", &HeaderMap::new()).await;
            assert_eq!(answer.headers()[header::CONTENT_LENGTH], length.to_string());
            let sent = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
            assert!(sent == bytes, "{length} bytes");
        }
        // A file truncated while being sent is not taken for complete.
        let answer = files.answer("/large.bin", &HeaderMap::new()).await;
        Open::options().write(true).open(&path).unwrap().set_len(CHUNK).unwrap();
        assert!(axum::body::to_bytes(answer.into_body(), usize::MAX).await.is_err());
        // A folder is not a file.
        std::fs::create_dir(own.path().join("a.folder")).unwrap();
        let answer = files.answer("/a.folder", &HeaderMap::new()).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn a_program_without_the_page_says_what_to_do() {
        let files = Files { folder: None, embedded: Arc::from([]) };
        for path in ["/", "/t/abcdefghijkm", "/new"] {
            let answer = files.answer(path, &HeaderMap::new()).await;
            assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE, "{path}");
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
            let body = axum::body::to_bytes(answer.into_body(), 10_000).await.unwrap();
            let body = String::from_utf8(body.to_vec()).unwrap();
            for way in ["cargo xtask release", "cargo xtask play", "--pages dist/web"] {
                assert!(body.contains(way), "{body}");
            }
        }
        // Other files are not found.
        let file = files.answer("/app.js", &HeaderMap::new()).await;
        assert_eq!(file.status(), StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn documents_are_served_beside_the_page() {
        let own = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(own.path().join("docs/games")).unwrap();
        let files =
            [("index.html", "page"), ("docs/index.html", "docs"), ("docs/games/gin.html", "gin")];
        for (name, text) in files {
            std::fs::write(own.path().join(name), text).unwrap();
        }
        let files = Files::new(Some(own.path().to_owned()));
        let none = HeaderMap::new();
        for (path, text) in [
            ("/", "page"),
            ("/docs/", "docs"),
            ("/docs/index.html", "docs"),
            ("/docs/games/gin.html", "gin"),
            ("/docsify", "page"),
        ] {
            let answer = files.answer(path, &none).await;
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
            assert_eq!(content_of(answer).await.1, text.as_bytes(), "{path}");
        }
        let answer = files.answer("/docs", &none).await;
        assert_eq!(answer.headers()[header::LOCATION], "/docs/");
        for no_page in ["/docs/games", "/docs/none.html", "/docs/../Cargo.toml"] {
            let answer = files.answer(no_page, &none).await;
            assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{no_page}");
        }
    }

    #[tokio::test]
    async fn paths_outside_the_folder_are_rejected() {
        let files = Files::new(Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")));
        let none = HeaderMap::new();
        assert_eq!(files.answer("/lib.rs", &none).await.status(), StatusCode::OK);
        for outside in ["/../Cargo.toml", "//etc/passwd.txt", "/x/../lib.rs"] {
            assert_eq!(files.answer(outside, &none).await.status(), StatusCode::NOT_FOUND);
        }
    }
}
