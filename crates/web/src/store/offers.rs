//! Standing answers to offers: given by themselves, at a server's table after a time like that of an
//! answer by hand.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use upcard_client::standing::Why;
use upcard_client::{Delays, Reply, Standing};
use upcard_engine::Action;

use super::app::App;
use super::kept;
use crate::browser;
use crate::text::tr;

thread_local! {
    /// How long the person takes over offers.
    static DELAYS: RefCell<Delays> = RefCell::default();
    /// The offer that is open, by its decision, and since when it can be seen.
    static OPEN: Cell<(u32, f64)> = const { Cell::new((0, 0.0)) };
    /// The decision for which a standing answer is on its way.
    static COMES: Cell<Option<u32>> = const { Cell::new(None) };
}

impl App {
    /// Changes the standing answers; one of them may answer what is open.
    pub(crate) fn change_standing(self, change: impl FnOnce(&mut Standing)) {
        self.standing.update(change);
        self.standing.with_untracked(kept::keep_standing);
        self.answer_by_itself();
    }

    /// Is the person asked something that no standing answer settles?
    pub(crate) fn needed(self) -> bool {
        self.reply.get_untracked() == Reply::Ask && self.session.with_untracked(|s| s.asked())
    }

    /// Notes an answer to an offer that the person has given by hand.
    pub(crate) fn answered_by_hand(self, action: &Action) {
        let decision = self.session.with_untracked(|s| s.view.as_ref().map(|v| v.table.decision()));
        let (open, since) = OPEN.get();
        if decision == Some(open) {
            let after = (browser::now() - since).max(0.0) as u32;
            DELAYS.with(|delays| delays.borrow_mut().note(after));
        }
        if *action == Action::Pass {
            let mut settled = false;
            self.change_standing(|standing| settled = standing.passed_by_hand());
            if settled {
                self.inform(tr!("standing-newcomer"));
            }
        }
    }

    /// Gives standing answers: at a server's table after a time like that of an answer by hand.
    pub(crate) fn answer_by_itself(self) {
        let offer = self.session.with_untracked(|s| {
            let decision = s.view.as_ref().map(|view| view.table.decision())?;
            (s.asked() && s.is_offer()).then_some((decision, s.window.map(|window| window.left)))
        });
        let Some((decision, left)) = offer else { return };
        if OPEN.get().0 != decision {
            OPEN.set((decision, browser::now()));
        }
        let reply = self.reply.get_untracked();
        if reply == Reply::Ask || COMES.get() == Some(decision) {
            return;
        }
        COMES.set(Some(decision));
        let random = u64::from_le_bytes(browser::entropy()[..8].try_into().unwrap_or_default());
        let wait = match self.table() {
            // Everybody knows whose discard it is, and that hardly anybody wants it back.
            Some(_) if reply != Reply::Pass(Why::OwnDiscard) => {
                let drawn = DELAYS.with(|delays| delays.borrow().draw(random));
                // A card that is wanted must be asked for while it is offered.
                let latest = left.map_or(u64::MAX, |left| left.saturating_sub(1_500).max(300));
                drawn.min(u32::try_from(latest).unwrap_or(u32::MAX))
            }
            // Nobody is there from whom it would have to be hidden.
            _ => 300,
        };
        browser::later(wait, move || {
            if COMES.get() != Some(decision) {
                return;
            }
            COMES.set(None);
            let open = self.session.with_untracked(|s| {
                s.asked() && s.view.as_ref().is_some_and(|v| v.table.decision() == decision)
            });
            match self.reply.get_untracked() {
                _ if !open => {}
                // It was taken back meanwhile: the person is asked.
                Reply::Ask => {}
                Reply::Pass(_) => self.act(Action::Pass),
                Reply::Buy => self.act(Action::Buy),
            }
        });
    }
}

/// Another table: no offer of the last one is open.
pub(super) fn forget_offers() {
    OPEN.set((0, 0.0));
    COMES.set(None);
}
