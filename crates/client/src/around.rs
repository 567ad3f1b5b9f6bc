//! Several people around one device: through whose eyes it shows the table, and who is asked next. Nobody's
//! hand is shown while another is asked; between them a curtain is down, and the table is shown as to somebody who
//! looks on.

use serde::{Deserialize, Serialize};
use upcard_engine::{Phase, Seat, Seats};
use upcard_table::wire::ServerMessage;
use upcard_table::{Delivery, Guest, Hex, Link};

use crate::Session;

/// The people around a device, and who of them looks at it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Around {
    /// Their seats.
    pub people: Vec<Seat>,
    /// Who looks; none while the curtain is down.
    pub front: Option<Seat>,
    /// Who is asked and has not answered, first who comes first by the rules.
    pub asked: Vec<Seat>,
    /// Whose turn goes on when nobody wants the card that is offered, where that person gave the device
    /// out of hand for the offer alone.
    pub goes_on: Option<Seat>,
    /// How many times another looked, or nobody.
    pub turns: u32,
    /// How many orders about that have been carried out.
    pub orders: u32,
}

/// What a curtain says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Curtain {
    /// Nobody here is asked: bots play.
    Waits,
    /// The device goes to this person.
    Pass(Seat),
    /// A card is offered to these people, or may be called on: whoever wants it says so aloud.
    Offer {
        /// Who may have it, first who comes first by the rules.
        asked: Vec<Seat>,
        /// Whoever is quickest gets it.
        race: bool,
        /// Is it a call on the upcard?
        call: bool,
    },
}

impl Around {
    /// What the curtain says, to those who know of the table what all may know.
    #[must_use]
    pub fn curtain(&self, session: &Session) -> Curtain {
        let known = session.view.as_ref().zip(session.rules.as_ref());
        let open = known.map(|(own, rules)| (own.table.phase(), own.table.races(rules)));
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

/// The names of the people at one device, as they were typed; whoever has typed none is called as usual.
///
/// # Errors
/// A name that two of them have.
pub fn names(typed: &[String], usual: impl Fn(usize) -> String) -> Result<Vec<String>, String> {
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

/// Who looks at a table: a person, by the seat, or somebody who only looks on.
pub(crate) type Viewer = Option<Seat>;

/// The connection of a viewer.
pub(crate) fn link(viewer: Viewer) -> Link {
    Link(viewer.map_or(0, |seat| seat.index() as u64 + 1))
}

/// The id of a viewer.
pub(crate) fn guest(viewer: Viewer) -> Guest {
    Hex([viewer.map_or(0, |seat| seat.index() as u8 + 1); 16])
}

/// What the viewers of a table have been told and have not seen yet.
#[derive(Default)]
pub(crate) struct Eyes {
    /// The people who share the device; none where there is only one.
    pub(crate) people: Seats,
    /// Who looks.
    pub(crate) front: Viewer,
    /// Who had the device before the present offer, and goes on after it.
    pub(crate) goes_on: Viewer,
    /// The decision for which somebody was let look.
    pub(crate) called: Option<u32>,
    turns: u32,
    /// How many orders about that have been carried out.
    pub(crate) orders: u32,
    waiting: Vec<(Link, Vec<ServerMessage>)>,
}

impl Eyes {
    /// Do several people share the device?
    pub(crate) fn are_shared(&self) -> bool {
        !self.people.is_empty()
    }

    /// Takes what the table says to each.
    pub(crate) fn hear(&mut self, deliveries: Vec<Delivery>) {
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

    /// What this viewer has been told goes: all of it is said again.
    pub(crate) fn forget(&mut self, viewer: Viewer) {
        self.waiting(link(viewer)).clear();
    }

    /// Another looks, or nobody.
    pub(crate) fn turn(&mut self, viewer: Viewer) {
        self.front = viewer;
        self.turns += 1;
    }

    /// What whoever looks has not seen yet.
    pub(crate) fn take(&mut self) -> Vec<ServerMessage> {
        // A person alone is the first, and always looks.
        let looks = if self.are_shared() { self.front } else { Some(Seat::at(0)) };
        std::mem::take(self.waiting(link(looks)))
    }

    /// The people, and who is asked of them.
    pub(crate) fn around(&self, asked: Vec<Seat>) -> Option<Around> {
        self.are_shared().then(|| Around {
            people: self.people.iter().collect(),
            front: self.front,
            asked,
            goes_on: self.goes_on,
            turns: self.turns,
            orders: self.orders,
        })
    }
}
