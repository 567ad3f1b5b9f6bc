//! Requests to bots, and their answers.

use std::array;

use upcard_engine::{Action, Level, Seat};

use super::data::Room;
use super::outbox::BotRequest;
use crate::state::Judged;
use crate::stored::Entry;

impl Room {
    /// Sends a request to every bot that is to act and has none pending.
    pub(super) fn ask_bots(&mut self, entropy: &mut impl FnMut() -> [u8; 32]) {
        let Some(game) = self.state.running() else { return };
        for seat in Seat::all(game.table().players()) {
            let Some(level) = self.state.bot_of(seat) else {
                self.pending_requests.forget(seat);
                continue;
            };
            if !game.table().asks(seat) || self.pending_requests.until(seat).is_some() {
                continue;
            }
            let bytes = entropy();
            let word = |at: usize| u64::from_le_bytes(array::from_fn(|byte| bytes[at + byte]));
            let (delay, until) = self.timer.bot_delay(self.now, word(8), &self.state);
            self.out.bot_requests.push(BotRequest {
                seat,
                request: self.pending_requests.ask(seat, until),
                // If the rules are too expensive for bots, they play randomly.
                level: if self.bots_play { level } else { Level::Random },
                seed: word(0),
                delay,
                rules: game.rules().clone(),
                view: game.own_view(Some(seat)),
            });
        }
    }

    /// Handles the awaited answer of a bot: a judged action, or the text of an illegal one.
    pub(super) fn bot_answered(&mut self, seat: Seat, answer: Result<Judged, String>) {
        match answer {
            Ok(judged) => self.play(judged),
            Err(wrong) => {
                self.out.faults.push((seat, wrong));
                self.play_fallback(seat);
            }
        }
    }

    /// Plays the fallback action for a bot without an answer, also in a dead end that the judge did
    /// not detect.
    pub(super) fn play_fallback(&mut self, seat: Seat) {
        let Some(game) = self.state.game() else { return };
        match game.view(seat).default_action() {
            Some(Action::Undo) => self.undo_turn(seat),
            Some(action) => self.act_for(seat, action),
            None => {
                // A position without a legal action is an engine bug; end the match so that nobody is
                // stuck.
                self.pending_requests.forget(seat);
                self.record(Entry::Ended);
            }
        }
    }

    /// Takes a bot's turn back as far as needed to finish it, since the bot would repeat the same
    /// plays.
    fn undo_turn(&mut self, seat: Seat) {
        while !self.is_broken() {
            let turn = self.state.game().filter(|game| game.to_act() == Some(seat));
            let Some(action) = turn.and_then(|game| game.view(seat).back_out()) else { break };
            let ends = action != Action::Undo;
            self.act_for(seat, action);
            if ends {
                break;
            }
        }
    }

    /// Executes a judged action that no person sent.
    pub(super) fn play(&mut self, judged: Judged) {
        self.pending_requests.forget(judged.seat());
        self.carry_out(judged, None, 0);
    }

    /// Executes an action that is judged when it is folded.
    pub(super) fn act_for(&mut self, seat: Seat, action: Action) {
        self.pending_requests.forget(seat);
        self.record(Entry::Acted { seat, action, id: None, spent: 0 });
    }
}
