//! Plays the first turns in a page whose functions report calls, and saves which were called: alone, and with
//! two people at a server's table. Returning users have the page's files cached.

use std::error::Error;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use upcard_webdriver::Browser;

use crate::build::NAMES_FILE;
use crate::called_functions::CalledFunctions;

/// Viewports of a phone and a desktop.
const SIZES: [(u32, u32); 2] = [(390, 844), (1280, 800)];

/// Timeout.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Turns per player.
const TURNS: usize = 1;

/// Maximum number of attempts.
const MAX_TRIES: usize = 8;

/// Table with a host, a guest and a bot.
const SET_UP: &str =
    r#"{"game": "contract-rummy", "seats": ["person", "person", {"bot": {"level": "steady"}}]}"#;

/// Whether the program controls the first screen.
const READY: &str = "return !!document.querySelector('.home:not(#first) .btn')";

/// Answers the prompt with the simplest move; returns `true` if that ends a turn.
const ANSWER: &str = "const buttons = [...document.querySelectorAll('.prompt .buttons .btn')];
const cut = document.querySelector('.cut .btn, .pick button');
const named = word => buttons.find(button => button.innerText.trim().startsWith(word));
const discard = named('Discard ');
const go = cut ?? discard ?? named('Draw') ?? named('Pass') ?? named('End the turn');
if (go) go.click();
else if (document.querySelector('.prompt.mine')) {
    document.querySelectorAll('.hc.up').forEach(card => card.click());
    document.querySelector('.hc')?.click();
}
return !!discard;";

/// Simulates leaving the page and coming back.
const LEAVE: &str = "const change = () => document.dispatchEvent(new Event('visibilitychange'));
Object.defineProperty(document, 'hidden', {value: true, configurable: true});
change();
dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}));
delete document.hidden;
dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}));
change();";

/// A server with this page, stopped on drop.
struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        // Ignore errors: the recording is over.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(program: &Path, page: &Path) -> Result<Server, Box<dyn Error>> {
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let listen = format!("127.0.0.1:{port}");
    let mut command = Command::new(program);
    command.args(["--store", "memory", "--listen", &listen, "--pages"]).arg(page);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let server = Server { child, address: format!("http://{listen}/") };
    let until = Instant::now() + TIMEOUT;
    while std::net::TcpStream::connect(&listen).is_err() {
        if Instant::now() > until {
            return Err(format!("{} does not start listening", program.display()).into());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(server)
}

/// Plays in this folder's page on a server and writes the list of called functions.
pub(crate) fn record(program: &Path, page: &Path, kept: &Path) -> Result<(), Box<dyn Error>> {
    let names = page.join(NAMES_FILE);
    let names = fs::read_to_string(&names).map_err(|e| format!("{}: {e}", names.display()))?;
    let names: Vec<&str> = names.lines().collect();
    let server = serve(program, page)?;
    let mut called = CalledFunctions::default();
    let mut note = |browser: &Browser| {
        // Leaving must not wait for a late half.
        browser.run(LEAVE);
        // The worker reports its calls with a delay.
        std::thread::sleep(Duration::from_millis(500));
        let numbers = browser.run("return [...globalThis.upcardCalled ?? []]");
        let numbers = numbers.as_array().into_iter().flatten().filter_map(Value::as_u64);
        numbers
            .filter_map(|at| names.get(usize::try_from(at).ok()?))
            .for_each(|name| called.add(name));
    };
    for size in SIZES {
        let browser = Browser::start(size.0, size.1, &[])?;
        browser.go(&server.address);
        wait(&browser, READY)?;
        note(&browser);
        for browser in without_lay_downs(|| play_alone(size, &server.address))? {
            note(&browser);
        }
        for browser in without_lay_downs(|| play_together(size, &server.address))? {
            note(&browser);
        }
    }
    called.write(kept)?;
    println!("{} of {} functions are called in the first turns", called.len(), names.len());
    Ok(())
}

/// Repeats until nobody has laid down melds: laying down is rare in first turns, and calls many functions.
fn without_lay_downs(
    play: impl Fn() -> Result<Vec<Browser>, Box<dyn Error>>,
) -> Result<Vec<Browser>, Box<dyn Error>> {
    for _ in 0..MAX_TRIES {
        let browsers = play()?;
        if browsers[0].run("return !!document.querySelector('.melds .meld')") == false {
            return Ok(browsers);
        }
    }
    Err("in every attempt somebody laid down melds".into())
}

/// Plays with bots, requested as early as possible.
fn play_alone((width, height): (u32, u32), address: &str) -> Result<Vec<Browser>, Box<dyn Error>> {
    let browser = Browser::start(width, height, &[])?;
    browser.go(address);
    press(&browser, "[data-tap=play-now]", "")?;
    play_turns(&[&browser])?;
    Ok(vec![browser])
}

/// Plays at a server's table: host and guest.
fn play_together(
    (width, height): (u32, u32),
    address: &str,
) -> Result<Vec<Browser>, Box<dyn Error>> {
    let start = || Browser::start(width, height, &[]);
    let (host, guest) = (start()?, start()?);
    host.go(address);
    let made = host.run_async(&format!(
        "fetch('/api/tables', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: '{SET_UP}'}})
            .then(answer => answer.json()).then(done, error => done(String(error)))"
    ));
    let table = made["id"].as_str().ok_or_else(|| format!("cannot open a table: {made}"))?;
    for browser in [&host, &guest] {
        browser.go(&format!("{address}t/{table}"));
        sit(browser)?;
    }
    press(&host, ".btn", "Start")?;
    play_turns(&[&host, &guest])?;
    Ok(vec![host, guest])
}

/// Clicks the first button matching selector and text, once it exists.
fn press(browser: &Browser, kind: &str, words: &str) -> Result<(), Box<dyn Error>> {
    wait(
        browser,
        &format!(
            "const button = [...document.querySelectorAll('{kind}')].find(b => b.innerText.includes('{words}'));
             button?.click(); return !!button"
        ),
    )
}

/// Sits down at a server's table.
fn sit(browser: &Browser) -> Result<(), Box<dyn Error>> {
    wait(
        browser,
        "const name = document.querySelector('.sit input');
         if (!name) return false;
         name.value = 'Guest';
         name.dispatchEvent(new Event('input', {bubbles: true}));
         return true",
    )?;
    press(browser, ".sit .btn, .sit button", "Sit down")?;
    wait(browser, "return !document.querySelector('.sit')")
}

/// Plays until each player has finished `TURNS` turns.
fn play_turns(browsers: &[&Browser]) -> Result<(), Box<dyn Error>> {
    for browser in browsers {
        wait(
            browser,
            "document.querySelector('.cut .btn')?.click(); return !!document.querySelector('.hc')",
        )?;
    }
    let mut ended = vec![0; browsers.len()];
    let until = Instant::now() + TIMEOUT;
    while ended.iter().any(|turns| *turns < TURNS) {
        if Instant::now() > until {
            return Err(format!("the turns do not end: {ended:?}").into());
        }
        for (browser, ended) in browsers.iter().zip(&mut ended) {
            *ended += usize::from(browser.run(ANSWER) == true);
        }
        std::thread::sleep(Duration::from_millis(150));
    }
    Ok(())
}

fn wait(browser: &Browser, script: &str) -> Result<(), Box<dyn Error>> {
    let done = browser.wait_for(script, TIMEOUT);
    done.map(|_| ()).ok_or_else(|| format!("timed out waiting for: {script}").into())
}
