//! Texts for the target 'compact set-ups' of `crates/fuzz`, led by what they reach.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| upcard_fuzz::hold("compact set-ups", text));
