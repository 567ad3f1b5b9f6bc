//! Connection health: when to ping a silent connection and when to reconnect. A page is not notified when the
//! phone loses the network or the server hangs.

use upcard_table::wire::TableError;

/// Silence in milliseconds before a ping, so that players waiting for others notice a hanging server about as
/// soon as the player to act.
const PING_AFTER: f64 = 2_000.0;

/// Silence allowed after a server reported that it is waiting for its store; it repeats the report within
/// this time.
const STORE_WAIT_PING_AFTER: f64 = 12_000.0;

/// Timeout for the answer to a ping, in milliseconds.
const PING_TIMEOUT: f64 = 1_200.0;

/// Timeout for the answer to an action, which the server stores first.
const ACTION_TIMEOUT: f64 = 2_500.0;

/// On slow networks: factor on the time that the last answer took.
const SLOW_FACTOR: f64 = 3.0;

/// Maximum timeout, also for a new connection, in milliseconds.
const MAX_TIMEOUT: f64 = 13_000.0;

/// Returns `true` for errors after which there is no table to reconnect to.
#[must_use]
pub const fn ends_connection(error: &TableError) -> bool {
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
    Ping,
    /// Close it and reconnect.
    Reconnect,
}

/// State of a connection to a server. All times are in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Liveness {
    /// Time of the last message received, or of the connection attempt.
    received: f64,
    /// Time of the first unanswered request, and its timeout on a fast network.
    pending: Option<(f64, f64)>,
    /// Minimum timeout, derived from earlier response times.
    min_timeout: f64,
    /// Silence before a ping.
    ping_after: f64,
    open: bool,
}

impl Liveness {
    /// Initial state, not connected.
    #[must_use]
    pub const fn new(now: f64) -> Liveness {
        Liveness {
            received: now,
            pending: None,
            min_timeout: 0.0,
            ping_after: PING_AFTER,
            open: false,
        }
    }

    /// Notes that a connection attempt starts.
    pub const fn note_connecting(&mut self, now: f64) {
        (self.received, self.pending, self.ping_after, self.open) = (now, None, PING_AFTER, false);
    }

    /// Notes that the connection is open.
    pub const fn note_open(&mut self, now: f64) {
        (self.received, self.open) = (now, true);
    }

    /// Notes that an action was sent, which the server stores and answers.
    pub const fn note_action(&mut self, now: f64) {
        self.start_timeout(now, ACTION_TIMEOUT);
    }

    /// Notes that a ping was sent.
    pub const fn note_ping(&mut self, now: f64) {
        self.start_timeout(now, PING_TIMEOUT);
    }

    const fn start_timeout(&mut self, now: f64, patience: f64) {
        if self.open && self.pending.is_none() {
            self.pending = Some((now, patience));
        }
    }

    /// Notes that a message was received.
    pub const fn note_received(&mut self, now: f64) {
        (self.received, self.ping_after) = (now, PING_AFTER);
        if let Some((asked, _)) = self.pending.take() {
            self.min_timeout = (SLOW_FACTOR * (now - asked)).min(MAX_TIMEOUT);
        }
    }

    /// Notes that the server is waiting for its store.
    pub const fn note_store_wait(&mut self, now: f64) {
        (self.received, self.pending, self.ping_after) = (now, None, STORE_WAIT_PING_AFTER);
    }

    /// Returns what to do. Giving up increases the timeouts of the next connection, since the network may be
    /// slow.
    pub const fn check(&mut self, now: f64) -> Check {
        let (since, patience) = match self.pending {
            _ if !self.open => (self.received, MAX_TIMEOUT),
            Some((asked, patience)) => (asked, patience.max(self.min_timeout)),
            None if now - self.received > self.ping_after => return Check::Ping,
            None => return Check::Wait,
        };
        if now - since <= patience {
            return Check::Wait;
        }
        if self.open {
            self.min_timeout = (2.0 * patience).min(MAX_TIMEOUT);
        }
        Check::Reconnect
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(now: f64) -> Liveness {
        let mut line = Liveness::new(0.0);
        line.note_connecting(0.0);
        line.note_open(now);
        line
    }

    #[test]
    fn unanswered_action_times_out_after_two_and_a_half_seconds() {
        let mut line = open(0.0);
        // Earlier silence does not count, since nothing was sent.
        line.note_action(7_000.0);
        assert_eq!(line.check(9_500.0), Check::Wait);
        assert_eq!(line.check(9_501.0), Check::Reconnect);
        let mut line = open(0.0);
        line.note_action(7_000.0);
        line.note_action(9_000.0);
        line.note_received(9_400.0);
        assert_eq!(line.check(11_400.0), Check::Wait, "it has answered");
    }

    #[test]
    fn silence_is_pinged_then_reconnected() {
        let mut line = open(0.0);
        assert_eq!(line.check(2_000.0), Check::Wait);
        assert_eq!(line.check(2_001.0), Check::Ping);
        line.note_ping(2_001.0);
        assert_eq!(line.check(3_201.0), Check::Wait);
        assert_eq!(line.check(3_202.0), Check::Reconnect);
        // An action sent meanwhile does not extend the timeout of a ping.
        let mut line = open(0.0);
        line.note_ping(2_001.0);
        line.note_action(2_500.0);
        assert_eq!(line.check(3_202.0), Check::Reconnect);
        // Whatever the polling interval, a dead connection is given up within four seconds.
        for every in [250.0, 500.0] {
            let (mut line, mut now) = (open(0.0), 0.0);
            loop {
                now += every;
                match line.check(now) {
                    Check::Wait => {}
                    Check::Ping => line.note_ping(now),
                    Check::Reconnect => break,
                }
            }
            assert!(now <= 4_000.0, "{now} at one look in {every} ms");
        }
    }

    #[test]
    fn slow_networks_get_longer_timeouts() {
        let mut line = open(0.0);
        // Each answer takes three seconds: first the connection is given up, ...
        let mut given_up = 0;
        let mut now = 0.0;
        loop {
            line.note_action(now);
            if line.check(now + 3_000.0) == Check::Wait {
                break;
            }
            given_up += 1;
            now += 4_000.0;
            line.note_connecting(now);
            line.note_open(now);
        }
        assert_eq!(given_up, 1);
        // ... and then it is kept.
        for _ in 0..10 {
            line.note_received(now + 3_000.0);
            now += 10_000.0;
            line.note_action(now);
            assert_eq!(line.check(now + 3_000.0), Check::Wait);
        }
        // A fast answer resets the timeout.
        line.note_received(now + 50.0);
        line.note_action(now + 100.0);
        assert_eq!(line.check(now + 2_600.0), Check::Wait);
        assert_eq!(line.check(now + 2_601.0), Check::Reconnect);
    }

    /// A server reports every ten seconds that it is waiting for its store. Reports keep the connection.
    #[test]
    fn server_waiting_for_its_store_is_not_given_up() {
        let mut line = open(0.0);
        line.note_action(1_000.0);
        line.note_store_wait(2_000.0);
        for told in [12_100.0, 22_200.0] {
            assert_eq!(line.check(told), Check::Wait);
            line.note_store_wait(told);
        }
        assert_eq!(line.check(34_201.0), Check::Ping);
        line.note_ping(34_201.0);
        assert_eq!(line.check(35_402.0), Check::Reconnect);
        // The answer after a wait does not measure the network.
        let mut line = open(0.0);
        line.note_action(1_000.0);
        line.note_store_wait(2_000.0);
        line.note_received(9_000.0);
        assert_eq!(line.check(11_001.0), Check::Ping);
        line.note_ping(11_001.0);
        assert_eq!(line.check(12_202.0), Check::Reconnect);
    }

    #[test]
    fn failed_connection_attempts_are_retried() {
        let mut line = Liveness::new(0.0);
        line.note_connecting(1_000.0);
        line.note_action(1_000.0);
        assert_eq!(line.check(14_000.0), Check::Wait);
        assert_eq!(line.check(14_001.0), Check::Reconnect);
        line.note_connecting(14_500.0);
        assert_eq!(line.check(20_000.0), Check::Wait);
    }
}
