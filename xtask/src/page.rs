//! The page: from Rust to `dist/web`.

use crate::needs;
use crate::shell::{Fault, has};

/// Is there a page to build?
pub(crate) fn exists() -> bool {
    has("crates/web/Cargo.toml")
}

/// Builds the page into `dist/web`.
pub(crate) fn build() -> Result<(), Fault> {
    if !exists() {
        return Err(Fault::Missing("there is no page yet".into()));
    }
    needs::rust()?;
    Err(Fault::Missing("the page cannot be built yet".into()))
}
