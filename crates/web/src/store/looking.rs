//! A match that is only looked at, and a lesson: the same page's parts show them. Of the one nothing is sent anywhere, of
//! the other it goes to whoever holds the lesson.

use leptos::prelude::*;
use upcard_client::wire::{ClientMessage, ServerMessage};
use upcard_client::{Controller, Session, Standing};

use super::app::App;
use crate::text::Page;

impl App {
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
        app
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
