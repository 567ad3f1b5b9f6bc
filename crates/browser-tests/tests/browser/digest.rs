//! The same seeds give the same results in the browser as natively.

use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use upcard_digest::{PARTS, digest, games};
use upcard_webdriver::Browser;

/// Number of browsers.
const BROWSERS: usize = 2;

/// The module, as built by `cargo xtask test`, in base64.
fn module() -> String {
    let path = std::env::var_os("UPCARD_DIGEST").map(PathBuf::from);
    let path = path.expect("UPCARD_DIGEST names the module: run `cargo xtask test --only browser`");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BASE64_STANDARD.encode(bytes)
}

/// Runs a function of the module on numbers and returns its result in hexadecimal. Each call has an instance of
/// its own.
fn call(browser: &Browser, function: &str, arguments: &str) -> String {
    let said = browser.run_async(&format!(
        "WebAssembly.instantiate(window.module).then(instance => {{
           const said = instance.exports.{function}({arguments});
           done(BigInt.asUintN(64, BigInt(said)).toString(16));
         }}).catch(error => done(String(error)))"
    ));
    said.as_str().unwrap_or_default().to_owned()
}

/// Returns a browser that has compiled the module. Unlike other tests' pages it optimizes: a program that runs for
/// seconds gains from it.
fn with_module(module: &str) -> Browser {
    let browser = Browser::start(320, 568, &[]).expect("a browser");
    let compiled = browser.run_async(&format!(
        "const bytes = Uint8Array.from(atob('{module}'), c => c.charCodeAt(0));
         WebAssembly.compile(bytes).then(module => {{ window.module = module; done('compiled'); }},
           error => done(String(error)))"
    ));
    assert_eq!(compiled, "compiled");
    browser
}

#[test]
fn the_same_seeds_give_the_same_results_in_a_browser() {
    let module = module();
    let left = Mutex::new(0..games());
    let differ = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..BROWSERS {
            scope.spawn(|| {
                let browser = with_module(&module);
                assert_eq!(call(&browser, "upcard_games", ""), format!("{:x}", games()));
                while let Some(game) = { left.lock().unwrap().next() } {
                    for (number, part) in PARTS.into_iter().enumerate() {
                        let there = call(&browser, "upcard_digest", &format!("{number}, {game}"));
                        let here = format!("{:x}", digest(part, game).unwrap());
                        if there != here {
                            let words = format!("{part:?} of game {game}: {there}, not {here}");
                            differ.lock().unwrap().push(words);
                        }
                    }
                }
            });
        }
    });
    let differ = differ.into_inner().unwrap();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
