//! A browser driven by the WebDriver protocol through chromedriver, as far as the project's tests and
//! measurements need it.

use std::io::{BufRead, BufReader, Error, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;

/// Timeout for starting and for responses.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Chromium's flags: headless, no sandbox (containers have none), and the same on every machine.
const ARGUMENTS: [&str; 5] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--disable-dev-shm-usage",
];

/// Debian's chromium-headless-shell: the same engine without a window system, for half of the CPU time. Not
/// the script of that name in `/usr/bin`: killing it does not end the browser.
const HEADLESS_SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";

/// Environment variable with the path of another browser.
const CHROMIUM_VARIABLE: &str = "UPCARD_CHROMIUM";

/// Maximum response size, in bytes: screenshots of large screens are long.
const MAX_RESPONSE: u64 = 64 << 20;

/// Timeout for the browser's processes to exit.
const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

/// Duration of one wait inside the page, and its polling interval in milliseconds.
const WAIT_CHUNK: Duration = Duration::from_secs(5);
const POLL_INTERVAL: u64 = 25;

/// Maximum number of attempts to start a driver.
const MAX_STARTS: u32 = 5;

/// A browser with one page, closed on drop.
pub struct Browser {
    driver: Child,
    agent: Agent,
    port: u16,
    session: String,
    /// Temporary files of driver and browser, including the browser's profile.
    files: TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.call("DELETE", "", &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        // The browser's last processes may still be writing.
        let until = Instant::now() + EXIT_TIMEOUT;
        while std::fs::remove_dir_all(self.files.path()).is_err() && self.files.path().exists() {
            if Instant::now() > until {
                eprintln!("the browser's files stay: {}", self.files.path().display());
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Browser {
    /// Starts a browser with this page size and additional flags.
    ///
    /// # Errors
    ///
    /// There is no chromedriver (Debian: chromium-driver), or it cannot start a browser.
    pub fn start(width: u32, height: u32, flags: &[&str]) -> Result<Browser, Error> {
        let files = tempfile::Builder::new().prefix("upcard-browser-").tempdir()?;
        let (driver, port) = start_driver(files.path())?;
        let config =
            Agent::config_builder().timeout_global(Some(TIMEOUT)).http_status_as_error(false);
        let agent = config.build().new_agent();
        let mut browser = Browser { driver, agent, port, session: String::new(), files };
        let flags = [&ARGUMENTS, flags].concat();
        let size = json!({"width": width, "height": height, "pixelRatio": 1.0, "touch": false, "mobile": false});
        let mut options = json!({
            "args": flags,
            "mobileEmulation": {"deviceMetrics": size},
            // Downloads are deleted with the browser.
            "prefs": {"download.default_directory": browser.files.path()},
        });
        if let Some(program) = chromium() {
            options["binary"] = json!(program);
        }
        let capabilities = json!({"capabilities": {"alwaysMatch": {
            "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": options,
        }}});
        let until = Instant::now() + TIMEOUT;
        loop {
            let why = match browser.request("POST", "/session", &capabilities) {
                Ok(answer) => match answer["value"]["sessionId"].as_str() {
                    Some(id) => {
                        browser.session = format!("/session/{id}");
                        return Ok(browser);
                    }
                    None => answer["value"]["message"].to_string(),
                },
                Err(error) => error.to_string(),
            };
            if Instant::now() > until {
                return Err(Error::other(format!("chromedriver opens no browser: {why}")));
            }
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// Sends a WebDriver command; returns null without a response.
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let path = format!("{}{path}", self.session);
        self.request(method, &path, body).map_or(Value::Null, |mut a| a["value"].take())
    }

    fn request(&self, method: &str, path: &str, body: &Value) -> Result<Value, ureq::Error> {
        let address = format!("http://127.0.0.1:{}{path}", self.port);
        let answer = match method {
            "GET" => self.agent.get(address).call(),
            "DELETE" => self.agent.delete(address).call(),
            _ => self.agent.post(address).content_type("application/json").send(body.to_string()),
        };
        let bytes = answer?.body_mut().with_config().limit(MAX_RESPONSE).read_to_vec()?;
        Ok(serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    /// Sends a command of the Chrome DevTools protocol.
    pub fn command(&self, name: &str, params: Value) -> Value {
        self.call("POST", "/goog/cdp/execute", &json!({"cmd": name, "params": params}))
    }

    /// Resets the browser: one empty page, and no stored data.
    ///
    /// # Errors
    ///
    /// The browser does not respond any more.
    pub fn reset(&self) -> Result<(), Error> {
        let old = self.call("GET", "/window/handles", &Value::Null);
        // Page settings go with the page: size, preload scripts, throttling.
        let fresh = self.call("POST", "/window/new", &json!({"type": "tab"}));
        for handle in old.as_array().into_iter().flatten() {
            self.call("POST", "/window", &json!({"handle": handle}));
            self.call("DELETE", "/window", &Value::Null);
        }
        self.call("POST", "/window", &json!({"handle": fresh["handle"]}));
        self.command("Browser.resetPermissions", json!({}));
        self.command("Network.clearBrowserCookies", json!({}));
        self.command("Network.clearBrowserCache", json!({}));
        let all = json!({"origin": "*", "storageTypes": "all"});
        let cleared = self.command("Storage.clearDataForOrigin", all);
        let _ = self.take_errors();
        match self.call("GET", "/window/handles", &Value::Null).as_array() {
            Some(handles) if handles.len() == 1 && cleared.get("error").is_none() => Ok(()),
            _ => Err(Error::other("the browser is not as new")),
        }
    }

    /// Opens an address.
    pub fn go(&self, address: &str) {
        self.call("POST", "/url", &json!({"url": address}));
    }

    /// Returns the current address.
    #[must_use]
    pub fn address(&self) -> String {
        self.call("GET", "/url", &Value::Null).as_str().unwrap_or_default().to_owned()
    }

    /// Reloads the page as a user does.
    pub fn reload(&self) {
        self.call("POST", "/refresh", &json!({}));
    }

    /// Opens an address in a new tab and switches to it.
    pub fn open_tab(&self, address: &str) {
        let tab = self.call("POST", "/window/new", &json!({"type": "tab"}));
        self.call("POST", "/window", &json!({"handle": tab["handle"]}));
        self.go(address);
    }

    /// Switches to a tab, counted from 0 in order of opening.
    pub fn show_tab(&self, number: usize) {
        let tabs = self.call("GET", "/window/handles", &Value::Null);
        self.call("POST", "/window", &json!({"handle": tabs[number]}));
    }

    /// Closes the current tab and switches to the first remaining one.
    pub fn close_tab(&self) {
        self.call("DELETE", "/window", &Value::Null);
        self.show_tab(0);
    }

    /// Runs a script in every page before its own; returns its identifier.
    pub fn run_first(&self, script: &str) -> Value {
        self.command("Page.enable", json!({}));
        self.command("Page.addScriptToEvaluateOnNewDocument", json!({"source": script}))
    }

    /// Runs a script and returns its result.
    pub fn run(&self, script: &str) -> Value {
        self.call("POST", "/execute/sync", &json!({"script": script, "args": []}))
    }

    /// Runs a script that calls `done(value)` when it has finished.
    pub fn run_async(&self, script: &str) -> Value {
        let script = format!("const done = arguments[arguments.length - 1]; {script}");
        self.call("POST", "/execute/async", &json!({"script": script, "args": []}))
    }

    /// Polls a script until it returns neither null nor false, within this time. A failing script is retried.
    #[must_use]
    pub fn wait_for(&self, script: &str, within: Duration) -> Option<Value> {
        let until = Instant::now() + within;
        loop {
            let left = until.saturating_duration_since(Instant::now()).min(WAIT_CHUNK).as_millis();
            // Poll inside the page: polling from here would cost the driver, the browser and the page more
            // than the check.
            let look = format!(
                "(async () => {{
                   const look = () => {{ {script} }}, until = performance.now() + {left};
                   for (;;) {{
                     try {{ const found = await look(); if (found != null && found !== false) return found; }} catch {{}}
                     if (performance.now() > until) return null;
                     await new Promise(again => setTimeout(again, {POLL_INTERVAL}));
                   }}
                 }})()"
            );
            let params = json!({"expression": look, "awaitPromise": true, "returnByValue": true});
            let mut said = self.command("Runtime.evaluate", params);
            // No result if the page has navigated meanwhile.
            let found = said["result"]["value"].take();
            if found != Value::Null {
                return Some(found);
            }
            if Instant::now() > until {
                return None;
            }
            std::thread::sleep(Duration::from_millis(POLL_INTERVAL));
        }
    }

    /// Drags the pointer from place to place; a single place is a click.
    pub fn drag(&self, places: &[(f64, f64)]) {
        let to = |&(x, y): &(f64, f64), duration: u32| json!({"type": "pointerMove", "duration": duration, "x": x.round(), "y": y.round()});
        let Some((first, others)) = places.split_first() else { return };
        let mut actions = vec![to(first, 0), json!({"type": "pointerDown", "button": 0})];
        actions.extend(others.iter().map(|place| to(place, 60)));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        self.perform(&json!({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}));
    }

    /// Sends keys to the focused element.
    pub fn keys(&self, keys: &str) {
        let stroke = |key: char| {
            [json!({"type": "keyDown", "value": key}), json!({"type": "keyUp", "value": key})]
        };
        let strokes: Vec<Value> = keys.chars().flat_map(stroke).collect();
        self.perform(&json!({"type": "key", "id": "keys", "actions": strokes}));
    }

    /// Presses a key while holding another.
    pub fn chord(&self, held: char, key: char) {
        self.perform(&json!({"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": held}, {"type": "keyDown", "value": key},
            {"type": "keyUp", "value": key}, {"type": "keyUp", "value": held},
        ]}));
    }

    fn perform(&self, actions: &Value) {
        self.call("POST", "/actions", &json!({"actions": [actions]}));
    }

    /// Resizes the page.
    pub fn resize(&self, (width, height): (u32, u32)) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.command("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Emulates the system's light or dark colour scheme.
    pub fn set_dark(&self, dark: bool) {
        self.set_media_feature("prefers-color-scheme", if dark { "dark" } else { "light" });
    }

    /// Emulates a media feature, replacing earlier ones.
    pub fn set_media_feature(&self, feature: &str, value: &str) {
        let features = json!({"features": [{"name": feature, "value": value}]});
        self.command("Emulation.setEmulatedMedia", features);
    }

    /// Returns a screenshot as PNG; empty on failure.
    #[must_use]
    pub fn screenshot(&self) -> Vec<u8> {
        let how = json!({"format": "png", "optimizeForSpeed": true});
        let picture = self.command("Page.captureScreenshot", how);
        let data = picture["data"].as_str().unwrap_or_default();
        BASE64_STANDARD.decode(data).unwrap_or_default()
    }

    /// Returns errors logged by the browser since the last call, including failed requests.
    #[must_use]
    pub fn take_errors(&self) -> Vec<String> {
        let notes = self.call("POST", "/se/log", &json!({"type": "browser"}));
        let grave = |note: &&Value| note["level"] == "SEVERE";
        let all = notes.as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(grave).map(|note| note["message"].to_string()).collect()
    }
}

/// Returns the browser to start; `None` lets chromedriver find one.
fn chromium() -> Option<String> {
    let named = std::env::var(CHROMIUM_VARIABLE).ok().filter(|path| !path.is_empty());
    named.or_else(|| Path::new(HEADLESS_SHELL).exists().then(|| HEADLESS_SHELL.to_owned()))
}

/// Starts a driver on a port that it chooses. It binds the same port for IPv4 and IPv6; if another driver has
/// taken the latter, it exits and is restarted.
fn start_driver(files: &Path) -> Result<(Child, u16), Error> {
    for _ in 0..MAX_STARTS {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .env("TMPDIR", files)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| Error::new(e.kind(), format!("chromedriver (chromium-driver): {e}")))?;
        if let Some(port) = driver.stdout.take().and_then(read_port) {
            return Ok((driver, port));
        }
        let _ = driver.kill();
        let _ = driver.wait();
    }
    Err(Error::other("chromedriver has no port"))
}

/// Reads chromedriver's port from its output: `… on port 12345.` Further output is read and dropped, so that
/// it never blocks.
fn read_port(output: impl Read + Send + 'static) -> Option<u16> {
    let mut output = BufReader::new(output);
    let mut line = String::new();
    while output.read_line(&mut line).ok()? > 0 {
        let found = line.trim_end().trim_end_matches('.').rsplit_once(" on port ");
        if let Some(Ok(port)) = found.map(|(_, port)| port.parse())
            && port != 0
        {
            std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
            return Some(port);
        }
        line.clear();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::read_port;

    #[test]
    fn the_port_is_read_from_the_banner() {
        let banner = "Starting ChromeDriver 150.0 (abc) on port 0\nOnly local connections are allowed.\n\
                    ChromeDriver was started successfully on port 41633.\n";
        assert_eq!(read_port(banner.as_bytes()), Some(41633));
        assert_eq!(read_port("Exiting.\n".as_bytes()), None);
    }
}
