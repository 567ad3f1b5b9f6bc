//! A match's life in the stored state: its gathering, its deals, and the secrets that are shown when a
//! deal is over.

use upcard_engine::chance::{Chance, Seed, commitment, commitments, deal_secret, joined_entropy};
use upcard_engine::{Action, Event, Game, Phase, Seat, Seats};

use crate::hex::Hex;
use crate::restore::FoldError;
use crate::seat::{COVER, Occupant};
use crate::seats::Holders;
use crate::state::{State, Update};
use crate::wire::{BotPlay, Change, Clock, DealRow, SeatPlan, Stage};

impl State {
    /// The server's part of the next match is fixed before anybody shows entropy.
    pub(crate) fn gather(&mut self, master: Seed, old: bool, emit: &mut dyn FnMut(Update)) {
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
        emit(Update::Change(Change::Gathering {
            commitments: self.commitments.clone(),
            bound: self.gathering.bound.clone(),
            number: self.gathering.number,
        }));
    }

    /// The match was ended before it began: what was shown is public and never used again.
    pub(crate) fn abandon_gathering(&mut self) {
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

    pub(crate) fn begin(&mut self, emit: &mut dyn FnMut(Update)) {
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
        self.clear_ready();
        self.number += 1;
        self.stage = Stage::Playing;
        self.emit_set_up(emit);
        let parts: Vec<Seed> = self.entropy.iter().map(|(_, entropy)| entropy.0).collect();
        let chance = Chance::new(self.master, joined_entropy(&parts));
        let mut game = Game::new(self.rules.clone(), chance);
        emit(Update::Change(Change::Began {
            number: self.number,
            source: self.set_up.source(),
            entropy: self.entropy.clone(),
        }));
        let mut events: Vec<Event> = Vec::new();
        self.seats.iter_mut().for_each(|state| state.missed = 0);
        game.next_deal(&mut events);
        self.game = Some(game);
        self.sheet.clear();
        events.into_iter().for_each(|event| emit(Update::Event(event)));
    }

    pub(crate) fn next_deal(&mut self, emit: &mut dyn FnMut(Update)) -> Result<(), FoldError> {
        self.clear_ready();
        self.seats.iter_mut().for_each(|state| state.missed = 0);
        let game = self.game.as_mut().ok_or(FoldError::Misfit)?;
        let mut events: Vec<Event> = Vec::new();
        game.next_deal(&mut events);
        events.into_iter().for_each(|event| emit(Update::Event(event)));
        Ok(())
    }

    pub(crate) fn acted(
        &mut self,
        seat: Seat,
        action: &Action,
        emit: &mut dyn FnMut(Update),
    ) -> Result<u32, FoldError> {
        let game = self.game.as_mut().ok_or(FoldError::Misfit)?;
        let before = game.table().decision();
        let mut events: Vec<Event> = Vec::new();
        game.act(seat, action, &mut events).map_err(FoldError::Refused)?;
        if game.table().decision() != before {
            self.wanting = Seats::NONE;
        } else if matches!(action, Action::Buy | Action::Call { .. }) {
            self.wanting.insert(seat);
        }
        let (over, deal) = (game.is_over(), game.table().deal());
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
            emit(Update::Event(event));
            if ended {
                self.reveal(emit);
                self.clear_ready();
            }
        }
        if over {
            self.stage = Stage::Over;
        }
        Ok(before)
    }

    /// Shows the secret of the present deal, and commits to the next one's where that is not done.
    pub(crate) fn reveal(&mut self, emit: &mut dyn FnMut(Update)) {
        let Some(game) = &self.game else { return };
        let Some(deal) = game.table().present_deal() else { return };
        let secret = Hex(deal_secret(&self.master, deal));
        self.secrets.push(secret);
        emit(Update::Change(Change::Revealed { deal, secret }));
        if let Some(next) = deal.next().filter(|next| next.index() >= self.commitments.len()) {
            let commitment = Hex(commitment(&deal_secret(&self.master, next)));
            self.commitments.push(commitment);
            emit(Update::Change(Change::Committed { deal: next, commitment }));
        }
    }

    /// Seats whose answer to the present offer or call cannot matter any more: all seats before
    /// somebody who wants the card have passed, so it is settled. Known only then, so that nobody
    /// learns of another's answer before giving their own.
    pub(crate) fn settled(&self) -> Vec<Seat> {
        let Some(game) = self.game.as_ref().filter(|_| !self.wanting.is_empty()) else {
            return Vec::new();
        };
        let table = game.table();
        if !matches!(table.phase(), Phase::Offers { .. } | Phase::Call { .. }) {
            return Vec::new();
        }
        let waiting = table.waiting();
        let order: Vec<Seat> = table.after(table.turn().seat).collect();
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
