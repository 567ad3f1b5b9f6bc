//! A browser, driven by the WebDriver protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long something may take that should come soon.
const SOON: Duration = Duration::from_secs(40);

/// The project's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Where the pictures go.
pub(crate) fn screens() -> PathBuf {
    let folder = root().join("target/screens");
    static TOLD: Once = Once::new();
    TOLD.call_once(|| {
        std::fs::create_dir_all(&folder).expect("a folder for pictures");
        println!(
            "pictures of the screens: {}",
            folder.canonicalize().unwrap_or_default().display()
        );
    });
    folder
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
                "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"],
                "mobileEmulation": {"deviceMetrics": {"width": width, "height": height, "pixelRatio": 1.0, "touch": false, "mobile": false}},
            },
        }}});
        let until = Instant::now() + SOON;
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

    /// A command of the browser's own protocol.
    pub(crate) fn command(&self, name: &str, params: Value) -> Value {
        self.call("POST", "/goog/cdp/execute", &json!({"cmd": name, "params": params}))
    }

    pub(crate) fn go(&self, address: &str) {
        self.call("POST", "/url", &json!({"url": address}));
    }

    pub(crate) fn address(&self) -> String {
        self.call("GET", "/url", &Value::Null).as_str().unwrap_or_default().to_owned()
    }

    /// Loads the page again, as a person does.
    pub(crate) fn reload(&self) {
        self.call("POST", "/refresh", &json!({}));
    }

    /// Runs a script and gives what it returns.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.call("POST", "/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Runs a script that calls `done(value)` when it is through.
    pub(crate) fn run_async(&self, script: &str) -> Value {
        let script = format!("const done = arguments[arguments.length - 1]; {script}");
        self.call("POST", "/execute/async", &json!({"script": script, "args": []}))
    }

    /// What a script returns, as text.
    pub(crate) fn text(&self, script: &str) -> String {
        match self.run(script) {
            Value::String(text) => text,
            Value::Null => String::new(),
            other => other.to_string(),
        }
    }

    /// Waits until a script returns true.
    pub(crate) fn wait(&self, script: &str) {
        if !self.comes(script, SOON) {
            self.picture("waited-in-vain");
            panic!(
                "waited in vain for: {script}\nfaults: {:?}\nthe page says: {}",
                self.faults(),
                self.text("return document.body.innerText")
            );
        }
    }

    /// Does a script return true within so long?
    pub(crate) fn comes(&self, script: &str, within: Duration) -> bool {
        let until = Instant::now() + within;
        loop {
            if self.run(script) == Value::Bool(true) {
                return true;
            }
            if Instant::now() > until {
                return false;
            }
            std::thread::sleep(Duration::from_millis(60));
        }
    }

    /// Waits until something with this text can be pressed, and presses it.
    pub(crate) fn press(&self, text: &str) {
        let text = serde_json::to_string(text).unwrap_or_default();
        self.wait(&format!(
            "const all = [...document.querySelectorAll('button')].filter(b => b.getClientRects().length);
             const found = all.find(b => (b.querySelector('b')?.innerText ?? b.innerText).trim() === {text})
                 ?? all.find(b => b.getAttribute('aria-label') === {text});
             found?.click(); return !!found;"
        ));
    }

    /// Presses keys, wherever the focus is.
    pub(crate) fn keys(&self, keys: &str) {
        let strokes: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})]
            })
            .collect();
        self.act(&json!({"type": "key", "id": "keys", "actions": strokes}));
    }

    /// Holds one key down and presses another.
    pub(crate) fn chord(&self, held: char, key: char) {
        self.act(&json!({"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": held.to_string()}, {"type": "keyDown", "value": key.to_string()},
            {"type": "keyUp", "value": key.to_string()}, {"type": "keyUp", "value": held.to_string()},
        ]}));
    }

    /// Moves the pointer from place to place, its button held down: a click where there is but one.
    pub(crate) fn drag(&self, places: &[(f64, f64)]) {
        let to = |&(x, y): &(f64, f64), duration: u32| json!({"type": "pointerMove", "duration": duration, "x": x.round(), "y": y.round()});
        let Some((first, others)) = places.split_first() else { return };
        let mut actions = vec![to(first, 0), json!({"type": "pointerDown", "button": 0})];
        actions.extend(others.iter().map(|place| to(place, 60)));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        self.act(&json!({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}));
    }

    fn act(&self, actions: &Value) {
        self.call("POST", "/actions", &json!({"actions": [actions]}));
    }

    /// The middle of the part of an element that can be seen and touched.
    pub(crate) fn place(&self, selector: &str) -> (f64, f64) {
        let selector = serde_json::to_string(selector).unwrap_or_default();
        let found = self.run(&format!(
            "const e = document.querySelector({selector}); if (!e) return null; e.scrollIntoView({{block: 'nearest'}});
             const r = e.getBoundingClientRect();
             for (const part of [0.5, 0.3, 0.15, 0.7]) {{
               const x = r.left + r.width * part, y = r.top + r.height / 2;
               if (e.contains(document.elementFromPoint(x, y))) return [x, y];
             }}
             return null;"
        ));
        match (found[0].as_f64(), found[1].as_f64()) {
            (Some(x), Some(y)) => (x, y),
            _ => panic!("{selector} cannot be touched"),
        }
    }

    /// Another size of the window.
    pub(crate) fn resize(&self, (width, height): (u32, u32)) {
        self.command(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
    }

    /// Light or dark, as the device asks for it.
    pub(crate) fn dark(&self, dark: bool) {
        let scheme = if dark { "dark" } else { "light" };
        self.command(
            "Emulation.setEmulatedMedia",
            json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]}),
        );
    }

    /// Keeps a picture of the screen.
    pub(crate) fn picture(&self, name: &str) {
        let picture = self.command("Page.captureScreenshot", json!({"format": "png"}));
        let bytes = picture["data"].as_str().map(base64).unwrap_or_default();
        std::fs::write(screens().join(format!("{name}.png")), bytes).expect("the picture is kept");
    }

    /// Errors that the browser has noted, failed requests among them.
    pub(crate) fn faults(&self) -> Vec<String> {
        let notes = self.call("POST", "/se/log", &json!({"type": "browser"}));
        let grave = |note: &&Value| note["level"] == "SEVERE";
        let all = notes.as_array().cloned().unwrap_or_default();
        all.iter().filter(grave).map(|note| note["message"].to_string()).collect()
    }

    /// There were no errors and no failed requests.
    pub(crate) fn is_clean(&self) {
        assert_eq!(self.faults(), Vec::<String>::new());
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
