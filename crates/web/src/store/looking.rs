//! Replays and lessons, shown by the page's own components. A replay sends nothing; a lesson's messages go to
//! the lesson.

use std::cell::Cell;

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, ServerMessage};
use upcard_client::{Controller, Draft, Session, Standing};

use super::app::App;
use crate::screens::{Looked, Overlay};
use crate::text::Page;

thread_local! {
    /// Overlay from which the replay was opened: the list of matches, or the score sheet.
    static FROM: Cell<Option<Overlay>> = const { Cell::new(None) };
    /// Page state of the last lesson.
    static LESSON: Cell<Option<App>> = const { Cell::new(None) };
}

impl App {
    /// Opens a replay.
    pub(crate) fn look_again(self, looked: Looked) {
        FROM.set(self.overlay().get_untracked().filter(|from| *from != Overlay::Replay));
        self.looked.set(Some(looked));
        self.show(Overlay::Replay);
    }

    /// Returns from a replay to the overlay it was opened from; `false` if there is none.
    pub(crate) fn back_from_replay(self) -> bool {
        let looks = self.overlay().get_untracked() == Some(Overlay::Replay);
        let from = FROM.take().filter(|_| looks);
        from.into_iter().for_each(|from| self.show(from));
        from.is_some()
    }

    /// Returns a copy of the page with another match, for the components below.
    pub(crate) fn looking(self, session: Session) -> App {
        let standing = Standing::default();
        let mut play = Controller::new(Page, session, standing);
        if let Some(planner) = self.play.with_value(Controller::planner) {
            play = play.planned_by(planner);
        }
        self.with_play(StoredValue::new(play))
    }

    /// Shows another moment of the replay.
    pub(crate) fn look(self, session: Session) {
        let changed = self.play.try_update_value(|play| {
            play.reset(session);
            play.settle();
            // A replay has no table to send to.
            play.take_outbox();
            play.take_changed()
        });
        changed.into_iter().for_each(|changed| self.tell(changed));
    }

    /// Returns a copy of the page with a lesson's table, whose messages go to `sink`.
    pub(crate) fn learning(self, session: Session, sink: Callback<ClientMessage>) -> App {
        let mut app = self.looking(session);
        app.sink = Some(sink);
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
        let builds = |play: &Controller<Page>| !matches!(play.draft(), Draft::None);
        let builds = shown.play.try_with_value(builds).unwrap_or(false);
        if builds {
            shown.close_draft();
        }
        builds
    }

    /// Applies the messages of a lesson's table.
    pub(crate) fn learn(self, messages: Vec<ServerMessage>) {
        self.control(|play| {
            for message in messages {
                play.fold(message);
            }
            play.settle();
        });
    }

    /// Reports that a lesson's task asks for something else.
    pub(crate) fn not_that(self, why: String) {
        self.control(|play| play.decline(why));
    }
}
