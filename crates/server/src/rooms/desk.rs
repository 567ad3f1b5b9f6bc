//! How many records are made and asked for at the same time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::operations::rates::household;
use crate::rooms::searches::Searches;

/// The most records that are made at the same time.
const AT_ONCE: usize = 2;

/// The most requests for records that wait or are being answered, …
const ASKED: usize = 64;

/// … and the most of them from one address.
const ASKED_BY_ONE: usize = 24;

/// Who may make records, and ask for them.
pub(crate) struct RecordDesk {
    /// Shared out among those who ask: records of very long tables take seconds each.
    pub(crate) turns: Arc<Searches>,
    asked: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Default for RecordDesk {
    fn default() -> RecordDesk {
        RecordDesk { turns: Arc::new(Searches::new(AT_ONCE)), asked: Arc::default() }
    }
}

impl RecordDesk {
    /// A place for a request from this address; none where too many wait.
    pub(crate) fn enter(&self, from: IpAddr) -> Option<Request> {
        let from = household(from);
        let mut asked = self.asked.lock();
        let own = asked.get(&from).copied().unwrap_or(0);
        if own >= ASKED_BY_ONE || asked.values().sum::<usize>() >= ASKED {
            return None;
        }
        asked.insert(from, own + 1);
        Some(Request { from, asked: self.asked.clone() })
    }
}

/// A request for a record, until this is dropped.
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
        assert_eq!(own.len(), ASKED_BY_ONE);
        let others: Vec<Request> = (2..100).filter_map(|number| desk.enter(from(number))).collect();
        assert_eq!(others.len(), ASKED - ASKED_BY_ONE);
        drop(own);
        assert!(desk.enter(from(1)).is_some());
        drop(others);
        assert!(desk.asked.lock().is_empty(), "nothing is left behind");
    }
}
