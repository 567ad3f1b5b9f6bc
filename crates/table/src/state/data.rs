//! The stored state of a table, and its simple accessors.

use std::sync::Arc;

use upcard_cards::ShortMap;
use upcard_engine::chance::Seed;
use upcard_engine::{Flaws, Game, Library, Rules, Seat, Seats};

use crate::guest::Guest;
use crate::pace::Pace;
use crate::set_up::{RuleSource, SeatPlan, SetUp};
use crate::stored::{Entry, FoldError, Occupant, RestoreError, SeatState, Standing};
use crate::wire::{Admission, DealRow, Level, Stage};

/// Stored state of a table.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) library: Arc<Library>,
    pub(super) rules: Arc<Rules>,
    /// The guest who opened the table, from the first entry.
    pub(super) opener: Guest,
    pub(super) number: u32,
    pub(super) master: Seed,
    pub(super) game: Option<Arc<Game>>,
    /// `true` if the present gathering was opened by a program older than [`Entry::Bound`].
    pub(super) old_gathering: bool,
    /// Finished deals of the match.
    pub(super) sheet: Vec<DealRow>,
    /// Seats that have accepted the present offer or call.
    pub(super) accepting: Seats,
    /// State that persists between matches: everything that does not follow from the entries up to the last
    /// match.
    pub(super) persistent: Standing,
}

impl State {
    /// Creates the state of a newly opened table.
    ///
    /// # Errors
    /// Flaws of the rules.
    pub(crate) fn open(library: Arc<Library>, host: Guest, set_up: SetUp) -> Result<State, Flaws> {
        Ok(State {
            rules: Arc::new(set_up.source().rules(&library)?),
            library,
            opener: host,
            number: 0,
            master: [0; 32],
            game: None,
            old_gathering: false,
            sheet: Vec::new(),
            accepting: Seats::NONE,
            persistent: Standing::of(host, set_up),
        })
    }

    /// Creates the state from the first entry; also returns the remaining entries with their numbers.
    ///
    /// # Errors
    /// If there are no entries, the first one does not open a table, or its rules do not load.
    pub(crate) fn opened<'a>(
        library: Arc<Library>,
        entries: impl IntoIterator<Item = &'a Entry>,
    ) -> Result<(State, impl Iterator<Item = (usize, &'a Entry)>), RestoreError> {
        let mut entries = entries.into_iter();
        let Some(Entry::Opened { host, set_up, edition }) = entries.next() else {
            return Err(RestoreError::NotOpened);
        };
        let set_up = set_up.as_of_edition(*edition, &library);
        let state = State::open(library, *host, set_up).map_err(RestoreError::Rules)?;
        Ok((state, (2..).zip(entries)))
    }

    /// The same table with another game in progress.
    pub(crate) fn in_another_game(&self, game: Game) -> State {
        State { game: Some(Arc::new(game)), ..self.clone() }
    }

    /// Deduplicates rules across tables: see [`crate::Room::share_rules`].
    pub(crate) fn share_rules(
        &mut self,
        shared: impl FnOnce(RuleSource, Arc<Rules>) -> Arc<Rules>,
    ) {
        self.rules = shared(self.persistent.set_up.source(), self.rules.clone());
    }

    /// The current rules; a running match may still use earlier ones.
    pub(crate) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The running or last match, with all its secrets.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.game.as_deref()
    }

    pub(crate) fn running(&self) -> Option<&Game> {
        self.game().filter(|_| self.persistent.stage == Stage::Playing)
    }

    /// Stage in the life cycle.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.persistent.stage
    }

    /// Returns `true` while a match is being played or prepared.
    pub(crate) fn in_match(&self) -> bool {
        matches!(self.persistent.stage, Stage::Gathering | Stage::Playing)
    }

    /// Number of the match at this table, from 1; 0 before the first.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The set-up.
    #[must_use]
    pub fn set_up(&self) -> &SetUp {
        &self.persistent.set_up
    }

    /// Previous owners of the seats claimed in the present deal.
    pub(crate) fn claimed(&self) -> &ShortMap<Seat, Guest> {
        &self.persistent.claimed
    }

    /// Who may sit down.
    pub(crate) fn admission(&self) -> Admission {
        self.persistent.admission
    }

    /// Pace of bots and animations.
    pub(crate) fn pace(&self) -> Pace {
        self.persistent.pace
    }

    pub(crate) fn allows_phrases(&self) -> bool {
        !self.persistent.phrases_off
    }

    /// The guest who opened the table, whoever is host now and on whatever device.
    #[must_use]
    pub fn opened_by(&self) -> Guest {
        self.opener
    }

    /// The host.
    #[must_use]
    pub fn host(&self) -> Guest {
        self.persistent.host
    }

    /// Returns `true` if this guest is the host.
    #[must_use]
    pub fn is_host(&self, guest: Guest) -> bool {
        self.persistent.host == guest
    }

    /// The host's seat.
    #[must_use]
    pub fn host_seat(&self) -> Option<Seat> {
        self.seat_of(self.persistent.host)
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        Seat::all(self.persistent.seats.len() as u8)
    }

    pub(super) fn seated_states(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        self.seats().zip(&self.persistent.seats)
    }

    fn seat_state(&self, seat: Seat) -> Option<&SeatState> {
        self.persistent.seats.get(seat.index())
    }

    /// Returns the seat of a guest.
    #[must_use]
    pub fn seat_of(&self, guest: Guest) -> Option<Seat> {
        self.seats().find(|&seat| self.guest_of(seat) == Some(guest))
    }

    /// Returns the guest in a seat.
    #[must_use]
    pub fn guest_of(&self, seat: Seat) -> Option<Guest> {
        self.seat_state(seat)?.guest()
    }

    /// Returns the name of the person in a seat.
    #[must_use]
    pub fn name_of(&self, seat: Seat) -> Option<&str> {
        match &self.seat_state(seat)?.occupant {
            Occupant::Person { name, .. } => Some(name),
            Occupant::Free | Occupant::Bot { .. } => None,
        }
    }

    /// Returns the bot that plays a seat at present, its own or a covering one.
    pub(crate) fn bot_of(&self, seat: Seat) -> Option<Level> {
        self.seat_state(seat)?.bot()
    }

    /// Returns `true` if a bot covers the person of a seat.
    pub(crate) fn is_covered(&self, seat: Seat) -> bool {
        self.seat_state(seat).is_some_and(|state| state.covered)
    }

    /// Returns `true` if the person of a seat is ready for the next deal or match.
    pub(crate) fn is_ready(&self, seat: Seat) -> bool {
        self.seat_state(seat).is_some_and(|state| state.ready && state.guest().is_some())
    }

    /// Milliseconds left in the bank of a seat.
    pub(crate) fn bank(&self, seat: Seat) -> u32 {
        self.seat_state(seat).map_or(0, |state| state.bank)
    }

    /// Returns `true` if the person of a seat has committed to entropy but not revealed it.
    pub(crate) fn owes_entropy(&self, seat: Seat) -> bool {
        self.persistent.gathering.owes(seat) && self.guest_of(seat).is_some()
    }

    /// Returns `true` if the set-up reserves the seat for a person.
    pub(super) fn is_for_person(&self, seat: Seat) -> bool {
        self.persistent.set_up.seats.get(seat.index()) == Some(&SeatPlan::Person)
    }

    /// Returns `true` if the seat is reserved for a person and has none at present.
    pub(super) fn is_vacant(&self, seat: Seat) -> bool {
        self.is_for_person(seat) && self.guest_of(seat).is_none()
    }

    /// Returns `true` if there are free seats. Bots take them when a match begins.
    pub(crate) fn has_free_seats(&self) -> bool {
        self.persistent.seats.iter().any(|seat| seat.occupant == Occupant::Free)
    }

    /// Returns `true` if the seat can be taken during the match, by somebody who has held no other seat in
    /// it: see [`State::may_take`].
    pub(super) fn is_open(&self, seat: Seat) -> bool {
        self.persistent.stage == Stage::Playing
            && self.is_vacant(seat)
            && (self.persistent.holders.opened.get(&seat).is_some()
                || !self.persistent.holders.known(seat))
    }

    /// Returns the seat whose hand this guest may see: their own, if held in this match. A person who sat
    /// down after a match has not played in it.
    pub(crate) fn visible_seat(&self, guest: Guest) -> Option<Seat> {
        self.seat_of(guest).filter(|&seat| self.persistent.holders.held(guest).has(seat))
    }

    /// Compiles the rules of a set-up.
    ///
    /// # Errors
    /// Every flaw.
    pub(super) fn rules_of(&self, source: &RuleSource) -> Result<Arc<Rules>, Flaws> {
        if *source == self.persistent.set_up.source() {
            return Ok(self.rules.clone());
        }
        source.rules(&self.library).map(Arc::new)
    }

    pub(super) fn seat_mut(&mut self, seat: Seat) -> Result<&mut SeatState, FoldError> {
        self.persistent.seats.get_mut(seat.index()).ok_or(FoldError::Misfit)
    }
}
