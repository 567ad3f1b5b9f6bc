//! What the page does with the news of a table.

use std::cell::Cell;

use leptos::prelude::*;
use upcard_client::announce::{self, Line};
use upcard_client::wire::{Change, ClientMessage, Pace, ServerMessage, Stage};
use upcard_client::{Draft as Panel, Hand, LayDownDraft, Log, Note, Visit};
use upcard_engine::Event;
use upcard_engine::table::Phase;

use super::app::App;
use crate::screens::{Overlay, Screen};
use crate::settings::Settings;
use crate::sound::{self, Sound};
use crate::text::tr;
use crate::{browser, motion, news, visits};

impl App {
    /// Folds what the table says.
    pub(crate) fn receive(self, messages: Vec<ServerMessage>) {
        if messages.is_empty() {
            return;
        }
        let asked = self.needed();
        let mut notes = Vec::new();
        let mut flights = Vec::new();
        self.session.update(|session| {
            for message in messages {
                if let ServerMessage::Event { event, .. } = &message {
                    let event = session.judged(event.clone());
                    flights.extend(event.iter().flat_map(|event| motion::prepare(session, event)));
                }
                notes.extend(session.fold(message));
            }
        });
        for note in &notes {
            self.follow(note);
        }
        self.announce_news();
        self.follow_hand();
        self.lay_next();
        self.sound(&notes, asked);
        motion::start(flights, self.settings.with_untracked(|s| s.motion));
        self.answer_by_itself();
        self.watch_idling();
        self.let_bots_think();
    }

    /// Plays a tone for what has happened, if tones are on: for the most important of several things.
    fn sound(self, notes: &[Note], asked_before: bool) {
        let turn = !asked_before && self.needed();
        if turn && self.settings.with_untracked(|settings| settings.buzz) {
            browser::buzz();
        }
        if !self.settings.with_untracked(|settings| settings.sound) {
            return;
        }
        let sounds = notes.iter().filter_map(|note| match note {
            Note::Happened(Event::DealEnded { .. }) => Some(Sound::Over),
            Note::Happened(
                Event::LaidDown { .. } | Event::LaidOff { .. } | Event::Discarded { .. },
            ) => Some(Sound::Card),
            _ => None,
        });
        if let Some(sound) = sounds.chain(turn.then_some(Sound::Turn)).max() {
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
            // What was selected, or lay in what was put together, is what was played.
            let mut leaving = self.selected.get_untracked();
            self.panel.with_untracked(|panel| {
                if let Panel::Down(draft) = panel {
                    leaving.extend(draft.slots.iter().flat_map(|slot| &slot.cards).map(|h| h.id));
                }
            });
            self.hand.update(|hand| hand.follow_without(&cards, &leaving));
            // What was put together and is not in the hand any more is gone from there, too.
            self.hand.with_untracked(|hand| {
                self.prepared.try_maybe_update(|draft| (draft.follow(hand), ()));
                self.panel.try_maybe_update(|panel| match panel {
                    Panel::Down(draft) => (draft.follow(hand), ()),
                    _ => (false, ()),
                });
            });
        }
        let gone = |id: &u32| self.hand.with_untracked(|hand| hand.get(*id).is_none());
        if self.selected.with_untracked(|ids| ids.iter().any(gone)) {
            self.selected.update(|ids| ids.retain(|id| !gone(id)));
        }
    }

    fn follow(self, note: &Note) {
        match note {
            Note::Fresh => {
                self.panel.set(Panel::None);
                self.selected.set(Vec::new());
                // A page that was away while entropy is gathered can still show its own.
                if self.session.with_untracked(|s| s.stage == Stage::Gathering) {
                    self.reveal();
                }
                self.commit();
                self.arrive();
                self.note_visit();
                if let Some(lost) = self.session.with_untracked(|s| s.lost) {
                    self.notice.set(Some(news::lost(lost)));
                }
                self.show_scores();
            }
            Note::Happened(event) => {
                match event {
                    // How the last deal ended is no news of this one.
                    Event::DealBegan { .. } => self.toast.set(None),
                    Event::Dealt { .. } => {
                        self.keep_fairness();
                        self.hand.set(Hand::default());
                        self.standing.update(upcard_client::Standing::deal_begins);
                        self.overlay.set(None);
                        DEALT.set(browser::now());
                    }
                    Event::TurnBegan { .. } => {
                        self.keep();
                        // A lay-down that is being put together is kept until it is one's turn.
                        if self.panel.with_untracked(|panel| matches!(panel, Panel::Arrange(_))) {
                            self.panel.set(Panel::None);
                        }
                        self.ask.set(None);
                        self.notice.set(None);
                    }
                    Event::DealEnded { .. } => {
                        self.keep();
                        self.panel.set(Panel::None);
                        self.prepared.set(LayDownDraft::default());
                        self.ask.set(None);
                        self.notice.set(None);
                    }
                    Event::LaidDown { seat, .. } | Event::Arranged { seat, .. }
                        if self.session.with_untracked(|s| s.seat == Some(*seat)) =>
                    {
                        self.panel.set(Panel::None);
                        self.prepared.set(LayDownDraft::default());
                    }
                    Event::MatchEnded { .. } => self.keep(),
                    _ => {}
                }
                if matches!(event, Event::DealEnded { .. }) {
                    self.show_scores();
                    if !self.settings.with_untracked(|s| s.played) {
                        self.settings.update(|s| s.played = true);
                        self.settings.with_untracked(Settings::save);
                    }
                }
                if let Some(line) = self.session.with_untracked(|s| announce::happened(s, event)) {
                    if matches!(event, Event::DealEnded { .. } | Event::WasCut { .. }) {
                        self.proclaim(self.session.with_untracked(|s| news::words(s, &line)));
                    }
                    self.announce(&line);
                }
            }
            Note::Changed(change) => {
                match change {
                    Change::Gathering { .. } => {
                        self.compared.set(None);
                        self.reveal();
                    }
                    // What was used or shown is not used again.
                    Change::Began { .. } | Change::Ended => {
                        self.commit();
                    }
                    Change::Revealed { .. } | Change::Committed { .. } => {
                        self.keep_fairness();
                    }
                    Change::SetUp { .. }
                    | Change::Seat { .. }
                    | Change::Paced { .. }
                    | Change::Hinted { .. } => {}
                }
                if let Some(line) = self.session.with_untracked(|s| announce::changed(s, change)) {
                    if self.session.with_untracked(|s| announce::is_own_return(s, change)) {
                        let words = self.session.with_untracked(|s| news::words(s, &line));
                        self.inform(words);
                    }
                    self.announce(&line);
                }
            }
            Note::Presence(seat, present) => {
                self.announce(&announce::presence(*seat, *present));
            }
            Note::Refused(why) => {
                self.refuse(self.session.with_untracked(|s| news::refused(s, why)));
            }
            Note::Phrase(seat, phrase) => {
                let line = self.session.with_untracked(|s| news::phrase(s, *seat, *phrase));
                self.log.update(|log| log.push(line));
                self.show_phrase(*seat, *phrase);
            }
            Note::Error(error) => self.refuse(news::error(error)),
            Note::Phrases(allowed) => {
                let line = tr!(if *allowed { "phrases-on" } else { "phrases-off" });
                self.log.update(|log| log.push(line));
            }
            Note::Gap => self.ask_for_all(),
        }
    }

    /// The table is shown for the first time: whoever comes back plays again.
    fn arrive(self) {
        if !self.arriving.get_untracked() {
            return;
        }
        self.arriving.set(false);
        if self.hosting.get_untracked() {
            // Whoever makes a table sits at it.
            self.hosting.set(false);
            if self.session.with_untracked(|s| s.seat.is_none()) {
                let name = self.settings.with_untracked(|s| s.name_or_guest());
                browser::later(0, move || self.send(ClientMessage::Sit { seat: None, name }));
            }
            return;
        }
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
        visits::note(Visit { id, game, seated });
    }

    /// Lays the next of several selected cards off on the same meld, where that leaves nothing open.
    fn lay_next(self) {
        let Some(meld) = self.laying.get_untracked() else { return };
        if self.session.with_untracked(|s| s.sent.is_some()) {
            return;
        }
        self.laying.set(None);
        if !self.selected.with_untracked(Vec::is_empty) {
            self.tap_meld(meld);
        }
    }

    /// Shows the score sheet, when the last play has been seen: the table says meanwhile who went out
    /// and how, and its button shows the sheet at once.
    fn show_scores(self) {
        let wait = match self.settings.with_untracked(|s| s.pace) {
            Pace::Calm => 5_000,
            Pace::Usual => 3_500,
            Pace::Fast => 1_200,
        };
        let deal = move || self.session.with_untracked(|s| (s.number, s.sheet.len()));
        let shown = deal();
        browser::later(wait, move || {
            if deal() != shown {
                return;
            }
            let over = self.session.with_untracked(|s| {
                let phase = s.view.as_ref().map(|v| v.table.phase());
                matches!(phase, Some(Phase::DealOver { .. } | Phase::MatchOver))
            });
            let free = self.overlay.get_untracked().is_none();
            if over && free && self.screen.get_untracked() == Screen::Table {
                self.overlay.set(Some(Overlay::Scores));
            }
        });
    }

    /// Announces the new lines of the log. Not at once: what is received may lead to a move, and its
    /// answer to more lines, and screen readers hear only what the page shows between two tasks.
    fn announce_news(self) {
        if self.log.with_untracked(Log::end) == ANNOUNCED.get() {
            return;
        }
        browser::later(0, move || {
            let (news, end) =
                self.log.with_untracked(|log| (log.since(ANNOUNCED.get()).join(" "), log.end()));
            ANNOUNCED.set(end);
            if !news.is_empty() {
                self.news.set(news);
            }
        });
    }

    /// Puts a line into the log, from where it is announced.
    fn announce(self, line: &Line) {
        let words = self.session.with_untracked(|s| news::words(s, line));
        self.log.update(|log| log.push(words));
    }
}

thread_local! {
    /// The end of the log up to which its lines were announced.
    static ANNOUNCED: Cell<usize> = const { Cell::new(0) };
    /// When cards were last dealt.
    static DEALT: Cell<f64> = const { Cell::new(0.0) };
}

/// Another table, with a log of its own.
pub(super) fn forget_news() {
    ANNOUNCED.set(0);
}

/// How many milliseconds the cards of this deal are still on their way.
pub(super) fn dealing(pace: Pace) -> u32 {
    let past = browser::now() - DEALT.get();
    (pace.dealing() as f64 - past).max(0.0) as u32
}
