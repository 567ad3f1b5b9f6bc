//! Open seats, sent to each visitor and to the host, so that clients need not derive what the table decides.

use upcard_engine::{Seat, Seats};

use super::data::Room;
use crate::guest::{Guest, Link};
use crate::wire::{Opening, ServerMessage};

impl Room {
    /// Returns the seats that are open to these visitors.
    fn openings(&mut self, visitors: &[Guest]) -> Vec<Opening> {
        let here = |seat: &Seat| self.people.is_present(*seat);
        let here: Seats = self.state.seats().filter(here).collect();
        let mut usual: Option<Opening> = None;
        let mut openings = Vec::with_capacity(visitors.len());
        for &guest in visitors {
            let visitor = self.known_people.of(guest).number;
            let stranger = self.state.is_stranger(guest);
            let open = match usual.filter(|_| stranger) {
                Some(usual) => Opening { visitor, ..usual },
                None => {
                    let open = self.state.open_to(guest, visitor);
                    Opening { claim: open.claim.minus(here), ..open }
                }
            };
            if stranger {
                usual = Some(open);
            }
            openings.push(open);
        }
        openings
    }

    /// Sends introduced guests the open seats, if they have changed.
    pub(super) fn send_opening_changes(&mut self) {
        let introduced = self.known_people.introduced();
        if introduced.is_empty() {
            return;
        }
        let visitors = self.present_visitors();
        let all = self.openings(&visitors);
        for guest in introduced {
            let own: Vec<Opening> = match self.state.is_host(guest) {
                true => all.clone(),
                false => {
                    let own = visitors.iter().zip(&all).filter(|(other, _)| **other == guest);
                    own.map(|(_, open)| *open).collect()
                }
            };
            let sent = &mut self.known_people.of(guest).openings;
            if *sent != own {
                sent.clone_from(&own);
                let links = self.people.links(|other| other == guest);
                self.out.send(links, ServerMessage::Openings(own));
            }
        }
    }

    /// Sends a welcomed connection the open seats, if there are any.
    pub(super) fn greet_with_openings(&mut self, link: Link, guest: Guest) {
        if !self.known_people.has_introduced(guest) {
            return;
        }
        let visitors = match self.state.is_host(guest) {
            true => self.present_visitors(),
            false if self.is_visitor(guest) => vec![guest],
            false => Vec::new(),
        };
        let openings = self.openings(&visitors);
        if !openings.is_empty() {
            self.out.send(vec![link], ServerMessage::Openings(openings));
        }
    }
}
