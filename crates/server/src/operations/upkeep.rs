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
const SWEEP_INTERVAL: Duration = Duration::from_secs(3600);

/// Interval between checks of the store.
const WATCH_INTERVAL: Duration = Duration::from_secs(1);

/// Interval between repeated reports of a problem; also between checks of the certificate.
const REPEAT_INTERVAL: Duration = Duration::from_secs(60);

/// Logs problems: when they begin, every minute, and when they are over.
pub(crate) async fn watch(shared: Arc<Shared>) {
    let mut often = tokio::time::interval(WATCH_INTERVAL);
    let (mut reported, mut codes, mut jump) = (Instant::now(), Vec::new(), None);
    loop {
        often.tick().await;
        let troubles = shared.troubles();
        let now: Vec<&str> = troubles.iter().map(Trouble::code).collect();
        if now.is_empty() && !codes.is_empty() {
            tracing::info!("the store works again");
        }
        if !now.is_empty() && (now != codes || reported.elapsed() >= REPEAT_INTERVAL) {
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
                "the system clock jumped, or the store was long unused; these days do not count towards the \
                 tables' age"
            );
        }
    }
}

/// Reloads certificate and key when they change.
pub(crate) async fn renew(tls: Option<Arc<Tls>>) {
    let Some(tls) = tls else { return };
    let mut often = tokio::time::interval(REPEAT_INTERVAL);
    loop {
        often.tick().await;
        let tls = tls.clone();
        match tokio::task::spawn_blocking(move || tls.renew()).await {
            Ok(Ok(true)) => tracing::info!("reloaded certificate and key"),
            Ok(Ok(false)) => {}
            Ok(Err(error)) => tracing::error!(%error, "keeping the old certificate"),
            Err(error) => tracing::error!(%error, "cannot read certificate and key"),
        }
    }
}

pub(crate) async fn sweep(shared: Arc<Shared>) {
    let mut hours = tokio::time::interval(SWEEP_INTERVAL);
    loop {
        hours.tick().await;
        if let Err(error) = remove_unused(&shared).await {
            tracing::error!(%error, "cannot remove old tables");
        }
    }
}

/// Removes all old tables in small steps, so that other writes can run in between.
async fn remove_unused(shared: &Shared) -> Result<(), StoreError> {
    let days = match shared.settings.forget {
        // Days are counted at midnight: for a table last used just before, the first day has hardly passed.
        Forget::After(days) => days.saturating_add(1),
        // Finishes removals left incomplete by an earlier sweep.
        Forget::Never => u32::MAX,
    };
    let unused = shared.store.unused_stats(days).await?;
    if unused.tables > 0 {
        tracing::info!(
            tables = unused.tables,
            bytes = unused.bytes,
            "removing tables unused for {} to {} days",
            unused.least,
            unused.most
        );
    }
    let mut tables = 0;
    loop {
        let step = shared.store.remove_unused(days).await?;
        tables += step.tables;
        if !step.more {
            break;
        }
    }
    if tables > 0 {
        tracing::info!(tables, "old tables removed");
    }
    Ok(())
}
