//! Bots: they are asked, and their answers taken.

use upcard_engine::{Action, Level, Seat};

use super::data::Room;
use super::outbox::Think;
use crate::state::Judged;
use crate::stored::Entry;

/// Where entropy comes from.
pub trait Entropy {
    /// 32 bytes that nobody can predict.
    fn bytes(&mut self) -> [u8; 32];
}

impl<F: FnMut() -> [u8; 32]> Entropy for F {
    fn bytes(&mut self) -> [u8; 32] {
        self()
    }
}

impl Room {
    /// Asks the bots whose answers are waited for and that have not been asked.
    pub(super) fn ask_bots(&mut self, entropy: &mut impl Entropy) {
        let Some(game) = self.state.running() else { return };
        for seat in Seat::all(game.table().players()) {
            let Some(level) = self.state.bot_of(seat) else {
                self.thinking.forget(seat);
                continue;
            };
            if !game.table().asks(seat) || self.thinking.until(seat).is_some() {
                continue;
            }
            let bytes = entropy.bytes();
            let word = |at: usize| {
                let mut word = [0; 8];
                word.copy_from_slice(&bytes[at..at + 8]);
                u64::from_le_bytes(word)
            };
            let (delay, until) = self.timer.bot_delay(self.now, word(8), &self.state);
            self.out.thinks.push(Think {
                seat,
                request: self.thinking.ask(seat, until),
                // By rules that are too dear for bots what is simplest is played.
                level: if self.bots_play { level } else { Level::Random },
                seed: word(0),
                delay,
                rules: game.rules().clone(),
                view: game.own_view(Some(seat)),
            });
        }
    }

    /// Takes a bot's answer that was waited for: what it may do, or what it said that it may not.
    pub(super) fn thought(&mut self, seat: Seat, answer: Result<Judged, String>) {
        match answer {
            Ok(judged) => self.play(judged),
            Err(wrong) => {
                self.out.faults.push((seat, wrong));
                self.answer_for(seat);
            }
        }
    }

    /// Answers for a bot that has no answer, also where a dead end is left that the judge did not see.
    pub(super) fn answer_for(&mut self, seat: Seat) {
        let Some(game) = self.state.game() else { return };
        match game.view(seat).any_answer() {
            Some(Action::Undo) => self.retreat(seat),
            Some(action) => self.act_for(seat, action),
            None => {
                // A position without a legal end is the engine's fault; the people are let go.
                self.thinking.forget(seat);
                self.record(Entry::Ended);
            }
        }
    }

    /// Leads a bot out of a turn that it can only take back: it would make the same plays again.
    fn retreat(&mut self, seat: Seat) {
        while !self.is_broken() {
            let turn = self.state.game().filter(|game| game.to_act() == Some(seat));
            let Some(action) = turn.and_then(|game| game.view(seat).retreat()) else { break };
            let ends = action != Action::Undo;
            self.act_for(seat, action);
            if ends {
                break;
            }
        }
    }

    /// An action that was judged, and that no person has sent.
    pub(super) fn play(&mut self, judged: Judged) {
        self.thinking.forget(judged.seat());
        self.carry_out(judged, None, 0);
    }

    /// One that is judged when it is folded.
    pub(super) fn act_for(&mut self, seat: Seat, action: Action) {
        self.thinking.forget(seat);
        self.record(Entry::Acted { seat, action, id: None, spent: 0 });
    }
}
