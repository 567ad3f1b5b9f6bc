//! A match that is only looked at, and a lesson: the same page's parts show them. Of the one nothing is sent anywhere, of
//! the other it goes to whoever holds the lesson.

use std::cell::Cell;

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, ServerMessage};
use upcard_client::{Controller, Draft, Session, Standing};

use super::app::App;
use crate::screens::{Looked, Overlay};
use crate::text::Page;

thread_local! {
    /// Over what a match is looked at again: the list of matches, or the score sheet.
    static FROM: Cell<Option<Overlay>> = const { Cell::new(None) };
    /// The page of the lesson that was begun last.
    static LESSON: Cell<Option<App>> = const { Cell::new(None) };
}

impl App {
    /// Shows a match again.
    pub(crate) fn look_again(self, looked: Looked) {
        FROM.set(self.overlay().get_untracked().filter(|from| *from != Overlay::Replay));
        self.looked.set(Some(looked));
        self.show(Overlay::Replay);
    }

    /// Goes back from a match that is looked at to what it was chosen from; false where it is another way back.
    pub(crate) fn back_from_replay(self) -> bool {
        let looks = self.overlay().get_untracked() == Some(Overlay::Replay);
        let from = FROM.take().filter(|_| looks);
        from.into_iter().for_each(|from| self.show(from));
        from.is_some()
    }

    /// The page with another match in the place of its own, for what is drawn below.
    pub(crate) fn looking(self, session: Session) -> App {
        let standing = Standing::default();
        let mut play = Controller::new(Page, session, standing);
        if let Some(planner) = self.play.with_value(Controller::planner) {
            play = play.planned_by(planner);
        }
        self.with_play(StoredValue::new(play))
    }

    /// Shows another moment of it.
    pub(crate) fn look(self, session: Session) {
        let changed = self.play.try_update_value(|play| {
            play.reset(session);
            play.settle();
            // Nobody is asked anything: what would be sent is for no table.
            play.take_outbox();
            play.take_changed()
        });
        changed.into_iter().for_each(|changed| self.tell(changed));
    }

    /// The page with a lesson's table in the place of its own. What is said there goes to this one.
    pub(crate) fn learning(self, session: Session, sink: Callback<ClientMessage>) -> App {
        let mut app = self.looking(session);
        app.sink = Some(sink);
        LESSON.set(Some(app));
        app
    }

    /// Closes what lies over a lesson's table, or is being put together there; false where there is nothing.
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

    /// Follows what a lesson's table says.
    pub(crate) fn learn(self, messages: Vec<ServerMessage>) {
        self.control(|play| {
            for message in messages {
                play.fold(message);
            }
            play.settle();
        });
    }

    /// What was done in a lesson is not what it asks for: says so.
    pub(crate) fn not_that(self, why: String) {
        self.control(|play| play.decline(why));
    }
}
