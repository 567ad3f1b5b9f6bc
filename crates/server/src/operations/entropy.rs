//! Random bytes for secrets.

/// `N` bytes of the system's entropy.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without the system's entropy no secret can be made: stopping is the only safe way.
    getrandom::fill(&mut bytes).unwrap_or_else(|error| {
        tracing::error!(%error, "the system gives no entropy");
        std::process::abort();
    });
    bytes
}
