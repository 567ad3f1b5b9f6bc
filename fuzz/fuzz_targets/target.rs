//! Coverage-guided fuzzing of one target of `crates/fuzz`, selected by `UPCARD_TARGET`.
#![no_main]

use std::sync::LazyLock;

static NAME: LazyLock<String> =
    LazyLock::new(|| std::env::var("UPCARD_TARGET").expect("UPCARD_TARGET names no target"));

libfuzzer_sys::fuzz_target!(|text: &str| upcard_fuzz::check_target(&NAME, text));
