//! Crash handling: after a panic the program is stopped and untrusted. The first script (`static/boot.js`)
//! shows the error, which can be copied. This module reports it, and blocks further writes to storage.

use std::sync::atomic::{AtomicBool, Ordering};

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Provided by `boot.js`.
    #[wasm_bindgen(catch, js_name = upcardFault)]
    fn show(text: &str) -> Result<(), wasm_bindgen::JsValue>;
}

static CRASHED: AtomicBool = AtomicBool::new(false);

/// Installs the panic hook.
pub(crate) fn install() {
    std::panic::set_hook(Box::new(|fault| {
        // First: code that still runs must not write to storage.
        CRASHED.store(true, Ordering::Relaxed);
        let version = env!("CARGO_PKG_VERSION");
        // Without `boot.js` there is nowhere to show it.
        let _ = show(&format!("Upcard {version} {fault}"));
    }));
}

/// Returns `true` after a crash: nothing is stored any more.
pub(crate) fn has_crashed() -> bool {
    CRASHED.load(Ordering::Relaxed)
}
