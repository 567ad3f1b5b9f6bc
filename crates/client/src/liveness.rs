//! Connection health: when to ping a silent connection and when to reconnect. A page is not notified when the
//! phone loses the network or the server hangs.

use upcard_table::wire::TableError;

/// Silence in milliseconds before a ping, so that players waiting for others notice a hanging server about as
/// soon as the player to act.
const ASK: f64 = 2_000.0;

/// Silence allowed after a server reported that it is waiting for its store; it repeats the report within
/// this time.
const WAITING: f64 = 12_000.0;

/// Timeout for the answer to a ping, in milliseconds.
const SIGN: f64 = 1_200.0;

/// Timeout for the answer to an action, which the server stores first.
const PATIENCE: f64 = 2_500.0;

/// On slow networks: factor on the time that the last answer took.
const SLOW: f64 = 3.0;

/// Maximum timeout, also for a new connection, in milliseconds.
const MOST: f64 = 13_000.0;

/// Returns `true` for errors after which there is no table to reconnect to.
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

/// Action for a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// None.
    Wait,
    /// Send a ping.
    Ask,
    /// Close it and reconnect.
    GiveUp,
}

/// State of a connection to a server. All times are in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Liveness {
    /// Time of the last message received, or of the connection attempt.
    received: f64,
    /// Time of the first unanswered request, and its timeout on a fast network.
    asked: Option<(f64, f64)>,
    /// Minimum timeout, derived from earlier response times.
    slow: f64,
    /// Silence before a ping.
    quiet: f64,
    open: bool,
}

impl Liveness {
    /// Initial state, not connected.
    #[must_use]
    pub const fn new(now: f64) -> Liveness {
        Liveness { received: now, asked: None, slow: 0.0, quiet: ASK, open: false }
    }

    /// Notes that a connection attempt starts.
    pub const fn connects(&mut self, now: f64) {
        (self.received, self.asked, self.quiet, self.open) = (now, None, ASK, false);
    }

    /// Notes that the connection is open.
    pub const fn opened(&mut self, now: f64) {
        (self.received, self.open) = (now, true);
    }

    /// Notes that an action was sent, which the server stores and answers.
    pub const fn acted(&mut self, now: f64) {
        self.waits(now, PATIENCE);
    }

    /// Notes that a ping was sent.
    pub const fn asked(&mut self, now: f64) {
        self.waits(now, SIGN);
    }

    const fn waits(&mut self, now: f64, patience: f64) {
        if self.open && self.asked.is_none() {
            self.asked = Some((now, patience));
        }
    }

    /// Notes that a message was received.
    pub const fn received(&mut self, now: f64) {
        (self.received, self.quiet) = (now, ASK);
        if let Some((asked, _)) = self.asked.take() {
            self.slow = (SLOW * (now - asked)).min(MOST);
        }
    }

    /// Notes that the server is waiting for its store.
    pub const fn told_to_wait(&mut self, now: f64) {
        (self.received, self.asked, self.quiet) = (now, None, WAITING);
    }

    /// Returns what to do. Giving up increases the timeouts of the next connection, since the network may be
    /// slow.
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
        // Earlier silence does not count, since nothing was sent.
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
        // An action sent meanwhile does not extend the timeout of a ping.
        let mut line = open(0.0);
        line.asked(2_001.0);
        line.acted(2_500.0);
        assert_eq!(line.check(3_202.0), Check::GiveUp);
        // Whatever the polling interval, a dead connection is given up within four seconds.
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
        // Each answer takes three seconds: first the connection is given up, ...
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
        // ... and then it is kept.
        for _ in 0..10 {
            line.received(now + 3_000.0);
            now += 10_000.0;
            line.acted(now);
            assert_eq!(line.check(now + 3_000.0), Check::Wait);
        }
        // A fast answer resets the timeout.
        line.received(now + 50.0);
        line.acted(now + 100.0);
        assert_eq!(line.check(now + 2_600.0), Check::Wait);
        assert_eq!(line.check(now + 2_601.0), Check::GiveUp);
    }

    /// A server reports every ten seconds that it is waiting for its store. Reports keep the connection.
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
        // The answer after a wait does not measure the network.
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
