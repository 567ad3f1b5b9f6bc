//! Inactivity reminder for the player to act.

/// Milliseconds without input during the player's turn before the reminder.
pub const NUDGE_AFTER: f64 = 30_000.0;

/// Inactivity of the player to act.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Idle {
    asked: bool,
    since: f64,
    nudged: bool,
}

impl Idle {
    /// Notes whether a decision is pending.
    pub fn set_pending(&mut self, asked: bool, now: f64) {
        if asked != self.asked {
            *self = Idle { asked, since: now, nudged: false };
        }
    }

    /// Notes user input.
    pub fn note_input(&mut self, now: f64) {
        (self.since, self.nudged) = (now, false);
    }

    /// Returns `true` once when the reminder is due.
    pub fn nudge(&mut self, now: f64) -> bool {
        let due = self.asked && !self.nudged && now - self.since >= NUDGE_AFTER;
        self.nudged |= due;
        due
    }

    /// Returns `true` while a reminder is shown.
    #[must_use]
    pub const fn is_nudged(&self) -> bool {
        self.nudged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nudges_once_after_thirty_idle_seconds() {
        let mut idle = Idle::default();
        assert!(!idle.nudge(1e9), "nobody is asked");
        idle.set_pending(true, 1_000.0);
        idle.set_pending(true, 20_000.0);
        assert!(!idle.nudge(30_999.0));
        assert!(idle.nudge(31_000.0));
        assert!(!idle.nudge(90_000.0) && idle.is_nudged(), "once");
        idle.note_input(95_000.0);
        assert!(!idle.is_nudged());
        assert!(!idle.nudge(124_000.0) && idle.nudge(125_000.0));
        // A new decision restarts the timer.
        idle.set_pending(false, 126_000.0);
        assert!(!idle.is_nudged() && !idle.nudge(1e9));
        idle.set_pending(true, 130_000.0);
        assert!(!idle.nudge(159_000.0));
    }
}
