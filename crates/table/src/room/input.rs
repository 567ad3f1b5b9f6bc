//! What comes in, and what it leads to.

use upcard_engine::{Action, Phase, Seat};

use super::bots::Entropy;
use super::data::Room;
use super::outbox::Outbox;
use crate::guest::{Guest, Link};
use crate::pace::Millis;
use crate::wire::ClientMessage;

/// What happens to a table from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Somebody connected, whose identity has been checked.
    Connected {
        /// The connection.
        link: Link,
        /// Who.
        guest: Guest,
    },
    /// A message came.
    Message {
        /// From.
        link: Link,
        /// What.
        message: ClientMessage,
    },
    /// A connection is gone.
    Gone {
        /// Which.
        link: Link,
    },
    /// A bot answered.
    Thought {
        /// For which seat.
        seat: Seat,
        /// Which question.
        request: u64,
        /// The answer; none where it found none.
        action: Option<Action>,
    },
    /// A person goes on with the seat on another device, where [`crate::State::may_move`] allows it.
    Moved {
        /// Who the person was.
        from: Guest,
        /// Who the person is from now on.
        to: Guest,
        /// The number of [`crate::State::moves`] when the link was made.
        moves: u32,
    },
    /// Time has passed: see [`Room::wake_at`].
    Tick,
}

impl Room {
    /// Might this input take milliseconds rather than microseconds? So it is where a play is judged
    /// by a search, or where the table answers for a seat that owes one, or where other rules are made
    /// ready; a server does not do that where others wait. Answered at once.
    #[must_use]
    pub fn may_take_long(&self, input: &Input) -> bool {
        if let Input::Message { message: ClientMessage::SetUp { set_up }, .. } = input {
            return set_up.source() != self.state.set_up().source();
        }
        let Some(game) = self.state.game() else { return false };
        let searched = |seat: Seat, action: &Action| game.view(seat).may_search(action);
        // Where the table answers for a bot that is late or has given no legal answer, it looks for an
        // action that can be made, and for plays and takes that means to search.
        let lists = |seat: Seat| {
            let view = game.view(seat);
            match game.table().phase() {
                Phase::Play => true,
                Phase::Draw => view.may_take_deep() || view.may_search(&Action::Take),
                _ => false,
            }
        };
        match input {
            Input::Message { link, message: ClientMessage::Act { action, .. } } => {
                let seat = self.people.at(*link).and_then(|(guest, _)| self.state.seat_of(guest));
                seat.zip(action.parse().ok()).is_some_and(|(seat, action)| searched(seat, &action))
            }
            Input::Thought { seat, action, .. } if seat.is_of(game.table().players()) => {
                match action {
                    // Judging takes microseconds where nothing is searched.
                    Some(action) => {
                        searched(*seat, action) || lists(*seat) && !game.view(*seat).allows(action)
                    }
                    None => lists(*seat),
                }
            }
            Input::Tick => {
                let mut asked = Seat::all(game.table().players());
                asked.any(|seat| game.table().asks(seat) && lists(seat))
            }
            _ => false,
        }
    }

    /// Takes an input.
    pub fn input(&mut self, now: Millis, entropy: &mut impl Entropy, input: Input) -> Outbox {
        self.now = now;
        let host = self.state.host();
        match input {
            Input::Connected { link, guest } => self.people.connect(link, guest),
            Input::Gone { link } => self.people.disconnect(link),
            Input::Message { link, message } => self.message(entropy, link, message),
            Input::Thought { seat, request, action } => self.thought(seat, request, action),
            Input::Moved { from, to, moves } => self.move_seat(from, to, moves),
            Input::Tick => {}
        }
        self.present_now();
        self.settle(entropy);
        if !self.state.is_host(host) {
            self.greet_again(host);
            self.greet_again(self.state.host());
        }
        std::mem::take(&mut self.out)
    }
}
