//! Texts for the target 'origins' of `crates/fuzz`, led by what they reach.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| upcard_fuzz::hold("origins", text));
