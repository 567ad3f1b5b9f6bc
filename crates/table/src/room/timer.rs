//! Time measurement and timeouts of decisions.
//!
//! An offer's window has the same length whoever is to act and whatever anybody holds.

use upcard_engine::{MAX_PLAYERS, Phase, Seat, Table};

use super::pending_requests::PendingRequests;
use super::people::People;
use crate::pace::{Millis, Timing};
use crate::set_up::Clock;
use crate::state::State;
use crate::wire::{Stage, Window};

/// How long an offer waits for an absent person, in milliseconds.
const ABSENT_OFFER_TIMEOUT: Millis = 3_000;

/// Timeouts from this length on count as unlimited: no deadline is announced.
const UNLIMITED: Millis = 24 * 3_600_000;

/// Clock of a table.
#[derive(Clone, Debug)]
pub(super) struct Timer {
    timing: Timing,
    open: Option<Open>,
    /// The decision that was open when the clock stopped, and its elapsed time.
    stopped: Option<(Open, Millis)>,
    /// Cards were dealt, but the time of the dealing animation has not started yet.
    dealing: bool,
    /// End of the dealing animation.
    dealing_until: Millis,
}

/// The present decision, and when it opened.
#[derive(Clone, Copy, Debug)]
struct Open {
    stage: Stage,
    number: u32,
    decision: u32,
    at: Millis,
    /// Bank time of each seat already charged for this decision, in milliseconds.
    charged: [u32; MAX_PLAYERS],
}

/// Returns `true` if this phase is answered within the window of an offer.
pub(super) fn is_offer(phase: Phase) -> bool {
    matches!(phase, Phase::Offers { .. } | Phase::Call { .. } | Phase::Claim { .. })
}

impl Timer {
    pub(super) fn new(timing: Timing) -> Timer {
        Timer { timing, open: None, stopped: None, dealing: false, dealing_until: 0 }
    }

    /// Notes that cards were dealt: the dealing animation follows.
    pub(super) fn deal(&mut self) {
        self.dealing = true;
    }

    /// Returns until when a host who went away at `away` is waited for.
    pub(super) fn host_until(&self, away: Millis) -> Millis {
        away + self.timing.host
    }

    /// Stops the clock: pauses, and time without anybody present, do not count.
    pub(super) fn stop(&mut self, now: Millis) {
        if let Some(open) = self.open.take() {
            self.stopped = Some((open, now.saturating_sub(open.at)));
        }
    }

    /// Starts timing the present decision; returns `true` if it has just opened.
    pub(super) fn reopen(&mut self, now: Millis, state: &State) -> bool {
        let decision = state.game().map_or(0, |game| game.table().decision());
        let (stage, number) = (state.stage(), state.number());
        let same = |o: &Open| (o.stage, o.number, o.decision) == (stage, number, decision);
        if self.open.as_ref().is_some_and(same) {
            return false;
        }
        if std::mem::take(&mut self.dealing) {
            self.dealing_until = now + state.pace().dealing().min(self.timing.max_bot_delay);
        }
        // An offer's time starts when its card can be seen.
        let offer = state.game().is_some_and(|game| is_offer(game.table().phase()));
        let at = if offer { now.max(self.dealing_until) } else { now };
        // A clock resumes where it stopped; an unclocked decision starts anew.
        let asked = |seat: &Seat| state.game().is_some_and(|game| game.table().asks(*seat));
        let asked = state.seats().find(asked);
        let clocked = |open: &Open| asked.is_some_and(|seat| open.deadline(state, seat).is_some());
        self.open = Some(match self.stopped.take() {
            Some((open, past)) if same(&open) && clocked(&open) => {
                Open { at: now.saturating_sub(past), ..open }
            }
            _ => Open { stage, number, decision, at, charged: [0; MAX_PLAYERS] },
        });
        true
    }

    /// When the match or its preparation needs a tick.
    pub(super) fn due(
        &self,
        state: &State,
        people: &People,
        pending_requests: &PendingRequests,
    ) -> Option<Millis> {
        let open = self.open?;
        match state.stage() {
            Stage::Seating | Stage::Over => None,
            Stage::Gathering => Some(open.at + self.timing.gather),
            Stage::Playing => {
                let table = state.game()?.table();
                if let Phase::DealOver { .. } = table.phase() {
                    return Some(open.at + self.until_next_deal(state, people));
                }
                let asked = Seat::all(table.players()).filter(|&seat| table.asks(seat));
                asked
                    .filter_map(|seat| self.deadline_of(seat, state, people, pending_requests))
                    .min()
            }
        }
    }

    fn until_next_deal(&self, state: &State, people: &People) -> Millis {
        match people.playing(state).next() {
            Some(_) => self.timing.next_deal,
            None => self.timing.next_deal_bots_only,
        }
    }

    /// Returns until when a seat to act is waited for.
    pub(super) fn deadline_of(
        &self,
        seat: Seat,
        state: &State,
        people: &People,
        pending_requests: &PendingRequests,
    ) -> Option<Millis> {
        let open = self.open?;
        if state.bot_of(seat).is_some() {
            return pending_requests.until(seat);
        }
        let offer = is_offer(state.game()?.table().phase());
        let window = match u64::from(state.set_up().offer_seconds) {
            seconds if offer && seconds > 0 => Some(open.at + seconds * 1000),
            _ => open.deadline(state, seat),
        };
        let patience =
            if offer { ABSENT_OFFER_TIMEOUT.min(self.timing.absent) } else { self.timing.absent };
        let absent = people.away(seat).map(|away| open.at.max(away) + patience);
        window.into_iter().chain(absent).min()
    }

    /// When the people to act who have not answered become silent.
    pub(super) fn silent_at(&self) -> Option<Millis> {
        self.open.map(|open| open.at + self.timing.silent)
    }

    /// Returns `true` if the clock has run out for a seat to act. A bot makes this move then.
    pub(super) fn is_time_up(&self, now: Millis, seat: Seat, state: &State) -> bool {
        let asked = state.running().is_some_and(|game| game.table().asks(seat));
        let open = self.open.filter(|_| asked);
        open.and_then(|open| open.deadline(state, seat)).is_some_and(|at| at <= now)
    }

    /// Returns the time limit of the present decision, if any.
    pub(super) fn window(&self, now: Millis, state: &State, people: &People) -> Option<Window> {
        let (open, table) = (self.open?, state.running()?.table());
        let of = match (table.phase(), state.set_up().clock) {
            (Phase::MatchOver, _) => return None,
            // Without a timeout there is nothing to count down.
            (Phase::DealOver { .. }, _) => {
                Some(self.until_next_deal(state, people)).filter(|of| *of < UNLIMITED)?
            }
            (phase, _) if is_offer(phase) => u64::from(state.set_up().offer_seconds) * 1000,
            (_, Clock::PerMove { .. }) => {
                let seat = table.waiting().first()?;
                if state.bot_of(seat).is_some() {
                    return None;
                }
                open.deadline(state, seat)? - open.at
            }
            (_, Clock::None) => return None,
        };
        let left = (open.at + of).saturating_sub(now);
        (of > 0).then_some(Window { decision: table.decision(), left, of })
    }

    /// Charges the person's bank for the present decision; returns the milliseconds not charged
    /// before.
    pub(super) fn charge(&mut self, now: Millis, seat: Seat, state: &State) -> u32 {
        let Clock::PerMove { seconds, .. } = state.set_up().clock else { return 0 };
        let clocked = |table: &Table| table.asks(seat) && !is_offer(table.phase());
        let runs = state.game().is_some_and(|game| clocked(game.table()));
        let Some(open) = self.open.as_mut().filter(|_| runs) else { return 0 };
        let over = now.saturating_sub(open.at).saturating_sub(u64::from(seconds) * 1000);
        let charged = &mut open.charged[seat.index()];
        let over = over.saturating_sub(u64::from(*charged));
        let cost = u32::try_from(over).unwrap_or(u32::MAX).min(state.bank(seat));
        *charged += cost;
        cost
    }

    /// Returns the delay of a bot's answer, derived from a random number, and its timeout. Depends on
    /// the decision and who is to act, never on the answer.
    pub(super) fn bot_delay(&self, now: Millis, number: u64, state: &State) -> (Millis, Millis) {
        let race = state.game().is_some_and(|game| {
            let table = game.table();
            let person = |seat: &Seat| state.bot_of(*seat).is_none();
            table.is_first_come(state.rules())
                && Seat::all(table.players()).filter(person).any(|seat| table.asks(seat))
        });
        let Timing { min_bot_delay, max_bot_delay, bot_limit, .. } = self.timing;
        let within = |delay: Millis| delay.max(min_bot_delay).min(max_bot_delay);
        let window = Millis::from(state.set_up().offer_seconds) * 1000;
        let (least, most) = match state.pace() {
            pace if race && window > 0 => {
                let (least, most) = pace.race_share();
                (least * window / 100, most * window / 100)
            }
            pace => pace.bot_delay(race),
        };
        let (least, most) = (within(least), within(most));
        let delay = least + number % (most.saturating_sub(least) + 1);
        let delay = delay + self.dealing_until.saturating_sub(now);
        (delay, now + delay + bot_limit)
    }
}

impl Open {
    /// Returns when the clock runs out for a seat to act, if one runs. Measured from the opening of
    /// the decision, whoever has played the seat meanwhile.
    fn deadline(&self, state: &State, seat: Seat) -> Option<Millis> {
        let phase = state.game()?.table().phase();
        match state.set_up().clock {
            Clock::PerMove { seconds, .. } if !is_offer(phase) => {
                let bank = state.bank(seat) + self.charged[seat.index()];
                Some(self.at + u64::from(seconds) * 1000 + u64::from(bank))
            }
            Clock::PerMove { .. } | Clock::None => None,
        }
    }
}
