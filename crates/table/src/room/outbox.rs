//! What a table wants done after an input, as data.

use std::sync::Arc;

use upcard_engine::{OwnView, Rules, Seat};

use crate::guest::Link;
use crate::pace::Millis;
use crate::stored::Entry;
use crate::wire::{Level, ServerMessage};

/// One message for some connections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// To whom.
    pub to: Vec<Link>,
    /// The message.
    pub message: ServerMessage,
}

/// A bot is asked. The answer comes back as [`crate::Input::Thought`].
#[derive(Clone, Debug)]
pub struct Think {
    /// For which seat.
    pub seat: Seat,
    /// The number of the question; the answer names it.
    pub request: u64,
    /// How well the bot plays.
    pub level: Level,
    /// For the bot's own chance.
    pub seed: u64,
    /// Milliseconds before which the answer must not be given, however soon it is found: how long
    /// a bot waits reveals nothing about its hand.
    pub delay: Millis,
    /// The rules.
    pub rules: Arc<Rules>,
    /// What the seat knows.
    pub view: OwnView,
}

/// What a table wants done, in this order: the entries stored, then the messages sent and the
/// bots asked.
#[derive(Clone, Debug, Default)]
pub struct Outbox {
    /// To be stored before anything else is done.
    pub entries: Vec<Entry>,
    /// To be sent.
    pub deliveries: Vec<Delivery>,
    /// To be asked.
    pub thinks: Vec<Think>,
    /// What a bot answered that was refused; a bot's fault.
    pub faults: Vec<(Seat, String)>,
}

impl Outbox {
    /// Sends a message to some connections, if there are any.
    pub(super) fn send(&mut self, to: Vec<Link>, message: ServerMessage) {
        if !to.is_empty() {
            self.deliveries.push(Delivery { to, message });
        }
    }

    /// Adds what is to be done after all this.
    pub fn extend(&mut self, more: Outbox) {
        add(&mut self.entries, more.entries);
        add(&mut self.deliveries, more.deliveries);
        add(&mut self.thinks, more.thinks);
        add(&mut self.faults, more.faults);
    }
}

/// Mostly there was nothing before: then nothing is copied.
fn add<T>(to: &mut Vec<T>, more: Vec<T>) {
    if to.is_empty() {
        *to = more;
    } else {
        to.extend(more);
    }
}
