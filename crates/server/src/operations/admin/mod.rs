//! Admin interface: HTTP over a Unix socket that only the owner can open. Responses name tables and players,
//! as whoever has access may read the store as well.

mod client;

use std::collections::VecDeque;
use std::fmt::Display;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Path as At, State};
use axum::http::{Request, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::{Deserialize, Serialize};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;
use upcard_table::wire::Sitter;

use crate::cluster::status::NodeStatus;
use crate::connections::error::Refusal;
use crate::operations::guests::{Removed, Seated};
use crate::operations::keyring;
use crate::operations::limits::AddressCount;
use crate::rooms::registry::Registry;

pub use client::{AdminArgs, BackupArgs};

/// Maximum number of concurrent requests that use the store.
const MAX_CONCURRENT: usize = 8;

/// Maximum number of connections. Beyond it, the oldest idle connection is closed.
const MAX_CONNECTIONS: usize = 64;

/// Timeout for the head of a request, and for its body.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum length of a request body, in bytes.
const MAX_BODY: usize = 64 * 1024;

/// Path of a socket, removed on drop.
#[derive(Debug)]
pub(crate) struct Socket {
    path: PathBuf,
}

impl Socket {
    /// Binds a socket readable only by the owner of the process. Replaces a socket left behind by a killed
    /// server, but nothing else.
    pub(crate) fn bind(path: &Path) -> io::Result<(UnixListener, Socket)> {
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("the socket {}: {error}", path.display()))
        };
        if is_stale(path) {
            std::fs::remove_file(path).map_err(named)?;
        }
        let listener = UnixListener::bind(path).map_err(named)?;
        let owner = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(path, owner).map_err(named)?;
        Ok((listener, Socket { path: path.to_owned() }))
    }
}

/// Returns `true` if there is a socket without a listener.
fn is_stale(path: &Path) -> bool {
    let refused = std::os::unix::net::UnixStream::connect(path);
    refused.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
        && std::fs::symlink_metadata(path)
            .is_ok_and(|found| std::os::unix::fs::FileTypeExt::is_socket(&found.file_type()))
}

impl Drop for Socket {
    fn drop(&mut self) {
        // It may have been removed by hand.
        let _ = std::fs::remove_file(&self.path);
    }
}

struct OpenConnection {
    task: AbortHandle,
    requests_in_progress: Arc<AtomicUsize>,
}

/// Serves the socket until the task is aborted.
pub(crate) async fn serve(listener: UnixListener, registry: Registry) {
    let router = router(registry);
    let mut open: VecDeque<OpenConnection> = VecDeque::new();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "the admin socket cannot accept connections");
                tokio::time::sleep(Duration::from_secs(1)).await;
                continue;
            }
        };
        open.retain(|one| !one.task.is_finished());
        if open.len() >= MAX_CONNECTIONS {
            let silent =
                open.iter().position(|one| one.requests_in_progress.load(Ordering::Relaxed) == 0);
            let Some(oldest) = silent.and_then(|at| open.remove(at)) else { continue };
            oldest.task.abort();
        }
        let requests_in_progress = Arc::new(AtomicUsize::new(0));
        let task = tokio::spawn(answer(stream, router.clone(), requests_in_progress.clone()));
        open.push_back(OpenConnection { task: task.abort_handle(), requests_in_progress });
    }
}

async fn answer(stream: UnixStream, router: Router, requests_in_progress: Arc<AtomicUsize>) {
    let service = service_fn(move |request: Request<Incoming>| {
        let (router, requests_in_progress) = (router.clone(), requests_in_progress.clone());
        async move {
            let (head, body) = request.into_parts();
            // Read the body first: a connection that does not send it counts as idle.
            let body = tokio::time::timeout(TIMEOUT, to_bytes(Body::new(body), MAX_BODY)).await;
            let Ok(Ok(body)) = body else {
                return Ok(StatusCode::REQUEST_TIMEOUT.into_response());
            };
            requests_in_progress.fetch_add(1, Ordering::Relaxed);
            let router = TowerToHyperService::new(router);
            let answer = router.call(Request::from_parts(head, Body::from(body))).await;
            requests_in_progress.fetch_sub(1, Ordering::Relaxed);
            answer
        }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(TIMEOUT)
        .serve_connection(TokioIo::new(stream), service);
    if let Err(error) = served.await {
        tracing::debug!(%error, "an admin connection ended early");
    }
}

async fn limit_concurrency(
    State(places): State<Arc<Semaphore>>,
    request: Request<Body>,
    next: Next,
) -> Response {
    // The semaphore is never closed.
    let _place = places.acquire().await;
    next.run(request).await
}

fn router(registry: Registry) -> Router {
    let stored = Router::new()
        .route("/tables", get(tables))
        .route("/tables/{id}", delete(remove_table))
        .route("/backup", post(backup))
        .route("/tables/{id}/guests", get(guests))
        .route("/guests/{guest}", delete(remove_guest))
        .route("/key", post(change_key))
        .layer(middleware::from_fn_with_state(
            Arc::new(Semaphore::new(MAX_CONCURRENT)),
            limit_concurrency,
        ));
    // These need no store, so they work even if it hangs.
    Router::new()
        .route("/status", get(status))
        .route("/metrics", get(metrics))
        .route("/connections", get(connections))
        .route("/drain", post(drain).delete(resume))
        .merge(stored)
        .with_state(registry)
}

type AdminError = (StatusCode, String);

impl From<Refusal> for AdminError {
    fn from(refusal: Refusal) -> AdminError {
        (refusal.status(), refusal.to_string())
    }
}

fn unavailable(error: impl Display) -> AdminError {
    (StatusCode::SERVICE_UNAVAILABLE, error.to_string())
}

#[derive(Serialize)]
struct Status {
    version: &'static str,
    draining: bool,
    rooms: usize,
    idle: usize,
    connections: usize,
    panics: u64,
    set_aside: usize,
    troubles: Vec<String>,
    /// In a cluster: node id, number of other live nodes, tables held, connections to and from other nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    cluster: Option<NodeStatus>,
}

async fn status(State(registry): State<Registry>) -> Json<Status> {
    let shared = &registry.shared;
    let (panics, set_aside) = shared.faults.counts();
    Json(Status {
        version: env!("CARGO_PKG_VERSION"),
        draining: shared.is_draining(),
        rooms: registry.rooms.len(),
        idle: registry.rooms.idle(),
        connections: shared.connections.open(),
        panics,
        set_aside,
        troubles: shared.troubles().iter().map(ToString::to_string).collect(),
        cluster: registry.cluster.as_ref().map(|cluster| cluster.status()),
    })
}

async fn metrics(State(registry): State<Registry>) -> String {
    registry.metrics()
}

#[derive(Serialize)]
struct Table {
    id: String,
    game: String,
    stage: upcard_table::wire::Stage,
    matches: u32,
    /// Players' names, or placeholders for bots and free seats.
    seats: Vec<String>,
}

async fn tables(State(registry): State<Registry>) -> Json<Vec<Table>> {
    let mut tables = Vec::new();
    for (id, _) in registry.rooms.all() {
        // Skip tables that have just ended.
        let Some(about) = registry.about_loaded(&id).await else { continue };
        let name = |seat: upcard_table::wire::SeatInfo| match seat.sitter {
            Sitter::Person { name } => name,
            Sitter::Bot { .. } => "(bot)".to_owned(),
            Sitter::Free => "(free)".to_owned(),
        };
        tables.push(Table {
            id,
            game: about.set_up.game,
            stage: about.stage,
            matches: about.finished,
            seats: about.seated.into_iter().map(name).collect(),
        });
    }
    tables.sort_by(|one, other| one.id.cmp(&other.id));
    Json(tables)
}

async fn remove_table(
    State(registry): State<Registry>,
    At(id): At<String>,
) -> Result<StatusCode, AdminError> {
    registry.remove(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn guests(
    State(registry): State<Registry>,
    At(id): At<String>,
) -> Result<Json<Vec<Seated>>, AdminError> {
    Ok(Json(registry.guests(&id).await?))
}

async fn remove_guest(
    State(registry): State<Registry>,
    At(guest): At<String>,
) -> Result<Json<Removed>, AdminError> {
    let wrong = "a guest's id has 32 hexadecimal digits";
    let guest = guest.parse().map_err(|_| (StatusCode::BAD_REQUEST, wrong.to_owned()))?;
    Ok(Json(registry.remove_guest(guest).await?))
}

async fn change_key(State(registry): State<Registry>) -> Result<StatusCode, AdminError> {
    let alone = registry.cluster.is_none();
    keyring::change(&registry.shared, alone).await.map_err(unavailable)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn connections(State(registry): State<Registry>) -> Json<Vec<AddressCount>> {
    Json(registry.shared.connections.by_address())
}

async fn drain(State(registry): State<Registry>) -> Json<Status> {
    registry.shared.drain(true);
    status(State(registry)).await
}

async fn resume(State(registry): State<Registry>) -> Json<Status> {
    registry.shared.drain(false);
    status(State(registry)).await
}

#[derive(Deserialize)]
struct Backup {
    /// Path of the file to write. It must not exist.
    to: PathBuf,
}

async fn backup(
    State(registry): State<Registry>,
    Json(backup): Json<Backup>,
) -> Result<StatusCode, AdminError> {
    let refused = |why: &str| (StatusCode::CONFLICT, why.to_owned());
    let store = registry.shared.settings.store.backup_source().map_err(refused)?.to_owned();
    let copied = tokio::task::spawn_blocking(move || upcard_store::backup(&store, &backup.to));
    copied
        .await
        .map_err(|error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))?
        .map_err(unavailable)?;
    Ok(StatusCode::NO_CONTENT)
}
