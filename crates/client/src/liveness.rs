//! When a silent connection is asked for a sign of life, and when it is given up: nobody tells a page
//! that its phone has lost the network, or that a server hangs.

/// After this many milliseconds of silence the server is asked whether it is there.
const ASK: f64 = 8_000.0;

/// An answer is waited for this many milliseconds, …
const PATIENCE: f64 = 2_500.0;

/// … or, over a slow network, this many times as long as the last one took, …
const SLOW: f64 = 3.0;

/// … and never longer than this many milliseconds. A new connection may take as long.
const MOST: f64 = 13_000.0;

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
    /// Since when an answer is waited for.
    asked: Option<f64>,
    /// How long an answer is waited for at present.
    patience: f64,
    open: bool,
}

impl Liveness {
    /// No connection yet.
    #[must_use]
    pub const fn new(now: f64) -> Liveness {
        Liveness { received: now, asked: None, patience: PATIENCE, open: false }
    }

    /// A connection is being made.
    pub const fn connects(&mut self, now: f64) {
        (self.received, self.asked, self.open) = (now, None, false);
    }

    /// It is there.
    pub const fn opened(&mut self, now: f64) {
        (self.received, self.open) = (now, true);
    }

    /// Something was sent that the server answers.
    pub const fn asked(&mut self, now: f64) {
        if self.open && self.asked.is_none() {
            self.asked = Some(now);
        }
    }

    /// Something came.
    pub const fn received(&mut self, now: f64) {
        self.received = now;
        if let Some(asked) = self.asked.take() {
            self.patience = (SLOW * (now - asked)).clamp(PATIENCE, MOST);
        }
    }

    /// What is to be done? A connection that is given up makes the page more patient with the next one:
    /// it may be the network that is slow.
    pub const fn check(&mut self, now: f64) -> Check {
        let (since, patience) = match self.asked {
            _ if !self.open => (self.received, MOST),
            Some(asked) => (asked, self.patience),
            None if now - self.received > ASK => return Check::Ask,
            None => return Check::Wait,
        };
        if now - since <= patience {
            return Check::Wait;
        }
        if self.open {
            self.patience = (2.0 * self.patience).min(MOST);
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
        line.asked(7_000.0);
        assert_eq!(line.check(9_500.0), Check::Wait);
        assert_eq!(line.check(9_501.0), Check::GiveUp);
        let mut line = open(0.0);
        line.asked(7_000.0);
        line.asked(9_000.0);
        line.received(9_400.0);
        assert_eq!(line.check(17_000.0), Check::Wait, "it has answered");
    }

    #[test]
    fn silence_is_asked_about_and_then_ended() {
        let mut line = open(0.0);
        assert_eq!(line.check(8_000.0), Check::Wait);
        assert_eq!(line.check(8_001.0), Check::Ask);
        line.asked(8_001.0);
        assert_eq!(line.check(10_501.0), Check::Wait);
        assert_eq!(line.check(10_502.0), Check::GiveUp);
    }

    #[test]
    fn a_slow_network_is_borne() {
        let mut line = open(0.0);
        // Each answer takes three seconds. The first connections are given up, …
        let mut given_up = 0;
        let mut now = 0.0;
        loop {
            line.asked(now);
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
            line.asked(now);
            assert_eq!(line.check(now + 3_000.0), Check::Wait);
        }
        // A fast one is believed again.
        line.received(now + 50.0);
        line.asked(now + 100.0);
        assert_eq!(line.check(now + 2_600.0), Check::Wait);
        assert_eq!(line.check(now + 2_601.0), Check::GiveUp);
    }

    #[test]
    fn a_connection_that_does_not_come_about_is_tried_again() {
        let mut line = Liveness::new(0.0);
        line.connects(1_000.0);
        line.asked(1_000.0);
        assert_eq!(line.check(14_000.0), Check::Wait);
        assert_eq!(line.check(14_001.0), Check::GiveUp);
        line.connects(14_500.0);
        assert_eq!(line.check(20_000.0), Check::Wait);
    }
}
