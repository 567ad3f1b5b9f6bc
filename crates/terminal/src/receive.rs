//! What the table says: folded into the state, worded as news, followed by the hand and by the answers
//! that are given without asking.

use upcard_client::announce::{self, Line};
use upcard_client::prompt::can_lay_down;
use upcard_client::wire::{Change, ServerMessage, Stage};
use upcard_client::wording::news;
use upcard_client::{Draft, Hand, LayDownDraft, Note, Reply, tr};
use upcard_engine::{Action, Event};

use crate::app::{App, Focus, Sheet};

impl App {
    /// Takes in what the table says, one message after the other, and what follows from it.
    pub(crate) fn receive(&mut self, messages: Vec<ServerMessage>) {
        if messages.is_empty() {
            return;
        }
        let mut notes = Vec::new();
        for message in messages {
            if let Some(note) = self.session.fold(message) {
                // A line is worded by what is known right after it happened.
                self.follow(&note);
                notes.push(note);
            }
        }
        self.known.can_lay = self.session.view().is_some_and(|view| can_lay_down(&view));
        self.follow_hand();
        self.refresh();
        self.lay_next();
        self.answer_by_itself();
    }

    fn follow(&mut self, note: &Note) {
        match note {
            Note::Fresh => {
                self.draft = Draft::None;
                self.selected.clear();
                if self.session.view.as_ref().is_some_and(|own| own.table.phase().is_after_deal()) {
                    self.open(Sheet::Scores);
                }
            }
            Note::Happened(event) => {
                match event {
                    Event::DealBegan { .. } => {
                        self.standing.deal_begins();
                        self.prepared = LayDownDraft::default();
                        self.sheet = None;
                        self.draft = Draft::None;
                        self.hand = Hand::default();
                        (self.cut, self.pick) = (500, 0);
                    }
                    Event::TurnBegan { seat } if self.session.seat == Some(*seat) => {
                        self.notice = None;
                    }
                    Event::DealEnded { .. } | Event::MatchEnded { .. } => {
                        self.draft = Draft::None;
                        self.selected.clear();
                        self.focus = Focus::Hand;
                        self.open(Sheet::Scores);
                    }
                    _ => {}
                }
                if let Some(line) = announce::happened(&self.session, event) {
                    self.announce(&line);
                }
            }
            Note::Changed(change) => {
                if matches!(change, Change::Began { .. }) {
                    self.hand = Hand::default();
                    self.sheet = None;
                }
                // Who sits down alone need not be told so.
                let begun = self.session.stage != Stage::Seating;
                if let Some(line) = announce::changed(&self.session, change).filter(|_| begun) {
                    self.announce(&line);
                }
            }
            Note::Refused(why) => self.refuse(news::refused(&self.words, &self.session, why)),
            Note::Error(error) => {
                self.refuse(tr!(&format!("error-{}", error.code()), &self.words));
            }
            // There is nobody else at the table, and no line to lose messages on.
            Note::Presence(..) | Note::Phrase(..) | Note::Phrases(_) | Note::Gap => {}
        }
    }

    fn announce(&mut self, line: &Line) {
        self.log.push(news::words(&self.words, &self.session, line));
    }

    fn follow_hand(&mut self) {
        let Some(cards) = self.session.view.as_ref().map(|own| own.hand) else { return };
        // What was chosen, or lay in what was put together, is what was played.
        let mut leaving = self.selected.clone();
        if let Draft::Down(draft) = &self.draft {
            leaving.extend(draft.slots.iter().flat_map(|slot| &slot.cards).map(|held| held.id));
        }
        let held: upcard_cards::Cards = self.hand.items().iter().map(|held| held.card).collect();
        if held != cards {
            self.hand.follow_without(&cards, &leaving);
        }
        let hand = &self.hand;
        self.prepared.follow(hand);
        if let Draft::Down(draft) = &mut self.draft {
            draft.follow(hand);
        }
        // Cards of the table that are chosen while it is rearranged are in no hand.
        let arranging = match &self.draft {
            Draft::Arrange(draft) => Some(draft),
            _ => None,
        };
        let there = |id: &u32| {
            hand.get(*id).is_some() || arranging.is_some_and(|draft| draft.find(*id).is_some())
        };
        self.selected.retain(there);
    }

    /// Lays the next of several chosen cards off on the same meld, where that leaves nothing open.
    fn lay_next(&mut self) {
        if self.session.sent.is_some() {
            return;
        }
        if let Some(meld) = self.laying.take()
            && !self.selected.is_empty()
        {
            self.tap_meld(meld);
        }
    }

    /// Gives a standing answer to an offer.
    pub(crate) fn answer_by_itself(&mut self) {
        if !(self.session.asked() && self.session.is_offer()) {
            return;
        }
        let message = match self.reply() {
            Reply::Ask => return,
            Reply::Pass(_) => self.session.act(&Action::Pass),
            Reply::Buy => self.session.act(&Action::Buy),
        };
        if let Some(message) = message {
            self.send(message);
        }
    }
}
