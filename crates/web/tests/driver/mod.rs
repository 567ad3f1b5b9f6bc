//! A browser, driven by the WebDriver protocol, and a server for the files of the built page.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The policy that the server sends with the page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'";

/// The built page, served on a port of its own.
pub(crate) struct Site {
    port: u16,
}

impl Site {
    pub(crate) fn start() -> Site {
        let folder =
            std::env::var_os("UPCARD_PAGE").map_or_else(|| root().join("dist/web"), PathBuf::from);
        assert!(
            folder.join("upcard_bg.wasm").exists(),
            "{} holds no page: build it first (cargo xtask play, or crates/web/build.md)",
            folder.display()
        );
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let folder = folder.clone();
                std::thread::spawn(move || answer(stream, &folder));
            }
        });
        Site { port }
    }

    pub(crate) fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }
}

fn answer(stream: TcpStream, folder: &Path) {
    let mut reader = BufReader::new(&stream);
    let mut first = String::new();
    if reader.read_line(&mut first).is_err() {
        return;
    }
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|n| n > 2) {
        line.clear();
    }
    let path = first.split(' ').nth(1).unwrap_or("/").trim_start_matches('/');
    let plain = !path.is_empty() && !path.contains("..");
    let file = if plain { folder.join(path) } else { folder.join("index.html") };
    let (file, bytes) = match std::fs::read(&file) {
        Ok(bytes) => (file, bytes),
        Err(_) => return,
    };
    let kind = match file.extension().and_then(|e| e.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\ncontent-security-policy: {POLICY}\r\nconnection: close\r\n\r\n",
        bytes.len()
    );
    let mut stream = &stream;
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&bytes));
}

/// A browser with one page.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.call("DELETE", "", &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

impl Browser {
    pub(crate) fn start(width: u32, height: u32) -> Browser {
        let port =
            TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a port").port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts (Debian: chromium-driver)");
        let mut browser = Browser { driver, port, session: String::new() };
        let wishes = json!({"capabilities": {"alwaysMatch": {
            "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {
                "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
                "mobileEmulation": {"deviceMetrics": {"width": width, "height": height, "pixelRatio": 1.0, "touch": false, "mobile": false}},
            },
        }}});
        let until = Instant::now() + Duration::from_secs(40);
        while Instant::now() < until {
            if let Some(answer) = request(port, "POST", "/session", &wishes)
                && let Some(id) = answer["value"]["sessionId"].as_str()
            {
                browser.session = format!("/session/{id}");
                return browser;
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        panic!("chromedriver opens no browser");
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let path = format!("{}{path}", self.session);
        request(self.port, method, &path, body)
            .map_or(Value::Null, |answer| answer["value"].clone())
    }

    pub(crate) fn go(&mut self, address: &str) {
        self.call("POST", "/url", &json!({"url": address}));
    }

    /// Runs a script and gives what it returns.
    pub(crate) fn run(&mut self, script: &str) -> Value {
        self.call("POST", "/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Waits until a script returns true.
    pub(crate) fn wait(&mut self, script: &str) {
        let until = Instant::now() + Duration::from_secs(40);
        while Instant::now() < until {
            if self.run(script) == Value::Bool(true) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("waited in vain for: {script}; faults: {:?}", self.faults());
    }

    /// Presses keys, wherever the focus is.
    pub(crate) fn keys(&mut self, keys: &str) {
        let strokes: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})]
            })
            .collect();
        self.call(
            "POST",
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": strokes}]}),
        );
    }

    /// Keeps a picture of the screen.
    pub(crate) fn picture(&mut self, name: &str) {
        let picture = self.call("GET", "/screenshot", &Value::Null);
        let folder = root().join("shots");
        let bytes = picture.as_str().map(base64).unwrap_or_default();
        let kept = std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(folder.join(format!("{name}.png")), bytes));
        kept.expect("the picture is kept");
    }

    /// Errors that the browser has noted, failed requests among them.
    pub(crate) fn faults(&mut self) -> Vec<String> {
        let notes = self.call("POST", "/se/log", &json!({"type": "browser"}));
        let grave = |note: &&Value| note["level"] == "SEVERE";
        let all = notes.as_array().cloned().unwrap_or_default();
        all.iter().filter(grave).map(|note| note["message"].to_string()).collect()
    }
}

fn request(port: u16, method: &str, path: &str, body: &Value) -> Option<Value> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    let body = if method == "GET" || method == "DELETE" { String::new() } else { body.to_string() };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(body.as_bytes()).ok()?;
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? <= 2 {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut answer = vec![0; length];
    reader.read_exact(&mut answer).ok()?;
    serde_json::from_slice(&answer).ok()
}

/// Reads base64.
fn base64(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut out = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut have) = (0u32, 0);
    for six in text.bytes().filter_map(value) {
        bits = bits << 6 | u32::from(six);
        have += 6;
        if have >= 8 {
            have -= 8;
            out.push((bits >> have) as u8);
        }
    }
    out
}
