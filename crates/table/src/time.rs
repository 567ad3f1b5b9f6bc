//! Windows, clocks and absences: what happens when somebody does not answer.
//!
//! An offer's window has the same length whoever is asked and whatever anybody holds. Nothing runs
//! while nobody is connected: a table waits for its people.

use upcard_engine::choices::Priority;
use upcard_engine::{Action, Level, MAX_PLAYERS, Phase, Seat};

use crate::entry::{Entry, Guest};
use crate::outbox::{Millis, Outbox, Think};
use crate::room::{Entropy, Room};
use crate::seat::{Occupant, SeatState};
use crate::wire::{Clock, ServerMessage, Stage, Window};

/// How long a table waits; a matter of whoever runs it, not of the rules. All in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// How long a person who is away may be asked before a bot covers.
    pub absent: Millis,
    /// How long the host may be away before somebody else becomes host.
    pub host: Millis,
    /// How long people have to show their entropy.
    pub gather: Millis,
    /// When the next deal begins, ready or not.
    pub next_deal: Millis,
    /// The same where only bots play and somebody looks on.
    pub next_deal_of_bots: Millis,
    /// The shortest time before a bot's answer, whatever [`crate::wire::Pace`] is chosen.
    pub bot_least: Millis,
    /// The longest.
    pub bot_most: Millis,
    /// How long beyond its delay a bot may take before the table answers for it.
    pub bot_limit: Millis,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            absent: 30_000,
            host: 120_000,
            gather: 5_000,
            next_deal: 90_000,
            next_deal_of_bots: 5_000,
            bot_least: 300,
            bot_most: 6_000,
            bot_limit: 20_000,
        }
    }
}

/// What waits this long waits for good: no end is announced.
const ENDLESS: Millis = 24 * 3_600_000;

/// A question to a bot that is open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    pub(crate) request: u64,
    until: Millis,
}

/// Since when the present decision waits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    stage: Stage,
    number: u32,
    decision: u32,
    at: Millis,
    /// Milliseconds of each seat's bank that this decision has cost already.
    charged: [u32; MAX_PLAYERS],
}

/// Who closed the last race, and when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Race {
    pub(crate) decision: u32,
    pub(crate) seat: Seat,
    pub(crate) at: Millis,
}

impl Room {
    /// When [`crate::Input::Tick`] is due next, if nothing else comes in before.
    #[must_use]
    pub fn wake_at(&self) -> Option<Millis> {
        [self.play_due(), self.next_host().map(|(at, _)| at)].into_iter().flatten().min()
    }

    /// When the match or its preparation needs a tick.
    fn play_due(&self) -> Option<Millis> {
        let open = self.open.filter(|_| !self.paused())?;
        match self.state.stage {
            Stage::Seating | Stage::Over => None,
            Stage::Gathering => Some(open.at + self.timing.gather),
            Stage::Playing => {
                let table = self.state.game()?.table();
                if let Phase::DealOver { .. } = table.phase() {
                    return Some(open.at + self.until_next_deal());
                }
                let asked = Seat::all(table.players()).filter(|&seat| table.asks(seat));
                asked.filter_map(|seat| self.patience(seat, open)).min()
            }
        }
    }

    /// The people who are there and play for themselves.
    fn people(&self) -> impl Iterator<Item = &SeatState> {
        let here = self.state.seats.iter().zip(&self.present).filter(|(_, here)| **here);
        here.map(|(state, _)| state).filter(|state| state.bot().is_none())
    }

    fn until_next_deal(&self) -> Millis {
        let people = self.people().next().is_some();
        if people { self.timing.next_deal } else { self.timing.next_deal_of_bots }
    }

    /// Who becomes host, and when, if the host stays away: the first person in a seat who is here.
    fn next_host(&self) -> Option<(Millis, Guest)> {
        let away = self.host_away.filter(|_| !self.paused())?;
        Some((away + self.timing.host, self.first_here()?))
    }

    /// The first person in a seat who is here.
    pub(crate) fn first_here(&self) -> Option<Guest> {
        let here = self.state.seats.iter().zip(&self.present).filter(|(_, here)| **here);
        here.filter_map(|(state, _)| state.guest()).next()
    }

    /// Nothing runs while nobody looks on.
    fn paused(&self) -> bool {
        self.broken || !self.links.values().any(|visitor| visitor.welcome)
    }

    /// Must this be answered within the window of an offer?
    fn is_offer(phase: Phase) -> bool {
        matches!(phase, Phase::Offers { .. } | Phase::Call { .. } | Phase::Claim { .. })
    }

    /// Until when an asked seat is waited for.
    fn patience(&self, seat: Seat, open: Open) -> Option<Millis> {
        let state = &self.state.seats[seat.index()];
        if state.bot().is_some() {
            return self.thinking[seat.index()].map(|pending| pending.until);
        }
        let offer = Room::is_offer(self.state.game()?.table().phase());
        let window = match self.state.set_up.clock {
            _ if offer && self.state.set_up.offer_seconds > 0 => {
                Some(open.at + u64::from(self.state.set_up.offer_seconds) * 1000)
            }
            _ => self.deadline(seat, open),
        };
        let here = self.present.get(seat.index()).copied().unwrap_or(false);
        let absent = (!here).then(|| open.at.max(self.away[seat.index()]) + self.timing.absent);
        match (window, absent) {
            (Some(window), Some(absent)) if !offer => Some(window.min(absent)),
            (Some(window), _) => Some(window),
            (None, absent) => absent,
        }
    }

    /// When the clock runs out for a seat that is asked, where one runs. It counts from the
    /// decision's opening, whoever has played the seat meanwhile.
    fn deadline(&self, seat: Seat, open: Open) -> Option<Millis> {
        let phase = self.state.game()?.table().phase();
        match self.state.set_up.clock {
            Clock::PerMove { seconds, .. } if !Room::is_offer(phase) => {
                let bank = self.state.seats[seat.index()].bank + open.charged[seat.index()];
                Some(open.at + u64::from(seconds) * 1000 + u64::from(bank))
            }
            Clock::PerMove { .. } | Clock::None => None,
        }
    }

    /// Has the clock run out for a seat that is asked? A bot makes this move then.
    pub(crate) fn is_time_up(&self, now: Millis, seat: Seat) -> bool {
        let asked = self.state.game().is_some_and(|game| game.table().asks(seat));
        let open = self.open.filter(|_| asked && self.state.stage == Stage::Playing);
        open.and_then(|open| self.deadline(seat, open)).is_some_and(|at| at <= now)
    }

    /// The time for the present decision, where it has a limit.
    pub(crate) fn window(&self, now: Millis) -> Option<Window> {
        let open = self.open.filter(|_| !self.paused() && self.state.stage == Stage::Playing)?;
        let table = self.state.game()?.table();
        let of = match (table.phase(), self.state.set_up.clock) {
            (Phase::MatchOver, _) => return None,
            // A table that waits for as long as it takes has nothing that runs down.
            (Phase::DealOver { .. }, _) => {
                Some(self.until_next_deal()).filter(|of| *of < ENDLESS)?
            }
            (phase, _) if Room::is_offer(phase) => {
                u64::from(self.state.set_up.offer_seconds) * 1000
            }
            (_, Clock::PerMove { .. }) => {
                let seat = table.waiting().first()?;
                if self.state.seats[seat.index()].bot().is_some() {
                    return None;
                }
                self.deadline(seat, open)? - open.at
            }
            (_, Clock::None) => return None,
        };
        let left = (open.at + of).saturating_sub(now);
        (of > 0).then_some(Window { decision: table.decision(), left, of })
    }

    /// What the present decision costs this person of the clock's bank, beyond what it has cost
    /// already; from now on it has.
    pub(crate) fn charge(&mut self, now: Millis, seat: Seat) -> u32 {
        let Clock::PerMove { seconds, .. } = self.state.set_up.clock else { return 0 };
        let bank = self.state.seats[seat.index()].bank;
        let clocked =
            |table: &upcard_engine::Table| table.asks(seat) && !Room::is_offer(table.phase());
        let runs = self.state.game().is_some_and(|game| clocked(game.table()));
        let Some(open) = self.open.as_mut().filter(|_| runs) else { return 0 };
        let over = now.saturating_sub(open.at).saturating_sub(u64::from(seconds) * 1000);
        let charged = &mut open.charged[seat.index()];
        let over = over.saturating_sub(u64::from(*charged));
        let cost = u32::try_from(over).unwrap_or(u32::MAX).min(bank);
        *charged += cost;
        cost
    }

    /// Does everything that follows by itself: passes that cannot matter, time that is up, the
    /// next deal, questions to bots.
    pub(crate) fn settle(&mut self, now: Millis, entropy: &mut impl Entropy, out: &mut Outbox) {
        while !self.broken && self.step(now, out) {}
        if !self.paused() {
            self.ask_bots(now, entropy, out);
        }
    }

    /// One such thing; false when there is none.
    fn step(&mut self, now: Millis, out: &mut Outbox) -> bool {
        self.reopen(now, out);
        if let Some((_, guest)) = self.next_host().filter(|(at, _)| *at <= now) {
            self.record(Entry::Host { guest }, out);
            self.host_away = None;
            return true;
        }
        match self.state.stage {
            Stage::Seating | Stage::Over => false,
            Stage::Gathering => {
                let owes = |seat: usize, state: &SeatState| {
                    self.state.gathering.owes(Seat::at(seat))
                        && state.guest().is_some()
                        && self.present.get(seat).copied().unwrap_or(false)
                };
                let waits = self.state.seats.iter().enumerate().any(|(i, s)| owes(i, s));
                let due = self.play_due().is_some_and(|at| at <= now);
                if !waits || due {
                    self.record(Entry::Began, out);
                }
                !waits || due
            }
            Stage::Playing => self.play_on(now, out),
        }
    }

    fn play_on(&mut self, now: Millis, out: &mut Outbox) -> bool {
        let Some(game) = self.state.game() else { return false };
        let table = game.table();
        if let Phase::DealOver { .. } = table.phase() {
            // Whoever is covered may be ready, too, and is not waited for.
            let ready = |(state, here): (&SeatState, &bool)| {
                *here && state.guest().is_some() && state.ready
            };
            let anybody = self.state.seats.iter().zip(&self.present).any(ready);
            let all = anybody && self.people().all(|state| state.ready);
            let due = self.play_due().is_some_and(|at| at <= now);
            if all || due {
                self.record(Entry::NextDeal, out);
            }
            return all || due;
        }
        let pass = |seat| Entry::Acted { seat, action: Action::Pass, id: None, spent: 0 };
        let settled = self.state.settled();
        if !settled.is_empty() {
            for seat in settled {
                self.thinking[seat.index()] = None;
                self.record(pass(seat), out);
            }
            return true;
        }
        if let Some(seat) = self.dropped_for_missing() {
            self.thinking[seat.index()] = None;
            self.record(Entry::Missed { seat }, out);
            self.record(Entry::Acted { seat, action: Action::Drop, id: None, spent: 0 }, out);
            return true;
        }
        let Some(open) = self.open.filter(|_| !self.paused()) else { return false };
        let offer = Room::is_offer(table.phase());
        let due = Seat::all(table.players())
            .filter(|&seat| table.asks(seat))
            .find(|&seat| self.patience(seat, open).is_some_and(|at| at <= now));
        let Some(seat) = due else { return false };
        let window = self.state.set_up.offer_seconds > 0;
        if self.state.seats[seat.index()].bot().is_some() {
            self.answer_for(seat, out);
        } else if offer && window {
            self.record(pass(seat), out);
        } else {
            let late = matches!(self.state.set_up.clock, Clock::PerMove { .. });
            self.cover_as(now, seat, late, out);
        }
        true
    }

    /// The seat whose hand is dropped now, since its person has missed as many turns in a row as the
    /// rules allow.
    fn dropped_for_missing(&self) -> Option<Seat> {
        let game = self.state.game().filter(|game| game.table().phase() == Phase::Draw)?;
        let seat = game.table().turn().seat;
        let state = &self.state.seats[seat.index()];
        let missed = state.covered && state.late;
        let drops = missed && self.state.rules.drops_for_missing(state.missed.saturating_add(1));
        (drops && game.view(seat).allows(&Action::Drop)).then_some(seat)
    }

    /// Notes since when the present decision waits, and sends its window when it opens.
    fn reopen(&mut self, now: Millis, out: &mut Outbox) {
        if self.paused() {
            // Time that passes while nobody is there counts for nobody.
            if let Some(open) = self.open.take() {
                self.stopped = Some((open, now.saturating_sub(open.at)));
            }
            self.host_away = None;
            self.thinking = Default::default();
            return;
        }
        let decision = self.state.game().map_or(0, |game| game.table().decision());
        let (stage, number) = (self.state.stage, self.state.number);
        let same = |o: &Open| (o.stage, o.number, o.decision) == (stage, number, decision);
        if self.open.as_ref().is_some_and(same) {
            return;
        }
        if std::mem::take(&mut self.dealing) {
            self.dealt = now + self.state.pace.dealing().min(self.timing.bot_most);
        }
        // An offer is timed from when its card can be seen.
        let offer = self.state.game().is_some_and(|game| Room::is_offer(game.table().phase()));
        let at = if offer { now.max(self.dealt) } else { now };
        let fresh = Open { stage, number, decision, at, charged: [0; MAX_PLAYERS] };
        // A clock goes on where it was when everybody went; what has none begins again.
        let clocked = |open: &Open| {
            let asked = Seat::all(self.state.seats.len() as u8)
                .find(|seat| self.state.game().is_some_and(|game| game.table().asks(*seat)));
            asked.is_some_and(|seat| self.deadline(seat, *open).is_some())
        };
        let stopped = self.stopped.filter(|(open, _)| same(open) && clocked(open));
        self.stopped = None;
        self.open = Some(match stopped {
            Some((open, past)) => Open { at: now.saturating_sub(past), ..open },
            None => fresh,
        });
        self.thinking = Default::default();
        self.send_window(now, out);
    }

    fn ask_bots(&mut self, now: Millis, entropy: &mut impl Entropy, out: &mut Outbox) {
        if self.state.stage != Stage::Playing {
            return;
        }
        let Some(game) = &self.state.game else { return };
        for seat in Seat::all(game.table().players()) {
            let state = &self.state.seats[seat.index()];
            let Some(level) = state.bot() else {
                self.thinking[seat.index()] = None;
                continue;
            };
            if !game.table().asks(seat) || self.thinking[seat.index()].is_some() {
                continue;
            }
            let bytes = entropy.bytes();
            let word = |at: usize| {
                let mut word = [0; 8];
                word.copy_from_slice(&bytes[at..at + 8]);
                u64::from_le_bytes(word)
            };
            let delay = self.bot_delay(word(8)) + self.dealt.saturating_sub(now);
            self.requests += 1;
            let until = now + delay + self.timing.bot_limit;
            self.thinking[seat.index()] = Some(Pending { request: self.requests, until });
            out.thinks.push(Think {
                seat,
                request: self.requests,
                // By rules that are too dear for bots what is simplest is played.
                level: if self.bots_play { level } else { Level::Random },
                seed: word(0),
                delay,
                rules: game.rules().clone(),
                view: game.own_view(Some(seat)),
            });
        }
    }

    /// How long a bot takes over its answer, by a number drawn at random: it depends on what is asked
    /// and of whom, never on the answer.
    fn bot_delay(&self, number: u64) -> Millis {
        let race = self.state.game().is_some_and(|game| {
            let (table, choices) = (game.table(), &self.state.rules.set.choices);
            let race = match table.phase() {
                Phase::Offers { .. } => choices.buying.priority == Priority::Race,
                Phase::Call { .. } => choices.shanghai.priority == Priority::Race,
                _ => false,
            };
            let person = |seat: &Seat| self.state.seats[seat.index()].bot().is_none();
            race && Seat::all(table.players()).filter(person).any(|seat| table.asks(seat))
        });
        let Timing { bot_least, bot_most, .. } = self.timing;
        let within = |delay: Millis| delay.max(bot_least).min(bot_most);
        let (least, most) = self.state.pace.bot_delay(race);
        let (least, most) = (within(least), within(most));
        least + number % (most.saturating_sub(least) + 1)
    }

    /// Takes a bot's answer.
    pub(crate) fn thought(
        &mut self,
        seat: Seat,
        request: u64,
        action: Option<Action>,
        out: &mut Outbox,
    ) {
        let Some(pending) = self.thinking.get(seat.index()).copied().flatten() else { return };
        if pending.request != request {
            return;
        }
        let Some(game) = self.state.game() else { return };
        self.thinking[seat.index()] = None;
        match action {
            Some(action) if game.view(seat).allows(&action) => {
                self.record(Entry::Acted { seat, action, id: None, spent: 0 }, out);
            }
            wrong => {
                out.faults.push((seat, wrong.map_or_else(String::new, |a| a.to_string())));
                self.answer_for(seat, out);
            }
        }
    }

    /// Answers for a bot that has no answer: with the first that is legal. Plays are taken back only
    /// where nothing else is left, as in a dead end that the judge did not see.
    fn answer_for(&mut self, seat: Seat, out: &mut Outbox) {
        self.thinking[seat.index()] = None;
        let Some(game) = self.state.game() else { return };
        let offered = game.view(seat).offered(1).actions;
        let answer = offered.iter().find(|action| **action != Action::Undo).or(offered.first());
        match answer.cloned() {
            Some(action) => {
                self.record(Entry::Acted { seat, action, id: None, spent: 0 }, out);
            }
            // A position without a legal end is the engine's fault; the people are let go.
            None => self.record(Entry::Ended, out),
        }
    }

    /// Sends all how much time the present decision has left, where it has a limit.
    pub(crate) fn send_window(&mut self, now: Millis, out: &mut Outbox) {
        if let Some(window) = self.window(now) {
            self.send_all(ServerMessage::Window(window), out);
        }
    }

    /// Does a person sit here?
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        let state = self.state.seats.get(seat.index());
        state.is_some_and(|s| matches!(s.occupant, Occupant::Person { .. }))
    }
}
