//! Folding of entries into the state.

use std::collections::VecDeque;

use upcard_cards::ShortMap;
use upcard_engine::{Edition, Seat};

use super::data::State;
use super::update::{Emit, Update};
use crate::guest::Guest;
use crate::set_up::{SeatPlan, SetUp};
use crate::stored::{Entry, FoldError, Holders, SeatState, Standing};
use crate::wire::{BotPlay, Change, Lost, SeatChange, Stage};

impl State {
    /// Folds an entry; passes the resulting updates to `emit`.
    pub(crate) fn apply(&mut self, entry: &Entry, emit: Emit<'_>) -> Result<(), FoldError> {
        match entry {
            Entry::Opened { .. } => return Err(FoldError::Misfit),
            Entry::SetUp { set_up, edition } => {
                self.replace_set_up(&set_up.as_of_edition(*edition, &self.library), emit)?;
            }
            Entry::Sat { seat, guest, name } => self.apply_sat(*seat, *guest, name, emit)?,
            Entry::Left { seat, kicked } => self.apply_left(*seat, *kicked, emit)?,
            Entry::Host { guest } => self.set_host(*guest, emit),
            Entry::HostAway { guest } => {
                self.persistent.host_away.get_or_insert(self.persistent.host);
                self.set_host(*guest, emit);
            }
            Entry::Appointed { guest } => {
                self.persistent.host_away = None;
                self.set_host(*guest, emit);
            }
            Entry::Committed { seat, commitment } => {
                self.seat_mut(*seat)?.commitment = Some(*commitment);
            }
            Entry::Gathering { master } => self.gather(master.0, true, emit),
            Entry::Bound { master } => self.gather(master.0, false, emit),
            Entry::Shown { seat, entropy } => {
                self.seat_mut(*seat)?.entropy = Some(*entropy);
                self.persistent.gathering.reveal_entropy(*seat, *entropy);
            }
            Entry::Began => self.begin(emit)?,
            Entry::Acted { seat, action, id, spent } => {
                self.apply_acted((*seat, action), (*id, *spent), emit)?;
            }
            Entry::Ready { seat } => {
                self.seat_mut(*seat)?.ready = true;
                self.emit_seat(*seat, SeatChange::Ready, emit);
            }
            Entry::NextDeal => self.next_deal(emit)?,
            Entry::Covered { seat, spent, late } => {
                self.apply_covered(*seat, *spent, *late)?;
                self.emit_seat(*seat, SeatChange::Covered, emit);
            }
            Entry::CoveredFor { seat, spent, late, why } => {
                self.apply_covered(*seat, *spent, *late)?;
                self.emit_seat(*seat, SeatChange::CoveredFor { why: *why }, emit);
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
            Entry::Standing(standing) => self.apply_standing(standing)?,
            Entry::Ended => {
                if self.running().is_some_and(|game| !game.table().phase().is_after_deal()) {
                    self.reveal(emit);
                }
                if self.persistent.stage == Stage::Gathering {
                    self.abandon_gathering();
                }
                self.persistent.stage = Stage::Over;
                self.clear_ready();
                emit(Update::Change(Change::Ended));
            }
            Entry::GaveUp { seat } => self.apply_gave_up(*seat, emit)?,
            Entry::SeatOpened { seat } => self.apply_seat_opened(*seat, emit)?,
            Entry::Moved { seat, guest } => {
                self.apply_moved(*seat, *guest, Lost::Moved)?;
                self.emit_seat(*seat, SeatChange::Moved, emit);
            }
            Entry::Claimed { seat, guest } => {
                let from = self.apply_moved(*seat, *guest, Lost::Claimed)?;
                if self.persistent.claimed.get(seat).is_none() {
                    self.persistent.claimed.insert(*seat, from);
                }
                self.emit_seat(*seat, SeatChange::Claimed, emit);
            }
            Entry::Objected { seat } => {
                let from = self.persistent.claimed.remove(seat).ok_or(FoldError::Misfit)?;
                self.apply_moved(*seat, from, Lost::Objected)?;
                self.emit_seat(*seat, SeatChange::Objected, emit);
            }
            Entry::Admitted { how } => self.persistent.admission = *how,
            Entry::Dismissed { guest } => self.mark_removed(*guest),
            Entry::Hinted { allowed } => {
                self.persistent.hints_off = !allowed;
                emit(Update::Change(Change::Hinted { allowed: *allowed }));
            }
            Entry::Paced { pace } => {
                self.persistent.pace = *pace;
                emit(Update::Change(Change::Paced { pace: *pace }));
            }
            Entry::Phrases { allowed } => self.persistent.phrases_off = !allowed,
        }
        Ok(())
    }

    fn set_host(&mut self, guest: Guest, emit: Emit<'_>) {
        self.persistent.host = guest;
        if let Some(seat) = self.seat_of(guest) {
            self.emit_seat(seat, SeatChange::Host, emit);
        }
    }

    fn apply_covered(&mut self, seat: Seat, spent: u32, late: bool) -> Result<(), FoldError> {
        let state = self.seat_mut(seat)?;
        state.covered = true;
        state.late = late;
        state.bank = state.bank.saturating_sub(spent);
        state.meanwhile = BotPlay::default();
        state.dropped = false;
        Ok(())
    }

    /// Replaces rules and seats. People keep a seat as long as there are enough seats for people.
    fn replace_set_up(&mut self, set_up: &SetUp, emit: Emit<'_>) -> Result<(), FoldError> {
        self.rules = self.rules_of(&set_up.source()).map_err(FoldError::Rules)?;
        let mut people: VecDeque<SeatState> =
            self.persistent.seats.drain(..).filter(|s| s.guest().is_some()).collect();
        let seat = |plan: &SeatPlan| {
            let person = if *plan == SeatPlan::Person { people.pop_front() } else { None };
            person.unwrap_or_else(|| SeatState::of(plan))
        };
        self.persistent.seats = set_up.seats.iter().map(seat).collect();
        self.persistent.set_up = set_up.clone();
        self.persistent.stage = Stage::Seating;
        self.persistent.holders = Holders::default();
        self.persistent.claimed = ShortMap::default();
        self.game = None;
        self.sheet.clear();
        self.persistent.commitments.clear();
        self.persistent.secrets.clear();
        self.persistent.entropy.clear();
        self.persistent.gathering.clear();
        self.clear_ready();
        self.emit_set_up(emit);
        Ok(())
    }

    /// Returns the entry that summarizes everything since the last match; `None` while a match is played or
    /// prepared.
    pub(crate) fn standing(&self, sequence: u64) -> Option<Entry> {
        if self.in_match() {
            return None;
        }
        Some(Entry::Standing(Box::new(Standing {
            sequence,
            cleared: self.game.is_none(),
            gathering: self.persistent.gathering.standing(),
            edition: Edition::LATEST,
            ..self.persistent.clone()
        })))
    }

    /// Folds such an entry, which follows the last match.
    fn apply_standing(&mut self, standing: &Standing) -> Result<(), FoldError> {
        let set_up = standing.set_up.as_of_edition(standing.edition, &self.library);
        let between = matches!(standing.stage, Stage::Seating | Stage::Over);
        if self.in_match() || !between || standing.seats.len() != set_up.seats.len() {
            return Err(FoldError::Misfit);
        }
        self.rules = self.rules_of(&set_up.source()).map_err(FoldError::Rules)?;
        if standing.cleared {
            self.game = None;
            self.sheet.clear();
        }
        let mut gathering = std::mem::take(&mut self.persistent.gathering);
        gathering.resume(&standing.gathering);
        self.persistent = Standing { set_up, gathering, ..standing.clone() };
        Ok(())
    }
}
