//! The part of a table that is stored: folded from its entries, live and after a restart by the
//! same code.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use upcard_engine::chance::Seed;
use upcard_engine::{Checked, Event, Flaws, Game, Library, Phase, Rules, Seat, Seats, Shape};

use crate::answers::without_others;
use crate::entry::{Entry, Guest};
use crate::gathering::Gathering;
use crate::hex::Hex;
use crate::restore::FoldError;
use crate::seat::{Occupant, SeatState, stamp};
use crate::seats::Holders;
use crate::wire::{
    BotPlay, Change, Clock, DealRow, Pace, RuleSource, SeatChange, SeatInfo, SeatPlan, SetUp,
    Sitter, Snapshot, Stage,
};

/// Something that clients are sent, before it is masked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "Event<F>: Serialize", deserialize = "Event<F>: Deserialize<'de>"))]
pub(crate) enum Update<F: Shape = Checked> {
    /// Of the game.
    Event(Event<F>),
    /// Of the table.
    Change(Change),
}

/// Everything that is stored of a table.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) library: Arc<Library>,
    pub(crate) set_up: SetUp,
    pub(crate) rules: Arc<Rules>,
    /// Who opened the table: the first entry says so.
    pub(crate) opener: Guest,
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
    /// Was the present gathering opened by a program older than [`Entry::Bound`]?
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
            opener: host,
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
    /// next deal. Of an offer it gives away no more than the guest's own seat is
    /// shown anyway. None where the guest has no seat, or nothing is being played.
    #[must_use]
    pub fn waiting(&self, guest: Guest) -> Option<Seats> {
        let seat = self.seat_of(guest).filter(|_| self.stage == Stage::Playing)?;
        let table = without_others(self.game.as_ref()?.own_view(self.viewed(guest))).table;
        if !matches!(table.phase(), Phase::DealOver { .. }) {
            return Some(table.waiting());
        }
        let waits = |state: &SeatState| state.guest().is_some() && !state.ready && !state.covered;
        let late = self.seated_states().filter(|(_, state)| waits(state));
        let late: Seats = late.map(|(seat, _)| seat).collect();
        Some(if self.seats[seat.index()].ready { late.without(seat) } else { late.with(seat) })
    }

    /// Who opened the table, whoever is host now and on whatever device.
    #[must_use]
    pub fn opened_by(&self) -> Guest {
        self.opener
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
    pub(crate) fn seated_states(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        self.seats.iter().enumerate().map(|(seat, state)| (Seat::at(seat), state))
    }

    /// The seats as everybody sees them.
    #[must_use]
    pub fn seated(&self) -> Vec<SeatInfo> {
        (0..self.seats.len()).map(|seat| self.info(Seat::at(seat))).collect()
    }

    /// Everything that a guest may know; the number is filled in by the caller.
    pub(crate) fn snapshot(&self, guest: Guest) -> Snapshot {
        let (seat, game) = (self.seat_of(guest), self.game.as_ref());
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
            view: game.map(|game| without_others(game.own_view(self.viewed(guest))).into()),
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

    /// Folds an entry; what clients are to be sent of it goes to `emit`.
    pub(crate) fn apply(
        &mut self,
        entry: &Entry,
        emit: &mut dyn FnMut(Update),
    ) -> Result<(), FoldError> {
        match entry {
            Entry::Opened { .. } => return Err(FoldError::Misfit),
            Entry::SetUp { set_up, edition } => {
                self.replace_set_up(&set_up.stored_by(*edition, &self.library), emit)?;
            }
            Entry::Sat { seat, guest, name } => self.sat(*seat, *guest, name, emit)?,
            Entry::Left { seat, kicked } => self.left(*seat, *kicked, emit)?,
            Entry::Host { guest } => {
                self.host = *guest;
                if let Some(seat) = self.seat_of(*guest) {
                    self.emit_seat(seat, SeatChange::Host, emit);
                }
            }
            Entry::Committed { seat, commitment } => {
                self.seat_mut(*seat)?.commitment = Some(*commitment);
            }
            Entry::Gathering { master } => self.gather(master.0, true, emit),
            Entry::Bound { master } => self.gather(master.0, false, emit),
            Entry::Shown { seat, entropy } => {
                self.seat_mut(*seat)?.entropy = Some(*entropy);
                self.gathering.show(*seat, *entropy);
            }
            Entry::Began => self.begin(emit),
            Entry::Acted { seat, action, id, spent } => {
                let decision = self.acted(*seat, action, emit)?;
                let state = self.seat_mut(*seat)?;
                state.bank = state.bank.saturating_sub(*spent);
                if let Some(id) = id {
                    state.remember(*id, stamp(decision, action));
                }
            }
            Entry::Ready { seat } => {
                self.seat_mut(*seat)?.ready = true;
                self.emit_seat(*seat, SeatChange::Ready, emit);
            }
            Entry::NextDeal => self.next_deal(emit)?,
            Entry::Covered { seat, spent, late } => {
                let state = self.seat_mut(*seat)?;
                state.covered = true;
                state.late = *late;
                state.bank = state.bank.saturating_sub(*spent);
                state.meanwhile = BotPlay::default();
                state.dropped = false;
                self.emit_seat(*seat, SeatChange::Covered, emit);
            }
            Entry::TakenBack { seat } => {
                let state = self.seat_mut(*seat)?;
                state.covered = false;
                state.late = false;
                let bot = state.meanwhile;
                let why = match state.dropped {
                    true => SeatChange::ReturnedDropped { bot },
                    false => SeatChange::Returned { bot },
                };
                self.emit_seat(*seat, why, emit);
            }
            Entry::Missed { seat } => {
                self.seat_mut(*seat)?.dropped = true;
                self.emit_seat(*seat, SeatChange::Missed, emit);
            }
            Entry::Standing(standing) => self.stand(standing)?,
            Entry::Ended => {
                let game = self.game.as_ref().filter(|_| self.stage == Stage::Playing);
                if game.is_some_and(|game| !game.table().phase().is_after_deal()) {
                    self.reveal(emit);
                }
                if self.stage == Stage::Gathering {
                    self.abandon_gathering();
                }
                self.stage = Stage::Over;
                self.clear_ready();
                emit(Update::Change(Change::Ended));
            }
            Entry::GaveUp { seat } => self.gave_up(*seat, emit)?,
            Entry::SeatOpened { seat } => self.seat_opened(*seat, emit)?,
            Entry::Moved { seat, guest } => self.moved(*seat, *guest, emit)?,
            Entry::Hinted { allowed } => {
                self.hints_off = !allowed;
                emit(Update::Change(Change::Hinted { allowed: *allowed }));
            }
            Entry::Paced { pace } => {
                self.pace = *pace;
                emit(Update::Change(Change::Paced { pace: *pace }));
            }
            Entry::Phrases { allowed } => self.phrases_off = !allowed,
        }
        Ok(())
    }

    pub(crate) fn seat_mut(&mut self, seat: Seat) -> Result<&mut SeatState, FoldError> {
        self.seats.get_mut(seat.index()).ok_or(FoldError::Misfit)
    }

    pub(crate) fn emit_set_up(&self, emit: &mut dyn FnMut(Update)) {
        let (set_up, seated, host) = (self.set_up.clone(), self.seated(), self.host_seat());
        emit(Update::Change(Change::SetUp { set_up, seated, host }));
    }

    pub(crate) fn clear_ready(&mut self) {
        for seat in &mut self.seats {
            seat.ready = false;
        }
    }

    /// New rules and seats: people keep their seats as far as there are seats for people.
    fn replace_set_up(
        &mut self,
        set_up: &SetUp,
        emit: &mut dyn FnMut(Update),
    ) -> Result<(), FoldError> {
        self.rules = self.rules_of(&set_up.source()).map_err(FoldError::Rules)?;
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
        self.clear_ready();
        self.emit_set_up(emit);
        Ok(())
    }
}
