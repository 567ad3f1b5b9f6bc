//! What comes in, and what it leads to.

use upcard_cards::text::TextError;
use upcard_engine::{Action, Phase, Seat, View};

use super::bots::Entropy;
use super::data::Room;
use super::outbox::Outbox;
use crate::guest::{Guest, Link};
use crate::pace::Millis;
use crate::state::Judged;
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
    /// No more is stored of this table: a match that is being played ends.
    Full,
}

/// An action, as far as a text is one.
pub(super) type Read = Result<Action, TextError>;

/// An input that a room has looked at: an action in it has been read, and a bot's judged where that
/// takes microseconds. The room does nothing else before it takes it.
#[derive(Debug)]
#[must_use]
pub struct Weighed<'a> {
    room: &'a mut Room,
    what: What,
    may_take_long: bool,
}

#[derive(Debug)]
enum What {
    /// Somebody wants to do something.
    Act { link: Link, message: (u64, u32), read: Read },
    /// A bot wants to do this, and it is to be searched whether it may.
    Wanted { seat: Seat, action: Action },
    /// A bot has answered: with what it may do, or with what it said that it may not.
    Answered { seat: Seat, answer: Result<Judged, String> },
    /// Anything else.
    Other(Input),
}

impl Room {
    /// Looks at an input. Answered at once.
    pub fn weigh(&mut self, input: Input) -> Weighed<'_> {
        let (what, may_take_long) = self.look_at(input);
        Weighed { room: self, what, may_take_long }
    }

    fn look_at(&self, input: Input) -> (What, bool) {
        let game = self.state.game();
        let searched =
            |seat, action: &Action| game.is_some_and(|g| g.view(seat).may_search(action));
        let lists = |seat| game.is_some_and(|game| lists(&game.view(seat)));
        match input {
            Input::Message { link, message: ClientMessage::Act { id, decision, action } } => {
                let read = action.parse();
                let seat = self.people.at(link).and_then(|(guest, _)| self.state.seat_of(guest));
                let long = seat.zip(read.as_ref().ok()).is_some_and(|(seat, a)| searched(seat, a));
                (What::Act { link, message: (id, decision), read }, long)
            }
            Input::Message { message: ClientMessage::SetUp { ref set_up }, .. } => {
                let long = set_up.source() != self.state.set_up().source();
                (What::Other(input), long)
            }
            Input::Thought { seat, request, action } if self.thinking.awaits(seat, request) => {
                match action {
                    Some(action) if searched(seat, &action) => {
                        (What::Wanted { seat, action }, true)
                    }
                    action => {
                        let answer = match action {
                            Some(action) => self.judge(seat, action),
                            None => Err(String::new()),
                        };
                        let long = answer.is_err() && lists(seat);
                        (What::Answered { seat, answer }, long)
                    }
                }
            }
            Input::Tick => {
                let asks = |seat: &Seat| game.is_some_and(|game| game.table().asks(*seat));
                let long = self.state.seats().filter(asks).any(lists);
                (What::Other(input), long)
            }
            _ => (What::Other(input), false),
        }
    }

    /// A bot's answer, or what it said that it may not do.
    fn judge(&self, seat: Seat, action: Action) -> Result<Judged, String> {
        let said = action.to_string();
        self.state.judge(seat, action).map_err(|_| said)
    }

    /// Takes an input.
    pub fn input(&mut self, now: Millis, entropy: &mut impl Entropy, input: Input) -> Outbox {
        self.weigh(input).take(now, entropy)
    }
}

/// Where the table answers for a bot that is late or has given no legal answer, it looks for an action
/// that can be made, and for plays and takes that means to search.
fn lists(view: &View<'_>) -> bool {
    match view.table.phase() {
        Phase::Play => true,
        Phase::Draw => view.may_take_deep() || view.may_search(&Action::Take),
        _ => false,
    }
}

impl Weighed<'_> {
    /// Might it take milliseconds rather than microseconds? So it is where a play is judged by a search,
    /// or where the table answers for a seat that owes one, or where other rules are made ready; a
    /// server does not do that where others wait.
    #[must_use]
    pub fn may_take_long(&self) -> bool {
        self.may_take_long
    }

    /// Lets the room take it.
    pub fn take(self, now: Millis, entropy: &mut impl Entropy) -> Outbox {
        let room = self.room;
        let host = room.state.host();
        room.now = now;
        match self.what {
            What::Act { link, message, read } => room.act(link, message, read),
            What::Wanted { seat, action } => room.thought(seat, room.judge(seat, action)),
            What::Answered { seat, answer } => room.thought(seat, answer),
            What::Other(Input::Connected { link, guest }) => room.people.connect(link, guest),
            What::Other(Input::Gone { link }) => room.people.disconnect(link),
            What::Other(Input::Message { link, message }) => room.message(entropy, link, message),
            What::Other(Input::Moved { from, to, moves }) => room.move_seat(from, to, moves),
            What::Other(Input::Full) => room.end_full(),
            // An answer that nobody waits for.
            What::Other(Input::Thought { .. }) | What::Other(Input::Tick) => {}
        }
        room.present_now();
        room.settle(entropy);
        if !room.state.is_host(host) {
            room.greet_again(host);
            room.greet_again(room.state.host());
        }
        if let Some(manners) = room.service.manners {
            (manners.look)(room);
        }
        std::mem::take(&mut room.out)
    }
}
