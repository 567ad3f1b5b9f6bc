//! Messages from the table: folded by the controller, plus what the terminal shows of them.

use upcard_client::wire::{Change, ServerMessage};
use upcard_client::{Note, tr};
use upcard_engine::Event;

use crate::app::{App, Focus, Sheet};

impl App {
    /// Handles messages from the table in order, with their consequences.
    pub(crate) fn receive(&mut self, messages: Vec<ServerMessage>) {
        if messages.is_empty() {
            return;
        }
        for message in messages {
            let greeted = matches!(message, ServerMessage::Snapshot(_));
            self.settled(&message);
            let note = self.play.fold(message);
            note.iter().for_each(|note| self.follow(note));
            self.follow_remote(note.as_ref(), greeted);
        }
        self.play.settle();
        self.play.send_standing_reply();
        self.pass_on();
    }

    fn follow(&mut self, note: &Note) {
        match note {
            Note::Fresh => {
                let view = self.play.session().view.as_ref();
                if view.is_some_and(|own| own.table.phase().is_after_deal()) {
                    self.open(Sheet::Scores);
                }
            }
            Note::Happened(Event::DealBegan { .. }) => {
                self.sheet = None;
                (self.cut, self.pick) = (500, 0);
            }
            Note::Happened(Event::DealEnded { .. } | Event::MatchEnded { .. }) => {
                self.focus = Focus::Hand;
                self.open(Sheet::Scores);
            }
            Note::Changed(Change::Began { .. }) => self.sheet = None,
            Note::Error(error) => {
                self.play.refuse(tr!(&format!("error-{}", error.code()), &self.words));
            }
            _ => {}
        }
    }
}
