//! Execution of a room's commands, and admission of messages.

use std::time::Instant;

use upcard_table::wire::{ClientMessage, Quota, Refused, ServerMessage, TableError};
use upcard_table::{Delivery, Input, Link, Outbox};

use super::table::Table;
use crate::cluster::wire::SeatMove;
use crate::connections::error::Refusal;
use crate::operations::quotas::Payer;
use crate::operations::rates::household;
use crate::rooms::room::{About, Command};
use crate::rooms::storage_stats::stores;

impl Table {
    pub(super) async fn execute(&mut self, command: Command, out: &mut Outbox) {
        match command {
            Command::Connect { link, who, sender, .. } => {
                if self.admit(who, &sender, out).await {
                    self.connections.insert(link, (sender, who));
                    self.input(Input::Connected { link, guest: who.guest }, out).await;
                }
            }
            Command::Message { link, message, cost } => {
                self.message(link, *message, cost, out).await
            }
            Command::Disconnected { link } => {
                if self.connections.remove(&link).is_some() {
                    self.input(Input::Gone { link }, out).await;
                }
            }
            Command::BotAnswered { seat, request, action } => {
                let action = action.map(|action| *action);
                self.input(Input::BotAnswered { seat, request, action }, out).await;
            }
            Command::About { who, answer } => {
                // The caller may have gone.
                let _ = answer.send(Ok(About::of(self.room.state(), who.guest)));
            }
            Command::Moves { guest, answer } => {
                let state = self.room.state();
                let seated = state.seat_of(guest).ok_or(Refusal::NoSeat);
                // The caller may have gone; likewise below.
                let _ = answer.send(seated.map(|_| state.moves(guest)));
            }
            Command::Move { wish: SeatMove { from, to, moves, carry_out }, answer } => {
                let state = self.room.state();
                let name = |seat| state.name_of(seat).unwrap_or_default().to_owned();
                let mut moved = state.may_move(from, to, moves).map(name);
                if carry_out && from != to {
                    moved = moved.and_then(|name| self.check_move_limits().map(|()| name));
                }
                if carry_out && moved.is_ok() {
                    self.input(Input::Moved { from, to, moves }, out).await;
                    self.answers.push((answer, moved));
                } else {
                    let _ = answer.send(moved);
                }
            }
            Command::Leave
            | Command::Stop { .. }
            | Command::HandOver { .. }
            | Command::CheckLease => {}
        }
    }

    /// Processes a message, unless a rate limit or quota is exceeded.
    async fn message(&mut self, link: Link, message: ClientMessage, cost: u32, out: &mut Outbox) {
        let Some(&(_, payer)) = self.connections.get(&link) else { return };
        if cost > 0 && !self.charge_cost(payer, cost) {
            let message = ServerMessage::Error { error: TableError::TooFast };
            out.deliveries.push(Delivery { to: vec![link], message });
            return;
        }
        if let Err(of) = self.allows(&message, payer) {
            let refused = match message {
                ClientMessage::Act { id, .. } => {
                    ServerMessage::Refused { id, why: Refused::Quota { of } }
                }
                _ => ServerMessage::Error { error: TableError::Quota { of } },
            };
            out.deliveries.push(Delivery { to: vec![link], message: refused });
            return;
        }
        let message = match message {
            // Rewrite an additional game of this server in terms of a built-in one.
            ClientMessage::SetUp { set_up } if self.shared.house.offers(&set_up) => {
                let (house, library) = (&self.shared.house, &self.shared.library);
                let spelled =
                    tokio::task::block_in_place(|| house.as_builtin(library, set_up.clone()));
                // On failure the table reports an unknown game.
                ClientMessage::SetUp { set_up: spelled.unwrap_or(set_up) }
            }
            other => other,
        };
        let before = out.entries.len();
        self.input(Input::Message { link, message }, out).await;
        if out.entries.len() > before {
            self.payers_of_entries.push((before..out.entries.len(), payer));
        }
    }

    fn allows(&self, message: &ClientMessage, payer: Payer) -> Result<(), Quota> {
        self.stored.allows(message, self.shared.settings.table_quota)?;
        if stores(message) { self.shared.quotas.allows(payer, Instant::now()) } else { Ok(()) }
    }

    /// Checks the limits on moving seats. They are per table, as each requester is a new guest.
    fn check_move_limits(&self) -> Result<(), TableError> {
        let most = self.shared.settings.table_quota;
        self.stored.allows_moves(most).map_err(|of| TableError::Quota { of })?;
        match self.shared.rates.moves.allow(&self.slot.id, 1) {
            Some(false) => Err(TableError::TooFast),
            Some(true) | None => Ok(()),
        }
    }

    /// Charges a cost to a guest's rate limit; `false` if it is exceeded. Guests of one address who neither
    /// sit here nor are the host also share one limit, to leave those of players and other spectators alone.
    fn charge_cost(&self, who: Payer, cost: u32) -> bool {
        let Payer { guest, address } = who;
        let (state, rates) = (self.room.state(), &self.shared.rates);
        let stranger = state.seat_of(guest).is_none() && state.host() != guest;
        let strangers = || (self.slot.id.clone(), household(address));
        rates.costly.allow(&guest, cost) != Some(false)
            && !(stranger && rates.strangers.allow(&strangers(), cost) == Some(false))
    }
}
