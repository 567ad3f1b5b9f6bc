//! Several people sharing this device: the page holds what the current player sees, or what all may see while
//! the curtain is down. Everything else stays with the table.

use leptos::prelude::*;
use upcard_client::wire::{SetUp, Stage};
use upcard_client::{Around, Begin, Standing};
use upcard_engine::Seat;

use super::app::App;
use super::kept;
use crate::device::Device;

impl App {
    /// Starts a match of people with these names on this device.
    pub(crate) fn play_together(self, set_up: SetUp, names: Vec<String>) {
        self.begin(&set_up, Begin::Shared(set_up.clone(), names));
    }

    /// Returns `true` if several people share this device at its table.
    pub(crate) fn is_shared(self) -> bool {
        untrack(|| self.is_on_device() && self.around.with(Option::is_some))
    }

    /// Returns `true` if the curtain is down.
    pub(crate) fn is_covered(self) -> bool {
        let down = |around: &Option<Around>| around.as_ref().is_some_and(|a| a.front.is_none());
        self.is_on_device() && self.around.with(down)
    }

    /// Sets who looks now; `true` if that has changed.
    pub(super) fn turn_to(self, around: Around) -> bool {
        let turned = self.around.with_untracked(|before| {
            before.as_ref().is_none_or(|b| (b.turns, b.front) != (around.turns, around.front))
        });
        self.around.set(Some(around));
        if turned {
            self.look_away();
        }
        turned
    }

    /// Clears everything that the last player has seen.
    fn look_away(self) {
        self.reset(self.library());
        // Standing answers are personal; on a shared device everybody is asked aloud.
        let asked = Standing { not_when_down: false, ..Standing::default() };
        self.control(|play| {
            play.change_standing(|standing| *standing = asked);
            play.session_mut().tell_all_around();
        });
        self.news.set(String::new());
        self.toast.set(None);
    }

    /// Lowers the curtain if a hand is shown.
    pub(crate) fn cover(self) {
        let shown = self
            .around
            .with_untracked(|around| around.as_ref().is_some_and(|around| around.front.is_some()));
        let playing = self.session().with_untracked(|s| {
            let after = s.view.as_ref().is_none_or(|own| own.table.phase().is_after_deal());
            s.stage == Stage::Playing && !after
        });
        if shown && playing && self.with_device(|device| device.let_look(None)).is_some() {
            self.around.update(|around| {
                around.iter_mut().for_each(|around| around.front = None);
            });
            self.look_away();
        }
    }

    /// Shows a player's cards to them.
    pub(crate) fn let_look(self, seat: Seat) {
        self.with_device(|device| device.let_look(Some(seat)));
    }

    /// Hides the cards after the button to look was released.
    pub(crate) fn look_no_more(self) {
        if untrack(|| self.is_covered()) {
            // The hand has not arrived yet: cancel the request.
            self.with_device(|device| device.let_look(None));
        } else {
            self.cover();
        }
    }

    /// Declines the offered card for everybody.
    pub(crate) fn pass_all(self) {
        self.with_device(Device::pass_all);
    }

    /// Resets the sharing state when the table is closed.
    pub(super) fn part(self) {
        if self.is_shared() {
            self.cover();
            self.control(|play| play.change_standing(|standing| *standing = kept::standing()));
        }
    }
}
