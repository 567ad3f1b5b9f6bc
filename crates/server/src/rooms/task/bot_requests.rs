//! Requests of a room to its bots, and who is charged for them.

use std::net::{IpAddr, Ipv4Addr};

use upcard_table::BotRequest;

use super::table::Table;
use crate::operations::rates::household;
use crate::rooms::bots::Account;
use crate::rooms::room::Command;

impl Table {
    /// Cancels requests that are no longer needed, and sends new ones.
    pub(super) fn ask_bots(&mut self, requests: impl Iterator<Item = BotRequest>) {
        // Dropping the handle cancels the request.
        self.asked.retain(|(seat, request, _)| self.room.awaits(*seat, *request));
        for think in requests {
            let (seat, request) = (think.seat, think.request);
            if !self.room.awaits(seat, request) {
                continue;
            }
            let (asked, answer) = self.shared.pool.ask(self.account(), think);
            self.asked.push((seat, request, asked));
            let room = self.slot.room.clone();
            tokio::spawn(async move {
                let Some(action) = answer.wait().await else { return };
                let action = action.map(Box::new);
                // The room may have ended.
                let _ = room.send(Command::BotAnswered { seat, request, action }).await;
            });
        }
    }

    /// Returns the account charged for the bots: the guest who opened the table, at the address from which it
    /// was opened. If that is unknown, the address of one of that guest's connections, otherwise of another.
    pub(super) fn account(&self) -> Account {
        let guest = self.room.state().opened_by();
        let here = || {
            let here = self.connections.iter().map(|(link, (_, payer))| (link, payer));
            let own = here.map(|(link, payer)| (payer.guest != guest, *link, payer.address));
            let (.., address) = own.min()?;
            Some(address)
        };
        let address = self.opened_from.or_else(here).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        Account { address: household(address), guest, table: self.number }
    }
}
