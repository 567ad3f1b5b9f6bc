//! What is looked at before something is handed out: `cargo xtask release-check` runs it.

mod container;
