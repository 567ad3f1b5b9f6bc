//! Several people sharing this device: the page holds what the current player sees, or what all may see while
//! the curtain is down. Everything else stays with the table.

use leptos::prelude::*;
use upcard_client::wire::{SetUp, Stage};
use upcard_client::{Begin, SharedDevice, StandingAnswers};
use upcard_engine::Seat;

use super::app::App;
use super::preferences;
use crate::device::Device;

impl App {
    /// Starts a match of people with these names on this device.
    pub(crate) fn start_shared_match(self, set_up: SetUp, names: Vec<String>) {
        self.begin_match(&set_up, Begin::Shared(set_up.clone(), names));
    }

    /// Returns `true` if several people share this device at its table.
    pub(crate) fn is_shared(self) -> bool {
        untrack(|| self.is_on_device() && self.shared_device.with(Option::is_some))
    }

    pub(crate) fn is_curtain_down(self) -> bool {
        let down =
            |shared: &Option<SharedDevice>| shared.as_ref().is_some_and(|a| a.viewer.is_none());
        self.is_on_device() && self.shared_device.with(down)
    }

    /// Sets who looks now; `true` if that has changed.
    pub(super) fn set_shared_device(self, shared: SharedDevice) -> bool {
        let turned = self.shared_device.with_untracked(|before| {
            before.as_ref().is_none_or(|b| {
                (b.viewer_changes, b.viewer) != (shared.viewer_changes, shared.viewer)
            })
        });
        self.shared_device.set(Some(shared));
        if turned {
            self.clear_view();
        }
        turned
    }

    /// Clears everything that the last player has seen.
    fn clear_view(self) {
        self.reset(self.library());
        // Standing answers are personal; on a shared device everybody is asked aloud.
        let asked = StandingAnswers { not_when_down: false, ..StandingAnswers::default() };
        self.control(|controller| {
            controller.change_standing(|standing| *standing = asked);
            controller.session_mut().address_everybody();
        });
        self.news.set(String::new());
        self.toast.set(None);
    }

    /// Lowers the curtain if a hand is shown.
    pub(crate) fn lower_curtain(self) {
        let shown = self
            .shared_device
            .with_untracked(|shared| shared.as_ref().is_some_and(|shared| shared.viewer.is_some()));
        let playing = self.session().with_untracked(|s| {
            let after = s.view.as_ref().is_none_or(|own| own.table.phase().is_after_deal());
            s.stage == Stage::Playing && !after
        });
        if shown && playing && self.with_device(|device| device.set_viewer(None)).is_some() {
            self.shared_device.update(|shared| {
                shared.iter_mut().for_each(|shared| shared.viewer = None);
            });
            self.clear_view();
        }
    }

    /// Shows a player's cards to them.
    pub(crate) fn set_viewer(self, seat: Seat) {
        self.with_device(|device| device.set_viewer(Some(seat)));
    }

    /// Hides the cards after the button to look was released.
    pub(crate) fn stop_viewing(self) {
        if untrack(|| self.is_curtain_down()) {
            // The hand has not arrived yet: cancel the request.
            self.with_device(|device| device.set_viewer(None));
        } else {
            self.lower_curtain();
        }
    }

    /// Declines the offered card for everybody.
    pub(crate) fn pass_all(self) {
        self.with_device(Device::pass_all);
    }

    /// Resets the sharing state when the table is closed.
    pub(super) fn reset_sharing(self) {
        if self.is_shared() {
            self.lower_curtain();
            self.control(|controller| {
                controller.change_standing(|standing| *standing = preferences::load_standing())
            });
        }
    }
}
