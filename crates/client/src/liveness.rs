//! When a silent connection is asked for a sign of life, and when it is given up: nobody tells a page
//! that its phone has lost the network, or that a server hangs.

use upcard_table::wire::TableError;

/// After this many milliseconds of silence the server is asked whether it is there: whoever waits for
/// another player notices a server that hangs about as soon as whoever acts.
const ASK: f64 = 2_000.0;

/// A server that has said that it waits for its store says so again before this is over; it is not asked
/// meanwhile.
const WAITING: f64 = 12_000.0;

/// The answer to a question is waited for this many milliseconds, …
const SIGN: f64 = 1_200.0;

/// … the answer to an action this many, since it is stored first, …
const PATIENCE: f64 = 2_500.0;

/// … or, over a slow network, this many times as long as the last answer took, …
const SLOW: f64 = 3.0;

/// … and never longer than this many milliseconds. A new connection may take as long.
const MOST: f64 = 13_000.0;

/// After which errors is there no table to come back to?
#[must_use]
pub const fn ends_the_line(error: &TableError) -> bool {
    matches!(
        error,
        TableError::NoSuchTable
            | TableError::BadLink
            | TableError::Kicked
            | TableError::Damaged
            | TableError::SetAside
            | TableError::TooManyOfOne
            | TableError::TooManyWatching
            | TableError::Protocol { .. }
    )
}

/// What is to be done about a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// Nothing.
    Wait,
    /// Ask it for a sign of life.
    Ask,
    /// Give it up, and connect again.
    GiveUp,
}

/// A connection to a server, as its page sees it. All times are in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Liveness {
    /// When something came last, or the connection was begun.
    received: f64,
    /// Since when an answer is waited for, and how long it is over a fast network.
    asked: Option<(f64, f64)>,
    /// How long an answer is waited for at least, by how long others took.
    slow: f64,
    /// The silence after which the server is asked.
    quiet: f64,
    open: bool,
}

impl Liveness {
    /// No connection yet.
    #[must_use]
    pub const fn new(now: f64) -> Liveness {
        Liveness { received: now, asked: None, slow: 0.0, quiet: ASK, open: false }
    }

    /// A connection is being made.
    pub const fn connects(&mut self, now: f64) {
        (self.received, self.asked, self.quiet, self.open) = (now, None, ASK, false);
    }

    /// It is there.
    pub const fn opened(&mut self, now: f64) {
        (self.received, self.open) = (now, true);
    }

    /// An action was sent, which the server stores and answers.
    pub const fn acted(&mut self, now: f64) {
        self.waits(now, PATIENCE);
    }

    /// The server was asked for a sign of life.
    pub const fn asked(&mut self, now: f64) {
        self.waits(now, SIGN);
    }

    const fn waits(&mut self, now: f64, patience: f64) {
        if self.open && self.asked.is_none() {
            self.asked = Some((now, patience));
        }
    }

    /// Something came.
    pub const fn received(&mut self, now: f64) {
        (self.received, self.quiet) = (now, ASK);
        if let Some((asked, _)) = self.asked.take() {
            self.slow = (SLOW * (now - asked)).min(MOST);
        }
    }

    /// The server has said that it waits for its store.
    pub const fn told_to_wait(&mut self, now: f64) {
        (self.received, self.asked, self.quiet) = (now, None, WAITING);
    }

    /// What is to be done? A connection that is given up makes the page more patient with the next one:
    /// it may be the network that is slow.
    pub const fn check(&mut self, now: f64) -> Check {
        let (since, patience) = match self.asked {
            _ if !self.open => (self.received, MOST),
            Some((asked, patience)) => (asked, patience.max(self.slow)),
            None if now - self.received > self.quiet => return Check::Ask,
            None => return Check::Wait,
        };
        if now - since <= patience {
            return Check::Wait;
        }
        if self.open {
            self.slow = (2.0 * patience).min(MOST);
        }
        Check::GiveUp
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(now: f64) -> Liveness {
        let mut line = Liveness::new(0.0);
        line.connects(0.0);
        line.opened(now);
        line
    }

    #[test]
    fn an_action_without_an_answer_is_waited_for_two_seconds_and_a_half() {
        let mut line = open(0.0);
        // However long it was silent before: nothing was asked.
        line.acted(7_000.0);
        assert_eq!(line.check(9_500.0), Check::Wait);
        assert_eq!(line.check(9_501.0), Check::GiveUp);
        let mut line = open(0.0);
        line.acted(7_000.0);
        line.acted(9_000.0);
        line.received(9_400.0);
        assert_eq!(line.check(11_400.0), Check::Wait, "it has answered");
    }

    #[test]
    fn silence_is_asked_about_and_then_ended() {
        let mut line = open(0.0);
        assert_eq!(line.check(2_000.0), Check::Wait);
        assert_eq!(line.check(2_001.0), Check::Ask);
        line.asked(2_001.0);
        assert_eq!(line.check(3_201.0), Check::Wait);
        assert_eq!(line.check(3_202.0), Check::GiveUp);
        // An action that is sent meanwhile makes nobody more patient.
        let mut line = open(0.0);
        line.asked(2_001.0);
        line.acted(2_500.0);
        assert_eq!(line.check(3_202.0), Check::GiveUp);
        // However often it is looked, a line on which nothing comes is given up before four seconds are over.
        for every in [250.0, 500.0] {
            let (mut line, mut now) = (open(0.0), 0.0);
            loop {
                now += every;
                match line.check(now) {
                    Check::Wait => {}
                    Check::Ask => line.asked(now),
                    Check::GiveUp => break,
                }
            }
            assert!(now <= 4_000.0, "{now} at one look in {every} ms");
        }
    }

    #[test]
    fn a_slow_network_is_borne() {
        let mut line = open(0.0);
        // Each answer takes three seconds. The first connections are given up, …
        let mut given_up = 0;
        let mut now = 0.0;
        loop {
            line.acted(now);
            if line.check(now + 3_000.0) == Check::Wait {
                break;
            }
            given_up += 1;
            now += 4_000.0;
            line.connects(now);
            line.opened(now);
        }
        assert_eq!(given_up, 1);
        // … and then they last.
        for _ in 0..10 {
            line.received(now + 3_000.0);
            now += 10_000.0;
            line.acted(now);
            assert_eq!(line.check(now + 3_000.0), Check::Wait);
        }
        // A fast one is believed again.
        line.received(now + 50.0);
        line.acted(now + 100.0);
        assert_eq!(line.check(now + 2_600.0), Check::Wait);
        assert_eq!(line.check(now + 2_601.0), Check::GiveUp);
    }

    /// A server says every ten seconds that it waits for its store. As long as it does it is believed.
    #[test]
    fn a_server_that_waits_for_its_store_is_not_given_up() {
        let mut line = open(0.0);
        line.acted(1_000.0);
        line.told_to_wait(2_000.0);
        for told in [12_100.0, 22_200.0] {
            assert_eq!(line.check(told), Check::Wait);
            line.told_to_wait(told);
        }
        assert_eq!(line.check(34_201.0), Check::Ask);
        line.asked(34_201.0);
        assert_eq!(line.check(35_402.0), Check::GiveUp);
        // What it answers in the end is no measure of the network.
        let mut line = open(0.0);
        line.acted(1_000.0);
        line.told_to_wait(2_000.0);
        line.received(9_000.0);
        assert_eq!(line.check(11_001.0), Check::Ask);
        line.asked(11_001.0);
        assert_eq!(line.check(12_202.0), Check::GiveUp);
    }

    #[test]
    fn a_connection_that_does_not_come_about_is_tried_again() {
        let mut line = Liveness::new(0.0);
        line.connects(1_000.0);
        line.acted(1_000.0);
        assert_eq!(line.check(14_000.0), Check::Wait);
        assert_eq!(line.check(14_001.0), Check::GiveUp);
        line.connects(14_500.0);
        assert_eq!(line.check(20_000.0), Check::Wait);
    }
}
