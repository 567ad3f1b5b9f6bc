//! Limits on sizes, rates and numbers.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;
use upcard_table::Guest;
use upcard_table::wire::ClientMessage;

use crate::connections::error::Refusal;
use crate::operations::rates::{AddressMeters, Meters, Rate, household};

/// Maximum length of a client message, in bytes. Rearranging a full table takes some 2,000.
pub(crate) const MAX_MESSAGE: usize = 16 * 1024;

/// Maximum length of a request body, in bytes.
pub(crate) const MAX_BODY: usize = 32 * 1024;

/// Maximum length of a request head, in bytes.
pub(crate) const MAX_HEAD: usize = 16 * 1024;

/// Capacity of a connection's queue, in bytes; on overflow the connection is closed.
pub(crate) const QUEUE_CAPACITY: usize = 128 * 1024;

/// Messages per connection, including pings.
pub(crate) const MESSAGE_RATE: Rate = Rate { burst: 60, per_minute: 20 * 60 };

/// Costly messages per connection, in units of [`cost`].
pub(crate) const COSTLY_RATE: Rate = Rate { burst: 120, per_minute: 60 };

/// Costly messages per guest, over all connections and tables. All guests at one table from one address who
/// neither sit there nor are its host additionally share one such rate.
const COSTLY_RATE_PER_GUEST: Rate = Rate { burst: 240, per_minute: 240 };

const TABLE_RATE_PER_GUEST: Rate = Rate { burst: 20, per_minute: 6 };

const TABLE_RATE_PER_ADDRESS: Rate = Rate { burst: 60, per_minute: 30 };

/// Seats moved to other devices per table.
const MOVE_RATE: Rate = Rate { burst: 20, per_minute: 6 };

/// Record requests per address.
const RECORD_RATE: Rate = Rate { burst: 60, per_minute: 30 };

/// Requests about tables, and connections to them, per address.
const REQUEST_RATE: Rate = Rate { burst: 1_000, per_minute: 20 * 60 };

/// Bytes of a message per unit of cost.
const BYTES_PER_COST: usize = 512;

/// Cost of a message beyond the rate of all messages. Changes of seats or configuration are stored and
/// broadcast, and `Hello` is answered with the full state. Messages limited by the game itself cost nothing.
pub(crate) fn cost(message: &ClientMessage, bytes: usize) -> u32 {
    let size = u32::try_from(bytes / BYTES_PER_COST).unwrap_or(u32::MAX);
    match message {
        ClientMessage::SetUp { .. } => 2 + size,
        ClientMessage::Start => 2,
        ClientMessage::Hello { .. }
        | ClientMessage::Sit { .. }
        | ClientMessage::Leave
        | ClientMessage::GiveUp
        | ClientMessage::Commit { .. }
        | ClientMessage::Rematch
        | ClientMessage::HandOver
        | ClientMessage::TakeBack
        | ClientMessage::Host { .. }
        | ClientMessage::Introduce { .. }
        | ClientMessage::Wish { .. }
        | ClientMessage::Answer { .. }
        | ClientMessage::Object
        | ClientMessage::Pause { .. }
        | ClientMessage::Resume
        | ClientMessage::LetBotPlay { .. } => 1 + size,
        ClientMessage::Reveal { .. }
        | ClientMessage::Act { .. }
        | ClientMessage::Next
        | ClientMessage::Say { .. }
        | ClientMessage::Ping => 0,
    }
}

/// Rate limits shared by all connections.
#[derive(Debug)]
pub(crate) struct Rates {
    pub(crate) tables: AddressMeters,
    pub(crate) tables_by_guest: Meters<Guest>,
    pub(crate) records: AddressMeters,
    pub(crate) questions: AddressMeters,
    pub(crate) costly: Meters<Guest>,
    /// Per table id and address.
    pub(crate) strangers: Meters<(String, IpAddr)>,
    /// Per table id.
    pub(crate) moves: Meters<String>,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            tables: AddressMeters::new(TABLE_RATE_PER_ADDRESS),
            tables_by_guest: Meters::new(TABLE_RATE_PER_GUEST),
            records: AddressMeters::new(RECORD_RATE),
            questions: AddressMeters::new(REQUEST_RATE),
            costly: Meters::new(COSTLY_RATE_PER_GUEST),
            strangers: Meters::new(COSTLY_RATE_PER_GUEST),
            moves: Meters::new(MOVE_RATE),
        }
    }
}

impl Rates {
    pub(crate) fn tidy(&self) {
        self.tables.tidy();
        self.tables_by_guest.tidy();
        self.records.tidy();
        self.questions.tidy();
        self.costly.tidy();
        self.strangers.tidy();
        self.moves.tidy();
    }
}

/// Counts of open connections or pending requests: in total and per address.
#[derive(Debug, Default)]
pub(crate) struct OpenCounts(Mutex<Open>);

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// Count of an IPv4 address, or an IPv6 network of 64 bits.
#[cfg(any(unix, test))]
#[derive(serde::Serialize)]
pub(crate) struct AddressCount {
    address: IpAddr,
    connections: usize,
}

impl OpenCounts {
    /// Returns the counts per address, largest first.
    #[cfg(any(unix, test))]
    pub(crate) fn by_address(&self) -> Vec<AddressCount> {
        let count = |(&address, &connections)| AddressCount { address, connections };
        let mut all: Vec<AddressCount> = self.0.lock().by_address.iter().map(count).collect();
        all.sort_unstable_by_key(|count| (std::cmp::Reverse(count.connections), count.address));
        all
    }

    pub(crate) fn open(&self) -> usize {
        self.0.lock().all
    }

    /// Counts one more, if there are fewer than `limit`.
    pub(crate) fn count(self: &Arc<Self>, limit: usize) -> Result<CountGuard, Refusal> {
        let mut open = self.0.lock();
        if open.all >= limit {
            return Err(Refusal::TooMany);
        }
        open.all += 1;
        Ok(CountGuard { connections: self.clone(), from: None })
    }

    /// Counts one more for this address, if it has fewer than `limit`.
    pub(crate) fn count_from(
        self: &Arc<Self>,
        from: IpAddr,
        limit: usize,
    ) -> Result<CountGuard, Refusal> {
        let from = household(from);
        let mut open = self.0.lock();
        let own = open.by_address.get(&from).copied().unwrap_or(0);
        if own >= limit {
            return Err(Refusal::TooManyFromAddress);
        }
        open.by_address.insert(from, own + 1);
        Ok(CountGuard { connections: self.clone(), from: Some(from) })
    }
}

/// Guard of a counted connection or request; uncounts it on drop.
#[derive(Debug)]
pub(crate) struct CountGuard {
    connections: Arc<OpenCounts>,
    from: Option<IpAddr>,
}

impl Drop for CountGuard {
    fn drop(&mut self) {
        let mut open = self.connections.0.lock();
        let Some(from) = self.from else {
            open.all -= 1;
            return;
        };
        if let Some(own) = open.by_address.get_mut(&from) {
            *own -= 1;
            if *own == 0 {
                open.by_address.remove(&from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_counted_per_address() {
        let connections = Arc::new(OpenCounts::default());
        let from = |from: &str| connections.count_from(from.parse().unwrap(), 2);
        let here = [from("192.0.2.1").unwrap(), from("::ffff:192.0.2.1").unwrap()];
        assert_eq!(from("192.0.2.1").unwrap_err(), Refusal::TooManyFromAddress);
        let there = [from("2001:db8::1").unwrap(), from("2001:db8::ffff:2").unwrap()];
        assert_eq!(from("2001:db8::3").unwrap_err(), Refusal::TooManyFromAddress);
        drop(there);
        assert_eq!(from("192.0.2.1").unwrap_err(), Refusal::TooManyFromAddress);
        drop(here);
        assert!(from("192.0.2.1").is_ok());
        assert!(connections.count_from("192.0.2.1".parse().unwrap(), 0).is_err());
        assert!(connections.0.lock().by_address.is_empty());
        let all = [connections.count(2).unwrap(), connections.count(2).unwrap()];
        assert_eq!(connections.count(2).unwrap_err(), Refusal::TooMany);
        assert_eq!(connections.open(), 2);
        drop(all);
        assert_eq!(connections.open(), 0);
    }
}

#[cfg(test)]
mod page {
    use super::*;
    use crate::rooms::task::{MAX_CONNECTIONS_PER_PERSON, MAX_SPECTATORS};

    /// Formats a rate as the operations page does.
    fn in_words(rate: Rate) -> String {
        let Rate { burst, per_minute } = rate;
        let burst = match burst {
            1_000.. => format!("{},{:03}", burst / 1_000, burst % 1_000),
            _ => burst.to_string(),
        };
        match per_minute {
            60.. => format!("{burst} at once, {} a second", per_minute / 60),
            _ => format!("{burst} at once, one every {} seconds", 60 / per_minute),
        }
    }

    fn kib(bytes: usize) -> String {
        format!("{} KiB", bytes / 1024)
    }

    #[test]
    fn every_limit_is_documented() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operations.md");
        let page = std::fs::read_to_string(page).unwrap();
        let units = in_words(COSTLY_RATE).replace(" at once", " units at once");
        let by_guest = in_words(COSTLY_RATE_PER_GUEST).replace(" at once", " units at once");
        for (what, limit) in [
            ("a message of a client", kib(MAX_MESSAGE)),
            ("the head of a request", kib(MAX_HEAD)),
            ("the body of a request", kib(MAX_BODY)),
            ("messages of a connection, pings included", in_words(MESSAGE_RATE)),
            ("what changes seats or set-up", units),
            ("the same of one guest", by_guest.clone()),
            ("the same of everybody together", by_guest),
            ("tables opened from one address", in_words(TABLE_RATE_PER_ADDRESS)),
            ("tables opened by one guest", in_words(TABLE_RATE_PER_GUEST)),
            ("records from one address", in_words(RECORD_RATE)),
            (
                "questions about tables and connections to them from one address",
                in_words(REQUEST_RATE),
            ),
            ("connections to a table by those who look on", format!("{MAX_SPECTATORS}, then")),
            ("connections of one guest to a table", format!("{MAX_CONNECTIONS_PER_PERSON}, then")),
            ("what waits for a connection that does not read", kib(QUEUE_CAPACITY)),
        ] {
            let row = page.lines().find(|line| line.starts_with(&format!("| {what}")));
            let row = row.unwrap_or_else(|| panic!("no row for {what}"));
            let cell = row.split(" | ").nth(1).unwrap();
            assert!(cell.starts_with(&limit), "{what}: the page says {cell}, the program {limit}");
        }
        let (set_up, name) = (upcard_table::wire::SetUp::new("rummy", Vec::new()), "x".to_owned());
        assert_eq!(cost(&ClientMessage::Start, 0), 2);
        assert_eq!(cost(&ClientMessage::SetUp { set_up }, 1024), 4);
        assert_eq!(cost(&ClientMessage::Sit { seat: None, name }, 100), 1);
    }
}
