//! The server as a whole: addresses, start and stop.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
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
use crate::proxies::client;
use crate::quotas::Payer;
use crate::rates::Addresses;
use crate::registry::Shared;
use crate::settings::Settings;
use crate::signing::RecordKey;
use crate::task::About;
use crate::upkeep::{self, Trouble};
use crate::{answers, listen, rejoin, socket};

/// How often those who have not asked for anything of late are forgotten.
const TIDY: Duration = Duration::from_secs(60);

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
    /// The key by which records are signed is damaged.
    #[error("the store holds a damaged 'record-key': it must have 32 bytes")]
    RecordKey,
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
    let record_key = store.keep("record-key", random::<32>().to_vec()).await?;
    let record_key: [u8; 32] = record_key.try_into().map_err(|_| ServeError::RecordKey)?;
    let record_key = RecordKey::new(&record_key);
    let library = Library::standard()?;
    let files = Files::new(settings.pages.clone());
    if !files.any() {
        tracing::warn!("this program was built without the page; only the interface is served");
    }
    let connections = listen::room_for(settings.connections);
    let settings = Settings { connections, ..settings };
    let shared = Arc::new(Shared::new(settings, store.clone(), library, key, record_key));
    let listener = listen::bind(shared.settings.listen)?;
    let address = listener.local_addr()?;
    let tables = store.count().await?;
    tracing::info!(%address, tables, "listening");
    println!("Upcard is at http://{address}/");
    let sweeper = tokio::spawn(upkeep::sweep(shared.clone()));
    let watcher = tokio::spawn(upkeep::watch(shared.clone()));
    let tidier = tokio::spawn(tidy(shared.clone()));
    let stopping = shared.clone();
    let (stopped, gone) = tokio::sync::oneshot::channel();
    let stop = async move {
        stop.await;
        tracing::info!("stopping");
        let deadline = tokio::time::Instant::now() + stopping.settings.stop;
        let told = tokio::time::timeout_at(deadline, stopping.stop()).await.is_ok();
        // Whoever waits for this may have given up.
        let _ = stopped.send((deadline, told));
    };
    let router = router(shared.clone(), files);
    let mut server = tokio::spawn(listen::serve(listener, router, shared.clone(), stop));
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
    tidier.abort();
    let closed = tokio::time::timeout_at(deadline, store.close()).await;
    match closed {
        Ok(closed) if told => Ok(closed?),
        _ => Err(ServeError::Hung),
    }
}

/// Forgets those who have not asked for anything of late.
async fn tidy(shared: Arc<Shared>) {
    let mut often = tokio::time::interval(TIDY);
    loop {
        often.tick().await;
        shared.rates.tidy();
    }
}

fn router(shared: Arc<Shared>, files: Files) -> Router {
    let asked = middleware::from_fn_with_state(shared.clone(), answers::asked);
    Router::new()
        .route("/health", get(health))
        .route("/api/key", get(record_key))
        .route("/api/tables", post(open))
        .route("/api/tables/{id}", get(about).layer(asked.clone()))
        .route("/api/tables/{id}/socket", get(socket::upgrade).layer(asked.clone()))
        .route("/api/tables/{id}/qr.svg", get(links::table_qr).layer(asked.clone()))
        .route("/api/tables/{id}/rejoin", post(rejoin::link).layer(asked.clone()))
        .route("/api/tables/{id}/rejoin.svg", get(rejoin::code).layer(asked.clone()))
        .route("/api/tables/{id}/matches/{number}/record", get(record))
        .route("/r/style.css", get(rejoin::style))
        .route("/r/{token}", get(rejoin::question).post(rejoin::answer).layer(asked.clone()))
        .route("/ready", get(ready))
        .fallback(page)
        .layer(middleware::from_fn_with_state(shared.clone(), answers::whole_body))
        .layer(middleware::from_fn_with_state(shared.clone(), answers::counted))
        .layer(middleware::from_fn(answers::errors_in_json))
        .layer(middleware::from_fn(secure))
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
    /// How often the program has panicked over a table.
    panics: u64,
    /// Tables that cannot be served.
    #[serde(rename = "set-aside")]
    set_aside: usize,
    /// What is wrong, by its code.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    troubles: Vec<&'static str>,
}

#[derive(Serialize)]
struct Ready {
    ready: bool,
}

/// Can tables be played at, now and for a while?
fn is_fine(shared: &Shared) -> bool {
    !shared.is_stopping() && shared.troubles().iter().all(Trouble::can_store)
}

/// May requests be sent here? Nothing is served before all is there.
async fn ready(State(shared): State<Arc<Shared>>) -> Result<Json<Ready>, Refusal> {
    if is_fine(&shared) { Ok(Json(Ready { ready: true })) } else { Err(Refusal::Unavailable) }
}

/// How the server is, as is known without asking the store anything.
async fn health(State(shared): State<Arc<Shared>>) -> Response {
    let troubles = shared.troubles();
    let stopping = shared.is_stopping();
    let (panics, set_aside) = shared.faults();
    let health = Health {
        status: match troubles.as_slice() {
            _ if stopping => "stopping",
            [] => "ok",
            _ => "degraded",
        },
        version: env!("CARGO_PKG_VERSION"),
        tables: shared.loaded(),
        connections: shared.connections.open(),
        panics,
        set_aside,
        troubles: troubles.iter().map(Trouble::code).collect(),
    };
    let fine = is_fine(&shared);
    let status = if fine { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(health)).into_response()
}

/// Refuses an address that asks for something too often.
pub(crate) fn spare(
    shared: &Shared,
    rate: &Addresses,
    headers: &HeaderMap,
    peer: SocketAddr,
) -> Result<(), Refusal> {
    let allowed = rate.allow(client(&shared.settings, headers, peer));
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
    spare(&shared, &shared.rates.tables, &headers, peer)?;
    let known = shared.key.guest(&headers);
    if known.is_some_and(|guest| shared.rates.tables_by_guest.allow(&guest, 1) == Some(false)) {
        return Err(Refusal::TooFast);
    }
    let guest = known.unwrap_or_else(|| Hex(random()));
    let payer = Payer { guest, address: client(&shared.settings, &headers, peer) };
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

#[derive(Serialize)]
struct RecordKeyIs {
    algorithm: &'static str,
    key: String,
}

/// The public key by which records are signed.
async fn record_key(State(shared): State<Arc<Shared>>) -> Response {
    let key = Hex(shared.record_key.public()).to_string();
    Json(RecordKeyIs { algorithm: "ed25519", key }).into_response()
}

/// The record of a match that is over, as text.
async fn record(
    State(shared): State<Arc<Shared>>,
    Path((id, number)): Path<(String, u32)>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    spare(&shared, &shared.rates.records, &headers, peer)?;
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

/// Addresses that are for programs, with all that begins like them: never the page.
const FOR_PROGRAMS: [&str; 4] = ["api", "health", "metrics", "ready"];

async fn page(
    Extension(files): Extension<Files>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let first = uri.path().trim_start_matches('/').split('/').next().unwrap_or("");
    if FOR_PROGRAMS.contains(&first) {
        return Refusal::NoSuchPage.into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        let mut response = Refusal::NotAllowed.into_response();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    files.answer(uri.path(), &headers).await
}
