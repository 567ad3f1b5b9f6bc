//! Connections: how many there may be, and how long each may take over what.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio_rustls::TlsAcceptor;

use crate::connections::error::Refusal;
use crate::connections::parts::{Metered, Parts};
use crate::connections::patience::Patient;
use crate::operations::limits::{Entered, HEAD};
use crate::operations::repeats::Repeats;
use crate::operations::shared::Shared;
use crate::operations::tls::Tls;

/// Files that are open beside connections: the store, the page, the runtime.
const FILES: usize = 64;

/// Connections beyond the limits that are told so at the same time; further ones are just closed.
const TURNED_AWAY: usize = 64;

/// How long a connection beyond the limits has to say what it wants.
const TURNING_AWAY: Duration = Duration::from_secs(2);

/// How long nothing is accepted after the system has refused to.
const BREATH: Duration = Duration::from_millis(100);

/// How many connections the system's limit of open files leaves room for, where each has a file open beside
/// itself that it is sent, or none: the limit is raised as far as the system allows, and said.
pub(crate) fn room_for(connections: usize, with_files: bool) -> usize {
    let (beside, each) = (FILES + TURNED_AWAY, 1 + usize::from(with_files));
    let files = rlimit::increase_nofile_limit((each * connections + beside) as u64);
    let files = match files {
        Ok(files) => usize::try_from(files).unwrap_or(usize::MAX),
        Err(error) => {
            tracing::warn!(%error, "the limit of open files cannot be read or raised");
            return connections;
        }
    };
    let room = (files.saturating_sub(beside) / each).max(1);
    if room < connections {
        tracing::warn!(
            files,
            wanted = connections,
            connections = room,
            "the limit of open files allows fewer connections than are configured"
        );
        return room;
    }
    tracing::info!(files, connections, "open files");
    connections
}

/// What the system keeps of what is written to a connection, in bytes. By itself it would keep
/// megabytes for each that does not read.
const UNSENT: u32 = 128 * 1024;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// Listens at an address; at port 0, at a port that is free.
///
/// # Errors
/// Why it cannot.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // The port of a server that has just ended can be had again; on Windows it would be shared.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    // Accepted connections have it from the listener.
    socket.set_send_buffer_size(UNSENT)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// What counts a request's connection as open. Whoever keeps the connection beyond the request, as
/// a WebSocket does, keeps this.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    places: Vec<Arc<Entered>>,
    parts: Parts,
    /// Closed when nobody holds a connection any more.
    _open: watch::Receiver<()>,
}

impl Held {
    /// Holds this place, too.
    pub(crate) fn hold(&mut self, place: Arc<Entered>) {
        self.places.push(place);
    }

    /// What has come of a message that is not whole yet.
    pub(crate) fn parts(&self) -> Parts {
        self.parts.clone()
    }
}

/// Accepts connections until `stop` is over, then lets those that are open come to an end.
pub(crate) async fn serve(
    listener: TcpListener,
    tls: Option<Arc<Tls>>,
    router: Router,
    shared: Arc<Shared>,
    stop: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let (open, closing) = watch::channel(());
    let (stopping, stopped) = watch::channel(());
    let away = Arc::new(Semaphore::new(TURNED_AWAY));
    let failures = Repeats::default();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Of one connection, or of the system: no files or no memory are left.
                if let Some(times) = failures.note(Instant::now()) {
                    tracing::warn!(%error, times, "no connection can be accepted");
                }
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        let tls = tls.as_ref().map(|tls| tls.acceptor());
        match enter(&shared, peer) {
            Ok(places) => {
                let held = Held { places, parts: Parts::default(), _open: closing.clone() };
                let times = (shared.settings.request_time, shared.settings.write_time);
                let serving =
                    connection(stream, tls, peer, times, router.clone(), held, stopped.clone());
                tokio::spawn(serving);
            }
            Err(refusal) => {
                shared.metrics.turned_away.inc();
                if let Ok(place) = away.clone().try_acquire_owned() {
                    tokio::spawn(async move {
                        // Whoever does not ask in time is cut without an answer.
                        let refused = turn_away(stream, tls, &refusal);
                        let _ = tokio::time::timeout(TURNING_AWAY, refused).await;
                        drop(place);
                    });
                }
            }
        }
    }
    drop(listener);
    drop(stopping);
    drop(closing);
    open.closed().await;
    Ok(())
}

/// Counts a connection. Behind proxies all come from the same few addresses: there each request is
/// counted instead.
fn enter(shared: &Shared, peer: SocketAddr) -> Result<Vec<Arc<Entered>>, Refusal> {
    let settings = &shared.settings;
    let mut places = Vec::with_capacity(2);
    if settings.proxies.number == 0 {
        let most = settings.connections_per_address;
        places.push(Arc::new(shared.connections.enter_from(peer.ip(), most)?));
    }
    places.push(Arc::new(shared.connections.enter(settings.connections)?));
    Ok(places)
}

async fn connection(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    peer: SocketAddr,
    times: (Duration, Duration),
    router: Router,
    held: Held,
    stopped: watch::Receiver<()>,
) {
    // A small message must not wait for the answer to the one before.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY");
    }
    let stream = Box::pin(Patient::new(stream, times.1));
    let Some(tls) = tls else {
        return exchange(stream, peer, times.0, router, held, stopped).await;
    };
    // Half a handshake is half a request.
    match tokio::time::timeout(times.0, tls.accept(stream)).await {
        Ok(Ok(stream)) => {
            exchange(Box::pin(stream), peer, times.0, router, held, stopped).await;
        }
        Ok(Err(error)) => tracing::debug!(%error, "a connection is not encrypted"),
        Err(_) => tracing::debug!("a handshake took too long"),
    }
}

/// Answers the requests of a connection.
async fn exchange(
    stream: Pin<Box<impl AsyncRead + AsyncWrite + Send + 'static>>,
    peer: SocketAddr,
    request_time: Duration,
    router: Router,
    held: Held,
    mut stopped: watch::Receiver<()>,
) {
    let stream = Metered::new(stream, held.parts());
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(held.clone());
        router.call(request)
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(request_time)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut serving = std::pin::pin!(serving);
    let ended = tokio::select! {
        ended = serving.as_mut() => ended,
        _ = stopped.changed() => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// Answers the first request of a connection that there is no room for.
async fn turn_away(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    refusal: &Refusal,
) -> io::Result<()> {
    match tls {
        None => send_refusal(stream, refusal).await,
        Some(tls) => send_refusal(tls.accept(stream).await?, refusal).await,
    }
}

async fn send_refusal(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    refusal: &Refusal,
) -> io::Result<()> {
    let mut head = Vec::with_capacity(1024);
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        if head.len() > HEAD || stream.read_buf(&mut head).await? == 0 {
            return Ok(());
        }
    }
    let (status, body) = refusal.text();
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         cache-control: no-store\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    // To close a connection with something unread resets it, and the answer may be lost.
    let mut rest = [0; 1024];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}
