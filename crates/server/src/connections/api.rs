//! Routes of the server, and their handlers.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router, middleware};
use serde::Serialize;
use serde_json::{Value, json};
use upcard_engine::choices::PileShown;
use upcard_table::wire::SetUp;
use upcard_table::{Hex, compact};

use crate::connections::error::Refusal;
use crate::connections::files::Files;
use crate::connections::headers;
use crate::connections::{dates, layers, links, preview, rejoin, sheets, socket};
use crate::operations::shared::Shared;
use crate::operations::trouble::Trouble;
use crate::rooms::house::OfferedGame;
use crate::rooms::registry::Registry;
use crate::rooms::room::About;

pub(crate) fn router(registry: Registry, files: Files) -> Router {
    let shared = registry.shared.clone();
    let rate_limit = middleware::from_fn_with_state(shared.clone(), layers::rate_limit);
    let sheet = get(sheets::read).put(sheets::write).delete(sheets::end).layer(rate_limit.clone());
    Router::new()
        .route("/health", get(health))
        .route("/api/key", get(record_key))
        .route("/api/games", get(games))
        .route("/api/tables", post(open))
        .route("/api/tables/{id}", get(about).layer(rate_limit.clone()))
        .route("/api/tables/{id}/game", get(game).layer(rate_limit.clone()))
        .route("/api/tables/{id}/socket", get(socket::upgrade).layer(rate_limit.clone()))
        .route("/api/tables/{id}/qr.svg", get(links::table_qr).layer(rate_limit.clone()))
        .route("/api/tables/{id}/rejoin", post(rejoin::link).layer(rate_limit.clone()))
        .route("/api/tables/{id}/rejoin.svg", get(rejoin::code).layer(rate_limit.clone()))
        .route("/api/tables/{id}/matches/{number}/record", get(record))
        .route("/api/sheets", post(sheets::share))
        .route("/api/sheets/{id}", sheet)
        .route("/t/{id}", get(preview::table))
        .route("/c/{code}", get(by_code))
        .route("/r/style.css", get(rejoin::style))
        .route("/r/{token}", get(rejoin::question).post(rejoin::answer).layer(rate_limit.clone()))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
        .fallback(page)
        .layer(middleware::from_fn_with_state(shared.clone(), layers::buffer_body))
        .layer(middleware::from_fn_with_state(shared.clone(), layers::count_request))
        .layer(middleware::from_fn(layers::errors_in_json))
        .layer(middleware::from_fn_with_state(shared.clone(), layers::record_metrics))
        .layer(middleware::from_fn_with_state(shared, headers::add_security_headers))
        .layer(Extension(files))
        .with_state(registry)
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    /// Number of tables in memory.
    tables: usize,
    connections: usize,
    /// Number of panics in rooms.
    panics: u64,
    /// Number of tables that cannot be served.
    #[serde(rename = "set-aside")]
    set_aside: usize,
    /// Codes of the current problems.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    troubles: Vec<&'static str>,
}

/// Returns `true` if tables can be played, now and for a while.
fn is_healthy(registry: &Registry) -> bool {
    let shared = &registry.shared;
    registry.cluster.as_ref().is_none_or(|cluster| cluster.is_healthy())
        && !shared.is_stopping()
        && !shared.is_draining()
        && shared.troubles().iter().all(Trouble::can_store)
}

/// Readiness probe: whether this server accepts requests.
async fn ready(State(registry): State<Registry>) -> Result<Json<Value>, Refusal> {
    let shared = &registry.shared;
    if is_healthy(&registry) {
        return Ok(Json(json!({ "ready": true })));
    }
    let stores = shared.troubles().iter().all(Trouble::can_store);
    let ends = shared.is_draining() || shared.is_stopping();
    Err(if stores && ends { Refusal::Draining } else { Refusal::Unavailable })
}

/// Health of the server, without querying the store.
async fn health(State(registry): State<Registry>) -> Response {
    let shared = &registry.shared;
    let troubles = shared.troubles();
    let stopping = shared.is_stopping();
    let (panics, set_aside) = shared.faults.counts();
    let health = Health {
        status: match troubles.as_slice() {
            _ if stopping => "stopping",
            _ if shared.is_draining() => "draining",
            [] => "ok",
            _ => "degraded",
        },
        version: env!("CARGO_PKG_VERSION"),
        tables: registry.rooms.len(),
        connections: shared.connections.open(),
        panics,
        set_aside,
        troubles: troubles.iter().map(Trouble::code).collect(),
    };
    let fine = is_healthy(&registry);
    let status = if fine { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(health)).into_response()
}

async fn metrics(State(registry): State<Registry>) -> Result<Response, Refusal> {
    if registry.shared.settings.hide_metrics {
        return Err(Refusal::NoSuchPage);
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], registry.metrics()).into_response())
}

/// Opens a table. The body is its configuration, in JSON or in the binary encoding of the page.
async fn open(
    State(registry): State<Registry>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    let shared = &registry.shared;
    shared.check_origin(&headers)?;
    let in_bytes =
        headers.get(header::CONTENT_TYPE).is_some_and(|t| t == "application/octet-stream");
    let set_up: Option<SetUp> =
        if in_bytes { compact::read(&body) } else { serde_json::from_slice(&body).ok() };
    let set_up = set_up.ok_or(Refusal::BadRequest)?;
    shared.check_rate(&shared.rates.tables, &headers, peer)?;
    let known = shared.keys().guest(&headers);
    if known.is_some_and(|guest| shared.rates.tables_by_guest.allow(&guest, 1) == Some(false)) {
        return Err(Refusal::TooFast);
    }
    let payer = shared.payer(&headers, peer);
    let id = registry.open(payer, set_up).await?;
    let path = format!("/t/{id}");
    let cookie = links::cookie(shared, &headers, payer.guest)?;
    Ok((StatusCode::CREATED, cookie, Json(json!({ "id": id, "path": path }))).into_response())
}

/// Redirects a short code, as typed by a person, to its table. Rate-limited like opening tables.
async fn by_code(
    State(registry): State<Registry>,
    Path(code): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Redirect, Refusal> {
    let shared = &registry.shared;
    shared.check_rate(&shared.rates.tables, &headers, peer)?;
    let found = registry.rooms.by_code(&code.to_ascii_lowercase());
    let path = found.map_or("/wrong-link".to_owned(), |id| format!("/t/{id}"));
    Ok(Redirect::to(&path))
}

/// Returns the games that this server offers in addition to the built-in ones.
async fn games(State(registry): State<Registry>) -> Json<Vec<OfferedGame>> {
    Json(registry.shared.house.offered())
}

async fn about(
    State(registry): State<Registry>,
    Path(id): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Json<About>, Refusal> {
    let who = registry.shared.caller(&headers, peer);
    Ok(Json(registry.about(&id, who).await?))
}

/// Game of a table in words, for clients without a rules engine.
#[derive(Serialize)]
struct GameInfo {
    name: String,
    /// Whether house rules apply.
    house: bool,
    /// Contract of each deal; empty in games without contracts.
    deals: Vec<String>,
    contracts: bool,
    /// Whether the discard pile is spread face up.
    spread: bool,
}

async fn game(
    State(registry): State<Registry>,
    Path(id): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Json<GameInfo>, Refusal> {
    let about = registry.about(&id, registry.shared.caller(&headers, peer)).await?;
    let library = &registry.shared.library;
    let rules = about.set_up.source().rules(library).map_err(|_| Refusal::NoSuchPage)?;
    let words = |deal| upcard_rulebook::deal_words(&rules, deal);
    Ok(Json(GameInfo {
        name: rules.set.catalogue.name.clone(),
        house: !rules.set.changed.is_empty(),
        contracts: rules.has_contracts(),
        spread: rules.set.choices.discarding.pile == PileShown::Spread,
        deals: rules.deals.iter().filter(|_| rules.has_contracts()).map(words).collect(),
    }))
}

/// Returns the public key that verifies records.
async fn record_key(State(shared): State<Arc<Shared>>) -> Json<Value> {
    let key = Hex(shared.record_key.public()).to_string();
    Json(json!({ "algorithm": "ed25519", "key": key }))
}

/// Returns the record of a finished match, as text.
async fn record(
    State(shared): State<Arc<Shared>>,
    Path((id, number)): Path<(String, u32)>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    shared.check_rate(&shared.rates.records, &headers, peer)?;
    let record =
        crate::rooms::records::record(&shared, &id, number, shared.caller(&headers, peer)).await?;
    let name = format!("attachment; filename=\"match-{number}.upcard\"");
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CONTENT_LENGTH, record.bytes.to_string()),
    ];
    let ended = record.ended.and_then(dates::http).map(|date| [(header::LAST_MODIFIED, date)]);
    Ok((headers, ended, record.body).into_response())
}

async fn page(
    Extension(files): Extension<Files>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    // These are for programs only; the page is never served there.
    let first = uri.path().trim_start_matches('/').split('/').next().unwrap_or("");
    if ["api", "health", "metrics", "ready"].contains(&first) {
        return Refusal::NoSuchPage.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        let mut response = Refusal::NotAllowed.into_response();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    files.answer(uri.path(), &headers).await
}
