//! Pending requests to bots.

use upcard_engine::{MAX_PLAYERS, Seat};

use crate::pace::Millis;

/// Seats that await a bot's answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Thinking {
    questions: [Option<Question>; MAX_PLAYERS],
    /// Number of requests so far.
    asked: u64,
}

#[derive(Clone, Copy, Debug)]
struct Question {
    request: u64,
    until: Millis,
}

impl Thinking {
    /// Registers a request with this timeout; returns its number.
    pub(super) fn ask(&mut self, seat: Seat, until: Millis) -> u64 {
        self.asked += 1;
        self.questions[seat.index()] = Some(Question { request: self.asked, until });
        self.asked
    }

    /// Returns the timeout of a seat's pending request.
    pub(super) fn until(&self, seat: Seat) -> Option<Millis> {
        self.questions.get(seat.index()).copied().flatten().map(|question| question.until)
    }

    /// Returns `true` if a seat awaits the answer to this request.
    pub(super) fn awaits(&self, seat: Seat, request: u64) -> bool {
        let question = self.questions.get(seat.index()).copied().flatten();
        question.is_some_and(|question| question.request == request)
    }

    /// Cancels a seat's request.
    pub(super) fn forget(&mut self, seat: Seat) {
        self.questions[seat.index()] = None;
    }

    /// Cancels all requests.
    pub(super) fn forget_all(&mut self) {
        self.questions = Default::default();
    }
}
