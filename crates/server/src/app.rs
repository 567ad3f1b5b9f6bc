//! The server as a whole: addresses, start and stop.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use axum::{Extension, Json, Router, middleware};
use serde::Serialize;
use thiserror::Error;
use upcard_engine::{Flaws, Library};
use upcard_store::{Sqlite, Store, StoreError};
use upcard_table::wire::SetUp;
use upcard_table::{Hex, compact};

use crate::error::Refusal;
use crate::files::Files;
use crate::headers::{own_origin, secure};
use crate::identity::{Key, random};
use crate::links;
use crate::quotas::Payer;
use crate::registry::Shared;
use crate::settings::Settings;
use crate::task::About;
use crate::upkeep::{self, Trouble};
use crate::{limits, socket};

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Listening or the like.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The store.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The games' files.
    #[error("{0}")]
    Games(#[from] Flaws),
    /// A kind of store that this program does not have.
    #[error("'{0}' is not a store that this program knows; give the path of a SQLite file")]
    UnknownStore(String),
    /// The stop took too long; nothing that was acknowledged is lost.
    #[error("not all could be finished in time; the disk of the store may hang")]
    Hung,
}

/// Serves until `stop` is there.
///
/// # Errors
/// Why it cannot.
pub async fn serve(
    settings: Settings,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let store = match &settings.store {
        Some(path) => {
            if let Some(path) = path.to_str().filter(|path| path.contains("://")) {
                return Err(ServeError::UnknownStore(path.to_owned()));
            }
            Sqlite::open(path)?
        }
        None => Sqlite::in_memory()?,
    };
    serve_from(Arc::new(store), settings, stop).await
}

/// The same with a store of the caller's.
///
/// # Errors
/// Why it cannot; [`ServeError::Hung`] where the stop took longer than it may.
pub async fn serve_from(
    store: Arc<dyn Store>,
    settings: Settings,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let key = Key::new(store.keep("key", random::<32>().to_vec()).await?);
    let library = Library::standard()?;
    let files = Files::new(settings.pages.clone());
    if !files.any() {
        tracing::warn!("this program was built without the page; only the interface is served");
    }
    let shared = Arc::new(Shared::new(settings, store.clone(), library, key));
    let listener = tokio::net::TcpListener::bind(shared.settings.listen).await?;
    let address = listener.local_addr()?;
    let tables = store.count().await?;
    tracing::info!(%address, tables, "listening");
    println!("Upcard is at http://{address}/");
    let listener = listener.tap_io(|stream| {
        // A small message must not wait for the answer to the one before.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY");
        }
    });
    let sweeper = tokio::spawn(upkeep::sweep(shared.clone()));
    let watcher = tokio::spawn(upkeep::watch(shared.clone()));
    let stopping = shared.clone();
    let (stopped, gone) = tokio::sync::oneshot::channel();
    let server = axum::serve(
        listener,
        router(shared.clone(), files).into_make_service_with_connect_info::<SocketAddr>(),
    )
    .with_graceful_shutdown(async move {
        stop.await;
        tracing::info!("stopping");
        let deadline = tokio::time::Instant::now() + stopping.settings.stop;
        let told = tokio::time::timeout_at(deadline, stopping.stop()).await.is_ok();
        // Whoever waits for this may have given up.
        let _ = stopped.send((deadline, told));
    });
    let mut server = tokio::spawn(server.into_future());
    let (deadline, told) = tokio::select! {
        Ok(stop) = gone => stop,
        // It has ended by itself, or its task is broken.
        ended = &mut server => return Ok(ended.map_err(std::io::Error::other)??),
    };
    // All is stored as it happens; a connection that does not close must not hold up the stop.
    match tokio::time::timeout_at(deadline, server).await {
        Ok(Ok(result)) => result?,
        Ok(Err(error)) => tracing::error!(%error, "the server's task failed"),
        Err(_) => tracing::warn!("some connections did not close in time"),
    }
    sweeper.abort();
    watcher.abort();
    let closed = tokio::time::timeout_at(deadline, store.close()).await;
    match closed {
        Ok(closed) if told => Ok(closed?),
        _ => Err(ServeError::Hung),
    }
}

fn router(shared: Arc<Shared>, files: Files) -> Router {
    Router::new()
        .route("/health", get(health))
        .route("/api/tables", post(open))
        .route("/api/tables/{id}", get(about))
        .route("/api/tables/{id}/socket", get(socket::upgrade))
        .route("/api/tables/{id}/qr.svg", get(links::table_qr))
        .route("/api/tables/{id}/rejoin", post(links::rejoin))
        .route("/api/tables/{id}/rejoin.svg", get(links::rejoin_qr))
        .route("/api/tables/{id}/matches/{number}/record", get(record))
        .route("/r/{token}", get(links::follow))
        .fallback(page)
        .layer(middleware::from_fn(secure))
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(Extension(files))
        .with_state(shared)
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
    /// Tables in memory.
    tables: usize,
    connections: usize,
    /// What is wrong, by its code.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    troubles: Vec<&'static str>,
}

/// How the server is, as is known without asking the store anything.
async fn health(State(shared): State<Arc<Shared>>) -> Response {
    let troubles = shared.troubles();
    let stopping = shared.is_stopping();
    let health = Health {
        status: match troubles.as_slice() {
            _ if stopping => "stopping",
            [] => "ok",
            _ => "degraded",
        },
        version: env!("CARGO_PKG_VERSION"),
        tables: shared.loaded(),
        connections: shared.connections.open(),
        troubles: troubles.iter().map(Trouble::code).collect(),
    };
    let fine = !stopping && troubles.iter().all(Trouble::can_store);
    let status = if fine { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(health)).into_response()
}

/// Where a request comes from: as a trusted proxy says, else where the connection comes from.
pub(crate) fn address(shared: &Shared, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
    let told = links::forwarded(headers, "x-forwarded-for").filter(|_| shared.settings.proxy);
    told.and_then(|told| told.parse().ok()).unwrap_or(peer.ip())
}

/// Refuses an address that asks for too many costly things.
fn spare(shared: &Shared, headers: &HeaderMap, peer: SocketAddr) -> Result<(), Refusal> {
    let allowed = shared.costly.allow(address(shared, headers, peer), Instant::now());
    if allowed { Ok(()) } else { Err(Refusal::TooFast) }
}

/// The type of a body in bytes.
const OCTETS: &str = "application/octet-stream";

#[derive(Serialize)]
struct Opened {
    id: String,
    path: String,
}

/// Opens a table: the body is its set-up, in JSON or, as the page sends it, in bytes.
async fn open(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    if !own_origin(&headers, shared.settings.url.as_deref()) {
        return Err(Refusal::ForeignOrigin);
    }
    let in_bytes = headers.get(header::CONTENT_TYPE).is_some_and(|t| t == OCTETS);
    let set_up: Option<SetUp> =
        if in_bytes { compact::read(&body) } else { serde_json::from_slice(&body).ok() };
    let set_up = set_up.ok_or(Refusal::BadRequest)?;
    spare(&shared, &headers, peer)?;
    let known = shared.key.guest(&headers);
    let guest = known.unwrap_or_else(|| Hex(random()));
    let payer = Payer { guest, address: address(&shared, &headers, peer) };
    let id = shared.open(payer, set_up).await?;
    let path = format!("/t/{id}");
    let mut response = (StatusCode::CREATED, Json(Opened { id, path })).into_response();
    if known.is_none() {
        let secure = links::is_secure(&shared.settings, &headers);
        let cookie = shared.key.cookie(guest, secure).ok_or(Refusal::Unavailable)?;
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

async fn about(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Json<About>, Refusal> {
    Ok(Json(shared.about(&id).await?))
}

/// The record of a match that is over, as text.
async fn record(
    State(shared): State<Arc<Shared>>,
    Path((id, number)): Path<(String, u32)>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    spare(&shared, &headers, peer)?;
    let record = crate::records::record(&shared, &id, number).await?;
    let name = format!("attachment; filename=\"match-{number}.upcard\"");
    Ok((
        [
            (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
            (header::CONTENT_DISPOSITION, name),
            (header::CONTENT_LENGTH, record.bytes.to_string()),
        ],
        record.body,
    )
        .into_response())
}

async fn page(Extension(files): Extension<Files>, uri: Uri, headers: HeaderMap) -> Response {
    if uri.path().starts_with("/api/") {
        return Refusal::NoSuchPage.into_response();
    }
    files.answer(uri.path(), &headers).await
}
