//! A match that is only looked at: the same page's parts show it, and nothing is sent anywhere.

use leptos::prelude::*;
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
}
