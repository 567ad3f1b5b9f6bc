//! Limits on concurrent record requests.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::operations::rates::household;
use crate::rooms::searches::Searches;

/// Maximum number of records created concurrently.
const MAX_CONCURRENT: usize = 2;

/// Maximum number of record requests queued or in progress, …
const MAX_PENDING: usize = 64;

/// … and of these per address.
const MAX_PENDING_PER_ADDRESS: usize = 24;

/// Limits on creating and requesting records.
pub(crate) struct RecordDesk {
    /// Fair queue, as records of very long tables take seconds each.
    pub(crate) turns: Arc<Searches>,
    asked: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Default for RecordDesk {
    fn default() -> RecordDesk {
        RecordDesk { turns: Arc::new(Searches::new(MAX_CONCURRENT)), asked: Arc::default() }
    }
}

impl RecordDesk {
    /// Admits a request from this address; `None` if too many are pending.
    pub(crate) fn enter(&self, from: IpAddr) -> Option<Request> {
        let from = household(from);
        let mut asked = self.asked.lock();
        let own = asked.get(&from).copied().unwrap_or(0);
        if own >= MAX_PENDING_PER_ADDRESS || asked.values().sum::<usize>() >= MAX_PENDING {
            return None;
        }
        asked.insert(from, own + 1);
        Some(Request { from, asked: self.asked.clone() })
    }
}

/// Guard of an admitted record request.
pub(crate) struct Request {
    from: IpAddr,
    asked: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for Request {
    fn drop(&mut self) {
        let mut asked = self.asked.lock();
        let left = asked.get(&self.from).map_or(0, |own| own.saturating_sub(1));
        match left {
            0 => drop(asked.remove(&self.from)),
            left => drop(asked.insert(self.from, left)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_does_not_take_all_places_at_the_desk() {
        let desk = RecordDesk::default();
        let from = |number: u8| IpAddr::from([192, 0, 2, number]);
        let own: Vec<Request> = std::iter::from_fn(|| desk.enter(from(1))).collect();
        assert_eq!(own.len(), MAX_PENDING_PER_ADDRESS);
        let others: Vec<Request> = (2..100).filter_map(|number| desk.enter(from(number))).collect();
        assert_eq!(others.len(), MAX_PENDING - MAX_PENDING_PER_ADDRESS);
        drop(own);
        assert!(desk.enter(from(1)).is_some());
        drop(others);
        assert!(desk.asked.lock().is_empty(), "nothing is left behind");
    }
}
