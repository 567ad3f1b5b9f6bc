//! What a room asks its bots, and on whose account.

use std::net::{IpAddr, Ipv4Addr};

use upcard_table::{Link, Think};

use super::table::Table;
use crate::operations::quotas::Payer;
use crate::operations::rates::household;
use crate::rooms::bots::Account;
use crate::rooms::room::Command;

impl Table {
    /// Gives up what no bot has to answer any more, and asks what is new.
    pub(super) fn ask_bots(&mut self, thinks: impl Iterator<Item = Think>) {
        // Whoever asks drops the question, and nobody thinks about it any more.
        self.asked.retain(|(seat, request, _)| self.room.awaits(*seat, *request));
        for think in thinks {
            let (seat, request) = (think.seat, think.request);
            if !self.room.awaits(seat, request) {
                continue;
            }
            let (asked, answer) = self.shared.pool.ask(self.account(), think);
            self.asked.push((seat, request, asked));
            let room = self.place.room().clone();
            tokio::spawn(async move {
                let Some(action) = answer.come().await else { return };
                let action = action.map(Box::new);
                // A room that has ended needs no answer.
                let _ = room.send(Command::Thought { seat, request, action }).await;
            });
        }
    }

    /// Who pays for what bots think about here: whoever has opened the table, from where that was.
    /// Where that is not known any more, it is where that guest is connected from now, else another.
    pub(super) fn account(&self) -> Account {
        let guest = self.room.state().opened_by();
        let here = || {
            let own = |(link, payer): (&Link, &Payer)| (payer.guest != guest, *link, payer.address);
            let (.., address) = self.payers.iter().map(own).min()?;
            Some(address)
        };
        let address = self.from.or_else(here).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        Account { address: household(address), guest, table: self.number }
    }
}
