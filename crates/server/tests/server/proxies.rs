//! Example configurations in `deploy/`, tested with the real proxies where installed.

use std::net::SocketAddr;
use std::os::unix::fs::MetadataExt;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::cluster_with_postgres_and_nats::Nodes;
use crate::common::{Server, TWO_PEOPLE, get, own_host_at, until};
use crate::settings::deployed;
use crate::tls::{READY, ask, file, opens_a_table, table_request};

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
    async fn run(program: &str, settings: &str, arguments: &[&str], address: SocketAddr) -> Proxy {
        let name = format!("upcard-{program}-");
        let folder = tempfile::Builder::new().prefix(&name).tempdir().unwrap();
        let file = folder.path().join("settings");
        std::fs::write(&file, settings).unwrap();
        let started = Command::new(program)
            .args(arguments)
            .arg(&file)
            .current_dir(folder.path())
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
    assert!(ask(proxy, READY).await.starts_with("HTTP/1.1 200"));
    let (_, _socket) = opens_a_table(proxy).await;
    let long = "x".repeat(40 << 10);
    assert!(ask(proxy, &table_request("", &long)).await.starts_with("HTTP/1.1 413"));
    // A client that claims a new address each time still counts as one.
    let mut refused = false;
    for n in 0..100 {
        let from = format!("x-forwarded-for: 203.0.113.{n}\r\n");
        let answer = ask(proxy, &table_request(&from, TWO_PEOPLE)).await;
        refused |= answer.contains("\"too-fast\"");
    }
    assert!(refused, "a client can write its own address");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs nginx"]
async fn nginx_is_set_up_as_its_example_says() {
    let server = Server::with("memory", &["--proxy", "1"]);
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
    let own = std::fs::metadata("/proc/self").unwrap();
    let user = if own.uid() == 0 { "user root;" } else { "" };
    let all = format!(
        "daemon off; pid pid; error_log log; {user}\nevents {{}}\nhttp {{ access_log off;\n{paths}{text}}}"
    );
    let _proxy = Proxy::run("nginx", &all, &["-p", ".", "-e", "log", "-c"], address).await;
    holds(address).await;
    let mut stream = TcpStream::connect(plain).await.unwrap();
    let asked = b"GET /t/abc?x=1 HTTP/1.1\r\nhost: cards.example.org\r\nconnection: close\r\n\r\n";
    stream.write_all(asked).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 301"), "{answer}");
    assert!(answer.contains("ocation: https://cards.example.org/t/abc?x=1\r\n"), "{answer}");
}

const CADDY_ARGUMENTS: [&str; 4] = ["run", "--adapter", "caddyfile", "--config"];

const NO_ADMIN: &str = "{\n\tadmin off\n\tauto_https off\n}\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs caddy"]
async fn caddy_is_set_up_as_its_example_says() {
    let server = Server::with("memory", &["--proxy", "1"]);
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
    let _proxy = Proxy::run("caddy", &text, &CADDY_ARGUMENTS, address).await;
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
    let _proxy = Proxy::run("caddy", &text, &CADDY_ARGUMENTS, address).await;
    until("it does not find the nodes", async || all_are_ready(address).await).await;
    nodes.admin(0, "POST", "/drain");
    assert!(!nodes.is_ready(0).await && nodes.is_ready(1).await);
    until("it sends people to a node that is drained", async || all_are_ready(address).await).await;
    nodes.admin(1, "POST", "/drain");
    nodes.admin(0, "DELETE", "/drain");
    until("it does not go back", async || all_are_ready(address).await).await;
}
