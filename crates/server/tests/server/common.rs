//! A server as a separate process, and players connected by sockets.

use std::ffi::OsStr;
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Response;
use tokio_tungstenite::tungstenite::{Error, Message};
use upcard_server::{ServeError, Settings, serve_on};
use upcard_store::Store;
use upcard_table::wire::{ClientMessage, PROTOCOL, Resume, ServerMessage, Snapshot, TableError};

pub(crate) use crate::http::{address_of, cookie_of, request};

const PROGRAM: &str = env!("CARGO_BIN_EXE_upcard-server");

/// Runs outside of the sources.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The tested server.
pub(crate) fn program() -> Command {
    command(PROGRAM)
}

/// The same, through a wrapper program.
pub(crate) fn program_within(wrapper: &[&str]) -> Command {
    let mut program = command(wrapper[0]);
    program.args(&wrapper[1..]).arg(PROGRAM);
    program
}

/// Runs a server that exits by itself; returns its exit code and error output.
pub(crate) fn run_to_end(server: &mut Command) -> (Option<i32>, String) {
    let output = server.output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Server process, killed on drop.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a server on a free port and waits until it listens.
    pub(crate) fn start(store: impl AsRef<Path>) -> Server {
        Server::with(store, &[])
    }

    /// Starts one with further flags.
    pub(crate) fn with(store: impl AsRef<Path>, flags: &[&str]) -> Server {
        Server::at(own_host(), store, flags)
    }

    /// Starts a server at an address, such as that of one that has ended.
    pub(crate) fn at(address: SocketAddr, store: impl AsRef<Path>, flags: &[&str]) -> Server {
        Server::run(program(), address, store, flags)
    }

    /// Starts another command, such as the server of an earlier version.
    pub(crate) fn run(
        mut program: Command,
        address: SocketAddr,
        store: impl AsRef<Path>,
        flags: &[&str],
    ) -> Server {
        program
            .args(["--listen", &address.to_string(), "--log", "error"])
            .args(["--bot-delay-least-ms", "0", "--bot-delay-most-ms", "5"])
            .args(["--absent-seconds", "2", "--next-deal-seconds", "2"])
            .arg("--store")
            .arg(store.as_ref())
            .args(flags);
        Server::spawn(program)
    }

    /// Starts a server by a complete command.
    pub(crate) fn spawn(mut command: Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let address = address_of(&mut child).expect("the server does not start");
        Server { child, address }
    }

    /// Returns its peak memory, in bytes; 0 if unknown.
    pub(crate) fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kib.unwrap_or(0) * 1024
    }

    /// Sends SIGKILL, which allows no cleanup.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends a signal, given by name.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap();
    }

    /// Copies its store and the WAL at one moment, as a file system snapshot does: it is suspended meanwhile.
    pub(crate) fn snapshot(&self, store: &Path, copy: &Path) {
        self.signal("STOP");
        for ending in ["", "-wal"] {
            let of = |path: &Path| format!("{}{ending}", path.display());
            std::fs::copy(of(store), of(copy)).unwrap();
        }
        self.signal("CONT");
    }

    /// Waits for its exit; returns the exit code.
    pub(crate) fn ended(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    /// Sends SIGTERM; returns `true` if it exited cleanly.
    pub(crate) fn stop(self) -> bool {
        self.signal("TERM");
        self.ended() == Some(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Server in this process, on a store of the test's.
pub(crate) struct Within {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    server: JoinHandle<Result<(), ServeError>>,
}

impl Within {
    pub(crate) async fn start(store: Arc<dyn Store>, settings: Settings) -> Within {
        let listener = upcard_server::bind(own_host()).unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let server = tokio::spawn(serve_on(listener, store, settings, async {
            let _ = stopped.await;
        }));
        // The request waits until startup is complete.
        request(address, "GET", "/health", "", "").await.unwrap();
        Within { address, stop, server }
    }

    /// Shuts down, and waits for the end.
    pub(crate) async fn end(self) -> Result<(), ServeError> {
        self.stop.send(()).unwrap();
        self.server.await.unwrap()
    }
}

/// Returns a loopback host unique to this test, with port 0: the port of a server that is being restarted
/// could be taken by another test meanwhile.
pub(crate) fn own_host() -> SocketAddr {
    static GIVEN: AtomicU8 = AtomicU8::new(2);
    let [.., high, low] = std::process::id().to_be_bytes();
    let host = Ipv4Addr::new(127, high, low, GIVEN.fetch_add(1, Ordering::Relaxed));
    SocketAddr::from((host, 0))
}

/// Returns such a host with a fixed port, for programs that do not report theirs.
pub(crate) fn own_host_at(port: u16) -> SocketAddr {
    SocketAddr::new(own_host().ip(), port)
}

/// Returns a random seed, which is printed.
pub(crate) fn random_seed() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).unwrap();
    let seed = u64::from_le_bytes(bytes);
    println!("seed {seed}");
    seed
}

/// Path of a store in a temporary folder, removed on drop.
pub(crate) struct Place {
    folder: TempDir,
    file: PathBuf,
}

impl Place {
    pub(crate) fn new(name: &str) -> Place {
        let folder = tempfile::Builder::new().prefix(&format!("upcard-{name}-")).tempdir().unwrap();
        let file = folder.path().join("tables.db");
        Place { folder, file }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Deref for Place {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.file
    }
}

impl AsRef<Path> for Place {
    fn as_ref(&self) -> &Path {
        &self.file
    }
}

/// Starts a server on a new store.
pub(crate) fn started(name: &str) -> (Place, Server, SocketAddr) {
    let place = Place::new(name);
    let server = Server::start(&place);
    let address = server.address;
    (place, server, address)
}

/// Polls until a condition holds, for at most two minutes.
pub(crate) async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let holding = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), holding).await.expect(what);
}

/// Path of a fixture.
pub(crate) fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// Modifies a store's file behind its back.
pub(crate) fn change(path: &Path, sql: &str) {
    rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

/// Interval at the sustained rate limit of a connection.
pub(crate) fn pace() -> tokio::time::Interval {
    let between = Duration::from_millis(51);
    let mut pace = tokio::time::interval_at(tokio::time::Instant::now() + between, between);
    pace.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    pace
}

/// Configuration of a table for two people, …
pub(crate) const TWO_PEOPLE: &str = r#"{"game":"rummy","seats":["person","person"]}"#;

/// … and for one, with a bot.
pub(crate) const WITH_BOT: &str =
    r#"{"game":"rummy","seats":["person",{"bot":{"level":"novice"}}]}"#;

/// Requests a table; returns status, headers and body.
pub(crate) async fn request_table(
    address: SocketAddr,
    headers: &str,
    set_up: &str,
) -> (u16, String, String) {
    request(address, "POST", "/api/tables", headers, set_up).await.unwrap()
}

/// Returns the id in the response to opening a table.
pub(crate) fn id_of(body: &str) -> String {
    body.split('"').nth(3).unwrap_or_else(|| panic!("{body}")).to_owned()
}

/// Opens a table; returns its id and the host's cookie.
pub(crate) async fn open(address: SocketAddr, set_up: &str) -> (String, String) {
    let (status, head, body) = request_table(address, "", set_up).await;
    assert_eq!(status, 201, "{body}");
    (id_of(&body), cookie_of(&head).unwrap())
}

/// Returns `true` if a server says within this time that it is ready.
pub(crate) async fn answers_ready(address: SocketAddr, within: Duration) -> bool {
    let answer = tokio::time::timeout(within, request(address, "GET", "/ready", "", "")).await;
    matches!(answer, Ok(Ok((200, _, _))))
}

/// Sends a GET request; returns status and body.
pub(crate) async fn get(address: SocketAddr, path: &str) -> (u16, String) {
    let (status, _, body) = request(address, "GET", path, "", "").await.unwrap();
    (status, body)
}

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// Greeting of a client without any state.
pub(crate) const HELLO: ClientMessage = ClientMessage::Hello { protocol: PROTOCOL, resume: None };

/// Takes any free seat.
pub(crate) fn sit(name: &str) -> ClientMessage {
    ClientMessage::Sit { seat: None, name: name.to_owned() }
}

/// Opens the socket of a table over this connection to `host`, with these headers.
pub(crate) async fn upgrade<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    host: &str,
    table: &str,
    headers: &[(&'static str, &str)],
) -> Result<(WebSocketStream<S>, Response), Error> {
    let url = format!("ws://{host}/api/tables/{table}/socket");
    let mut request = url.into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().append(*name, value.parse().unwrap());
    }
    tokio_tungstenite::client_async(request, stream).await
}

/// Connects to a table with these headers; returns status and body if rejected.
pub(crate) async fn enter(
    address: SocketAddr,
    table: &str,
    headers: &[(&'static str, &str)],
) -> Result<Socket, (u16, String)> {
    let stream = TcpStream::connect(address).await.unwrap();
    match upgrade(stream, &address.to_string(), table, headers).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => {
            let body = String::from_utf8_lossy(response.body().as_deref().unwrap_or_default());
            Err((response.status().as_u16(), body.into_owned()))
        }
        Err(error) => panic!("{error}"),
    }
}

/// Connects to a table; returns the socket and a new cookie, if set.
pub(crate) async fn connect(
    address: SocketAddr,
    table: &str,
    cookie: Option<&str>,
) -> Option<(Socket, Option<String>)> {
    let stream = TcpStream::connect(address).await.ok()?;
    stream.set_nodelay(true).ok()?;
    let cookie = cookie.map(|cookie| ("cookie", cookie));
    let connected = upgrade(stream, &address.to_string(), table, cookie.as_slice()).await;
    let (socket, response) = connected.ok()?;
    let set = response.headers().get("set-cookie").and_then(|c| c.to_str().ok());
    let set = set.and_then(|c| c.split(';').next()).map(str::to_owned);
    Some((socket, set))
}

pub(crate) async fn say(socket: &mut Socket, message: &ClientMessage) -> Option<()> {
    let text = serde_json::to_string(message).unwrap();
    socket.send(Message::text(text)).await.ok()
}

/// Sends messages on a connection that accepts them.
pub(crate) async fn say_all(
    socket: &mut Socket,
    messages: impl IntoIterator<Item = ClientMessage>,
) {
    for message in messages {
        say(socket, &message).await.unwrap();
    }
}

/// Connects to a table and sends a greeting.
pub(crate) async fn greet(address: SocketAddr, table: &str, cookie: Option<&str>) -> Socket {
    let (mut socket, _) = connect(address, table, cookie).await.unwrap();
    hello(&mut socket, None).await;
    socket
}

/// The same, and receives the snapshot.
pub(crate) async fn greeted(address: SocketAddr, table: &str, cookie: Option<&str>) -> Socket {
    let mut socket = greet(address, table, cookie).await;
    snapshot(&mut socket).await;
    socket
}

pub(crate) async fn hello(socket: &mut Socket, resume: Option<Resume>) {
    say(socket, &ClientMessage::Hello { protocol: PROTOCOL, resume }).await.unwrap();
}

/// Receives the next table message; `None` if the connection is closed.
pub(crate) async fn hear(socket: &mut Socket) -> Option<ServerMessage> {
    loop {
        let next = tokio::time::timeout(Duration::from_secs(60), socket.next()).await;
        match next.expect("the table says nothing for a minute")? {
            Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
            Ok(Message::Close(_)) => return None,
            Ok(_) => {}
            Err(error) => {
                eprintln!("a connection broke: {error}");
                return None;
            }
        }
    }
}

/// Receives until a snapshot comes.
pub(crate) async fn snapshot(socket: &mut Socket) -> Box<Snapshot> {
    loop {
        let message = hear(socket).await.expect("a snapshot comes before the end");
        if let ServerMessage::Snapshot(snapshot) = message {
            return snapshot;
        }
    }
}

/// Receives until an error comes.
pub(crate) async fn error_of(socket: &mut Socket) -> TableError {
    loop {
        let message = hear(socket).await.expect("an error is told before the connection ends");
        if let ServerMessage::Error { error } = message {
            return error;
        }
    }
}

/// Sends a ping and receives until it is answered.
pub(crate) async fn ping(socket: &mut Socket) {
    say(socket, &ClientMessage::Ping).await.unwrap();
    while hear(socket).await.unwrap() != ServerMessage::Pong {}
}
