//! Background tasks: removing old tables, monitoring the store, reloading certificates.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use upcard_store::StoreError;

use crate::operations::settings::Forget;
use crate::operations::shared::Shared;
use crate::operations::tls::Tls;
use crate::operations::trouble::Trouble;

/// Interval between removals of old tables.
const SWEEP: Duration = Duration::from_secs(3600);

/// Interval between checks of the store.
const WATCH: Duration = Duration::from_secs(1);

/// Interval between repeated reports of a problem; also between checks of the certificate.
const AGAIN: Duration = Duration::from_secs(60);

/// Logs problems: when they begin, every minute, and when they are over.
pub(crate) async fn watch(shared: Arc<Shared>) {
    let mut often = tokio::time::interval(WATCH);
    let (mut reported, mut codes, mut jump) = (Instant::now(), Vec::new(), None);
    loop {
        often.tick().await;
        let troubles = shared.troubles();
        let now: Vec<&str> = troubles.iter().map(Trouble::code).collect();
        if now.is_empty() && !codes.is_empty() {
            tracing::info!("the store is well again");
        }
        if !now.is_empty() && (now != codes || reported.elapsed() >= AGAIN) {
            reported = Instant::now();
            for trouble in &troubles {
                tracing::error!(code = trouble.code(), "{trouble}");
            }
        }
        codes = now;
        let jumped = shared.store.health().jump;
        if jumped != jump {
            jump = jumped;
            let days = jumped.unwrap_or_default();
            tracing::warn!(
                days,
                "the system's clock has jumped, or the store was not used for long; tables grow no \
                 older by these days"
            );
        }
    }
}

/// Reloads certificate and key when they change.
pub(crate) async fn renew(tls: Option<Arc<Tls>>) {
    let Some(tls) = tls else { return };
    let mut often = tokio::time::interval(AGAIN);
    loop {
        often.tick().await;
        let tls = tls.clone();
        match tokio::task::spawn_blocking(move || tls.renew()).await {
            Ok(Ok(true)) => tracing::info!("certificate and key are read again"),
            Ok(Ok(false)) => {}
            Ok(Err(error)) => tracing::error!(%error, "the old certificate is kept"),
            Err(error) => tracing::error!(%error, "certificate and key are not read"),
        }
    }
}

/// Periodically removes old tables.
pub(crate) async fn sweep(shared: Arc<Shared>) {
    let mut hours = tokio::time::interval(SWEEP);
    loop {
        hours.tick().await;
        if let Err(error) = forget(&shared).await {
            tracing::error!(%error, "old tables cannot be removed");
        }
    }
}

/// Removes all old tables in small steps, so that other writes can run in between.
async fn forget(shared: &Shared) -> Result<(), StoreError> {
    let days = match shared.settings.forget {
        // Days are counted at midnight: for a table last used just before, the first day has hardly passed.
        Forget::After(days) => days.saturating_add(1),
        // Finishes removals left incomplete by an earlier sweep.
        Forget::Never => u32::MAX,
    };
    let unused = shared.store.unused(days).await?;
    if unused.tables > 0 {
        tracing::info!(
            tables = unused.tables,
            bytes = unused.bytes,
            "removing tables that were not used for {} to {} days",
            unused.least,
            unused.most
        );
    }
    let mut tables = 0;
    loop {
        let piece = shared.store.forget(days).await?;
        tables += piece.tables;
        if !piece.more {
            break;
        }
    }
    if tables > 0 {
        tracing::info!(tables, "old tables removed");
    }
    Ok(())
}
