//! Admission of connections to a table.

use std::collections::HashMap;
use std::net::IpAddr;

use upcard_table::wire::TableError;
use upcard_table::{Guest, Input, Link, Outbox};

use super::table::Table;
use crate::connections::encoding::{ClientSender, send_error};
use crate::operations::quotas::Payer;
use crate::operations::rates::household;

/// Maximum number of spectators' connections. Players and the host are always admitted.
pub(crate) const MAX_SPECTATORS: usize = 60;

/// Maximum connections per person; beyond it the oldest is closed: phones that reconnect leave dead ones.
pub(crate) const MAX_CONNECTIONS_PER_PERSON: usize = 8;

impl Table {
    /// Admits or rejects another connection of this person. Players are always admitted.
    pub(super) async fn admit(
        &mut self,
        who: Payer,
        sender: &ClientSender,
        out: &mut Outbox,
    ) -> bool {
        let here = self.connections.iter().map(|(link, (_, payer))| (*link, *payer));
        let here: Vec<(Link, Payer)> = here.collect();
        let own = here.iter().filter(|(_, other)| other.guest == who.guest).map(|(link, _)| *link);
        // Link numbers are ascending.
        if own.clone().count() >= MAX_CONNECTIONS_PER_PERSON
            && let Some(oldest) = own.min()
        {
            self.disconnect(oldest, TableError::TooManyOfOne, out).await;
            return true;
        }
        let state = self.room.state();
        let holds = |guest: Guest| state.seat_of(guest).is_some() || state.is_host(guest);
        let watching = here.iter().filter(|(_, other)| !holds(other.guest));
        let watching: Vec<(Link, IpAddr)> =
            watching.map(|(link, other)| (*link, household(other.address))).collect();
        if watching.len() < MAX_SPECTATORS || holds(who.guest) {
            return true;
        }
        match spectator_to_evict(&watching, household(who.address)) {
            Some(link) => {
                self.disconnect(link, TableError::TooManyWatching, out).await;
                true
            }
            None => {
                send_error([sender], TableError::TooManyWatching);
                false
            }
        }
    }

    async fn disconnect(&mut self, link: Link, why: TableError, out: &mut Outbox) {
        if let Some((sender, _)) = self.connections.remove(&link) {
            send_error([sender], why);
        }
        self.input(Input::Gone { link }, out).await;
    }
}

/// Returns the spectator to evict for a newcomer from this address: the newest from the address with the most
/// spectators, if that has more than its share. So filling a table from one address keeps nobody else out.
fn spectator_to_evict(watching: &[(Link, IpAddr)], from: IpAddr) -> Option<Link> {
    let mut number: HashMap<IpAddr, usize> = HashMap::new();
    for (_, address) in watching {
        *number.entry(*address).or_default() += 1;
    }
    let own = number.get(&from).copied().unwrap_or(0);
    let most = number.into_iter().max_by_key(|(address, number)| (*number, *address));
    let (crowd, _) = most.filter(|(_, number)| *number > own + 1)?;
    let theirs = watching.iter().filter(|(_, address)| *address == crowd);
    theirs.map(|(link, _)| *link).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    #[test]
    fn spectators_of_the_largest_address_are_evicted_for_other_addresses() {
        let mut all: Vec<(Link, IpAddr)> = (0..60).map(|link| (Link(link), from(1))).collect();
        assert_eq!(spectator_to_evict(&all, from(1)), None, "they are many themselves");
        // Others join until the places are shared equally.
        for came in 0..30 {
            let gone = spectator_to_evict(&all, from(2)).unwrap();
            assert_eq!(gone, Link(59 - came));
            all.retain(|(link, _)| *link != gone);
            all.push((Link(100 + came), from(2)));
        }
        assert_eq!(spectator_to_evict(&all, from(2)), None);
        assert_eq!(spectator_to_evict(&all, from(1)), None);
        assert!(spectator_to_evict(&all, from(3)).is_some());
        // If all come from different addresses, nobody is evicted.
        let all: Vec<(Link, IpAddr)> = (0..60).map(|n| (Link(n), from(n as u8))).collect();
        assert_eq!(spectator_to_evict(&all, from(100)), None);
    }
}
