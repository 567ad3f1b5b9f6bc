//! Limits on concurrent record requests.

use std::net::IpAddr;
use std::sync::Arc;

use crate::operations::limits::{CountGuard, OpenCounts};
use crate::rooms::fair_slots::FairSlots;

/// Maximum number of records created concurrently.
const MAX_CONCURRENT: usize = 2;

/// Maximum number of record requests queued or in progress, …
const MAX_PENDING: usize = 64;

/// … and of these per address.
const MAX_PENDING_PER_ADDRESS: usize = 24;

pub(crate) struct RecordLimits {
    /// Fair queue, as records of very long tables take seconds each.
    pub(crate) turns: Arc<FairSlots>,
    pending: Arc<OpenCounts>,
}

impl Default for RecordLimits {
    fn default() -> RecordLimits {
        RecordLimits { turns: Arc::new(FairSlots::new(MAX_CONCURRENT)), pending: Arc::default() }
    }
}

impl RecordLimits {
    /// Admits a request from this address, until the guards are dropped; `None` if too many are pending.
    pub(crate) fn admit(&self, from: IpAddr) -> Option<[CountGuard; 2]> {
        let own = self.pending.count_from(from, MAX_PENDING_PER_ADDRESS).ok()?;
        let all = self.pending.count(MAX_PENDING).ok()?;
        Some([own, all])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_cannot_use_all_record_slots() {
        let record_limits = RecordLimits::default();
        let from = |number: u8| IpAddr::from([192, 0, 2, number]);
        let own: Vec<_> = std::iter::from_fn(|| record_limits.admit(from(1))).collect();
        assert_eq!(own.len(), MAX_PENDING_PER_ADDRESS);
        let others: Vec<_> = (2..100).filter_map(|n| record_limits.admit(from(n))).collect();
        assert_eq!(others.len(), MAX_PENDING - MAX_PENDING_PER_ADDRESS);
        drop(own);
        assert!(record_limits.admit(from(1)).is_some());
        drop(others);
        let pending = &record_limits.pending;
        assert!(pending.open() == 0 && pending.by_address().is_empty(), "nothing is left behind");
    }
}
