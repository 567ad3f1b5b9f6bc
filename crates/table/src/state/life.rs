//! Life cycle of a match in the stored state: gathering, deals, and the secrets revealed after each deal.

use std::sync::Arc;

use upcard_cards::ShortMap;
use upcard_engine::chance::{Chance, Seed, combined_entropy, commitment, commitments, deal_secret};
use upcard_engine::{Action, Event, Game, Phase, Refusal, Seat, Seats};

use super::data::State;
use super::judged::Judged;
use super::update::{Emit, Update};
use crate::hex::Hex;
use crate::stored::{Entry, FoldError, Holders, Occupant, stamp};
use crate::wire::{BotPlay, Change, Clock, DealRow, Stage};

impl State {
    /// Opens a gathering. The server's secret is fixed before anybody reveals entropy.
    pub(super) fn gather(&mut self, master: Seed, old: bool, emit: Emit<'_>) {
        self.persistent.stage = Stage::Gathering;
        self.master = master;
        self.persistent.secrets.clear();
        self.persistent.entropy.clear();
        self.persistent.commitments =
            commitments(&master, &self.rules).into_iter().map(Hex).collect();
        let bound = self.seated_states().filter_map(|(seat, state)| {
            let commitment = state.commitment.filter(|_| state.guest().is_some())?;
            (old || self.persistent.gathering.is_fresh(&commitment)).then_some((seat, commitment))
        });
        let bound = bound.collect();
        self.persistent.gathering.open(bound);
        self.old_gathering = old;
        for seat in &mut self.persistent.seats {
            seat.entropy = None;
            seat.covered = false;
            seat.late = false;
            seat.missed = 0;
        }
        self.persistent.holders = Holders::of(&self.persistent.seats);
        emit(Update::Change(Change::Gathering {
            commitments: self.persistent.commitments.clone(),
            bound: self.persistent.gathering.bound.clone(),
            number: self.persistent.gathering.number,
        }));
    }

    /// The match was ended before it began: revealed entropy is public and must not be reused.
    pub(super) fn abandon_gathering(&mut self) {
        if self.old_gathering {
            return;
        }
        for (seat, commitment) in &self.persistent.gathering.bound {
            if let Some(state) = self.persistent.seats.get_mut(seat.index())
                && state.commitment == Some(*commitment)
            {
                state.commitment = None;
            }
        }
        self.persistent.commitments.clear();
        self.persistent.gathering.abandon();
    }

    /// Returns the revealed entropy, by seat.
    fn gathered(&mut self) -> Vec<(Seat, Hex<32>)> {
        let shown = self.persistent.gathering.close();
        if !self.old_gathering {
            return shown;
        }
        self.seated_states().filter_map(|(seat, state)| Some((seat, state.entropy?))).collect()
    }

    pub(super) fn begin(&mut self, emit: Emit<'_>) -> Result<(), FoldError> {
        let bank = match self.persistent.set_up.clock {
            Clock::None => 0,
            Clock::PerMove { bank, .. } => u32::from(bank) * 1000,
        };
        self.persistent.entropy = self.gathered();
        for (plan, seat) in self.persistent.set_up.seats.iter().zip(&mut self.persistent.seats) {
            if seat.occupant == Occupant::Free {
                seat.occupant = Occupant::bot(*plan);
            }
            seat.bank = bank;
            seat.commitment = None;
            seat.entropy = None;
        }
        self.clear_ready();
        self.number += 1;
        self.persistent.stage = Stage::Playing;
        self.emit_set_up(emit);
        let parts: Vec<Seed> =
            self.persistent.entropy.iter().map(|(_, entropy)| entropy.0).collect();
        let chance = Chance::new(self.master, combined_entropy(&parts));
        self.game = Some(Arc::new(Game::new(self.rules.clone(), chance)));
        self.sheet.clear();
        emit(Update::Change(Change::Began {
            number: self.number,
            source: self.persistent.set_up.source(),
            entropy: self.persistent.entropy.clone(),
        }));
        self.next_deal(emit)
    }

    pub(super) fn next_deal(&mut self, emit: Emit<'_>) -> Result<(), FoldError> {
        self.clear_ready();
        self.persistent.claimed = ShortMap::default();
        self.persistent.seats.iter_mut().for_each(|state| state.missed = 0);
        let game = self.game.as_mut().ok_or(FoldError::Misfit)?;
        let mut events: Vec<Event> = Vec::new();
        Arc::make_mut(game).next_deal(&mut events);
        events.into_iter().for_each(|event| emit(Update::Event(event)));
        Ok(())
    }

    /// Judges an action of a seat, without changing anything. The result can be executed without judging it
    /// again.
    pub(crate) fn judge(&self, seat: Seat, action: Action) -> Result<Judged, Refusal> {
        let game = self.game.as_ref().ok_or(Refusal::MatchOver)?;
        Judged::of(game, seat, action)
    }

    /// Folds a judged action and returns its entry. Fails if the game has changed since it was judged.
    pub(crate) fn carry_out(
        &mut self,
        judged: Judged,
        (id, spent): (Option<u64>, u32),
        emit: Emit<'_>,
    ) -> Result<Entry, FoldError> {
        let game = self.game.as_mut().ok_or(FoldError::Misfit)?;
        let (decision, seat) = (game.table().decision(), judged.seat());
        let (action, events) = judged.carry_out(game).ok_or(FoldError::Misfit)?;
        self.record_effects((seat, &action), (id, spent), decision, events, emit)?;
        Ok(Entry::Acted { seat, action, id, spent })
    }

    /// Folds [`Entry::Acted`], judging it first.
    pub(super) fn apply_acted(
        &mut self,
        (seat, action): (Seat, &Action),
        message: (Option<u64>, u32),
        emit: Emit<'_>,
    ) -> Result<(), FoldError> {
        let game = self.game.as_mut().ok_or(FoldError::Misfit)?;
        let decision = game.table().decision();
        let mut events: Vec<Event> = Vec::new();
        Arc::make_mut(game).act(seat, action, &mut events).map_err(FoldError::Refused)?;
        self.record_effects((seat, action), message, decision, events, emit)
    }

    /// Records the effects of a seat's action.
    fn record_effects(
        &mut self,
        (seat, action): (Seat, &Action),
        (id, spent): (Option<u64>, u32),
        decision: u32,
        events: Vec<Event>,
        emit: Emit<'_>,
    ) -> Result<(), FoldError> {
        let game = self.game.as_ref().ok_or(FoldError::Misfit)?;
        if game.table().decision() != decision {
            self.accepting = Seats::NONE;
        } else if matches!(action, Action::Buy | Action::Call { .. }) {
            self.accepting.insert(seat);
        }
        let (over, deal) = (game.is_over(), game.table().deal());
        for event in events {
            if let Some((of, count)) = BotPlay::counter_of(&event)
                && let Some(state) = self.persistent.seats.get_mut(of.index()).filter(|s| s.covered)
            {
                let count = count(&mut state.meanwhile);
                *count = count.saturating_add(1);
            }
            if let Event::Discarded { seat, .. } | Event::Kept { seat } = event
                && let Some(state) = self.persistent.seats.get_mut(seat.index())
            {
                state.end_turn();
            }
            let row = DealRow::of(deal, &event);
            let ended = row.is_some();
            self.sheet.extend(row);
            emit(Update::Event(event));
            if ended {
                self.reveal(emit);
                self.clear_ready();
            }
        }
        if over {
            self.persistent.stage = Stage::Over;
        }
        let state = self.seat_mut(seat)?;
        state.bank = state.bank.saturating_sub(spent);
        if let Some(id) = id {
            state.remember(id, stamp(decision, action));
        }
        Ok(())
    }

    /// Reveals the secret of the present deal, and commits to the next deal's if it is not committed to yet.
    pub(super) fn reveal(&mut self, emit: Emit<'_>) {
        let Some(game) = &self.game else { return };
        let Some(deal) = game.table().current_deal() else { return };
        let secret = Hex(deal_secret(&self.master, deal));
        self.persistent.secrets.push(secret);
        emit(Update::Change(Change::Revealed { deal, secret }));
        let committed = self.persistent.commitments.len();
        if let Some(next) = deal.next().filter(|next| next.index() >= committed) {
            let commitment = Hex(commitment(&deal_secret(&self.master, next)));
            self.persistent.commitments.push(commitment);
            emit(Update::Change(Change::Committed { deal: next, commitment }));
        }
    }

    /// Returns the seats whose answer to the present offer or call is irrelevant because all seats before one
    /// that wants the card have passed. Not earlier, so that nobody learns of another's answer before giving
    /// their own.
    pub(crate) fn irrelevant_passes(&self) -> Vec<Seat> {
        let Some(game) = self.game.as_ref().filter(|_| !self.accepting.is_empty()) else {
            return Vec::new();
        };
        let table = game.table();
        if !matches!(table.phase(), Phase::Offers { .. } | Phase::Call { .. }) {
            return Vec::new();
        }
        let waiting = table.waiting();
        let order: Vec<Seat> = table.seats_after(table.turn().seat).collect();
        let first = order.iter().position(|&seat| self.accepting.has(seat));
        let open = order.iter().position(|&seat| waiting.has(seat));
        match (first, open) {
            (Some(first), Some(open)) if first < open => {
                order[open..].iter().copied().filter(|&seat| waiting.has(seat)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the drop of a hand whose person has missed the number of consecutive turns that the rules
    /// allow.
    pub(crate) fn drop_for_missed_turns(&self) -> Option<Judged> {
        let game = self.game().filter(|game| game.table().phase() == Phase::Draw)?;
        let seat = game.table().turn().seat;
        let state = &self.persistent.seats[seat.index()];
        let missed = state.covered && state.late;
        let drops = missed && self.rules.drops_for_missing(state.missed.saturating_add(1));
        if drops { self.judge(seat, Action::Drop).ok() } else { None }
    }

    pub(super) fn clear_ready(&mut self) {
        for seat in &mut self.persistent.seats {
            seat.ready = false;
        }
    }
}
