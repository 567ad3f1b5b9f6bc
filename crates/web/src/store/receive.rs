//! Handles a table's messages and events.

use std::cell::Cell;

use leptos::prelude::*;
use upcard_client::wire::{
    Change, ClientMessage, Pace, SeatChange, ServerMessage, Stage, TableError,
};
use upcard_client::{Controller, Log, Note, Session, Visit};
use upcard_engine::Event;
use upcard_engine::table::Phase;

use super::app::App;
use crate::screens::{Overlay, Screen};
use crate::sound::{self, Sound};
use crate::text::tr;
use crate::{browser, lazy, motion, news, visits};

impl App {
    pub(super) fn receive(self, messages: Vec<ServerMessage>) {
        if messages.is_empty() {
            return;
        }
        let asked = self.needs_decision();
        let mut notes = Vec::new();
        let mut flights = Vec::new();
        for message in messages {
            if let ServerMessage::Event { event, .. } = &message {
                let prepare = |session: &Session| {
                    let event = session.validate_event(event.clone());
                    event.map_or_else(Vec::new, |event| motion::prepare(session, &event))
                };
                flights.extend(self.session().with_untracked(prepare));
            }
            let greeted = matches!(message, ServerMessage::Welcome { .. });
            let log_start = self.log().with_untracked(Log::end);
            let note =
                self.controller.try_update_value(|controller| controller.fold(message)).flatten();
            if greeted {
                self.introduce();
            }
            note.iter().for_each(|note| self.react(note, log_start));
            note.iter().for_each(|note| self.show_people_news(note, log_start));
            notes.extend(note);
        }
        self.control(Controller::settle);
        self.announce_news();
        self.play_sound(&notes, asked);
        motion::start(flights, self.settings.with_untracked(|s| s.motion));
        self.send_standing_reply();
        self.watch_idle_time();
        self.watch_clock();
    }

    /// Plays the sound of the most important event, if sounds are on.
    fn play_sound(self, notes: &[Note], asked_before: bool) {
        let turn = !asked_before && self.needs_decision();
        if turn && self.settings.with_untracked(|settings| settings.buzz) {
            browser::vibrate();
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

    /// The page's own reaction to a note, whose log lines start at `log_start`.
    fn react(self, note: &Note, log_start: usize) {
        match note {
            Note::Fresh => {
                // A page that reconnects during entropy gathering can still reveal its own.
                if self.session().with_untracked(|s| s.stage == Stage::Gathering) {
                    self.reveal();
                }
                self.restore_log();
                self.restore_standing();
                self.commit();
                self.handle_arrival();
                self.record_visit();
                self.schedule_match_saving();
                if let Some(lost) = self.session().with_untracked(|s| s.lost) {
                    self.inform(news::lost(lost));
                }
                let visits =
                    self.session().with_untracked(|s| s.seat.is_none() && s.stage == Stage::Over);
                match visits && self.table().is_some() {
                    true => self.enter_lobby(),
                    false => self.show_scores(),
                }
            }
            Note::Happened(event) => self.handle_game_event(event, log_start),
            Note::Changed(Change::Gathering { .. }) => {
                self.compared.set(None);
                self.reveal();
            }
            // Entropy that was used or revealed is not reused.
            Note::Changed(Change::Began { .. }) => {
                self.set_first_dealer(None);
                self.leave_lobby();
                self.commit();
                self.schedule_match_saving();
            }
            Note::Changed(Change::Seat { seat, why, .. })
                if *why != SeatChange::Ready
                    && self.session().with_untracked(|s| s.seat.is_none_or(|own| own == *seat)) =>
            {
                self.schedule_match_saving();
            }
            // With another game, the previous scores and story are gone.
            Note::Changed(Change::SetUp { .. }) => {
                let shown = self.overlay.get_untracked();
                if matches!(shown, Some(Overlay::Scores | Overlay::Story | Overlay::Discards)) {
                    self.close_sheet();
                }
            }
            Note::Changed(Change::Ended) => {
                self.commit();
                self.save_finished_match();
                self.show_scores();
            }
            Note::Changed(Change::Revealed { .. } | Change::Committed { .. }) => {
                self.save_fairness();
            }
            Note::Phrase(seat, phrase) => self.show_phrase(*seat, *phrase),
            Note::Error(TableError::TableFull) if self.session().with_untracked(|s| s.host) => {
                self.refuse(tr!("error-no-free-seat"));
            }
            Note::Error(error @ (TableError::BadName | TableError::BotName)) => {
                if self.drop_refused_name() {
                    self.refuse(news::error(error));
                }
            }
            Note::Error(error) => self.refuse(news::error(error)),
            Note::Gap => self.request_full_state(),
            Note::Changed(_)
            | Note::Presence(..)
            | Note::Refused(_)
            | Note::Phrases(_)
            | Note::Company => {}
        }
    }

    /// Shows news about people in their own strip. Their text is the last log line from `log_start` on.
    fn show_people_news(self, note: &Note, log_start: usize) {
        let alone = self.invite.with_untracked(Option::is_none);
        // The player's own arrival is no news.
        let own = self.session().with_untracked(|s| s.seat);
        let of_people = match note {
            Note::Changed(Change::Seat { seat, why, .. }) => {
                !(Some(*seat) == own && matches!(why, SeatChange::Sat | SeatChange::Joined))
            }
            Note::Presence(seat, _) => Some(*seat) != own,
            _ => false,
        };
        if alone || !of_people {
            return;
        }
        let said = self.log().with_untracked(|log| log.since(log_start).last().cloned());
        let back = matches!(note, Note::Changed(change)
            if self.session().with_untracked(|s| upcard_client::announce::is_own_return(s, change)));
        if back {
            self.clear_notice();
        }
        said.into_iter().for_each(|said| self.add_people_news(said, back));
    }

    /// Introduces this player to a server's table, after every welcome because the table does not store it.
    /// Sent even without a name or face: only introduced players learn which seats are open.
    pub(crate) fn introduce(self) {
        if self.table().is_none() {
            return;
        }
        let (name, face) = self.settings.with_untracked(|s| (s.chosen_name(), s.face));
        let name = name.filter(|_| self.session().with_untracked(|s| s.seat.is_none()));
        self.send(ClientMessage::Introduce { name, face });
    }

    /// Drops a name that the table has refused. Returns `false` if there was none: a request sent after the
    /// name is refused for lack of one, and the reason was shown already.
    fn drop_refused_name(self) -> bool {
        let seat = self.session().with_untracked(|s| s.seat);
        if seat.is_none() && self.settings.with_untracked(|s| s.chosen_name().is_none()) {
            return false;
        }
        let seated = self.session().with_untracked(|s| s.name(seat?).map(str::to_owned));
        self.change_settings(|s| s.name = seated.unwrap_or_default());
        self.introduce();
        true
    }

    fn handle_game_event(self, event: &Event, log_start: usize) {
        match event {
            // Clear the toast of the previous deal.
            Event::DealBegan { .. } => self.toast.set(None),
            Event::Dealt { .. } => {
                self.save_fairness();
                self.close_sheet();
                DEALT_AT.set(browser::now());
            }
            Event::TurnBegan { .. } => self.save_progress(),
            Event::MatchEnded { .. } => {
                self.save_progress();
                self.save_finished_match();
            }
            Event::DealEnded { .. } => {
                self.save_progress();
                self.show_scores();
                if !self.settings.with_untracked(|s| s.played) {
                    self.change_settings(|s| s.played = true);
                }
            }
            _ => {}
        }
        if matches!(event, Event::DealEnded { .. } | Event::WasCut { .. }) {
            let said = self.log().with_untracked(|log| log.since(log_start).last().cloned());
            said.into_iter().for_each(|said| self.show_toast(said));
        }
    }

    /// Handles the first display of a table: a returning player takes the seat back.
    fn handle_arrival(self) {
        if !self.arriving.get_untracked() {
            return;
        }
        self.arriving.set(false);
        if self.hosting.get_untracked() {
            // The creator of a table sits down at it.
            self.hosting.set(false);
            if self.session().with_untracked(|s| s.seat.is_none()) {
                let name = self.settings.with_untracked(|s| s.name_or_guest());
                browser::set_timeout(0, move || self.send(ClientMessage::Sit { seat: None, name }));
            }
            return;
        }
        let returns = self.session().with_untracked(|s| s.covered() && s.in_match());
        if returns {
            // Not while messages are being processed.
            browser::set_timeout(0, move || self.send(ClientMessage::TakeBack));
        }
    }

    /// Records the visit, with or without a seat.
    fn record_visit(self) {
        let Some(id) = self.table() else { return };
        let (game, seated) = self.session().with_untracked(|s| {
            let name = s.rules.as_ref().map(|r| r.set.catalogue.name.clone());
            (name.unwrap_or_default(), s.seat.is_some())
        });
        visits::note(Visit { id, game, seated });
    }

    /// Saves the match as played, unless the device is shared: the score sheet knows who is meant.
    fn save_finished_match(self) {
        if !self.is_shared() {
            lazy::save_match(self);
        }
    }

    /// Records the match at a server's table so that it is saved when it is over, and saves missed ones, once
    /// the hand is shown. For a finished match at once, since its sheet names the players.
    fn schedule_match_saving(self) {
        let stage = self.session().with_untracked(|s| s.stage);
        if self.table().is_some() && stage != Stage::Seating {
            let wait = if stage == Stage::Over { 0 } else { SAVE_DELAY };
            browser::set_timeout(wait, move || {
                // Another table may be shown by now.
                if self.table().is_some() {
                    self.save_finished_match();
                }
            });
        }
    }

    /// Shows the score sheet after the last play has been seen. Meanwhile the table says who went out and
    /// how, and its button opens the sheet at once.
    fn show_scores(self) {
        let wait = match self.settings.with_untracked(|s| s.pace) {
            Pace::Calm => 5_000,
            Pace::Usual => 3_500,
            Pace::Fast => 1_200,
        };
        let deal = move || self.session().with_untracked(|s| (s.number, s.sheet.len()));
        let shown = deal();
        browser::set_timeout(wait, move || {
            if deal() != shown {
                return;
            }
            let over = self.session().with_untracked(|s| {
                let phase = s.view.as_ref().map(|v| v.table.phase());
                s.stage == Stage::Over
                    || matches!(phase, Some(Phase::DealOver { .. } | Phase::MatchOver))
            });
            let free = self.overlay.get_untracked().is_none() && !self.in_lobby().get_untracked();
            if over && free && self.screen.get_untracked() == Screen::Table {
                self.show(Overlay::Scores);
            }
        });
    }

    /// Announces new log lines, deferred: messages may lead to a move whose response adds lines, and screen
    /// readers only see the page between tasks.
    fn announce_news(self) {
        if self.log().with_untracked(Log::end) == ANNOUNCED.get() {
            return;
        }
        browser::set_timeout(0, move || {
            let (news, end) =
                self.log().with_untracked(|log| (log.since(ANNOUNCED.get()).join(" "), log.end()));
            ANNOUNCED.set(end);
            if !news.is_empty() {
                self.news.set(news);
            }
        });
    }
}

/// Delay before a match that was started or resumed is recorded, in milliseconds.
const SAVE_DELAY: u32 = 5_000;

thread_local! {
    /// End of the announced part of the log.
    static ANNOUNCED: Cell<usize> = const { Cell::new(0) };
    /// When cards were last dealt.
    static DEALT_AT: Cell<f64> = const { Cell::new(0.0) };
}

/// Marks the current log lines as announced.
pub(super) fn mark_announced(app: App) {
    ANNOUNCED.set(app.log().with_untracked(Log::end));
}

/// Resets the state for another table's log.
pub(super) fn reset_announced() {
    ANNOUNCED.set(0);
}

/// Remaining time of the dealing animation, in milliseconds.
pub(super) fn remaining_dealing_time(pace: Pace) -> u32 {
    let past = browser::now() - DEALT_AT.get();
    (pace.dealing() as f64 - past).max(0.0) as u32
}
