//! Limits on concurrent record requests.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::operations::rates::household;
use crate::rooms::fair_slots::FairSlots;

/// Maximum number of records created concurrently.
const MAX_CONCURRENT: usize = 2;

/// Maximum number of record requests queued or in progress, …
const MAX_PENDING: usize = 64;

/// … and of these per address.
const MAX_PENDING_PER_ADDRESS: usize = 24;

/// Limits on creating and requesting records.
pub(crate) struct RecordLimits {
    /// Fair queue, as records of very long tables take seconds each.
    pub(crate) turns: Arc<FairSlots>,
    pending: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Default for RecordLimits {
    fn default() -> RecordLimits {
        RecordLimits { turns: Arc::new(FairSlots::new(MAX_CONCURRENT)), pending: Arc::default() }
    }
}

impl RecordLimits {
    /// Admits a request from this address; `None` if too many are pending.
    pub(crate) fn admit(&self, from: IpAddr) -> Option<RecordRequest> {
        let from = household(from);
        let mut pending = self.pending.lock();
        let own = pending.get(&from).copied().unwrap_or(0);
        if own >= MAX_PENDING_PER_ADDRESS || pending.values().sum::<usize>() >= MAX_PENDING {
            return None;
        }
        pending.insert(from, own + 1);
        Some(RecordRequest { from, pending: self.pending.clone() })
    }
}

/// Guard of an admitted record request.
pub(crate) struct RecordRequest {
    from: IpAddr,
    pending: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for RecordRequest {
    fn drop(&mut self) {
        let mut pending = self.pending.lock();
        let left = pending.get(&self.from).map_or(0, |own| own.saturating_sub(1));
        match left {
            0 => drop(pending.remove(&self.from)),
            left => drop(pending.insert(self.from, left)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_cannot_use_all_record_slots() {
        let record_limits = RecordLimits::default();
        let from = |number: u8| IpAddr::from([192, 0, 2, number]);
        let own: Vec<RecordRequest> = std::iter::from_fn(|| record_limits.admit(from(1))).collect();
        assert_eq!(own.len(), MAX_PENDING_PER_ADDRESS);
        let others: Vec<RecordRequest> =
            (2..100).filter_map(|number| record_limits.admit(from(number))).collect();
        assert_eq!(others.len(), MAX_PENDING - MAX_PENDING_PER_ADDRESS);
        drop(own);
        assert!(record_limits.admit(from(1)).is_some());
        drop(others);
        assert!(record_limits.pending.lock().is_empty(), "nothing is left behind");
    }
}
