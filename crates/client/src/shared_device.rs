//! Several people sharing one device: from whose view the table is shown, and who decides next. A hand is
//! shown only to its player; between players a curtain hides it and the device shows the spectator's view.

use serde::{Deserialize, Serialize};
use upcard_engine::{Phase, Seat, Seats};
use upcard_table::wire::ServerMessage;
use upcard_table::{Delivery, Guest, Hex, Link};

use crate::Session;

/// The people sharing a device, and who is looking at it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SharedDevice {
    /// Their seats.
    pub people: Vec<Seat>,
    /// The person looking; `None` while the curtain is down.
    pub viewer: Option<Seat>,
    /// Seats with a pending decision, in order of precedence.
    pub asked: Vec<Seat>,
    /// Seat whose turn resumes if all pass on the offered card, if that player handed over the device only
    /// for this offer.
    pub resumes: Option<Seat>,
    /// Counter of changes of the viewer.
    pub viewer_changes: u32,
    /// Counter of processed commands.
    pub commands: u32,
}

/// State of the curtain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Curtain {
    /// No decision is pending here: bots are playing.
    Waits,
    /// Pass the device to this person.
    Pass(Seat),
    /// A card is offered to these people, or may be called: they answer aloud.
    Offer {
        /// Candidates, in order of precedence.
        asked: Vec<Seat>,
        /// `true` if the first to speak gets the card.
        race: bool,
        /// `true` for a call on the upcard.
        call: bool,
    },
}

impl SharedDevice {
    /// Returns the curtain's state, based only on public knowledge.
    #[must_use]
    pub fn curtain(&self, session: &Session) -> Curtain {
        let known = session.view.as_ref().zip(session.rules.as_ref());
        let open = known.map(|(own, rules)| (own.table.phase(), own.table.is_first_come(rules)));
        match (self.asked.as_slice(), open) {
            ([], _) => Curtain::Waits,
            (asked, Some((phase @ (Phase::Offers { .. } | Phase::Call { .. }), race))) => {
                let call = matches!(phase, Phase::Call { .. });
                Curtain::Offer { asked: asked.to_vec(), race, call }
            }
            ([seat, ..], _) => Curtain::Pass(*seat),
        }
    }
}

/// Names of the people at one device, as typed; the default name for those left empty.
///
/// # Errors
/// A duplicate name.
pub fn player_names(
    typed: &[String],
    usual: impl Fn(usize) -> String,
) -> Result<Vec<String>, String> {
    let words = |name: &String| name.split_whitespace().collect::<Vec<_>>().join(" ");
    let name = |(at, name): (usize, &String)| match words(name) {
        name if name.is_empty() => usual(at),
        name => name,
    };
    let names: Vec<String> = typed.iter().enumerate().map(name).collect();
    let twice = |(at, name): (usize, &String)| names[..at].contains(name).then(|| name.clone());
    match names.iter().enumerate().find_map(twice) {
        Some(name) => Err(name),
        None => Ok(names),
    }
}

/// Viewer of a table: a person by seat, or `None` for a spectator.
pub(crate) type Viewer = Option<Seat>;

/// Connection of a viewer.
pub(crate) fn link(viewer: Viewer) -> Link {
    Link(viewer.map_or(0, |seat| seat.index() as u64 + 1))
}

/// Guest id of a viewer.
pub(crate) fn guest(viewer: Viewer) -> Guest {
    Hex([viewer.map_or(0, |seat| seat.index() as u8 + 1); 16])
}

/// Per-viewer queues of messages from the table, for a shared device.
#[derive(Default)]
pub(crate) struct ViewerQueues {
    /// People who share the device; empty if there is only one.
    pub(crate) people: Seats,
    /// Current viewer.
    pub(crate) viewer: Viewer,
    /// Player who had the device before the current offer and gets it back afterwards.
    pub(crate) resumes: Viewer,
    /// Decision for which a person was called to the device.
    pub(crate) called: Option<u32>,
    viewer_changes: u32,
    /// Counter of processed commands.
    pub(crate) commands: u32,
    waiting: Vec<(Link, Vec<ServerMessage>)>,
}

impl ViewerQueues {
    /// Returns `true` if several people share the device.
    pub(crate) fn are_shared(&self) -> bool {
        !self.people.is_empty()
    }

    /// Queues messages from the table for their viewers.
    pub(crate) fn push(&mut self, deliveries: Vec<Delivery>) {
        for Delivery { to, message } in deliveries {
            for link in to {
                self.waiting(link).push(message.clone());
            }
        }
    }

    fn waiting(&mut self, link: Link) -> &mut Vec<ServerMessage> {
        let at = self.waiting.iter().position(|(other, _)| *other == link);
        let at = at.unwrap_or_else(|| {
            self.waiting.push((link, Vec::new()));
            self.waiting.len() - 1
        });
        &mut self.waiting[at].1
    }

    /// Drops a viewer's queue, before a full resend.
    pub(crate) fn forget(&mut self, viewer: Viewer) {
        self.waiting(link(viewer)).clear();
    }

    /// Changes the viewer.
    pub(crate) fn set_viewer(&mut self, viewer: Viewer) {
        self.viewer = viewer;
        self.viewer_changes += 1;
    }

    /// Takes the unseen messages of the current viewer.
    pub(crate) fn take(&mut self) -> Vec<ServerMessage> {
        // A single player has the first seat and always looks.
        let looks = if self.are_shared() { self.viewer } else { Some(Seat::at(0)) };
        std::mem::take(self.waiting(link(looks)))
    }

    /// Returns the state of sharing; `None` if the device is not shared.
    pub(crate) fn shared_device(&self, asked: Vec<Seat>) -> Option<SharedDevice> {
        self.are_shared().then(|| SharedDevice {
            people: self.people.iter().collect(),
            viewer: self.viewer,
            asked,
            resumes: self.resumes,
            viewer_changes: self.viewer_changes,
            commands: self.commands,
        })
    }
}
