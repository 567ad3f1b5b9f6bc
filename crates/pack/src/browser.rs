//! A browser, driven by the WebDriver protocol: as much of it as a measurement needs.

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long something may take that should come soon.
const SOON: Duration = Duration::from_secs(60);

/// A browser with one page, of a phone's size.
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
    pub(crate) fn start() -> Result<Browser, Box<dyn Error>> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("chromedriver (Debian: chromium-driver): {error}"))?;
        let mut browser = Browser { driver, port, session: String::new() };
        let arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"];
        let phone = json!({"width": 390, "height": 844, "pixelRatio": 1.0, "touch": false, "mobile": false});
        let wishes = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions":
            {"args": arguments, "mobileEmulation": {"deviceMetrics": phone}}}}});
        let until = Instant::now() + SOON;
        while Instant::now() < until {
            let answer = request(port, "POST", "/session", &wishes);
            if let Some(id) = answer.as_ref().and_then(|a| a["value"]["sessionId"].as_str()) {
                browser.session = format!("/session/{id}");
                return Ok(browser);
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        Err("chromedriver opens no browser".into())
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let path = format!("{}{path}", self.session);
        request(self.port, method, &path, body).map_or(Value::Null, |mut a| a["value"].take())
    }

    /// A command of the browser's own protocol.
    pub(crate) fn command(&self, name: &str, params: Value) {
        self.call("POST", "/goog/cdp/execute", &json!({"cmd": name, "params": params}));
    }

    pub(crate) fn go(&self, address: &str) {
        self.call("POST", "/url", &json!({"url": address}));
    }

    /// Runs a script and gives what it returns.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.call("POST", "/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Waits until a script returns something true, and gives that.
    pub(crate) fn wait(&self, script: &str) -> Result<Value, Box<dyn Error>> {
        let until = Instant::now() + SOON;
        while Instant::now() < until {
            match self.run(script) {
                Value::Null | Value::Bool(false) => std::thread::sleep(Duration::from_millis(50)),
                value => return Ok(value),
            }
        }
        Err(format!("waited in vain for: {script}").into())
    }

    /// Clicks there, as a pointer does.
    pub(crate) fn click(&self, x: f64, y: f64) {
        let actions = json!([
            {"type": "pointerMove", "duration": 0, "x": x.round(), "y": y.round()},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]);
        let pointer = json!({"type": "pointer", "id": "finger", "parameters": {"pointerType": "mouse"}, "actions": actions});
        self.call("POST", "/actions", &json!({"actions": [pointer]}));
    }
}

fn request(port: u16, method: &str, path: &str, body: &Value) -> Option<Value> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(SOON)).ok()?;
    let body = if method == "DELETE" { String::new() } else { body.to_string() };
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).ok()?;
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
