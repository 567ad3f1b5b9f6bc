//! Inputs to a room, and their processing.

use upcard_cards::text::TextError;
use upcard_engine::{Action, Phase, Seat, View};

use super::data::Room;
use super::outbox::Outbox;
use crate::guest::{Guest, Link};
use crate::pace::Millis;
use crate::state::Judged;
use crate::wire::ClientMessage;

/// External input to a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A person connected; the caller has authenticated them.
    Connected {
        /// The connection.
        link: Link,
        /// The person.
        guest: Guest,
    },
    /// A client sent a message.
    Message {
        /// Its connection.
        link: Link,
        /// The message.
        message: ClientMessage,
    },
    /// A connection closed.
    Gone {
        /// The connection.
        link: Link,
    },
    /// A bot answered.
    BotAnswered {
        /// Its seat.
        seat: Seat,
        /// Number of the request.
        request: u64,
        /// The answer; `None` if it found none.
        action: Option<Action>,
    },
    /// A person moves to another device, subject to [`crate::State::may_move`].
    Moved {
        /// Guest id on the old device.
        from: Guest,
        /// Guest id on the new device.
        to: Guest,
        /// [`crate::State::moves`] at the time the link was made.
        moves: u32,
    },
    /// Time has passed: see [`Room::wake_at`].
    Tick,
    /// The table's storage is full: ends a running match.
    Full,
}

/// Result of parsing an action.
pub(super) type Read = Result<Action, TextError>;

/// Pre-processed input: its action is parsed, and a bot's is judged if that takes microseconds. It
/// borrows the room, so nothing can happen in between.
#[derive(Debug)]
#[must_use]
pub struct PreparedInput<'a> {
    room: &'a mut Room,
    kind: PreparedKind,
    may_take_long: bool,
}

#[derive(Debug)]
enum PreparedKind {
    /// A person's action.
    Act { link: Link, message: (u64, u32), read: Read },
    /// A bot's action that needs a search to judge.
    UnjudgedAnswer { seat: Seat, action: Action },
    /// A bot's answer: judged, or the text of an illegal one.
    JudgedAnswer { seat: Seat, answer: Result<Judged, String> },
    /// Any other input.
    Other(Input),
}

impl Room {
    /// Pre-processes an input. Always fast.
    pub fn prepare(&mut self, input: Input) -> PreparedInput<'_> {
        let (kind, may_take_long) = self.classify(input);
        PreparedInput { room: self, kind, may_take_long }
    }

    fn classify(&self, input: Input) -> (PreparedKind, bool) {
        let game = self.state.game();
        let action_needs_search =
            |seat, action: &Action| game.is_some_and(|g| g.view(seat).may_search(action));
        let fallback_needs_search =
            |seat| game.is_some_and(|game| fallback_needs_search(&game.view(seat)));
        match input {
            Input::Message { link, message: ClientMessage::Act { id, decision, action } } => {
                let read = action.parse();
                let seat = self.people.at(link).and_then(|(guest, _)| self.state.seat_of(guest));
                let long = seat
                    .zip(read.as_ref().ok())
                    .is_some_and(|(seat, a)| action_needs_search(seat, a));
                (PreparedKind::Act { link, message: (id, decision), read }, long)
            }
            Input::Message { message: ClientMessage::SetUp { ref set_up }, .. } => {
                let long = set_up.source() != self.state.set_up().source();
                (PreparedKind::Other(input), long)
            }
            Input::BotAnswered { seat, request, action }
                if self.pending_requests.awaits(seat, request) =>
            {
                match action {
                    Some(action) if action_needs_search(seat, &action) => {
                        (PreparedKind::UnjudgedAnswer { seat, action }, true)
                    }
                    action => {
                        let answer = match action {
                            Some(action) => self.judge(seat, action),
                            None => Err(String::new()),
                        };
                        let long = answer.is_err() && fallback_needs_search(seat);
                        (PreparedKind::JudgedAnswer { seat, answer }, long)
                    }
                }
            }
            Input::Tick => {
                let asks = |seat: &Seat| game.is_some_and(|game| game.table().asks(*seat));
                let long = self.state.seats().filter(asks).any(fallback_needs_search);
                (PreparedKind::Other(input), long)
            }
            _ => (PreparedKind::Other(input), false),
        }
    }

    /// Judges a bot's action; the error is its text.
    fn judge(&self, seat: Seat, action: Action) -> Result<Judged, String> {
        let text = action.to_string();
        self.state.judge(seat, action).map_err(|_| text)
    }

    /// Processes an input. `entropy` returns unpredictable bytes.
    pub fn input(
        &mut self,
        now: Millis,
        entropy: &mut impl FnMut() -> [u8; 32],
        input: Input,
    ) -> Outbox {
        self.prepare(input).process(now, entropy)
    }
}

/// Returns `true` if the fallback action of a late or illegal bot must be found by listing plays or
/// takes, which involves a search.
fn fallback_needs_search(view: &View<'_>) -> bool {
    match view.table.phase() {
        Phase::Play => true,
        Phase::Draw => view.may_take_deep() || view.may_search(&Action::Take),
        _ => false,
    }
}

impl PreparedInput<'_> {
    /// Returns `true` if processing may take milliseconds rather than microseconds: for a play that
    /// needs a search to judge, a fallback action that the table must find, or new rules to compile. A
    /// server moves those off the thread that serves others.
    #[must_use]
    pub fn may_take_long(&self) -> bool {
        self.may_take_long
    }

    /// Processes the input. `entropy` returns unpredictable bytes.
    pub fn process(self, now: Millis, entropy: &mut impl FnMut() -> [u8; 32]) -> Outbox {
        let room = self.room;
        let host = room.state.host();
        room.now = now;
        match self.kind {
            PreparedKind::Act { link, message, read } => room.act(link, message, read),
            PreparedKind::UnjudgedAnswer { seat, action } => {
                room.bot_answered(seat, room.judge(seat, action))
            }
            PreparedKind::JudgedAnswer { seat, answer } => room.bot_answered(seat, answer),
            PreparedKind::Other(Input::Connected { link, guest }) => {
                room.people.connect(link, guest)
            }
            PreparedKind::Other(Input::Gone { link }) => room.people.disconnect(link),
            PreparedKind::Other(Input::Message { link, message }) => {
                room.message(entropy, link, message)
            }
            PreparedKind::Other(Input::Moved { from, to, moves }) => {
                room.move_seat(from, to, moves)
            }
            PreparedKind::Other(Input::Full) => room.end_match_when_full(),
            // An answer that is no longer awaited.
            PreparedKind::Other(Input::BotAnswered { .. }) | PreparedKind::Other(Input::Tick) => {}
        }
        room.send_presence_changes();
        room.run_automatic_steps(entropy);
        if !room.state.is_host(host) {
            room.greet_again(host);
            room.greet_again(room.state.host());
        }
        if let Some(company_features) = room.service.company_features {
            (company_features.look)(room);
        }
        std::mem::take(&mut room.out)
    }
}
