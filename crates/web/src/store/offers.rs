//! Standing answers to offers; at a server's table sent after a delay like that of an answer by hand.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use upcard_client::prompt::AnswerAction;
use upcard_client::standing::PassReason;
use upcard_client::{Controller, Delays, Reply, Session};
use upcard_engine::Action;

use super::app::App;
use crate::browser;

thread_local! {
    /// The player's response times to offers.
    static DELAYS: RefCell<Delays> = RefCell::default();
    /// The open offer: its decision, and since when it is visible.
    static OPEN_OFFER: Cell<(u32, f64)> = const { Cell::new((0, 0.0)) };
    /// The decision with a scheduled standing answer.
    static SCHEDULED: Cell<Option<u32>> = const { Cell::new(None) };
}

impl App {
    /// Records the response time of an answer by hand.
    pub(super) fn record_response_time(self, does: &AnswerAction) {
        let (open, since) = OPEN_OFFER.get();
        let answers = matches!(does, AnswerAction::Act(Action::Pass | Action::Buy));
        let offer = self.session().with_untracked(Session::is_offer);
        if answers && offer && self.decision() == Some(open) {
            let after = (browser::now() - since).max(0.0) as u32;
            DELAYS.with(|delays| delays.borrow_mut().note(after));
        }
    }

    fn decision(self) -> Option<u32> {
        self.controller.with_value(Controller::decision)
    }

    fn reply(self) -> Reply {
        self.controller.with_value(|controller| *controller.reply())
    }

    /// Sends standing answers; at a server's table after a delay like that of an answer by hand.
    pub(super) fn send_standing_reply(self) {
        let offer = self.session().with_untracked(|s| {
            (s.must_decide() && s.is_offer()).then(|| s.window.map(|window| window.left))
        });
        let (Some(left), Some(decision)) = (offer, self.decision()) else { return };
        if OPEN_OFFER.get().0 != decision {
            OPEN_OFFER.set((decision, browser::now()));
        }
        let reply = self.reply();
        if reply == Reply::Ask || SCHEDULED.get() == Some(decision) {
            return;
        }
        SCHEDULED.set(Some(decision));
        let random = u64::from_le_bytes(browser::entropy()[..8].try_into().unwrap_or_default());
        let wait = match self.table() {
            // A pass on one's own discard reveals nothing.
            Some(_) if reply != Reply::Pass(PassReason::OwnDiscard) => {
                let drawn = DELAYS.with(|delays| delays.borrow().sample(random));
                // A buy must be sent before the offer ends.
                let latest = left.map_or(u64::MAX, |left| left.saturating_sub(1_500).max(300));
                drawn.min(u32::try_from(latest).unwrap_or(u32::MAX))
            }
            // Nobody to hide it from.
            _ => 300,
        };
        browser::set_timeout(wait, move || {
            if SCHEDULED.get() != Some(decision) {
                return;
            }
            SCHEDULED.set(None);
            // If the standing answer was removed meanwhile, the player is asked.
            if self.decision() == Some(decision) {
                self.control(Controller::send_standing_reply);
            }
        });
    }
}

/// Resets the state for another table.
pub(super) fn reset_offers() {
    OPEN_OFFER.set((0, 0.0));
    SCHEDULED.set(None);
}
