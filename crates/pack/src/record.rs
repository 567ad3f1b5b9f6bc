//! Plays the first turns in a page whose functions say that they are called, and keeps which did: alone, and two people
//! at a table of a server. Whoever comes back has the files of the page already.

use std::error::Error;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use upcard_webdriver::Browser;

use crate::build::NAMES;
use crate::called::Called;

/// A phone's size, and a desktop's.
const SIZES: [(u32, u32); 2] = [(390, 844), (1280, 800)];

/// How long something may take.
const SOON: Duration = Duration::from_secs(60);

/// How many turns a person plays.
const TURNS: usize = 1;

/// How often a match is begun anew.
const TRIES: usize = 8;

/// The table of a host, a guest and a bot.
const SET_UP: &str =
    r#"{"game": "contract-rummy", "seats": ["person", "person", {"bot": {"level": "steady"}}]}"#;

/// The program has the first screen.
const READY: &str = "return !!document.querySelector('.home:not(#first) .btn')";

/// Answers what is asked, one thing at a time: the least that goes on. Is it something that ends a turn?
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

/// Says that the page is left, which it is not.
const LEAVE: &str = "const change = () => document.dispatchEvent(new Event('visibilitychange'));
Object.defineProperty(document, 'hidden', {value: true, configurable: true});
change();
dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}));
delete document.hidden;
dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}));
change();";

/// A server that shows this page; it ends with this value.
struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        // Whatever becomes of it, the recording is over.
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
    let until = Instant::now() + SOON;
    while std::net::TcpStream::connect(&listen).is_err() {
        if Instant::now() > until {
            return Err(format!("{} does not listen", program.display()).into());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(server)
}

/// Plays in the page of this folder, which lies at a server of this program, and writes what was called.
pub(crate) fn record(program: &Path, page: &Path, kept: &Path) -> Result<(), Box<dyn Error>> {
    let names = page.join(NAMES);
    let names = fs::read_to_string(&names).map_err(|e| format!("{}: {e}", names.display()))?;
    let names: Vec<&str> = names.lines().collect();
    let server = serve(program, page)?;
    let mut called = Called::default();
    let mut note = |browser: &Browser| {
        // Whoever leaves may not wait for a late half.
        browser.run(LEAVE);
        // What the worker has called comes a moment later.
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
        for browser in common(|| alone(size, &server.address))? {
            note(&browser);
        }
        for browser in common(|| two(size, &server.address))? {
            note(&browser);
        }
    }
    called.write(kept)?;
    println!("{} functions are called in the first turns, of {}", called.len(), names.len());
    Ok(())
}

/// Those who have played first turns in which nobody has laid down melds: that is rare, and takes many functions.
fn common(
    play: impl Fn() -> Result<Vec<Browser>, Box<dyn Error>>,
) -> Result<Vec<Browser>, Box<dyn Error>> {
    for _ in 0..TRIES {
        let browsers = play()?;
        if browsers[0].run("return !!document.querySelector('.melds .meld')") == false {
            return Ok(browsers);
        }
    }
    Err("somebody lays down melds in each first turn".into())
}

/// Plays with bots, for which is asked as soon as that can be done.
fn alone((width, height): (u32, u32), address: &str) -> Result<Vec<Browser>, Box<dyn Error>> {
    let browser = Browser::start(width, height, &[])?;
    browser.go(address);
    press(&browser, "[data-tap=play-now]", "")?;
    turns(&[&browser])?;
    Ok(vec![browser])
}

/// Plays at a table of the server: its host and a guest.
fn two((width, height): (u32, u32), address: &str) -> Result<Vec<Browser>, Box<dyn Error>> {
    let start = || Browser::start(width, height, &[]);
    let (host, guest) = (start()?, start()?);
    host.go(address);
    let made = host.run_async(&format!(
        "fetch('/api/tables', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: '{SET_UP}'}})
            .then(answer => answer.json()).then(done, error => done(String(error)))"
    ));
    let table = made["id"].as_str().ok_or_else(|| format!("no table is made: {made}"))?;
    for browser in [&host, &guest] {
        browser.go(&format!("{address}t/{table}"));
        sit(browser)?;
    }
    press(&host, ".btn", "Start")?;
    turns(&[&host, &guest])?;
    Ok(vec![host, guest])
}

/// Presses the first button of this kind with these words, as soon as there is one.
fn press(browser: &Browser, kind: &str, words: &str) -> Result<(), Box<dyn Error>> {
    wait(
        browser,
        &format!(
            "const button = [...document.querySelectorAll('{kind}')].find(b => b.innerText.includes('{words}'));
             button?.click(); return !!button"
        ),
    )
}

/// Sits down at a table of the server.
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

/// Plays until each of these has ended so many turns.
fn turns(browsers: &[&Browser]) -> Result<(), Box<dyn Error>> {
    for browser in browsers {
        wait(
            browser,
            "document.querySelector('.cut .btn')?.click(); return !!document.querySelector('.hc')",
        )?;
    }
    let mut ended = vec![0; browsers.len()];
    let until = Instant::now() + SOON;
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
    let done = browser.awaited(script, SOON);
    done.map(|_| ()).ok_or_else(|| format!("waited in vain for: {script}").into())
}
