//! A fault of the program itself: it has stopped, and nothing of it may be relied on any more. The
//! first script (`static/boot.js`) shows it to the person, who can copy where it happened. Here the
//! program learns of it, and leaves what is kept in the browser as it was.

use std::sync::atomic::{AtomicBool, Ordering};

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The first script's own function.
    #[wasm_bindgen(catch, js_name = upcardFault)]
    fn show(text: &str) -> Result<(), wasm_bindgen::JsValue>;
}

static STOPPED: AtomicBool = AtomicBool::new(false);

/// Reports panics from now on.
pub(crate) fn watch() {
    std::panic::set_hook(Box::new(|fault| {
        // First of all: whatever still runs after this changes nothing that is kept.
        STOPPED.store(true, Ordering::Relaxed);
        let version = env!("CARGO_PKG_VERSION");
        // A page without the first script has nowhere to show it.
        let _ = show(&format!("Upcard {version} {fault}"));
    }));
}

/// Has the program stopped at a fault? Then nothing is kept any more.
pub(crate) fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}
