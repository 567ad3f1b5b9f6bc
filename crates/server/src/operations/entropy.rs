//! Random bytes for secrets.

/// Returns `N` bytes of system entropy.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without entropy secrets would be predictable: aborting is the only safe way.
    getrandom::fill(&mut bytes).unwrap_or_else(|error| {
        tracing::error!(%error, "the system gives no entropy");
        std::process::abort();
    });
    bytes
}
