//! The host's own interface: HTTP over a Unix socket that nobody else can open. What is said there
//! is meant for whoever may read the store as well, so it names tables and people.

mod client;

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::extract::{Path as At, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use serde::{Deserialize, Serialize};
use tokio::net::UnixListener;
use upcard_table::wire::Sitter;

use crate::cluster::NodeStatus;
use crate::error::Refusal;
use crate::guests::{Removed, Seated};
use crate::registry::Registry;
use crate::settings::StoreAddress;

pub use client::{AdminArgs, BackupArgs};

/// Why nothing is copied here, and what to do instead.
const IN_MEMORY: &str = "the tables are kept in memory alone";
const IN_POSTGRES: &str = "the tables are kept in PostgreSQL, whose own tools copy them (pg_dump)";

/// Connections that are answered at the same time.
const AT_ONCE: usize = 8;

/// A socket that is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Socket {
    listener: UnixListener,
    path: PathBuf,
}

impl Socket {
    /// Listens at a path, for the owner of the process alone. A socket that a killed server left
    /// behind gives way; anything else there stays.
    ///
    /// # Errors
    /// Why it cannot.
    pub(crate) fn bind(path: &Path) -> io::Result<Socket> {
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("the socket {}: {error}", path.display()))
        };
        if is_left_over(path) {
            std::fs::remove_file(path).map_err(named)?;
        }
        let listener = UnixListener::bind(path).map_err(named)?;
        let owner = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(path, owner).map_err(named)?;
        Ok(Socket { listener, path: path.to_owned() })
    }
}

/// Is there a socket that nobody listens at?
fn is_left_over(path: &Path) -> bool {
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

/// Answers at the socket, until the task is aborted.
pub(crate) async fn serve(socket: Socket, registry: Registry) {
    let router = router(registry);
    let places = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let stream = match socket.listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "the host's socket accepts nothing");
                tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let served = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
            if let Err(error) = served.await {
                tracing::debug!(%error, "a connection of the host's ended early");
            }
            drop(place);
        });
    }
}

fn router(registry: Registry) -> Router {
    Router::new()
        .route("/status", get(status))
        .route("/metrics", get(metrics))
        .route("/tables", get(tables))
        .route("/tables/{id}", delete(remove_table))
        .route("/connections", get(connections))
        .route("/drain", post(drain).delete(resume))
        .route("/backup", post(backup))
        .route("/tables/{id}/guests", get(guests))
        .route("/guests/{guest}", delete(remove_guest))
        .route("/key", post(change_key))
        .with_state(registry)
}

/// Why something could not be done, in a sentence.
struct Failed(StatusCode, String);

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        (self.0, self.1).into_response()
    }
}

impl From<upcard_store::StoreError> for Failed {
    fn from(error: upcard_store::StoreError) -> Failed {
        let status = match error {
            upcard_store::StoreError::NoSuchTable(_) => StatusCode::NOT_FOUND,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Failed(status, error.to_string())
    }
}

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Failed {
        Failed(refusal.status(), refusal.sentence())
    }
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
    /// Where there are several nodes: the number of this one, how many others are alive, the tables
    /// that are here, connections to tables elsewhere and from elsewhere.
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
    /// Who sits there: a name, or what stands in its place.
    seats: Vec<String>,
}

/// The tables in memory.
async fn tables(State(registry): State<Registry>) -> Json<Vec<Table>> {
    let mut tables = Vec::new();
    for (id, _) in registry.rooms.all() {
        // One that has just ended is not shown.
        let Ok(about) = registry.about(&id, None).await else { continue };
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

/// Removes a table for good: its people are told that there is no such table.
async fn remove_table(
    State(registry): State<Registry>,
    At(id): At<String>,
) -> Result<StatusCode, Failed> {
    registry.remove(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Who is at a table.
async fn guests(
    State(registry): State<Registry>,
    At(id): At<String>,
) -> Result<Json<Vec<Seated>>, Failed> {
    Ok(Json(registry.guests(&id).await?))
}

/// Removes all tables at which a guest was.
async fn remove_guest(
    State(registry): State<Registry>,
    At(guest): At<String>,
) -> Result<Json<Removed>, Failed> {
    let wrong = |_| Failed(StatusCode::BAD_REQUEST, "a guest has 32 hexadecimal digits".to_owned());
    Ok(Json(registry.remove_guest(guest.parse().map_err(wrong)?).await?))
}

/// Signs cookies and links by a new key.
async fn change_key(State(registry): State<Registry>) -> Result<StatusCode, Failed> {
    let changed = crate::keyring::change(&registry.shared, registry.cluster.is_none()).await;
    match changed {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(error) => Err(Failed(StatusCode::SERVICE_UNAVAILABLE, error.to_string())),
    }
}

/// An address, or an IPv6 network of 64 bits.
#[derive(Serialize)]
struct Household {
    address: std::net::IpAddr,
    connections: usize,
}

/// How many connections come from which address.
async fn connections(State(registry): State<Registry>) -> Json<Vec<Household>> {
    let from = registry.shared.connections.by_address();
    Json(
        from.into_iter().map(|(address, connections)| Household { address, connections }).collect(),
    )
}

/// Takes no further tables: what is played is played to its end.
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
    /// The file that is written. It must not be there.
    to: PathBuf,
}

async fn backup(
    State(registry): State<Registry>,
    Json(backup): Json<Backup>,
) -> Result<StatusCode, Failed> {
    let store = match &registry.shared.settings.store {
        StoreAddress::File(path) => path.clone(),
        StoreAddress::Memory => {
            return Err(Failed(StatusCode::CONFLICT, IN_MEMORY.to_owned()));
        }
        StoreAddress::Postgres(_) => {
            return Err(Failed(StatusCode::CONFLICT, IN_POSTGRES.to_owned()));
        }
    };
    let copied = tokio::task::spawn_blocking(move || upcard_store::backup(&store, &backup.to));
    copied
        .await
        .map_err(|error| Failed(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))??;
    Ok(StatusCode::NO_CONTENT)
}
