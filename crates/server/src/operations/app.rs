//! Startup and shutdown of the server.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use thiserror::Error;
use tokio::net::TcpListener;
use upcard_engine::{Flaws, Library};
use upcard_store::{Leases, Sqlite, Store, StoreError, open_postgres};

use crate::cluster::JoinError;
use crate::cluster::node::{BusSetup, Cluster};
use crate::connections::api::router;
use crate::connections::files::Files;
use crate::connections::listen;
use crate::operations::entropy::random;
use crate::operations::settings::{Settings, StoreAddress};
use crate::operations::shared::Shared;
use crate::operations::signing::RecordKey;
use crate::operations::tls::{Tls, TlsError};
use crate::operations::{keyring, memory, published, upkeep};
use crate::rooms::house::{House, HouseError};
use crate::rooms::registry::Registry;

/// Interval between removals of idle rate-limit entries.
const TIDY_INTERVAL: Duration = Duration::from_secs(60);

/// Reason why the server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// I/O error.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Cannot listen on the given address.
    #[error("--listen {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// Cannot open the given store.
    #[error("--store: {0}")]
    Open(StoreError),
    /// Store error.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// Flaws in the built-in game files.
    #[error("{0}")]
    Games(#[from] Flaws),
    /// Error in a folder of games.
    #[error("{0}")]
    House(#[from] HouseError),
    /// The key that signs records is damaged.
    #[error("the store's 'record-key' is damaged: it must have 32 bytes")]
    RecordKey,
    /// Keys of the store are publicly known.
    #[error(
        "the key {0} of this store is public: it is in Upcard's source code. Make new keys with 'upcard \
         new-keys --store STORE' while no server uses the store"
    )]
    Published(String),
    /// Cannot join the cluster.
    #[error("{0}")]
    Join(#[from] JoinError),
    /// A cluster uses the database.
    #[error(
        "nodes share this database ({0} at present): give their NATS server with --cluster, or stop them \
         first"
    )]
    Shared(usize),
    /// Invalid certificate or key.
    #[error("--tls-cert and --tls-key: {0}")]
    Tls(#[from] TlsError),
    /// The shutdown timed out; nothing acknowledged is lost.
    #[error("could not finish in time; the store may hang")]
    Hung,
}

/// Serves until `stop` completes.
pub async fn serve(
    settings: Settings,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let (store, leases) = open(&settings.store).await.map_err(ServeError::Open)?;
    #[cfg(unix)]
    if let StoreAddress::File(path) = &settings.store
        && let Ok(found) = std::fs::metadata(path)
        && std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o077 != 0
    {
        let path = path.display();
        tracing::warn!(
            "other users of this machine can read {path} and all cards in it: chmod 600"
        );
    }
    let known = published::published_names(&*store).await?;
    if !known.is_empty() {
        return Err(ServeError::Published(format!("'{}'", known.join("' and '"))));
    }
    // Early connections wait in the accept queue until startup is complete.
    let address = settings.listen;
    let listener = listen::bind(address).map_err(|why| ServeError::Listen(address, why))?;
    let membership = match (&settings.cluster, leases) {
        (Some(url), Some(leases)) => Some(Cluster::join(url, leases, &*store).await?),
        (None, Some(leases)) => match leases.alive().await?.len() {
            0 => None,
            nodes => return Err(ServeError::Shared(nodes)),
        },
        _ => None,
    };
    serve_as_node(membership, listener, store, settings, stop).await
}

/// Opens a store, and the leases of its nodes if it can be shared.
pub(crate) async fn open(
    address: &StoreAddress,
) -> Result<(Arc<dyn Store>, Option<Leases>), StoreError> {
    Ok(match address {
        StoreAddress::File(path) => (Arc::new(Sqlite::open(path)?), None),
        StoreAddress::Memory => (Arc::new(Sqlite::in_memory()?), None),
        StoreAddress::Postgres(address) => {
            let (store, leases) = open_postgres(address).await?;
            (store, Some(leases))
        }
    })
}

/// Like serving by address, but on the caller's listener (see [`crate::bind`]) and store; publicly known keys
/// are not checked.
pub async fn serve_on(
    listener: TcpListener,
    store: Arc<dyn Store>,
    settings: Settings,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    serve_as_node(None, listener, store, settings, stop).await
}

/// Serves, as a node of a cluster if there is a membership.
async fn serve_as_node(
    membership: Option<(Arc<Cluster>, BusSetup)>,
    listener: TcpListener,
    store: Arc<dyn Store>,
    settings: Settings,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let keys = keyring::read(&*store, now).await?;
    let record_key = store.get_or_insert("record-key", random::<32>().to_vec()).await?;
    let record_key: [u8; 32] = record_key.try_into().map_err(|_| ServeError::RecordKey)?;
    let record_key = RecordKey::new(&record_key);
    let library = Library::standard()?;
    let house = House::read(settings.games.as_deref(), &library)?;
    let files = Files::new(settings.pages.clone());
    if !files.has_page() {
        tracing::warn!(
            "this program was built without the page: build it with 'cargo xtask release', or give the page \
             with --pages"
        );
    }
    let tls = settings.tls.clone().map(Tls::new).transpose()?.map(Arc::new);
    let connections = listen::max_connections(settings.connections, settings.pages.is_some());
    let settings = Settings { connections, ..settings };
    let clock = Arc::new(SystemTime::now);
    let mut shared = Shared::new(settings, store.clone(), library, keys, record_key, clock);
    shared.house = Arc::new(house);
    let shared = Arc::new(shared);
    let (cluster, wire) = membership.unzip();
    let mut registry = Registry::new(shared.clone());
    registry.cluster = cluster.clone().map(|own| own as _);
    let nodes = cluster.zip(wire).map(|(cluster, wire)| cluster.start(wire, &registry));
    let address = listener.local_addr()?;
    let tables = store.count().await?;
    tracing::info!(%address, tables, "listening");
    #[cfg(unix)]
    let admin = shared.settings.admin.as_deref().and_then(|path| {
        let socket = crate::operations::admin::Socket::bind(path);
        // Tables are served all the same.
        socket.inspect_err(|error| tracing::error!(%error, "cannot open the admin socket")).ok()
    });
    #[cfg(unix)]
    let admin = admin.map(|(listener, socket)| {
        (tokio::spawn(crate::operations::admin::serve(listener, registry.clone())), socket)
    });
    let scheme = if tls.is_some() { "https" } else { "http" };
    // If this fails, the log has it.
    let _ = writeln!(std::io::stdout(), "Upcard is at {scheme}://{address}/");
    let background = [
        tokio::spawn(upkeep::sweep(shared.clone())),
        tokio::spawn(upkeep::watch(shared.clone())),
        tokio::spawn(tidy(shared.clone())),
        tokio::spawn(keyring::reload_periodically(shared.clone())),
        tokio::spawn(upkeep::renew(tls.clone())),
        tokio::spawn(memory::release_periodically(registry.clone())),
    ];
    let stopping = registry.clone();
    let (stopped, gone) = tokio::sync::oneshot::channel();
    let stop = async move {
        stop.await;
        tracing::info!("stopping");
        let deadline = tokio::time::Instant::now() + stopping.shared.settings.stop;
        let announced = tokio::time::timeout_at(deadline, stopping.stop()).await.is_ok();
        // The receiver may have given up.
        let _ = stopped.send((deadline, announced));
    };
    let router = router(registry, files);
    let mut server = tokio::spawn(listen::serve(listener, tls, router, shared.clone(), stop));
    let (deadline, announced) = tokio::select! {
        // Without connections the server ends immediately on `stop`.
        biased;
        Ok(stop) = gone => stop,
        // The server ended by itself, or its task panicked.
        ended = &mut server => return Ok(ended.map_err(std::io::Error::other)??),
    };
    // Everything is stored as it happens; a connection that does not close must not delay the shutdown.
    match tokio::time::timeout_at(deadline, server).await {
        Ok(Ok(result)) => result?,
        Ok(Err(error)) => tracing::error!(%error, "the server's task failed"),
        Err(_) => tracing::warn!("some connections did not close in time"),
    }
    background.into_iter().chain(nodes.into_iter().flatten()).for_each(|task| task.abort());
    #[cfg(unix)]
    if let Some((task, socket)) = admin {
        task.abort();
        // The socket is on a disk as well, which may hang.
        let removed = tokio::task::spawn_blocking(move || drop(socket));
        let _ = tokio::time::timeout_at(deadline, removed).await;
    }
    let closed = tokio::time::timeout_at(deadline, store.close()).await;
    match closed {
        Ok(closed) if announced => Ok(closed?),
        _ => Err(ServeError::Hung),
    }
}

async fn tidy(shared: Arc<Shared>) {
    let mut often = tokio::time::interval(TIDY_INTERVAL);
    loop {
        often.tick().await;
        shared.rates.tidy();
    }
}
