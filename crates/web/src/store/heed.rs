//! What the page does with the news of a table.

use leptos::prelude::*;
use upcard_client::wire::{Change, ClientMessage, SeatChange, ServerMessage, Stage};
use upcard_client::{Hand, Log, Note, Visit};
use upcard_engine::table::Phase;
use upcard_engine::{Action, Event};

use super::{App, Overlay, Panel, Screen};
use crate::sound::{self, Sound};
use crate::text::tr;
use crate::{browser, motion, news};

impl App {
    /// Folds what the table says.
    pub(crate) fn receive(self, messages: Vec<ServerMessage>) {
        if messages.is_empty() {
            return;
        }
        let asked = self.session.with_untracked(upcard_client::Session::asked);
        let mut notes = Vec::new();
        let mut flights = Vec::new();
        self.session.update(|session| {
            for message in messages {
                if let ServerMessage::Event { event, .. } = &message {
                    flights.extend(motion::prepare(session, event));
                }
                notes.extend(session.fold(message));
            }
        });
        let before = self.log.with_untracked(Log::end);
        for note in &notes {
            self.heed(note);
        }
        let news = self.log.with_untracked(|log| log.since(before).join(" "));
        if !news.is_empty() {
            self.news.set(news);
        }
        self.follow_hand();
        self.lay_next();
        self.sound(&notes, asked);
        motion::start(flights, self.settings.with_untracked(|s| s.motion));
        self.answer_by_itself();
        self.let_bots_think();
    }

    /// Lets be heard what has happened, if that is wished: of several things the most important.
    fn sound(self, notes: &[Note], asked_before: bool) {
        if !self.settings.with_untracked(|settings| settings.sound) {
            return;
        }
        let turn = !asked_before && self.session.with_untracked(upcard_client::Session::asked);
        let heard = notes.iter().filter_map(|note| match note {
            Note::Happened(Event::DealEnded { .. }) => Some(Sound::Over),
            Note::Happened(
                Event::LaidDown { .. } | Event::LaidOff { .. } | Event::Discarded { .. },
            ) => Some(Sound::Card),
            _ => None,
        });
        if let Some(sound) = heard.chain(turn.then_some(Sound::Turn)).max() {
            sound::play(sound);
        }
    }

    fn follow_hand(self) {
        let cards = self.session.with_untracked(|s| s.view.as_ref().map(|v| v.hand));
        let Some(cards) = cards else { return };
        let same = self.hand.with_untracked(|hand| {
            hand.items().iter().map(|held| held.card).collect::<upcard_cards::Cards>() == cards
        });
        if !same {
            self.hand.update(|hand| hand.follow(&cards));
        }
        let gone = |id: &u32| self.hand.with_untracked(|hand| hand.get(*id).is_none());
        if self.selected.with_untracked(|ids| ids.iter().any(gone)) {
            self.selected.update(|ids| ids.retain(|id| !gone(id)));
        }
    }

    fn heed(self, note: &Note) {
        match note {
            Note::Fresh => {
                self.panel.set(Panel::None);
                self.selected.set(Vec::new());
                // A page that was away while entropy is gathered can still show its own.
                if self.session.with_untracked(|s| s.stage == Stage::Gathering) {
                    self.with_remote(|remote| remote.reveal());
                }
                self.with_remote(|remote| remote.commit());
                self.arrive();
                self.note_visit();
                if let Some(lost) = self.session.with_untracked(|s| s.lost) {
                    self.notice.set(Some(news::lost(lost)));
                }
                self.show_scores();
            }
            Note::Happened(event) => {
                match event {
                    Event::Dealt { .. } => {
                        self.with_remote(|remote| remote.keep());
                        self.hand.set(Hand::default());
                        self.pass_deal.set(false);
                        self.overlay.set(None);
                    }
                    Event::TurnBegan { .. } | Event::DealEnded { .. } => {
                        self.keep();
                        self.panel.set(Panel::None);
                        self.ask.set(None);
                        self.notice.set(None);
                    }
                    Event::LaidDown { seat, .. } | Event::Arranged { seat, .. }
                        if self.session.with_untracked(|s| s.seat == Some(*seat)) =>
                    {
                        self.panel.set(Panel::None);
                    }
                    Event::MatchEnded { .. } => self.keep(),
                    _ => {}
                }
                if matches!(event, Event::DealEnded { .. }) {
                    self.show_scores();
                }
                let sentence = self.session.with_untracked(|s| news::sentence(s, event));
                if let Some(sentence) = sentence {
                    self.tell(sentence);
                }
            }
            Note::Changed(change) => {
                match change {
                    Change::Gathering { .. } => {
                        self.compared.set(None);
                        self.with_remote(|remote| remote.reveal());
                    }
                    // What was used or shown is not used again.
                    Change::Began { .. } | Change::Ended => {
                        self.with_remote(|remote| remote.commit());
                    }
                    Change::Revealed { .. } | Change::Committed { .. } => {
                        self.with_remote(|remote| remote.keep());
                    }
                    Change::SetUp { .. } | Change::Seat { .. } | Change::Paced { .. } => {}
                }
                let sentence = self.session.with_untracked(|s| news::change(s, change));
                if let Some(sentence) = sentence {
                    let own = self.session.with_untracked(|s| s.seat);
                    let back = |change: &Change| match change {
                        Change::Seat { seat, why: SeatChange::Returned { .. }, .. } => {
                            own == Some(*seat)
                        }
                        _ => false,
                    };
                    if back(change) {
                        self.notice.set(Some(sentence.clone()));
                    }
                    self.tell(sentence);
                }
            }
            Note::Presence(seat, present) => {
                self.tell(self.session.with_untracked(|s| news::presence(s, *seat, *present)));
            }
            Note::Refused(why) => {
                self.notice.set(Some(self.session.with_untracked(|s| news::refused(s, why))));
            }
            Note::Said(seat, phrase) => {
                self.tell(self.session.with_untracked(|s| news::said(s, *seat, *phrase)));
            }
            Note::Error(error) => self.notice.set(Some(news::error(error))),
            Note::Phrases(allowed) => {
                self.tell(tr!(if *allowed { "phrases-on" } else { "phrases-off" }));
            }
            Note::Gap => self.with_remote(|remote| remote.ask_for_all()),
        }
    }

    /// The table is shown for the first time: whoever comes back plays again.
    fn arrive(self) {
        if !self.arriving.get_untracked() {
            return;
        }
        self.arriving.set(false);
        let returns = self.session.with_untracked(|s| s.covered() && s.in_match());
        if returns {
            // Not from within what is just being received.
            browser::later(0, move || self.send(ClientMessage::TakeBack));
        }
    }

    /// Notes that this browser has been here, with or without a seat.
    fn note_visit(self) {
        let Some(id) = self.table() else { return };
        let (game, seated) = self.session.with_untracked(|s| {
            let name = s.rules.as_ref().map(|r| r.set.catalogue.name.clone());
            (name.unwrap_or_default(), s.seat.is_some())
        });
        crate::visits::note(Visit { id, game, seated });
    }

    /// Lays the next of several selected cards off on the same meld, where that leaves nothing open.
    fn lay_next(self) {
        let Some(meld) = self.laying.get_untracked() else { return };
        if self.session.with_untracked(|s| s.sent.is_some()) {
            return;
        }
        self.laying.set(None);
        if !self.selected.with_untracked(Vec::is_empty) {
            crate::felt::to_meld(self, meld);
        }
    }

    /// Shows the score sheet, a moment after the last card has come to rest.
    fn show_scores(self) {
        browser::later(900, move || {
            let over = self.session.with_untracked(|s| {
                let phase = s.view.as_ref().map(|v| v.table.phase);
                matches!(phase, Some(Phase::DealOver { .. } | Phase::MatchOver))
            });
            if over && self.screen.get_untracked() == Screen::Table {
                self.overlay.set(Some(Overlay::Scores));
            }
        });
    }

    fn tell(self, sentence: String) {
        self.log.update(|log| log.push(sentence));
    }

    /// Answers what needs no thought: offers after 'pass for this deal'.
    fn answer_by_itself(self) {
        if !self.pass_deal.get_untracked() {
            return;
        }
        let passes = self.session.with_untracked(|s| {
            s.asked() && s.view().is_some_and(|v| matches!(v.table.phase, Phase::Offers { .. }))
        });
        if passes {
            browser::later(150, move || {
                let still = self.session.with_untracked(|s| {
                    s.asked()
                        && s.view().is_some_and(|v| matches!(v.table.phase, Phase::Offers { .. }))
                });
                if still {
                    self.act(Action::Pass);
                }
            });
        }
    }
}
