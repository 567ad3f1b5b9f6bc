//! Replays and lessons, shown by the page's own components. A replay sends nothing; a lesson's messages go to
//! the lesson.

use std::cell::Cell;

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, ServerMessage};
use upcard_client::{Controller, Draft, Session, StandingAnswers};

use super::app::App;
use crate::screens::{Overlay, ReplaySource};
use crate::text::Page;

thread_local! {
    /// Overlay from which the replay was opened: the list of matches, or the score sheet.
    static OPENED_FROM: Cell<Option<Overlay>> = const { Cell::new(None) };
    /// Page state of the last lesson.
    static LESSON: Cell<Option<App>> = const { Cell::new(None) };
}

impl App {
    pub(crate) fn open_replay(self, looked: ReplaySource) {
        OPENED_FROM.set(self.overlay().get_untracked().filter(|from| *from != Overlay::Replay));
        self.replay_source.set(Some(looked));
        self.show(Overlay::Replay);
    }

    /// Returns from a replay to the overlay it was opened from; `false` if there is none.
    pub(crate) fn back_from_replay(self) -> bool {
        let looks = self.overlay().get_untracked() == Some(Overlay::Replay);
        let from = OPENED_FROM.take().filter(|_| looks);
        from.into_iter().for_each(|from| self.show(from));
        from.is_some()
    }

    /// Returns a copy of the page with another match, for the components below.
    pub(crate) fn with_session(self, session: Session) -> App {
        let standing = StandingAnswers::default();
        let mut controller = Controller::new(Page, session, standing);
        if let Some(planner) = self.controller.with_value(Controller::planner) {
            controller = controller.with_planner(planner);
        }
        self.with_controller(StoredValue::new(controller))
    }

    /// Shows another moment of the replay.
    pub(crate) fn show_session(self, session: Session) {
        let changed = self.controller.try_update_value(|controller| {
            controller.reset(session);
            controller.settle();
            // A replay has no table to send to.
            controller.take_outbox();
            controller.take_changed()
        });
        changed.into_iter().for_each(|changed| self.notify(changed));
    }

    /// Returns a copy of the page with a lesson's table, whose messages go to `sink`.
    pub(crate) fn for_lesson(self, session: Session, sink: Callback<ClientMessage>) -> App {
        let mut app = self.with_session(session);
        app.lesson_sink = Some(sink);
        LESSON.set(Some(app));
        app
    }

    /// Closes an overlay or draft at a lesson's table; `false` if there is none.
    pub(crate) fn back_in_lesson(self) -> bool {
        let learns = matches!(self.overlay().get_untracked(), Some(Overlay::Lesson(_)));
        let Some(shown) = LESSON.get().filter(|_| learns) else { return false };
        if shown.overlay.try_get_untracked().flatten().is_some() {
            shown.close_sheet();
            return true;
        }
        let builds = |controller: &Controller<Page>| !matches!(controller.draft(), Draft::None);
        let builds = shown.controller.try_with_value(builds).unwrap_or(false);
        if builds {
            shown.close_draft();
        }
        builds
    }

    /// Applies the messages of a lesson's table.
    pub(crate) fn apply_messages(self, messages: Vec<ServerMessage>) {
        self.control(|controller| {
            for message in messages {
                controller.fold(message);
            }
            controller.settle();
        });
    }

    /// Reports that a lesson's task asks for something else.
    pub(crate) fn reject_lesson_move(self, why: String) {
        self.control(|controller| controller.report_failure(why));
    }
}
