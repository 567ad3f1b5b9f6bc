//! Data of one guest, for the administrator.

use serde::Serialize;
use upcard_engine::Seat;
use upcard_store::StoreError;
use upcard_table::Guest;

use crate::connections::error::Refusal;
use crate::rooms::ids::is_id;
use crate::rooms::loading::load;
use crate::rooms::registry::Registry;

/// Number of tables fetched at once.
const PAGE_SIZE: u32 = 100;

/// A person at a table.
#[derive(Serialize)]
pub(crate) struct Seated {
    /// Seat number from 1; `-` for a host without a seat.
    seat: String,
    name: String,
    guest: Guest,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(crate) struct Removed {
    /// Number of removed tables of the guest.
    pub(crate) removed: u64,
    /// Number of unreadable tables, which may contain data of the guest.
    pub(crate) unreadable: u64,
}

impl Registry {
    /// Returns the seated players and the host of a table, with their guest ids.
    pub(crate) async fn guests(&self, id: &str) -> Result<Vec<Seated>, Refusal> {
        let loaded = load(&self.shared, id).await?;
        let state = loaded.0.state();
        let seats = (0..state.seated().len()).map(Seat::at);
        let mut all: Vec<Seated> = seats
            .filter_map(|seat| {
                let name = state.name_of(seat)?.to_owned();
                let seat_number = (seat.index() + 1).to_string();
                Some(Seated { seat: seat_number, name, guest: state.guest_of(seat)? })
            })
            .collect();
        if state.host_seat().is_none() {
            let (seat, name) = ("-".to_owned(), "(host)".to_owned());
            all.push(Seated { seat, name, guest: state.host() });
        }
        Ok(all)
    }

    /// Removes every table that a guest has opened or ever sat at, with all its data, so that nothing of the
    /// guest is left. The other players lose these tables, too.
    pub(crate) async fn remove_guest(&self, guest: Guest) -> Result<Removed, Refusal> {
        let store = &self.shared.store;
        let failed = |error: StoreError| self.shared.store_refusal(None, &error);
        // Every entry that names a guest contains this text, which is too long to occur by chance.
        let text = guest.to_string();
        let names = |body: &Vec<u8>| {
            body.windows(text.len()).any(|part| part.eq_ignore_ascii_case(text.as_bytes()))
        };
        let (mut done, mut after) = (Removed::default(), String::new());
        loop {
            let tables = store.table_names(&after, PAGE_SIZE).await.map_err(failed)?;
            let Some(last) = tables.last() else { break };
            after.clone_from(last);
            // Other names are score sheets, which name no guest, whatever their text says.
            for table in tables.iter().filter(|table| is_id(table)) {
                match store.entries(table).await {
                    Ok(bodies) if bodies.iter().any(names) => match self.remove(table).await {
                        Ok(()) => done.removed += 1,
                        // The table has been removed meanwhile.
                        Err(Refusal::NoSuchTable) => {}
                        Err(refusal) => return Err(refusal),
                    },
                    Ok(_) | Err(StoreError::NoSuchTable(_)) => {}
                    Err(StoreError::Damaged { .. }) => done.unreadable += 1,
                    Err(error) => return Err(failed(error)),
                }
            }
        }
        tracing::info!(removed = done.removed, "removed all tables of a guest by admin command");
        Ok(done)
    }
}

#[cfg(test)]
mod tests {
    use upcard_table::Hex;
    use upcard_table::wire::{ClientMessage, SeatPlan, ServerMessage, SetUp};

    use super::*;
    use crate::operations::quotas::Payer;
    use crate::testing::{HOST, Visitor, open, server};

    #[tokio::test]
    async fn removing_a_guest_removes_all_their_tables_and_no_others() {
        let server = server(10);
        let own = [open(&server).await, open(&server).await];
        let other = Payer { guest: Hex([9; 16]), ..HOST };
        let set_up = SetUp::new("rummy", vec![SeatPlan::Person; 2]);
        let visited = server.open(other, set_up.clone()).await.unwrap();
        let foreign = server.open(other, set_up).await.unwrap();
        // The guest sits down at another's table, and leaves it again.
        let mut ann = Visitor::new(&server, &visited).await.unwrap();
        ann.sits().await;
        let guests = server.guests(&visited).await.unwrap();
        let known: Vec<_> = guests.iter().map(|one| (one.name.as_str(), one.guest)).collect();
        assert_eq!(known, [("Ann", HOST.guest), ("(host)", other.guest)]);
        ann.says(ClientMessage::Leave).await;
        while !matches!(ann.hears().await.unwrap(), ServerMessage::Welcome { seat: None, .. }) {}

        // A shared score sheet that contains the guest's id does not matter.
        let sheet = format!("score-sheet {}", HOST.guest).into_bytes();
        let text = vec![vec![1; 32], sheet];
        server.shared.store.append("sheet-abcdefghijkm", 0, text).await.unwrap();
        let removed = server.remove_guest(HOST.guest).await.unwrap();
        assert_eq!(removed, Removed { removed: 3, unreadable: 0 });
        for id in own.iter().chain([&visited]) {
            assert_eq!(server.about(id, HOST.as_caller()).await, Err(Refusal::NoSuchTable));
        }
        assert!(server.about(&foreign, HOST.as_caller()).await.is_ok());
        assert_eq!(server.remove_guest(HOST.guest).await, Ok(Removed::default()));
    }
}
