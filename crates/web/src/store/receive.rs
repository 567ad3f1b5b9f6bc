//! What the page does with the news of a table.

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
use crate::{browser, later, motion, news, visits};

impl App {
    /// Follows what the table says.
    pub(super) fn receive(self, messages: Vec<ServerMessage>) {
        if messages.is_empty() {
            return;
        }
        let asked = self.needed();
        let mut notes = Vec::new();
        let mut flights = Vec::new();
        for message in messages {
            if let ServerMessage::Event { event, .. } = &message {
                let prepare = |session: &Session| {
                    let event = session.judged(event.clone());
                    event.map_or_else(Vec::new, |event| motion::prepare(session, &event))
                };
                flights.extend(self.session().with_untracked(prepare));
            }
            let greeted = matches!(message, ServerMessage::Welcome { .. });
            let told = self.log().with_untracked(Log::end);
            let note = self.play.try_update_value(|play| play.fold(message)).flatten();
            if greeted {
                self.introduce();
            }
            note.iter().for_each(|note| self.follow(note, told));
            note.iter().for_each(|note| self.tell_news_of_people(note, told));
            notes.extend(note);
        }
        self.control(Controller::settle);
        self.announce_news();
        self.sound(&notes, asked);
        motion::start(flights, self.settings.with_untracked(|s| s.motion));
        self.answer_by_itself();
        self.watch_idling();
        self.watch_clock();
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

    /// What the page itself does about it. The lines from `told` on say it.
    fn follow(self, note: &Note, told: usize) {
        match note {
            Note::Fresh => {
                // A page that was away while entropy is gathered can still show its own.
                if self.session().with_untracked(|s| s.stage == Stage::Gathering) {
                    self.reveal();
                }
                self.recall_history();
                self.recall_standing();
                self.commit();
                self.arrive();
                self.note_visit();
                self.note_at_table();
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
            Note::Happened(event) => self.happened(event, told),
            Note::Changed(Change::Gathering { .. }) => {
                self.compared.set(None);
                self.reveal();
            }
            // What was used or shown is not used again.
            Note::Changed(Change::Began { .. }) => {
                self.let_deal_first(None);
                self.leave_lobby();
                self.commit();
                self.note_at_table();
            }
            Note::Changed(Change::Seat { seat, why, .. })
                if *why != SeatChange::Ready
                    && self.session().with_untracked(|s| s.seat.is_none_or(|own| own == *seat)) =>
            {
                self.note_at_table();
            }
            // With another game the last one's scores and story are gone.
            Note::Changed(Change::SetUp { .. }) => {
                let shown = self.overlay.get_untracked();
                if matches!(shown, Some(Overlay::Scores | Overlay::Story | Overlay::Discards)) {
                    self.close_sheet();
                }
            }
            Note::Changed(Change::Ended) => {
                self.commit();
                self.note_match();
                self.show_scores();
            }
            Note::Changed(Change::Revealed { .. } | Change::Committed { .. }) => {
                self.keep_fairness();
            }
            Note::Phrase(seat, phrase) => self.show_phrase(*seat, *phrase),
            Note::Error(TableError::TableFull) if self.session().with_untracked(|s| s.host) => {
                self.refuse(tr!("error-no-free-seat"));
            }
            Note::Error(error @ (TableError::BadName | TableError::BotName)) => {
                if self.drop_name() {
                    self.refuse(news::error(error));
                }
            }
            Note::Error(error) => self.refuse(news::error(error)),
            Note::Gap => self.ask_for_all(),
            Note::Changed(_)
            | Note::Presence(..)
            | Note::Refused(_)
            | Note::Phrases(_)
            | Note::Company => {}
        }
    }

    /// News about people have a place of their own. What was said of them is the last line from `told` on.
    fn tell_news_of_people(self, note: &Note, told: usize) {
        let alone = self.invite.with_untracked(Option::is_none);
        // That one has come oneself is no news.
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
        let said = self.log().with_untracked(|log| log.since(told).last().cloned());
        let back = matches!(note, Note::Changed(change)
            if self.session().with_untracked(|s| upcard_client::announce::is_own_return(s, change)));
        if back {
            self.unsay();
        }
        said.into_iter().for_each(|said| self.tell_of_people(said, back));
    }

    /// Says who this is, as far as this browser knows: at a server's table alone. It is said after each welcome,
    /// since nothing of it is stored, and without a name or a face as well: whoever has said it is told which seats
    /// are open.
    pub(crate) fn introduce(self) {
        if self.table().is_none() {
            return;
        }
        let (name, face) = self.settings.with_untracked(|s| (s.chosen_name(), s.face));
        let name = name.filter(|_| self.session().with_untracked(|s| s.seat.is_none()));
        self.send(ClientMessage::Introduce { name, face });
    }

    /// The table does not take the own name: it is not kept, and said no more. False where none was said: a wish that
    /// followed the name is refused for want of one, and why there is none was told.
    fn drop_name(self) -> bool {
        let seat = self.session().with_untracked(|s| s.seat);
        if seat.is_none() && self.settings.with_untracked(|s| s.chosen_name().is_none()) {
            return false;
        }
        let seated = self.session().with_untracked(|s| s.name(seat?).map(str::to_owned));
        self.change_settings(|s| s.name = seated.unwrap_or_default());
        self.introduce();
        true
    }

    fn happened(self, event: &Event, told: usize) {
        match event {
            // How the last deal ended is no news of this one.
            Event::DealBegan { .. } => self.toast.set(None),
            Event::Dealt { .. } => {
                self.keep_fairness();
                self.close_sheet();
                DEALT.set(browser::now());
            }
            Event::TurnBegan { .. } => self.keep(),
            Event::MatchEnded { .. } => {
                self.keep();
                self.note_match();
            }
            Event::DealEnded { .. } => {
                self.keep();
                self.show_scores();
                if !self.settings.with_untracked(|s| s.played) {
                    self.change_settings(|s| s.played = true);
                }
            }
            _ => {}
        }
        if matches!(event, Event::DealEnded { .. } | Event::WasCut { .. }) {
            let said = self.log().with_untracked(|log| log.since(told).last().cloned());
            said.into_iter().for_each(|said| self.proclaim(said));
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
            if self.session().with_untracked(|s| s.seat.is_none()) {
                let name = self.settings.with_untracked(|s| s.name_or_guest());
                browser::later(0, move || self.send(ClientMessage::Sit { seat: None, name }));
            }
            return;
        }
        let returns = self.session().with_untracked(|s| s.covered() && s.in_match());
        if returns {
            // Not from within what is just being received.
            browser::later(0, move || self.send(ClientMessage::TakeBack));
        }
    }

    /// Notes that this browser has been here, with or without a seat.
    fn note_visit(self) {
        let Some(id) = self.table() else { return };
        let (game, seated) = self.session().with_untracked(|s| {
            let name = s.rules.as_ref().map(|r| r.set.catalogue.name.clone());
            (name.unwrap_or_default(), s.seat.is_some())
        });
        visits::note(Visit { id, game, seated });
    }

    /// Keeps the match among those that were played. Of several people at this device the sheet knows who is meant.
    fn note_match(self) {
        if !self.is_shared() {
            later::keep_match(self);
        }
    }

    /// Notes what is played at a server's table, so that it is kept when it is over, and keeps what was missed: when
    /// the hand is there. Of a match that is over it is done at once, since its sheet names who has played.
    fn note_at_table(self) {
        let stage = self.session().with_untracked(|s| s.stage);
        if self.table().is_some() && stage != Stage::Seating {
            let wait = if stage == Stage::Over { 0 } else { NOTED };
            browser::later(wait, move || {
                // Another table may be shown by now.
                if self.table().is_some() {
                    self.note_match();
                }
            });
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
        let deal = move || self.session().with_untracked(|s| (s.number, s.sheet.len()));
        let shown = deal();
        browser::later(wait, move || {
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

    /// Announces the new lines of the log. Not at once: what is received may lead to a move, and its
    /// answer to more lines, and screen readers hear only what the page shows between two tasks.
    fn announce_news(self) {
        if self.log().with_untracked(Log::end) == ANNOUNCED.get() {
            return;
        }
        browser::later(0, move || {
            let (news, end) =
                self.log().with_untracked(|log| (log.since(ANNOUNCED.get()).join(" "), log.end()));
            ANNOUNCED.set(end);
            if !news.is_empty() {
                self.news.set(news);
            }
        });
    }
}

/// How long after a match has begun, or was come back to, it is noted, in milliseconds.
const NOTED: u32 = 5_000;

thread_local! {
    /// The end of the log up to which its lines were announced.
    static ANNOUNCED: Cell<usize> = const { Cell::new(0) };
    /// When cards were last dealt.
    static DEALT: Cell<f64> = const { Cell::new(0.0) };
}

/// The lines that are there are not announced any more.
pub(super) fn passed_over(app: App) {
    ANNOUNCED.set(app.log().with_untracked(Log::end));
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
