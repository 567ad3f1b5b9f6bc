//! Example configurations in `deploy/`, tested with the real proxies where installed.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use futures_util::{SinkExt, StreamExt};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use upcard_table::wire::ClientMessage;

use crate::cluster_with_postgres_and_nats::Nodes;
use crate::common::{HELLO, Server, TWO_PEOPLE, cookie_of, get, id_of, own_host_at, until};
use crate::settings::deployed;
use crate::tls::{ask, file, secured};

/// Proxy with a temporary folder; stopped on drop.
struct Proxy {
    child: Child,
    _folder: TempDir,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // nginx must stop its workers itself, which SIGKILL would prevent.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

/// Replaces a text that must be present.
fn with(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "{old}");
    text.replace(old, new)
}

impl Proxy {
    /// Runs a proxy with this configuration file.
    async fn run(
        program: &str,
        settings: &str,
        arguments: impl FnOnce(&Path, &Path) -> Vec<String>,
        address: SocketAddr,
    ) -> Proxy {
        let name = format!("upcard-{program}-");
        let folder = tempfile::Builder::new().prefix(&name).tempdir().unwrap();
        let file = folder.path().join("settings");
        std::fs::write(&file, settings).unwrap();
        let started = Command::new(program)
            .args(arguments(folder.path(), &file))
            .env("HOME", folder.path())
            .env("XDG_DATA_HOME", folder.path())
            .env("XDG_CONFIG_HOME", folder.path())
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn();
        let child = started.unwrap_or_else(|error| panic!("{program}: {error}"));
        let mut proxy = Proxy { child, _folder: folder };
        until("the proxy does not start", async || {
            assert_eq!(proxy.child.try_wait().unwrap(), None, "the proxy has ended");
            TcpStream::connect(address).await.is_ok()
        })
        .await;
        proxy
    }
}

/// Checks any proxy: a table is opened and connected to, overlong requests are rejected, and clients cannot
/// forge their address.
async fn holds(proxy: SocketAddr) {
    let host = "localhost";
    let get =
        |path: &str| format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    assert!(ask(proxy, &get("/ready")).await.starts_with("HTTP/1.1 200"));
    let post = |more: &str, body: &str| {
        format!(
            "POST /api/tables HTTP/1.1\r\nhost: {host}\r\norigin: https://{host}\r\n\
             connection: close\r\n{more}content-length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let opened = ask(proxy, &post("", TWO_PEOPLE)).await;
    assert!(opened.starts_with("HTTP/1.1 201") && opened.contains("; Secure"), "{opened}");
    let table = opened.rsplit_once("\r\n\r\n").unwrap().1;
    let table = id_of(table);
    let mut request =
        format!("wss://{host}/api/tables/{table}/socket").into_client_request().unwrap();
    let cookie = cookie_of(opened.split("\r\n\r\n").next().unwrap()).unwrap();
    request.headers_mut().insert("cookie", cookie.parse().unwrap());
    request.headers_mut().insert("origin", format!("https://{host}").parse().unwrap());
    let stream = secured(proxy).await.unwrap();
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
    for message in [HELLO, ClientMessage::Ping] {
        socket.send(serde_json::to_string(&message).unwrap().into()).await.unwrap();
    }
    let mut received = String::new();
    while received != "\"pong\"" {
        received = socket.next().await.unwrap().unwrap().into_text().unwrap().to_string();
    }
    let long = "x".repeat(40 << 10);
    assert!(ask(proxy, &post("", &long)).await.starts_with("HTTP/1.1 413"));
    // A client that claims a new address each time still counts as one.
    let mut refused = false;
    for n in 0..100 {
        let from = format!("x-forwarded-for: 203.0.113.{n}\r\n");
        let answer = ask(proxy, &post(&from, TWO_PEOPLE)).await;
        refused |= answer.contains("\"too-fast\"");
    }
    assert!(refused, "a client can write its own address");
    drop(socket);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs nginx"]
async fn nginx_is_set_up_as_its_example_says() {
    let server = Server::with(Path::new("memory"), &["--proxy", "1"]).await;
    let address = own_host_at(8443);
    let text = deployed("nginx.conf");
    let plain = own_host_at(8443);
    let text = with(&text, "listen 80;", &format!("listen {plain};"));
    let text = with(&text, "listen 443 ssl;", &format!("listen {address} ssl;"));
    let text = with(&text, "server 127.0.0.1:8080;", &format!("server {};", server.address));
    let folder = "/etc/ssl/cards.example.org/";
    let (cert, key) = (file("first-cert"), file("first-key"));
    let text = with(&text, &format!("{folder}fullchain.pem"), cert.to_str().unwrap());
    let text = with(&text, &format!("{folder}privkey.pem"), key.to_str().unwrap());
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let paths: String = paths.iter().map(|of| format!("{of}_temp_path {of};\n")).collect();
    // Its workers need access to the tests' folder.
    let user = if is_root() { "user root;" } else { "" };
    let all = format!(
        "daemon off; pid pid; error_log log; {user}\nevents {{}}\nhttp {{ access_log off;\n{paths}{text}}}"
    );
    let arguments = |folder: &Path, file: &Path| {
        ["-p", folder.to_str().unwrap(), "-e", "log", "-c", file.to_str().unwrap()]
            .map(str::to_owned)
            .to_vec()
    };
    let _proxy = Proxy::run("nginx", &all, arguments, address).await;
    holds(address).await;
    let mut stream = TcpStream::connect(plain).await.unwrap();
    let asked = b"GET /t/abc?x=1 HTTP/1.1\r\nhost: cards.example.org\r\nconnection: close\r\n\r\n";
    stream.write_all(asked).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 301"), "{answer}");
    assert!(answer.contains("ocation: https://cards.example.org/t/abc?x=1\r\n"), "{answer}");
}

/// Returns `true` if the tests run as root.
fn is_root() -> bool {
    std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").unwrap()) == 0
}

fn caddy(_: &Path, file: &Path) -> Vec<String> {
    ["run", "--adapter", "caddyfile", "--config", file.to_str().unwrap()]
        .map(str::to_owned)
        .to_vec()
}

const NO_ADMIN: &str = "{\n\tadmin off\n\tauto_https off\n}\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs caddy"]
async fn caddy_is_set_up_as_its_example_says() {
    let server = Server::with(Path::new("memory"), &["--proxy", "1"]).await;
    let address = own_host_at(8443);
    let text = deployed("Caddyfile");
    let (cert, key) = (file("first-cert"), file("first-key"));
    let site = format!(
        "{NO_ADMIN}https://localhost:{} {{\n\tbind {}\n\ttls {} {}",
        address.port(),
        address.ip(),
        cert.display(),
        key.display()
    );
    let text = with(&text, "cards.example.org {", &site);
    let text = with(&text, "127.0.0.1:8080", &server.address.to_string());
    let _proxy = Proxy::run("caddy", &text, caddy, address).await;
    holds(address).await;
    let metrics = "GET /metrics HTTP/1.1\r\nhost: localhost:8443\r\nconnection: close\r\n\r\n";
    assert!(ask(address, metrics).await.starts_with("HTTP/1.1 404"));
}

/// Returns `true` if ten requests in a row reach ready nodes; each goes to a random one.
async fn all_are_ready(address: SocketAddr) -> bool {
    for _ in 0..10 {
        if !get(address, "/health").await.1.contains(r#""status":"ok""#) {
            return false;
        }
    }
    true
}

/// Clients are sent only to nodes that are ready.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs caddy, PostgreSQL and nats-server"]
async fn caddy_avoids_a_drained_node_with_postgres_and_nats() {
    let address = own_host_at(8443);
    let nodes = Nodes::start(2).await;
    let text = deployed("Caddyfile.nodes");
    let site = format!("{NO_ADMIN}http://{}:{} {{\n\tbind {0}", address.ip(), address.port());
    let text = with(&text, "cards.example.org {", &site);
    let own: Vec<String> = nodes.addresses.iter().map(ToString::to_string).collect();
    let text = with(&text, "node-1:8080 node-2:8080 node-3:8080", &own.join(" "));
    let _proxy = Proxy::run("caddy", &text, caddy, address).await;
    until("it does not find the nodes", async || all_are_ready(address).await).await;
    nodes.admin(0, "POST", "/drain");
    assert!(!nodes.is_ready(0).await && nodes.is_ready(1).await);
    until("it sends people to a node that is drained", async || all_are_ready(address).await).await;
    nodes.admin(1, "POST", "/drain");
    nodes.admin(0, "DELETE", "/drain");
    until("it does not go back", async || all_are_ready(address).await).await;
}
