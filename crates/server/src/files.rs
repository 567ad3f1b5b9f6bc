//! The page's files: inside the program, or from a folder while it is worked on.

use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use upcard_table::Hex;

use crate::error::Refusal;

mod embedded {
    /// A file: its name, what is in it, and the same as brotli packs it.
    pub(super) type Own = (&'static str, &'static [u8], Option<&'static [u8]>);

    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

/// Files smaller than this are sent as they are.
const SMALL: usize = 1024;

struct File {
    name: &'static str,
    bytes: &'static [u8],
    tag: HeaderValue,
    brotli: Option<&'static [u8]>,
    gzip: OnceLock<Vec<u8>>,
}

/// The files of the page.
#[derive(Clone)]
pub(crate) struct Files {
    folder: Option<PathBuf>,
    embedded: Arc<[File]>,
}

impl Files {
    pub(crate) fn new(folder: Option<PathBuf>) -> Files {
        let file = |&(name, bytes, brotli): &embedded::Own| File {
            name,
            bytes,
            tag: tag(bytes),
            brotli,
            gzip: OnceLock::new(),
        };
        Files { folder, embedded: embedded::EMBEDDED.iter().map(file).collect() }
    }

    /// Compresses the embedded files for those who do not take what the page's build has
    /// compressed; until that is done they get them as they are.
    pub(crate) fn compress(&self) {
        for file in self.embedded.iter() {
            if file.bytes.len() < SMALL || !compresses(file.name) {
                continue;
            }
            // Writing into memory does not fail; a file that did would be sent as it is.
            let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            if gzip.write_all(file.bytes).is_ok()
                && let Ok(bytes) = gzip.finish()
            {
                let _ = file.gzip.set(bytes);
            }
        }
    }

    /// Is there a page at all?
    pub(crate) fn any(&self) -> bool {
        self.folder.is_some() || !self.embedded.is_empty()
    }

    /// The answer to a path: a file, or the page itself for an address that the page reads.
    pub(crate) async fn answer(&self, path: &str, headers: &HeaderMap) -> Response {
        let path = path.trim_start_matches('/');
        let page = path.is_empty() || !path.rsplit('/').next().unwrap_or("").contains('.');
        let name = if page { "index.html" } else { path };
        match &self.folder {
            Some(folder) => from_folder(folder, name, headers).await,
            None => match self.embedded.iter().find(|file| file.name == name) {
                Some(file) => from_memory(file, headers),
                None => Refusal::NoSuchPage.into_response(),
            },
        }
    }
}

fn tag(bytes: &[u8]) -> HeaderValue {
    let mut short = [0; 12];
    short.copy_from_slice(&Sha256::digest(bytes)[..12]);
    HeaderValue::from_str(&format!("\"{}\"", Hex(short))).unwrap_or(HeaderValue::from_static(""))
}

async fn from_folder(folder: &Path, name: &str, headers: &HeaderMap) -> Response {
    let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let path = folder.join(name);
    let brotli = takes(headers, "br");
    let read = tokio::task::spawn_blocking(move || {
        let packed = PathBuf::from(format!("{}.br", path.display()));
        match std::fs::read(packed) {
            Ok(bytes) if brotli => Ok((bytes, true)),
            _ => std::fs::read(path).map(|bytes| (bytes, false)),
        }
    });
    match read.await {
        Ok(Ok((bytes, packed))) if inside => {
            let mut response = Response::new(Body::from(bytes));
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
            headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
            headers.insert(header::CACHE_CONTROL, keeps(name));
            if packed {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
            }
            response
        }
        _ => Refusal::NoSuchPage.into_response(),
    }
}

/// Does whoever asks take this coding?
fn takes(headers: &HeaderMap, coding: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|c| c.trim().starts_with(coding))
}

/// How long a file may be kept: a name with its content's hash never changes its content.
fn keeps(name: &str) -> HeaderValue {
    HeaderValue::from_static(if hashed(name) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    })
}

fn from_memory(file: &File, headers: &HeaderMap) -> Response {
    let mut response = Response::new(Body::empty());
    if headers.get(header::IF_NONE_MATCH) == Some(&file.tag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        let brotli = file.brotli.filter(|_| takes(headers, "br")).map(|b| ("br", Body::from(b)));
        let gzip = || file.gzip.get().filter(|_| takes(headers, "gzip"));
        match brotli.or_else(|| gzip().map(|b| ("gzip", Body::from(b.clone())))) {
            Some((coding, body)) => {
                *response.body_mut() = body;
                let coding = HeaderValue::from_static(coding);
                response.headers_mut().insert(header::CONTENT_ENCODING, coding);
            }
            None => *response.body_mut() = Body::from(file.bytes),
        }
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(file.name)));
    headers.insert(header::ETAG, file.tag.clone());
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::CACHE_CONTROL, keeps(file.name));
    response
}

/// Does the name hold a hash of at least eight hexadecimal digits, as in `app-0123abcd.js`?
fn hashed(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    let mut parts = file.split(['-', '.', '_']).skip(1);
    parts.any(|part| {
        part.len() >= 8
            && part.chars().all(|c| c.is_ascii_hexdigit())
            && part.chars().any(|c| c.is_ascii_digit())
    })
}

fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

fn compresses(name: &str) -> bool {
    matches!(
        ending(name),
        "html" | "js" | "css" | "wasm" | "svg" | "json" | "webmanifest" | "txt" | "texts" | "map"
    )
}

fn kind(name: &str) -> &'static str {
    match ending(name) {
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
    fn names_with_a_hash_are_told_apart() {
        assert!(hashed("assets/app-0123abcd.js"));
        assert!(hashed("upcard_web_bg.0f8fcea709125d01.wasm"));
        for plain in ["index.html", "app.js", "cards-facade.svg", "deadbeef"] {
            assert!(!hashed(plain), "{plain}");
        }
    }

    #[tokio::test]
    async fn a_folder_is_not_left() {
        let files = Files::new(Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")));
        let none = HeaderMap::new();
        assert_eq!(files.answer("/files.rs", &none).await.status(), StatusCode::OK);
        for outside in ["/../Cargo.toml", "//etc/passwd.txt", "/x/../files.rs"] {
            assert_eq!(files.answer(outside, &none).await.status(), StatusCode::NOT_FOUND);
        }
    }
}
