//! Standing answers to offers; at a server's table sent after a delay like that of an answer by hand.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use upcard_client::prompt::Does;
use upcard_client::standing::Why;
use upcard_client::{Controller, Delays, Reply, Session};
use upcard_engine::Action;

use super::app::App;
use crate::browser;

thread_local! {
    /// The player's response times to offers.
    static DELAYS: RefCell<Delays> = RefCell::default();
    /// The open offer: its decision, and since when it is visible.
    static OPEN: Cell<(u32, f64)> = const { Cell::new((0, 0.0)) };
    /// The decision with a scheduled standing answer.
    static COMES: Cell<Option<u32>> = const { Cell::new(None) };
}

impl App {
    /// Records the response time of an answer by hand.
    pub(super) fn note_answer(self, does: &Does) {
        let (open, since) = OPEN.get();
        let answers = matches!(does, Does::Act(Action::Pass | Action::Buy));
        let offer = self.session().with_untracked(Session::is_offer);
        if answers && offer && self.decision() == Some(open) {
            let after = (browser::now() - since).max(0.0) as u32;
            DELAYS.with(|delays| delays.borrow_mut().note(after));
        }
    }

    fn decision(self) -> Option<u32> {
        self.play.with_value(Controller::decision)
    }

    fn reply(self) -> Reply {
        self.play.with_value(|play| *play.reply())
    }

    /// Sends standing answers; at a server's table after a delay like that of an answer by hand.
    pub(super) fn answer_by_itself(self) {
        let offer = self.session().with_untracked(|s| {
            (s.asked() && s.is_offer()).then(|| s.window.map(|window| window.left))
        });
        let (Some(left), Some(decision)) = (offer, self.decision()) else { return };
        if OPEN.get().0 != decision {
            OPEN.set((decision, browser::now()));
        }
        let reply = self.reply();
        if reply == Reply::Ask || COMES.get() == Some(decision) {
            return;
        }
        COMES.set(Some(decision));
        let random = u64::from_le_bytes(browser::entropy()[..8].try_into().unwrap_or_default());
        let wait = match self.table() {
            // A pass on one's own discard reveals nothing.
            Some(_) if reply != Reply::Pass(Why::OwnDiscard) => {
                let drawn = DELAYS.with(|delays| delays.borrow().draw(random));
                // A buy must be sent before the offer ends.
                let latest = left.map_or(u64::MAX, |left| left.saturating_sub(1_500).max(300));
                drawn.min(u32::try_from(latest).unwrap_or(u32::MAX))
            }
            // Nobody to hide it from.
            _ => 300,
        };
        browser::later(wait, move || {
            if COMES.get() != Some(decision) {
                return;
            }
            COMES.set(None);
            // If the standing answer was removed meanwhile, the player is asked.
            if self.decision() == Some(decision) {
                self.control(Controller::answer_by_itself);
            }
        });
    }
}

/// Resets the state for another table.
pub(super) fn forget_offers() {
    OPEN.set((0, 0.0));
    COMES.set(None);
}
