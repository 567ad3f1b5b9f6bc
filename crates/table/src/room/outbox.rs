//! Output of a table after an input, as data.

use std::sync::Arc;

use upcard_engine::{OwnView, Rules, Seat};

use crate::guest::Link;
use crate::pace::Millis;
use crate::stored::Entry;
use crate::wire::{Level, ServerMessage};

/// One message for one or more connections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// The recipients.
    pub to: Vec<Link>,
    /// The message.
    pub message: ServerMessage,
}

/// Request to a bot. The answer comes back as [`crate::Input::BotAnswered`].
#[derive(Clone, Debug)]
pub struct BotRequest {
    /// The bot's seat.
    pub seat: Seat,
    /// Number of the request; the answer repeats it.
    pub request: u64,
    /// Level of the bot.
    pub level: Level,
    /// Seed of the bot's random numbers.
    pub seed: u64,
    /// Minimum delay of the answer, in milliseconds, however soon it is found, so that thinking
    /// time reveals nothing about the hand.
    pub delay: Millis,
    /// The rules.
    pub rules: Arc<Rules>,
    /// The seat's view.
    pub view: OwnView,
}

/// Output of a table, in order: store the entries, then send the messages and ask the bots.
#[derive(Clone, Debug, Default)]
pub struct Outbox {
    /// Entries to store before anything else is done.
    pub entries: Vec<Entry>,
    /// Messages to send.
    pub deliveries: Vec<Delivery>,
    /// Requests to bots.
    pub bot_requests: Vec<BotRequest>,
    /// Illegal answers of bots, by seat; each is a bug in the bot.
    pub faults: Vec<(Seat, String)>,
}

impl Outbox {
    /// Queues a message for these connections, if there are any.
    pub(super) fn send(&mut self, to: Vec<Link>, message: ServerMessage) {
        if !to.is_empty() {
            self.deliveries.push(Delivery { to, message });
        }
    }

    /// Appends another outbox.
    pub fn extend(&mut self, more: Outbox) {
        add(&mut self.entries, more.entries);
        add(&mut self.deliveries, more.deliveries);
        add(&mut self.bot_requests, more.bot_requests);
        add(&mut self.faults, more.faults);
    }
}

/// Mostly the target is empty: then nothing is copied.
fn add<T>(to: &mut Vec<T>, more: Vec<T>) {
    if to.is_empty() {
        *to = more;
    } else {
        to.extend(more);
    }
}
