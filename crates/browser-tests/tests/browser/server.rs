//! A real server for the tests, and a connection to it that can be cut.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::driver::{Browser, at_exit, root};

/// A server process with in-memory tables, stopped on drop.
pub(crate) struct Server {
    child: Mutex<Child>,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// Shared server of all tests that only load the page and play on the device.
static SHARED: OnceLock<Server> = OnceLock::new();

const FAST_BOTS: [&str; 4] = ["--bot-delay-least-ms", "30", "--bot-delay-most-ms", "90"];

/// Returns the program: from the environment, or built beside the tests.
fn program() -> PathBuf {
    if let Some(path) = std::env::var_os("UPCARD_SERVER") {
        return path.into();
    }
    let own = std::env::current_exe().expect("the tests' own path");
    let folder = own.parent().and_then(|deps| deps.parent()).expect("the target folder");
    let program = folder.join("upcard-server");
    assert!(program.exists(), "{} is not there: cargo build -p upcard-server", program.display());
    program
}

/// Returns the folder of the tested page.
pub(crate) fn page() -> PathBuf {
    std::env::var_os("UPCARD_PAGE").map_or_else(|| root().join("dist/web"), PathBuf::from)
}

impl Server {
    /// Returns the shared server, for tests without server tables, and a browser of this size.
    pub(crate) fn with_browser(width: u32, height: u32) -> (&'static Server, Browser) {
        let server = SHARED.get_or_init(|| {
            at_exit(|| SHARED.get().into_iter().for_each(Server::end));
            Server::start(&[])
        });
        (server, Browser::start(width, height))
    }

    fn end(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Starts a separate server, with fast bots unless flags say otherwise.
    pub(crate) fn start(flags: &[&str]) -> Server {
        Server::with_page(flags, &page())
    }

    /// The same with slow bots, so that the hand does not change during a test.
    pub(crate) fn slow() -> Server {
        Server::start(&["--bot-delay-least-ms", "60000", "--bot-delay-most-ms", "60000"])
    }

    /// Starts a separate server with the page in this folder.
    pub(crate) fn with_page(flags: &[&str], page: &Path) -> Server {
        assert!(
            page.join("index.html").exists(),
            "{} holds no page: build it first (cargo xtask page)",
            page.display()
        );
        let mut child = Command::new(program())
            .args(["--listen", "127.0.0.1:0", "--store", "memory", "--log", "error"])
            .args(if flags.contains(&"--bot-delay-most-ms") { &[] } else { &FAST_BOTS[..] })
            .args(flags)
            .arg("--pages")
            .arg(page)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("it prints its address");
        let port =
            line.trim().trim_end_matches('/').rsplit(':').next().and_then(|p| p.parse().ok());
        Server {
            child: Mutex::new(child),
            port: port.unwrap_or_else(|| panic!("no address: {line}")),
        }
    }

    pub(crate) fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Returns a connection to this server that can be cut.
    pub(crate) fn proxy(&self) -> Proxy {
        Proxy::to(self.port)
    }
}

const OPEN: u8 = 0;
/// Nothing gets through, and neither side is notified.
const STALLED: u8 = 1;
const CUT: u8 = 2;

const TIMEOUT: Duration = Duration::from_secs(60);

/// Polling interval of a dead connection.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A proxy between a browser and the server.
pub(crate) struct Proxy {
    port: u16,
    state: Arc<AtomicU8>,
    open: Arc<Mutex<Vec<TcpStream>>>,
    /// Connection attempts while nothing got through.
    tried: Arc<AtomicU32>,
    /// Data held back while the connection is dead.
    held: Arc<AtomicU32>,
}

impl Proxy {
    fn to(server: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(AtomicU8::new(OPEN));
        let open = Arc::new(Mutex::new(Vec::new()));
        let (tried, held) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
        let (at, streams) = (state.clone(), open.clone());
        let (tries, holds) = (tried.clone(), held.clone());
        std::thread::spawn(move || {
            for near in listener.incoming().flatten() {
                if at.load(Ordering::SeqCst) != OPEN {
                    tries.fetch_add(1, Ordering::SeqCst);
                }
                if at.load(Ordering::SeqCst) == CUT {
                    let _ = near.shutdown(Shutdown::Both);
                    continue;
                }
                let Ok(far) = TcpStream::connect(("127.0.0.1", server)) else { continue };
                for (from, to) in [(&near, &far), (&far, &near)] {
                    let (Ok(from), Ok(to)) = (from.try_clone(), to.try_clone()) else { continue };
                    if let (Ok(kept), Ok(mut all)) = (from.try_clone(), streams.lock()) {
                        all.push(kept);
                    }
                    let (at, holds) = (at.clone(), holds.clone());
                    std::thread::spawn(move || pass(from, to, &at, &holds));
                }
            }
        });
        Proxy { port, state, open, tried, held }
    }

    pub(crate) fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Makes it dead: nothing gets through, and neither side is notified.
    pub(crate) fn stall(&self) {
        self.state.store(STALLED, Ordering::SeqCst);
    }

    /// Revives a dead connection: held data arrives late.
    pub(crate) fn resume(&self) {
        self.state.store(OPEN, Ordering::SeqCst);
    }

    /// Cuts it: open connections break, and new ones fail.
    pub(crate) fn cut(&self) {
        self.state.store(CUT, Ordering::SeqCst);
        self.close();
    }

    /// Repairs it. Broken connections stay broken.
    pub(crate) fn restore(&self) {
        self.close();
        self.state.store(OPEN, Ordering::SeqCst);
    }

    /// Waits until the page has tried this often to reconnect.
    pub(crate) fn wait_until_tried(&self, times: u32) {
        wait_until(|| self.tried.load(Ordering::SeqCst) >= times);
    }

    /// Waits until all held data has been delivered.
    pub(crate) fn wait_until_delivered(&self) {
        wait_until(|| self.held.load(Ordering::SeqCst) == 0);
    }

    fn close(&self) {
        if let Ok(mut all) = self.open.lock() {
            for stream in all.drain(..) {
                let _ = stream.shutdown(Shutdown::Both);
            }
        }
    }
}

/// Waits for a condition, with a timeout.
fn wait_until(met: impl Fn() -> bool) {
    let end = Instant::now() + TIMEOUT;
    while !met() {
        assert!(Instant::now() < end, "the line waits in vain");
        std::thread::sleep(POLL_INTERVAL);
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream, state: &AtomicU8, held: &AtomicU32) {
    let mut buffer = [0; 16 * 1024];
    loop {
        let read = match from.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(read) => read,
        };
        held.fetch_add(1, Ordering::SeqCst);
        while state.load(Ordering::SeqCst) == STALLED {
            std::thread::sleep(POLL_INTERVAL);
        }
        let written = to.write_all(&buffer[..read]);
        held.fetch_sub(1, Ordering::SeqCst);
        if written.is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
