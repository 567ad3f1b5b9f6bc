//! The part of a table that is stored: folded from its entries, live and after a restart by the
//! same code.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use upcard_engine::chance::{Chance, Seed, commitment, commitments, deal_secret, joined_entropy};
use upcard_engine::{Action, Event, Flaws, Game, Library, Phase, Rules, Seat, Seats};

use crate::answers::without_others;
use crate::entry::{Entry, Guest};
use crate::gathering::Gathering;
use crate::hex::Hex;
use crate::restore::Unfit;
use crate::seat::{COVER, Occupant, SeatState, stamp};
use crate::seats::Holders;
use crate::wire::{
    BotPlay, Change, Clock, DealRow, Pace, RuleSource, SeatChange, SeatInfo, SeatPlan, SetUp,
    Sitter, Snapshot, Stage,
};

/// Something that is told, before it is masked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// Of the game.
    Event(Event),
    /// Of the table.
    Change(Change),
}

/// Everything that is stored of a table.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) library: Arc<Library>,
    pub(crate) set_up: SetUp,
    pub(crate) rules: Arc<Rules>,
    pub(crate) host: Guest,
    pub(crate) seats: Vec<SeatState>,
    pub(crate) kicked: Vec<Guest>,
    /// Who has held which seat in the present match, or the last one.
    pub(crate) holders: Holders,
    /// How often a guest's seat was moved to another device.
    pub(crate) moves: BTreeMap<Guest, u32>,
    pub(crate) stage: Stage,
    pub(crate) number: u32,
    pub(crate) master: Seed,
    pub(crate) game: Option<Game>,
    pub(crate) commitments: Vec<Hex<32>>,
    pub(crate) secrets: Vec<Hex<32>>,
    pub(crate) entropy: Vec<(Seat, Hex<32>)>,
    pub(crate) gathering: Gathering,
    /// Was the present gathering one of before [`Entry::Bound`]?
    pub(crate) old_gathering: bool,
    /// The deals of the match that are over.
    pub(crate) sheet: Vec<DealRow>,
    /// Who in the present offer or call has said yes.
    pub(crate) wanting: Seats,
    /// How fast bots answer and cards move.
    pub(crate) pace: Pace,
    /// Has the host forbidden hints?
    pub(crate) hints_off: bool,
    /// Has the host switched phrases off?
    pub(crate) phrases_off: bool,
}

fn occupant_of(plan: SeatPlan) -> Occupant {
    match plan {
        SeatPlan::Person => Occupant::Free,
        SeatPlan::Bot { level } => Occupant::Bot { level },
    }
}

impl State {
    /// A table that has just been opened.
    ///
    /// # Errors
    /// What is wrong with the rules.
    pub(crate) fn open(library: Arc<Library>, host: Guest, set_up: SetUp) -> Result<State, Flaws> {
        let rules = Arc::new(set_up.source().rules(&library)?);
        let seats = set_up.seats.iter().map(|plan| SeatState::new(occupant_of(*plan))).collect();
        Ok(State {
            library,
            set_up,
            rules,
            host,
            seats,
            kicked: Vec::new(),
            holders: Holders::default(),
            moves: BTreeMap::new(),
            stage: Stage::Seating,
            number: 0,
            master: [0; 32],
            game: None,
            commitments: Vec::new(),
            secrets: Vec::new(),
            entropy: Vec::new(),
            gathering: Gathering::default(),
            old_gathering: false,
            sheet: Vec::new(),
            wanting: Seats::NONE,
            pace: Pace::default(),
            hints_off: false,
            phrases_off: false,
        })
    }

    /// The rules of a set-up.
    ///
    /// # Errors
    /// Every flaw.
    pub(crate) fn rules_of(&self, source: &RuleSource) -> Result<Arc<Rules>, Flaws> {
        if *source == self.set_up.source() {
            return Ok(self.rules.clone());
        }
        source.rules(&self.library).map(Arc::new)
    }

    /// The match that is being played or was played last, with all its secrets.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The stage.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The number of the match at this table, from 1; 0 before the first.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// What is played.
    #[must_use]
    pub fn set_up(&self) -> &SetUp {
        &self.set_up
    }

    /// The seat of a guest.
    #[must_use]
    pub fn seat_of(&self, guest: Guest) -> Option<Seat> {
        self.seats.iter().position(|s| s.guest() == Some(guest)).map(Seat::at)
    }

    /// The guest who has a seat.
    #[must_use]
    pub fn guest_of(&self, seat: Seat) -> Option<Guest> {
        self.seats.get(seat.index())?.guest()
    }

    /// Who is waited for: the seats that are asked, or the people who are not ready for the
    /// next deal. Of an offer it says no more than the guest's own seat is shown anyway. None where
    /// the guest has no seat, or nothing is being played.
    #[must_use]
    pub fn waiting(&self, guest: Guest) -> Option<Seats> {
        let seat = self.seat_of(guest).filter(|_| self.stage == Stage::Playing)?;
        let table = without_others(self.game.as_ref()?.own_view(self.viewed(guest))).table;
        if !matches!(table.phase, Phase::DealOver { .. }) {
            return Some(table.waiting());
        }
        let waits = |state: &SeatState| state.guest().is_some() && !state.ready && !state.covered;
        let late = self.seated_states().filter(|(_, state)| waits(state));
        let late: Seats = late.map(|(seat, _)| seat).collect();
        Some(if self.seats[seat.index()].ready { late.without(seat) } else { late.with(seat) })
    }

    /// The host.
    #[must_use]
    pub fn host(&self) -> Guest {
        self.host
    }

    /// Is this guest the host?
    #[must_use]
    pub fn is_host(&self, guest: Guest) -> bool {
        self.host == guest
    }

    /// The name of the person in a seat.
    #[must_use]
    pub fn name_of(&self, seat: Seat) -> Option<&str> {
        match &self.seats.get(seat.index())?.occupant {
            Occupant::Person { name, .. } => Some(name),
            Occupant::Free | Occupant::Bot { .. } => None,
        }
    }

    /// The host's seat.
    #[must_use]
    pub fn host_seat(&self) -> Option<Seat> {
        self.seat_of(self.host)
    }

    pub(crate) fn info(&self, seat: Seat) -> SeatInfo {
        let state = &self.seats[seat.index()];
        SeatInfo {
            sitter: match &state.occupant {
                Occupant::Free => Sitter::Free,
                Occupant::Person { name, .. } => Sitter::Person { name: name.clone() },
                Occupant::Bot { level } => Sitter::Bot { level: *level },
            },
            covered: state.covered,
            ready: state.ready,
            open: self.is_open(seat),
            bank: matches!(self.set_up.clock, Clock::PerMove { .. }).then_some(state.bank),
        }
    }

    /// The seats with what is kept of them.
    fn seated_states(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        self.seats.iter().enumerate().map(|(seat, state)| (Seat::at(seat), state))
    }

    /// The seats as everybody sees them.
    #[must_use]
    pub fn seated(&self) -> Vec<SeatInfo> {
        (0..self.seats.len()).map(|seat| self.info(Seat::at(seat))).collect()
    }

    /// Everything that a guest may know; the number is filled in by the caller.
    pub(crate) fn snapshot(&self, guest: Guest) -> Snapshot {
        let seat = self.seat_of(guest);
        Snapshot {
            sequence: 0,
            stage: self.stage,
            set_up: self.set_up.clone(),
            seated: self.seated(),
            host: self.host_seat(),
            seat,
            is_host: guest == self.host,
            present: Vec::new(),
            held: if self.in_match() { self.holders.held(guest) } else { Seats::NONE },
            lost: self.lost(guest),
            number: self.number,
            view: self.game.as_ref().map(|game| without_others(game.own_view(self.viewed(guest)))),
            sheet: self.sheet.clone(),
            commitments: self.commitments.clone(),
            secrets: self.secrets.clone(),
            entropy: self.entropy.clone(),
            bound: self.gathering.bound.clone(),
            gathering: self.gathering.number,
            committed: seat.and_then(|seat| self.seats[seat.index()].commitment),
            pace: self.pace,
            hints_off: self.hints_off,
        }
    }

    /// Folds an entry; what is to be told of it goes to `told`.
    pub(crate) fn apply(&mut self, entry: &Entry, told: &mut dyn FnMut(Told)) -> Result<(), Unfit> {
        match entry {
            Entry::Opened { .. } => return Err(Unfit::Misfit),
            Entry::SetUp { set_up } => self.set_up_anew(set_up, told)?,
            Entry::Sat { seat, guest, name } => self.sat(*seat, *guest, name, told)?,
            Entry::Left { seat, kicked } => self.left(*seat, *kicked, told)?,
            Entry::Host { guest } => {
                self.host = *guest;
                if let Some(seat) = self.seat_of(*guest) {
                    self.tell_seat(seat, SeatChange::Host, told);
                }
            }
            Entry::Committed { seat, commitment } => {
                self.seat_mut(*seat)?.commitment = Some(*commitment);
            }
            Entry::Gathering { master } => self.gather(master.0, true, told),
            Entry::Bound { master } => self.gather(master.0, false, told),
            Entry::Shown { seat, entropy } => {
                self.seat_mut(*seat)?.entropy = Some(*entropy);
                self.gathering.show(*seat, *entropy);
            }
            Entry::Began => self.begin(told),
            Entry::Acted { seat, action, id, spent } => {
                let decision = self.acted(*seat, action, told)?;
                let state = self.seat_mut(*seat)?;
                state.bank = state.bank.saturating_sub(*spent);
                if let Some(id) = id {
                    state.remember(*id, stamp(decision, action));
                }
            }
            Entry::Ready { seat } => {
                self.seat_mut(*seat)?.ready = true;
                self.tell_seat(*seat, SeatChange::Ready, told);
            }
            Entry::NextDeal => self.next_deal(told)?,
            Entry::Covered { seat, spent, late } => {
                let state = self.seat_mut(*seat)?;
                state.covered = true;
                state.late = *late;
                state.bank = state.bank.saturating_sub(*spent);
                state.meanwhile = BotPlay::default();
                self.tell_seat(*seat, SeatChange::Covered, told);
            }
            Entry::TakenBack { seat } => {
                let state = self.seat_mut(*seat)?;
                state.covered = false;
                state.late = false;
                let bot = state.meanwhile;
                self.tell_seat(*seat, SeatChange::Returned { bot }, told);
            }
            Entry::Standing(standing) => self.stand(standing)?,
            Entry::Ended => {
                let game = self.game.as_ref().filter(|_| self.stage == Stage::Playing);
                if game.is_some_and(|game| !game.table().phase.is_after_deal()) {
                    self.reveal(told);
                }
                if self.stage == Stage::Gathering {
                    self.abandon_gathering();
                }
                self.stage = Stage::Over;
                self.unready();
                told(Told::Change(Change::Ended));
            }
            Entry::GaveUp { seat } => self.gave_up(*seat, told)?,
            Entry::SeatOpened { seat } => self.seat_opened(*seat, told)?,
            Entry::Moved { seat, guest } => self.moved(*seat, *guest, told)?,
            Entry::Hinted { allowed } => {
                self.hints_off = !allowed;
                told(Told::Change(Change::Hinted { allowed: *allowed }));
            }
            Entry::Paced { pace } => {
                self.pace = *pace;
                told(Told::Change(Change::Paced { pace: *pace }));
            }
            Entry::Phrases { allowed } => self.phrases_off = !allowed,
        }
        Ok(())
    }

    pub(crate) fn seat_mut(&mut self, seat: Seat) -> Result<&mut SeatState, Unfit> {
        self.seats.get_mut(seat.index()).ok_or(Unfit::Misfit)
    }

    fn tell_set_up(&self, told: &mut dyn FnMut(Told)) {
        let (set_up, seated, host) = (self.set_up.clone(), self.seated(), self.host_seat());
        told(Told::Change(Change::SetUp { set_up, seated, host }));
    }

    fn unready(&mut self) {
        for seat in &mut self.seats {
            seat.ready = false;
        }
    }

    /// New rules and seats: people keep their seats as far as there are seats for people.
    fn set_up_anew(&mut self, set_up: &SetUp, told: &mut dyn FnMut(Told)) -> Result<(), Unfit> {
        self.rules = self.rules_of(&set_up.source()).map_err(Unfit::Rules)?;
        let mut people: VecDeque<SeatState> =
            self.seats.drain(..).filter(|s| s.guest().is_some()).collect();
        self.seats = set_up
            .seats
            .iter()
            .map(|plan| match plan {
                SeatPlan::Person => {
                    people.pop_front().unwrap_or_else(|| SeatState::new(Occupant::Free))
                }
                SeatPlan::Bot { .. } => SeatState::new(occupant_of(*plan)),
            })
            .collect();
        self.set_up = set_up.clone();
        self.stage = Stage::Seating;
        self.holders = Holders::default();
        self.game = None;
        self.sheet.clear();
        self.commitments.clear();
        self.secrets.clear();
        self.entropy.clear();
        self.gathering.clear();
        self.unready();
        self.tell_set_up(told);
        Ok(())
    }

    /// The server's part of the next match is fixed before anybody shows entropy.
    fn gather(&mut self, master: Seed, old: bool, told: &mut dyn FnMut(Told)) {
        self.stage = Stage::Gathering;
        self.master = master;
        self.secrets.clear();
        self.entropy.clear();
        self.commitments = commitments(&master, &self.rules).into_iter().map(Hex).collect();
        let bound = self.seated_states().filter_map(|(seat, state)| {
            let commitment = state.commitment.filter(|_| state.guest().is_some())?;
            (old || self.gathering.is_fresh(&commitment)).then_some((seat, commitment))
        });
        let bound = bound.collect();
        self.gathering.open(bound);
        self.old_gathering = old;
        for seat in &mut self.seats {
            seat.entropy = None;
            seat.covered = false;
            seat.late = false;
            seat.missed = 0;
        }
        self.holders = Holders::of(&self.seats);
        told(Told::Change(Change::Gathering {
            commitments: self.commitments.clone(),
            bound: self.gathering.bound.clone(),
            number: self.gathering.number,
        }));
    }

    /// The match was ended before it began: what was shown is public and never used again.
    fn abandon_gathering(&mut self) {
        if self.old_gathering {
            return;
        }
        for (seat, commitment) in &self.gathering.bound {
            if let Some(state) = self.seats.get_mut(seat.index())
                && state.commitment == Some(*commitment)
            {
                state.commitment = None;
            }
        }
        self.commitments.clear();
        self.gathering.abandon();
    }

    /// The entropy of the people who showed it, by seat.
    fn gathered(&mut self) -> Vec<(Seat, Hex<32>)> {
        let shown = self.gathering.close();
        if !self.old_gathering {
            return shown;
        }
        self.seated_states().filter_map(|(seat, state)| Some((seat, state.entropy?))).collect()
    }

    fn begin(&mut self, told: &mut dyn FnMut(Told)) {
        let bank = match self.set_up.clock {
            Clock::None => 0,
            Clock::PerMove { bank, .. } => u32::from(bank) * 1000,
        };
        self.entropy = self.gathered();
        for (plan, seat) in self.set_up.seats.iter().zip(&mut self.seats) {
            if seat.occupant == Occupant::Free {
                let level = match plan {
                    SeatPlan::Person => COVER,
                    SeatPlan::Bot { level } => *level,
                };
                seat.occupant = Occupant::Bot { level };
            }
            seat.bank = bank;
            seat.commitment = None;
            seat.entropy = None;
        }
        self.unready();
        self.number += 1;
        self.stage = Stage::Playing;
        self.tell_set_up(told);
        let parts: Vec<Seed> = self.entropy.iter().map(|(_, entropy)| entropy.0).collect();
        let chance = Chance::new(self.master, joined_entropy(&parts));
        let mut game = Game::new(self.rules.clone(), chance);
        told(Told::Change(Change::Began {
            number: self.number,
            source: self.set_up.source(),
            entropy: self.entropy.clone(),
        }));
        let mut events: Vec<Event> = Vec::new();
        self.seats.iter_mut().for_each(|state| state.missed = 0);
        game.next_deal(&mut events);
        self.game = Some(game);
        self.sheet.clear();
        events.into_iter().for_each(|event| told(Told::Event(event)));
    }

    fn next_deal(&mut self, told: &mut dyn FnMut(Told)) -> Result<(), Unfit> {
        self.unready();
        self.seats.iter_mut().for_each(|state| state.missed = 0);
        let game = self.game.as_mut().ok_or(Unfit::Misfit)?;
        let mut events: Vec<Event> = Vec::new();
        game.next_deal(&mut events);
        events.into_iter().for_each(|event| told(Told::Event(event)));
        Ok(())
    }

    fn acted(
        &mut self,
        seat: Seat,
        action: &Action,
        told: &mut dyn FnMut(Told),
    ) -> Result<u32, Unfit> {
        let game = self.game.as_mut().ok_or(Unfit::Misfit)?;
        let before = game.table().decision;
        let mut events: Vec<Event> = Vec::new();
        game.act(seat, action, &mut events).map_err(Unfit::Refused)?;
        if game.table().decision != before {
            self.wanting = Seats::NONE;
        } else if matches!(action, Action::Buy | Action::Call { .. }) {
            self.wanting.insert(seat);
        }
        let (over, deal) = (game.is_over(), game.table().deal);
        for event in events {
            if let Some(of) = BotPlay::seat_of(&event)
                && let Some(state) = self.seats.get_mut(of.index()).filter(|s| s.covered)
            {
                state.meanwhile.count(&event);
            }
            if let Event::Discarded { seat, .. } | Event::Kept { seat } = event
                && let Some(state) = self.seats.get_mut(seat.index())
            {
                state.end_turn();
            }
            let row = DealRow::of(deal, &event);
            let ended = row.is_some();
            self.sheet.extend(row);
            told(Told::Event(event));
            if ended {
                self.reveal(told);
                self.unready();
            }
        }
        if over {
            self.stage = Stage::Over;
        }
        Ok(before)
    }

    /// Shows the secret of the present deal, and commits to the next one's where that is not done.
    fn reveal(&mut self, told: &mut dyn FnMut(Told)) {
        let Some(game) = &self.game else { return };
        let deal = game.table().deals_begun;
        let secret = Hex(deal_secret(&self.master, deal));
        self.secrets.push(secret);
        told(Told::Change(Change::Revealed { deal, secret }));
        if usize::from(deal) >= self.commitments.len() && deal < u8::MAX {
            let commitment = Hex(commitment(&deal_secret(&self.master, deal + 1)));
            self.commitments.push(commitment);
            told(Told::Change(Change::Committed { deal: deal + 1, commitment }));
        }
    }

    /// Seats whose answer to the present offer or call cannot matter any more: all seats before
    /// somebody who wants the card have passed, so it is settled. Said only then, so that nobody
    /// learns of another's answer before giving the own.
    pub(crate) fn settled(&self) -> Vec<Seat> {
        let Some(game) = self.game.as_ref().filter(|_| !self.wanting.is_empty()) else {
            return Vec::new();
        };
        let table = game.table();
        if !matches!(table.phase, Phase::Offers { .. } | Phase::Call { .. }) {
            return Vec::new();
        }
        let waiting = table.waiting();
        let order: Vec<Seat> = table.after(table.turn.seat).collect();
        let first = order.iter().position(|&seat| self.wanting.has(seat));
        let open = order.iter().position(|&seat| waiting.has(seat));
        match (first, open) {
            (Some(first), Some(open)) if first < open => {
                order[open..].iter().copied().filter(|&seat| waiting.has(seat)).collect()
            }
            _ => Vec::new(),
        }
    }
}
