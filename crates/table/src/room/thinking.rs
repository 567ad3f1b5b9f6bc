//! Questions to bots that are open.

use upcard_engine::{MAX_PLAYERS, Seat};

use crate::pace::Millis;

/// Which seats wait for a bot's answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Thinking {
    questions: [Option<Question>; MAX_PLAYERS],
    /// How many there have been.
    asked: u64,
}

#[derive(Clone, Copy, Debug)]
struct Question {
    request: u64,
    until: Millis,
}

impl Thinking {
    /// A question that is waited for until then; its number.
    pub(super) fn ask(&mut self, seat: Seat, until: Millis) -> u64 {
        self.asked += 1;
        self.questions[seat.index()] = Some(Question { request: self.asked, until });
        self.asked
    }

    /// Until when a seat waits, if it does.
    pub(super) fn until(&self, seat: Seat) -> Option<Millis> {
        self.questions.get(seat.index()).copied().flatten().map(|question| question.until)
    }

    /// Does a seat wait for the answer to this question?
    pub(super) fn awaits(&self, seat: Seat, request: u64) -> bool {
        let question = self.questions.get(seat.index()).copied().flatten();
        question.is_some_and(|question| question.request == request)
    }

    /// A seat waits no more.
    pub(super) fn forget(&mut self, seat: Seat) {
        self.questions[seat.index()] = None;
    }

    /// No seat waits any more.
    pub(super) fn forget_all(&mut self) {
        self.questions = Default::default();
    }
}
