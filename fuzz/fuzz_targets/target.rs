//! One target of `crates/fuzz`, led by what its texts reach; `UPCARD_TARGET` names it.
#![no_main]

use std::sync::LazyLock;

static NAME: LazyLock<String> =
    LazyLock::new(|| std::env::var("UPCARD_TARGET").expect("UPCARD_TARGET names no target"));

libfuzzer_sys::fuzz_target!(|text: &str| upcard_fuzz::hold(&NAME, text));
