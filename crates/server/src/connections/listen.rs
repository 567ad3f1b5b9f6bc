//! Listener: connection limits and timeouts.

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
use crate::connections::pending_bytes::{Metered, PendingBytes};
use crate::connections::write_timeout::WriteTimeoutStream;
use crate::operations::limits::{CountGuard, MAX_HEAD};
use crate::operations::log_throttle::LogThrottle;
use crate::operations::shared::Shared;
use crate::operations::tls::Tls;

/// File descriptors reserved for the store, the page and the runtime.
const RESERVED_FILES: usize = 64;

/// Maximum number of connections over the limit that receive an error at a time; others are just closed.
const MAX_REJECTING: usize = 64;

/// Timeout for the request of a connection over the limit.
const REJECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Delay after a failed accept.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// Raises the limit of open files as far as possible, and returns how many connections it allows. With
/// `with_files`, each connection needs a second descriptor for the file being sent to it. Logs the result.
pub(crate) fn max_connections(connections: usize, with_files: bool) -> usize {
    let (beside, each) = (RESERVED_FILES + MAX_REJECTING, 1 + usize::from(with_files));
    let files = rlimit::increase_nofile_limit((each * connections + beside) as u64);
    let files = match files {
        Ok(files) => usize::try_from(files).unwrap_or(usize::MAX),
        Err(error) => {
            tracing::warn!(%error, "cannot read or raise the limit of open files");
            return connections;
        }
    };
    let room = (files.saturating_sub(beside) / each).max(1);
    if room < connections {
        tracing::warn!(
            files,
            wanted = connections,
            connections = room,
            "the limit of open files allows fewer connections than configured"
        );
        return room;
    }
    tracing::info!(files, connections, "open files");
    connections
}

/// Size of the kernel's send buffer per connection, in bytes; by default, megabytes for who does not read.
const SEND_BUFFER: u32 = 128 * 1024;

/// Length of the accept queue.
const BACKLOG: u32 = 1024;

/// Binds a listener to an address; port 0 picks a free port.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // The port of a server that has just ended can be reused; on Windows this option would share the port.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    // Inherited by accepted connections.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Guards that count a connection as open. A handler that keeps the connection beyond the request, such as a
/// WebSocket's, keeps this value.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionGuards {
    pub(crate) guards: Vec<Arc<CountGuard>>,
    /// Counter of bytes received since the last complete message.
    pub(crate) pending: PendingBytes,
    /// Its channel closes when the last connection has ended.
    _open: watch::Receiver<()>,
}

/// Accepts connections until `stop` completes, then waits for open connections to finish.
pub(crate) async fn serve(
    listener: TcpListener,
    tls: Option<Arc<Tls>>,
    router: Router,
    shared: Arc<Shared>,
    stop: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let (open, closing) = watch::channel(());
    let (stopping, stopped) = watch::channel(());
    let reject_slots = Arc::new(Semaphore::new(MAX_REJECTING));
    let failures = LogThrottle::default();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Affects one connection only, or the system is out of files or memory.
                if let Some(times) = failures.note(Instant::now()) {
                    tracing::warn!(%error, times, "cannot accept connections");
                }
                tokio::time::sleep(ACCEPT_RETRY).await;
                continue;
            }
        };
        let tls = tls.as_ref().map(|tls| tls.acceptor());
        match count_connection(&shared, peer) {
            Ok(guards) => {
                let pending = PendingBytes::default();
                let held = ConnectionGuards { guards, pending, _open: closing.clone() };
                let times = (shared.settings.request_timeout, shared.settings.write_timeout);
                let serving =
                    connection(stream, tls, peer, times, router.clone(), held, stopped.clone());
                tokio::spawn(serving);
            }
            Err(refusal) => {
                shared.metrics.turned_away.inc();
                if let Ok(guard) = reject_slots.clone().try_acquire_owned() {
                    tokio::spawn(async move {
                        // A client that sends no request in time is cut off without a response.
                        let refused = reject(stream, tls, &refusal);
                        let _ = tokio::time::timeout(REJECT_TIMEOUT, refused).await;
                        drop(guard);
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

/// Counts a connection against the limits. Behind proxies all connections come from the same few addresses,
/// so the limit per address applies to requests instead.
fn count_connection(shared: &Shared, peer: SocketAddr) -> Result<Vec<Arc<CountGuard>>, Refusal> {
    let settings = &shared.settings;
    let mut guards = Vec::with_capacity(2);
    if settings.proxies.number == 0 {
        let most = settings.connections_per_address;
        guards.push(Arc::new(shared.connections.count_from(peer.ip(), most)?));
    }
    guards.push(Arc::new(shared.connections.count(settings.connections)?));
    Ok(guards)
}

async fn connection(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    peer: SocketAddr,
    times: (Duration, Duration),
    router: Router,
    held: ConnectionGuards,
    stopped: watch::Receiver<()>,
) {
    // Small messages must not wait for the acknowledgement of earlier ones.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY");
    }
    let stream = Box::pin(WriteTimeoutStream::new(stream, times.1));
    let Some(tls) = tls else {
        return serve_requests(stream, peer, times.0, router, held, stopped).await;
    };
    // The request timeout also applies to the TLS handshake.
    match tokio::time::timeout(times.0, tls.accept(stream)).await {
        Ok(Ok(stream)) => {
            serve_requests(Box::pin(stream), peer, times.0, router, held, stopped).await;
        }
        Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
        Err(_) => tracing::debug!("a TLS handshake timed out"),
    }
}

async fn serve_requests(
    stream: Pin<Box<impl AsyncRead + AsyncWrite + Send + 'static>>,
    peer: SocketAddr,
    request_timeout: Duration,
    router: Router,
    held: ConnectionGuards,
    mut stopped: watch::Receiver<()>,
) {
    let stream = Metered::new(stream, held.pending.clone());
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(held.clone());
        router.call(request)
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(request_timeout)
        .max_buf_size(MAX_HEAD)
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

/// Rejects the first request of a connection over the limit.
async fn reject(stream: TcpStream, tls: Option<TlsAcceptor>, refusal: &Refusal) -> io::Result<()> {
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
        if head.len() > MAX_HEAD || stream.read_buf(&mut head).await? == 0 {
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
    // Closing a connection with unread data resets it, and the response may be lost.
    let mut rest = [0; 1024];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}
