//! Shared score sheets of games with real cards: the link gives read access, the link and its key write
//! access.
//!
//! A sheet is an opaque text. It is stored like a table, so that it expires like tables: the first entry is
//! the digest of the key, each further entry a version of the sheet, all but the last of them emptied. The
//! store detects concurrent writes, on every node.

use std::net::SocketAddr;
use std::time::Instant;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use sha2::{Digest, Sha256};
use upcard_store::StoreError;
use upcard_table::Hex;

use crate::connections::error::Refusal;
use crate::operations::entropy::random;
use crate::operations::quotas::Payer;
use crate::operations::shared::Shared;
use crate::operations::trouble::Trouble;
use crate::rooms::ids::{is_id, new_id};
use crate::rooms::registry::Registry;

const MAX_VERSIONS: u64 = 2_000;

/// Name of a sheet in the store; never a valid table id.
fn name(id: &str) -> Result<String, Refusal> {
    if is_id(id) { Ok(format!("sheet-{id}")) } else { Err(Refusal::NoSuchSheet) }
}

/// Digest of a key, as stored. Keys are random, so a fast hash suffices.
fn key_digest(key: &str) -> Vec<u8> {
    Sha256::digest(key.as_bytes()).to_vec()
}

struct StoredSheet {
    key: Vec<u8>,
    /// Number of versions so far, including the current one.
    version: u64,
    text: String,
}

impl StoredSheet {
    async fn of(shared: &Shared, id: &str) -> Result<StoredSheet, Refusal> {
        let found = shared.store.entries(&name(id)?).await;
        let mut entries = found.map_err(|error| store_refusal(shared, error))?;
        let text = entries.pop().and_then(|text| String::from_utf8(text).ok());
        let version = entries.len() as u64;
        let key = entries.into_iter().next();
        let (Some(key), Some(text)) = (key, text) else { return Err(Refusal::NoSuchSheet) };
        Ok(StoredSheet { key, version, text })
    }

    /// Checks the key of a request. Compares digests, so that timing reveals nothing about the key.
    fn check_key(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let key = headers.get("upcard-key").and_then(|key| key.to_str().ok()).unwrap_or_default();
        if key_digest(key) == self.key { Ok(()) } else { Err(Refusal::NoKey) }
    }
}

fn store_refusal(shared: &Shared, error: StoreError) -> Refusal {
    match error {
        StoreError::NoSuchTable(_) => Refusal::NoSuchSheet,
        StoreError::Conflict { .. } => Refusal::SheetChanged,
        error => shared.store_refusal(None, &error),
    }
}

/// Parses the body of a request as a sheet's text.
fn parse_text(body: Bytes) -> Result<String, Refusal> {
    let text = String::from_utf8(body.into()).map_err(|_| Refusal::BadRequest)?;
    if text.starts_with("score-sheet ") { Ok(text) } else { Err(Refusal::BadRequest) }
}

/// Checks the payer's quota and the free disk space.
fn check(shared: &Shared, payer: Payer) -> Result<(), Refusal> {
    shared.quotas.allows(payer, Instant::now()).map_err(Refusal::Quota)?;
    let full = |trouble: &Trouble| matches!(trouble, Trouble::NearlyFull { .. });
    if shared.troubles().iter().any(full) { Err(Refusal::NoRoom) } else { Ok(()) }
}

fn etag(version: u64) -> String {
    format!("\"{version}\"")
}

/// Parses a version from a header. A compressing proxy may have turned the ETag into a weak one.
fn version_in(headers: &HeaderMap, name: HeaderName) -> Option<u64> {
    let tag = headers.get(name)?.to_str().ok()?;
    tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"').parse().ok()
}

/// Shares a sheet; the body is its text. Returns its id, and the key for write access.
pub(crate) async fn share(
    State(registry): State<Registry>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let shared = &registry.shared;
    shared.check_origin(&headers)?;
    shared.check_rate(&shared.rates.tables, &headers, peer)?;
    if shared.is_draining() {
        return Err(Refusal::Draining);
    }
    let (text, payer) = (parse_text(body)?, shared.payer(&headers, peer));
    check(shared, payer)?;
    let (id, key) = (new_id(), Hex(random::<16>()).to_string());
    let bytes = text.len() as u64;
    let stored =
        shared.store.append(&name(&id)?, 0, vec![key_digest(&key), text.into_bytes()]).await;
    stored.map_err(|error| store_refusal(shared, error))?;
    shared.quotas.charge(payer, bytes, Instant::now());
    let made = Json(json!({ "id": id, "key": key }));
    Ok((StatusCode::CREATED, [(header::ETAG, etag(1))], made).into_response())
}

/// Serves a sheet; 304 if the client has the current version.
pub(crate) async fn read(
    State(registry): State<Registry>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let StoredSheet { version, text, .. } = StoredSheet::of(&registry.shared, &id).await?;
    let tag = [(header::ETAG, etag(version))];
    if version_in(&headers, header::IF_NONE_MATCH) == Some(version) {
        return Ok((StatusCode::NOT_MODIFIED, tag).into_response());
    }
    Ok((tag, text).into_response())
}

/// Replaces the version that the writer has seen.
pub(crate) async fn write(
    State(registry): State<Registry>,
    Path(id): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let shared = &registry.shared;
    shared.check_origin(&headers)?;
    let text = parse_text(body)?;
    let sheet = StoredSheet::of(shared, &id).await?;
    sheet.check_key(&headers)?;
    let version = version_in(&headers, header::IF_MATCH).ok_or(Refusal::BadRequest)?;
    if version != sheet.version {
        return Err(Refusal::SheetChanged);
    }
    let payer = shared.payer(&headers, peer);
    check(shared, payer)?;
    if version >= MAX_VERSIONS {
        return Err(Refusal::SheetFull);
    }
    let bytes = text.len() as u64;
    let entries = vec![Vec::new(), text.into_bytes()];
    let stored = shared.store.replace(&name(&id)?, version + 1, version, entries).await;
    stored.map_err(|error| store_refusal(shared, error))?;
    shared.quotas.charge(payer, bytes, Instant::now());
    Ok((StatusCode::NO_CONTENT, [(header::ETAG, etag(version + 1))]).into_response())
}

/// Stops sharing a sheet.
pub(crate) async fn end(
    State(registry): State<Registry>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    let shared = &registry.shared;
    shared.check_origin(&headers)?;
    let sheet = StoredSheet::of(shared, &id).await?;
    sheet.check_key(&headers)?;
    let removed = shared.store.replace(&name(&id)?, sheet.version + 1, 0, Vec::new()).await;
    removed.map_err(|error| store_refusal(shared, error))?;
    Ok(StatusCode::NO_CONTENT)
}
