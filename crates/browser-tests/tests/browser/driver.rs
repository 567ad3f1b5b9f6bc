//! The tests' browser: failures end the test and leave a screenshot.

use std::cell::Cell;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use upcard_webdriver::Browser as Driven;

const TIMEOUT: Duration = Duration::from_secs(60);

/// Pages are too short-lived for optimized compilation.
const FAST_COMPILATION: &str = "--js-flags=--liftoff-only";

/// Script that compares all positions from frame to frame.
const SETTLE: &str = r#"
const look = () => [innerWidth, innerHeight, ...[...document.body.querySelectorAll('*')].flatMap(e => {
  const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height].map(Math.round); })].join();
let before = '', same = 0, frames = 0;
const frame = () => {
  const now = look();
  same = now === before ? same + 1 : 0;
  before = now;
  if (same >= 3 || ++frames > 30) done(); else requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
"#;

/// Returns the project's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the folder for screenshots.
pub(crate) fn screens() -> PathBuf {
    let folder = root().join("target/screens");
    static ANNOUNCED: Once = Once::new();
    ANNOUNCED.call_once(|| {
        std::fs::create_dir_all(&folder).expect("a folder for pictures");
        let shown = folder.canonicalize().unwrap_or_default();
        println!("pictures of the screens: {}", shown.display());
    });
    folder
}

/// Idle browsers for the next tests, by initial size.
type Idle = Vec<((u32, u32), Driven)>;

fn idle() -> MutexGuard<'static, Idle> {
    static IDLE: Mutex<Idle> = Mutex::new(Vec::new());
    static AT_THE_END: Once = Once::new();
    AT_THE_END.call_once(|| at_exit(|| idle().clear()));
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a function when the tests end, as statics are not dropped.
pub(crate) fn at_exit(last: fn()) {
    static ALL: Mutex<Vec<fn()>> = Mutex::new(Vec::new());
    extern "C" fn end() {
        let all = std::mem::take(&mut *ALL.lock().unwrap_or_else(PoisonError::into_inner));
        all.into_iter().for_each(|last| last());
    }
    static REGISTERED: Once = Once::new();
    ALL.lock().unwrap_or_else(PoisonError::into_inner).push(last);
    // SAFETY: the function touches nothing but statics, which live as long as the process.
    #[allow(unsafe_code)]
    REGISTERED.call_once(|| assert_eq!(unsafe { libc::atexit(end) }, 0));
}

/// A browser with a fresh page. After a passed test it is reused by the next test of the same size: starting
/// one takes longer than most tests.
pub(crate) struct Browser {
    /// `Some` until it is dropped.
    driven: Option<Driven>,
    pub(crate) size: (u32, u32),
    /// Words of expected errors.
    allowed: Cell<&'static [&'static str]>,
}

impl Deref for Browser {
    type Target = Driven;

    fn deref(&self) -> &Driven {
        self.driven.as_ref().expect("a browser")
    }
}

impl Drop for Browser {
    /// Asserts that there were no errors or failed requests except those allowed.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let mut faults = self.take_errors();
        faults.retain(|fault| !self.allowed.get().iter().any(|words| fault.contains(words)));
        assert_eq!(faults, Vec::<String>::new());
        let Some(driven) = self.driven.take() else { return };
        if driven.reset().is_ok() {
            idle().push((self.size, driven));
        }
    }
}

impl Browser {
    pub(crate) fn start(width: u32, height: u32) -> Browser {
        let size = (width, height);
        let mut idle = idle();
        let there = idle.iter().position(|(of, _)| *of == size);
        let there = there.map(|at| idle.swap_remove(at).1);
        drop(idle);
        let driven = there.unwrap_or_else(|| {
            Driven::start(width, height, &[FAST_COMPILATION]).expect("a browser")
        });
        Browser { driven: Some(driven), size, allowed: Cell::new(&[]) }
    }

    /// Returns a script's result as text.
    pub(crate) fn text(&self, script: &str) -> String {
        match self.run(script) {
            Value::String(text) => text,
            Value::Null => String::new(),
            other => other.to_string(),
        }
    }

    /// Waits until a script returns true.
    pub(crate) fn wait(&self, script: &str) {
        if !self.becomes_true(script, TIMEOUT) {
            self.picture("waited-in-vain");
            panic!(
                "waited in vain for: {script}\nfaults: {:?}\nthe page says: {}",
                self.take_errors(),
                self.text("return document.body.innerText")
            );
        }
    }

    /// Waits for an element that matches this selector.
    pub(crate) fn wait_to_see(&self, selector: &str) {
        self.wait(&format!("return !!document.querySelector({})", json!(selector)));
    }

    /// Waits until no element matches this selector.
    pub(crate) fn wait_until_gone(&self, selector: &str) {
        self.wait(&format!("return !document.querySelector({})", json!(selector)));
    }

    /// Waits until the first matching element contains these words.
    pub(crate) fn wait_for_words(&self, selector: &str, words: &str) {
        self.wait_for_text_that(selector, "includes", words);
    }

    /// Waits until the text of the first matching element starts like this.
    pub(crate) fn wait_for_start(&self, selector: &str, start: &str) {
        self.wait_for_text_that(selector, "startsWith", start);
    }

    fn wait_for_text_that(&self, selector: &str, test: &str, text: &str) {
        let (selector, text) = (json!(selector), json!(text));
        self.wait(&format!("return document.querySelector({selector}).innerText.{test}({text})"));
    }

    /// Waits for a matching element with exactly this text.
    pub(crate) fn wait_for_text(&self, selector: &str, text: &str) {
        let (selector, text) = (json!(selector), json!(text));
        self.wait(&format!(
            "return [...document.querySelectorAll({selector})].some(e => e.innerText === {text})"
        ));
    }

    /// Waits until this many elements match.
    pub(crate) fn wait_for_number(&self, selector: &str, number: usize) {
        let selector = json!(selector);
        self.wait(&format!("return document.querySelectorAll({selector}).length === {number}"));
    }

    /// Waits until at least this many elements match.
    pub(crate) fn wait_for_at_least(&self, selector: &str, number: usize) {
        let selector = json!(selector);
        self.wait(&format!("return document.querySelectorAll({selector}).length >= {number}"));
    }

    /// Returns the number of matching elements.
    pub(crate) fn count(&self, selector: &str) -> usize {
        let count = format!("return document.querySelectorAll({}).length", json!(selector));
        self.run(&count).as_u64().unwrap_or(0) as usize
    }

    /// Returns the text of the first matching element; empty without one.
    pub(crate) fn text_of(&self, selector: &str) -> String {
        let selector = json!(selector);
        self.text(&format!("return document.querySelector({selector})?.innerText ?? ''"))
    }

    /// Clicks the first matching element, visible or not.
    pub(crate) fn click(&self, selector: &str) {
        self.run(&format!("document.querySelector({}).click()", json!(selector)));
    }

    /// Returns `true` if a script returns true within this time.
    pub(crate) fn becomes_true(&self, script: &str, within: Duration) -> bool {
        self.wait_for(script, within).is_some()
    }

    /// Waits for a stable layout: three frames without any change of layout. Endless animations end the wait
    /// after 30 frames.
    pub(crate) fn settle(&self) {
        self.run_async(SETTLE);
    }

    /// Waits for a button with this text and clicks it.
    pub(crate) fn press(&self, text: &str) {
        let text = serde_json::to_string(text).unwrap_or_default();
        self.wait(&format!(
            "const all = [...document.querySelectorAll('button')].filter(b => b.getClientRects().length);
             const found = all.find(b => (b.querySelector('b')?.innerText ?? b.innerText).trim() === {text})
                 ?? all.find(b => b.getAttribute('aria-label') === {text});
             found?.click(); return !!found;"
        ));
    }

    /// Resizes the page and waits for its layout.
    pub(crate) fn resize_settled(&self, size: (u32, u32)) {
        self.resize(size);
        self.settle();
    }

    /// Closes the sheet by its button.
    pub(crate) fn close_sheet(&self) {
        self.press("Close");
        self.wait("return !document.querySelector('.sheet')");
    }

    /// Presses these buttons one after the other.
    pub(crate) fn press_each(&self, texts: &[&str]) {
        texts.iter().for_each(|text| self.press(text));
    }

    /// Lets the page use the clipboard.
    pub(crate) fn allow_clipboard(&self) {
        let permissions = json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]});
        self.command("Browser.grantPermissions", permissions);
    }

    /// Types a text into a field.
    pub(crate) fn fill(&self, field: &str, text: &str) {
        self.enter(field, text, "input");
    }

    /// Chooses a value, or types one and leaves the field.
    pub(crate) fn choose(&self, field: &str, value: &str) {
        self.enter(field, value, "change");
    }

    fn enter(&self, field: &str, value: &str, event: &str) {
        let (field, value) = (json!(field), json!(value));
        self.run(&format!(
            "const e = document.querySelector({field}); e.value = {value}; e.dispatchEvent(new Event('{event}', {{bubbles: true}}))"
        ));
    }

    pub(crate) fn choose_file(&self, field: &str, name: &str, text: &str) {
        self.run(&format!(
            "const all = new DataTransfer(); all.items.add(new File([{}], '{name}'));
             const e = document.querySelector('{field}'); e.files = all.files; e.dispatchEvent(new Event('change', {{bubbles: true}}))",
            json!(text)
        ));
    }

    /// Returns the centre of an element's visible, clickable part.
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

    /// Saves a screenshot.
    pub(crate) fn picture(&self, name: &str) {
        std::fs::write(screens().join(format!("{name}.png")), self.screenshot())
            .expect("the picture is kept");
    }

    /// Allows errors containing any of these words: the test causes them.
    pub(crate) fn allow_errors(&self, words: &'static [&'static str]) {
        self.allowed.set(words);
    }
}

/// Waits until a script returns true in each browser.
pub(crate) fn wait_all(browsers: &[&Browser], script: &str) {
    browsers.iter().for_each(|browser| browser.wait(script));
}
