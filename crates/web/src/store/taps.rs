//! Taps on the melds and the piles.

use leptos::prelude::*;
use upcard_client::prompt::Does;
use upcard_client::{Tap, tap_stock, wording};
use upcard_engine::MeldId;
use upcard_rulebook::refusal_sentence;

use super::app::{App, Ask};
use crate::screens::Overlay;
use crate::text::{self, Page, tr};

impl App {
    /// A tap on a meld, with or without selected cards.
    pub(crate) fn tap_meld(self, meld: MeldId) {
        let (targets, chosen) = untrack(|| (self.targets.get(), self.chosen()));
        let tap = self.session.with_untracked(|s| {
            s.view().map(|view| targets.tap_meld(&view, &chosen, meld)).filter(|_| !s.covered())
        });
        self.follow_tap(tap, Some(meld));
    }

    /// A tap on the discards, with or without selected cards.
    pub(crate) fn tap_discards(self) {
        let (targets, chosen) = untrack(|| (self.targets.get(), self.chosen()));
        let tap = self
            .session
            .with_untracked(|s| s.view().map(|view| targets.tap_discards(&view, &chosen)));
        self.follow_tap(Some(tap.unwrap_or(Tap::ShowDiscards)), None);
    }

    /// A tap on the stock.
    pub(crate) fn tap_stock(self) {
        self.follow_tap(
            self.session.with_untracked(|s| s.view().map(|view| tap_stock(&view))),
            None,
        );
    }

    /// Does what a tap leads to, or says why it leads to nothing.
    fn follow_tap(self, tap: Option<Tap>, meld: Option<MeldId>) {
        match tap {
            None => {}
            Some(Tap::Act(action)) => self.play_move(action),
            Some(Tap::ActAndMore(action)) => {
                self.laying.set(meld);
                self.play_move(action);
            }
            Some(Tap::Ask(card, places)) => {
                let answers = places.into_iter();
                let answers = answers
                    .map(|p| (wording::table::place(&Page, &p.action), Does::Act(p.action), true));
                let question = card.map_or_else(
                    || tr!("ask-place"),
                    |c| tr!("ask-place-card", card = text::short(c)),
                );
                self.ask.set(Some(Ask { question, answers: answers.collect() }));
            }
            Some(Tap::Refused(refusal)) => self.refuse(refusal_sentence(refusal)),
            Some(Tap::ShowDiscards) => self.overlay.set(Some(Overlay::Discards)),
            Some(Tap::ChooseFirst) => self.refuse(tr!("notice-choose-first")),
            Some(Tap::OneCard) => self.refuse(tr!("notice-one-card")),
        }
    }
}
