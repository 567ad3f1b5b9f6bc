//! Automatic steps: irrelevant passes, timeouts, the next deal, a new host. Nothing runs while
//! nobody is connected: a table waits for its people.

use upcard_engine::{Action, Phase, Seat};

use super::data::Room;
use super::timer::is_offer;
use crate::guest::Guest;
use crate::pace::Millis;
use crate::set_up::Clock;
use crate::stored::Entry;
use crate::wire::{CoverWhy, Stage};

impl Room {
    /// When [`crate::Input::Tick`] is due next, if no other input comes before.
    #[must_use]
    pub fn wake_at(&self) -> Option<Millis> {
        let company =
            self.service.company_features.and_then(|company_features| (company_features.due)(self));
        let host = self.next_host().map(|(at, _)| at);
        [self.play_due(), host, company].into_iter().flatten().min()
    }

    /// When the match or its preparation needs a tick.
    fn play_due(&self) -> Option<Millis> {
        if self.paused() {
            return None;
        }
        self.timer.due(&self.state, &self.people, &self.pending_requests)
    }

    /// Returns who becomes host, and when, if the host stays away: the first present person with a
    /// seat.
    fn next_host(&self) -> Option<(Millis, Guest)> {
        let away = self.people.host_away().filter(|_| !self.paused())?;
        Some((self.timer.host_until(away), self.people.first(&self.state)?))
    }

    /// Performs all automatic steps: irrelevant passes, timeouts, the next deal, requests to bots.
    pub(super) fn run_automatic_steps(&mut self, entropy: &mut impl FnMut() -> [u8; 32]) {
        while !self.is_broken() && self.step() {}
        if !self.paused() {
            self.ask_bots(entropy);
        }
    }

    /// Performs one step; `false` if there is none.
    fn step(&mut self) -> bool {
        if self.paused() {
            self.timer.stop(self.now);
            if !self.people.is_anybody_here() {
                self.people.reset_host_absence();
            }
            self.pending_requests.forget_all();
        } else if self.timer.reopen(self.now, &self.state) {
            self.pending_requests.forget_all();
            self.send_window();
        }
        if let Some((_, guest)) = self.next_host().filter(|(at, _)| *at <= self.now) {
            self.record(Entry::HostAway { guest });
            self.people.reset_host_absence();
            return true;
        }
        let back = self.state.returning_host().filter(|guest| self.people.is_here(*guest));
        if let Some(guest) = back {
            self.record(Entry::Appointed { guest });
            return true;
        }
        match self.state.stage() {
            Stage::Seating | Stage::Over => false,
            Stage::Gathering => {
                let owes =
                    |seat: Seat| self.state.owes_entropy(seat) && self.people.is_present(seat);
                let done = !self.state.seats().any(owes);
                let begins = self.record_if(done || self.is_due(), Entry::Began);
                if begins {
                    for seat in std::mem::take(&mut self.unready).iter() {
                        self.cover_for(seat, false, CoverWhy::NotReady);
                    }
                }
                begins
            }
            Stage::Playing => self.advance_match(),
        }
    }

    fn is_due(&self) -> bool {
        self.play_due().is_some_and(|at| at <= self.now)
    }

    fn record_if(&mut self, so: bool, entry: Entry) -> bool {
        if so {
            self.record(entry);
        }
        so
    }

    fn advance_match(&mut self) -> bool {
        let Some(table) = self.state.game().map(|game| game.table()) else { return false };
        let (phase, players) = (table.phase(), table.players());
        if self.active_pause.is_some() {
            return false;
        }
        if let Phase::DealOver { .. } = phase {
            // Covered people may be ready, too, but are not waited for.
            let ready = |seat: Seat| self.people.is_present(seat) && self.state.is_ready(seat);
            let all = self.state.seats().any(ready)
                && self.people.playing(&self.state).all(|seat| self.state.is_ready(seat));
            return self.record_if(all || self.is_due(), Entry::NextDeal);
        }
        let settled = self.state.irrelevant_passes();
        if !settled.is_empty() {
            settled.into_iter().for_each(|seat| self.act_for(seat, Action::Pass));
            return true;
        }
        if let Some(drop) = self.state.drop_for_missed_turns() {
            self.record(Entry::Missed { seat: drop.seat() });
            self.play(drop);
            return true;
        }
        if self.paused() {
            return false;
        }
        let patience =
            |seat| self.timer.deadline_of(seat, &self.state, &self.people, &self.pending_requests);
        let due = Seat::all(players)
            .filter(|&seat| table.asks(seat))
            .find(|&seat| patience(seat).is_some_and(|at| at <= self.now));
        let Some(seat) = due else { return false };
        if self.state.bot_of(seat).is_some() {
            self.play_fallback(seat);
        } else if is_offer(phase) {
            // The window has closed, or an absent person would delay the others.
            self.act_for(seat, Action::Pass);
        } else {
            let late = matches!(self.state.set_up().clock, Clock::PerMove { .. });
            let here = self.people.is_present(seat);
            let why = if here { CoverWhy::TimeUp } else { CoverWhy::Away };
            self.cover_for(seat, late, why);
        }
        true
    }
}
