//! A browser with one page, driven by the WebDriver protocol through chromedriver: as much of it as
//! the project's tests and measurements need.

use std::io::{BufRead, BufReader, Error, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long a browser may take to start, and to answer.
const SOON: Duration = Duration::from_secs(60);

/// What Chromium is told: no window, no sandbox (containers have none), nothing that differs from
/// one machine to the next.
const ARGUMENTS: [&str; 5] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--disable-dev-shm-usage",
];

/// A browser with one page. It ends with this value.
pub struct Browser {
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
    /// Starts one whose page has this size.
    ///
    /// # Errors
    ///
    /// There is no chromedriver (Debian: chromium-driver), or it opens no browser.
    pub fn start(width: u32, height: u32) -> Result<Browser, Error> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| Error::new(e.kind(), format!("chromedriver (chromium-driver): {e}")))?;
        let mut browser = Browser { driver, port, session: String::new() };
        let size = json!({"width": width, "height": height, "pixelRatio": 1.0, "touch": false, "mobile": false});
        let wishes = json!({"capabilities": {"alwaysMatch": {
            "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {"args": ARGUMENTS, "mobileEmulation": {"deviceMetrics": size}},
        }}});
        let until = Instant::now() + SOON;
        while Instant::now() < until {
            let answer = request(port, "POST", "/session", &wishes);
            if let Some(id) = answer.as_ref().and_then(|a| a["value"]["sessionId"].as_str()) {
                browser.session = format!("/session/{id}");
                return Ok(browser);
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        Err(Error::other("chromedriver opens no browser"))
    }

    /// A command of the protocol; null where there is no answer.
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let path = format!("{}{path}", self.session);
        request(self.port, method, &path, body).map_or(Value::Null, |mut a| a["value"].take())
    }

    /// A command of the browser's own protocol.
    pub fn command(&self, name: &str, params: Value) -> Value {
        self.call("POST", "/goog/cdp/execute", &json!({"cmd": name, "params": params}))
    }

    /// Opens an address.
    pub fn go(&self, address: &str) {
        self.call("POST", "/url", &json!({"url": address}));
    }

    /// The address that it shows.
    #[must_use]
    pub fn address(&self) -> String {
        self.call("GET", "/url", &Value::Null).as_str().unwrap_or_default().to_owned()
    }

    /// Loads the page again, as a person does.
    pub fn reload(&self) {
        self.call("POST", "/refresh", &json!({}));
    }

    /// Runs a script and gives what it returns.
    pub fn run(&self, script: &str) -> Value {
        self.call("POST", "/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Runs a script that calls `done(value)` when it is through.
    pub fn run_async(&self, script: &str) -> Value {
        let script = format!("const done = arguments[arguments.length - 1]; {script}");
        self.call("POST", "/execute/async", &json!({"script": script, "args": []}))
    }

    /// What a script returns that is neither null nor false, once it does so within this time. A
    /// script that fails is tried again.
    #[must_use]
    pub fn awaited(&self, script: &str, within: Duration) -> Option<Value> {
        let until = Instant::now() + within;
        loop {
            let value = self.run(script);
            let failed = value.get("error").is_some() && value.get("stacktrace").is_some();
            if !failed && value != Value::Null && value != Value::Bool(false) {
                return Some(value);
            }
            if Instant::now() > until {
                return None;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Moves the pointer from place to place, its button held down: a click where there is but one.
    pub fn drag(&self, places: &[(f64, f64)]) {
        let to = |&(x, y): &(f64, f64), duration: u32| json!({"type": "pointerMove", "duration": duration, "x": x.round(), "y": y.round()});
        let Some((first, others)) = places.split_first() else { return };
        let mut actions = vec![to(first, 0), json!({"type": "pointerDown", "button": 0})];
        actions.extend(others.iter().map(|place| to(place, 60)));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        self.act(&json!({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}));
    }

    /// Presses keys, wherever the focus is.
    pub fn keys(&self, keys: &str) {
        let stroke = |key: char| {
            [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})]
        };
        let strokes: Vec<Value> = keys.chars().flat_map(stroke).collect();
        self.act(&json!({"type": "key", "id": "keys", "actions": strokes}));
    }

    /// Holds one key down and presses another.
    pub fn chord(&self, held: char, key: char) {
        self.act(&json!({"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": held}, {"type": "keyDown", "value": key},
            {"type": "keyUp", "value": key}, {"type": "keyUp", "value": held},
        ]}));
    }

    fn act(&self, actions: &Value) {
        self.call("POST", "/actions", &json!({"actions": [actions]}));
    }

    /// Another size of the page.
    pub fn resize(&self, (width, height): (u32, u32)) {
        self.command(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
    }

    /// Light or dark, as the device asks for it.
    pub fn dark(&self, dark: bool) {
        let scheme = if dark { "dark" } else { "light" };
        self.command(
            "Emulation.setEmulatedMedia",
            json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]}),
        );
    }

    /// A picture of the screen, as PNG; empty where there is none.
    #[must_use]
    pub fn screenshot(&self) -> Vec<u8> {
        let picture = self.command("Page.captureScreenshot", json!({"format": "png"}));
        picture["data"].as_str().map(base64).unwrap_or_default()
    }

    /// Errors that the browser has noted since it was last asked, failed requests among them.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let notes = self.call("POST", "/se/log", &json!({"type": "browser"}));
        let grave = |note: &&Value| note["level"] == "SEVERE";
        let all = notes.as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(grave).map(|note| note["message"].to_string()).collect()
    }
}

fn request(port: u16, method: &str, path: &str, body: &Value) -> Option<Value> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(SOON)).ok()?;
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

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_read() {
        assert_eq!(base64("VXBjYXJk"), b"Upcard");
        assert_eq!(base64("VXBjYXI="), b"Upcar");
        assert_eq!(base64(""), b"");
    }
}
