//! A reminder after thirty idle seconds with an open decision: a mark before the prompt, the tab's title, and
//! a sound if sounds are on. The prompt stays as it is. Under a clock, a warning when the last seconds start.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use upcard_client::clock::warnings;
use upcard_client::wire::Window;
use upcard_client::{Idle, NUDGE_AFTER, Session};

use super::app::App;
use crate::browser;
use crate::screens::Screen;
use crate::sound::{self, Sound};
use crate::text::tr;

thread_local! {
    static IDLE: RefCell<Idle> = RefCell::default();
    /// Whether the next check is scheduled.
    static CHECK_SCHEDULED: Cell<bool> = const { Cell::new(false) };
    /// The player's own time window being watched.
    static CLOCK: Cell<Option<Window>> = const { Cell::new(None) };
}

/// Installs permanent listeners for user activity.
pub(crate) fn install(app: App) {
    let touched = move || {
        IDLE.with(|idle| idle.borrow_mut().note_input(browser::now()));
        show_nudge(app);
        app.watch_idle_time();
    };
    browser::listen("pointerdown", move |_: web_sys::Event| touched());
    // A screen reader activates buttons without pointer or key events.
    browser::listen("click", move |_: web_sys::Event| touched());
    browser::listen("keydown", move |_: web_sys::Event| touched());
}

fn show_nudge(app: App) {
    let nudged = IDLE.with(|idle| idle.borrow().is_nudged());
    if app.nudged.get_untracked() != nudged {
        app.nudged.set(nudged);
        let name = tr!("app-name");
        let id = if app.session().with_untracked(Session::is_own_turn) {
            "nudge-turn"
        } else {
            "nudge-asked"
        };
        let title = if nudged { tr!(id, name = name) } else { name };
        browser::document().set_title(&title);
    }
}

impl App {
    /// Notes whether the player has a decision, and checks again when a reminder could be due.
    pub(crate) fn watch_idle_time(self) {
        let asked = self.screen.get_untracked() == Screen::Table && self.needs_decision();
        IDLE.with(|idle| idle.borrow_mut().set_pending(asked, browser::now()));
        show_nudge(self);
        if asked && !CHECK_SCHEDULED.replace(true) {
            browser::set_timeout(NUDGE_AFTER as u32 / 6, move || {
                CHECK_SCHEDULED.set(false);
                if IDLE.with(|idle| idle.borrow_mut().nudge(browser::now())) {
                    show_nudge(self);
                    if self.settings.with_untracked(|settings| settings.sound) {
                        sound::play(Sound::Turn);
                    }
                }
                self.watch_idle_time();
            });
        }
    }

    /// Announces the last seconds of the player's own decision, once.
    pub(crate) fn watch_clock(self) {
        let own = |s: &Session| s.window.filter(|window| s.runs_for_me(*window));
        let now = self.session().with_untracked(own);
        if CLOCK.replace(now) == now {
            return;
        }
        for (wait, seconds) in now.into_iter().flat_map(warnings) {
            // Browser timers are limited to some weeks.
            let Ok(wait) = i32::try_from(wait) else { continue };
            browser::set_timeout(wait.unsigned_abs(), move || {
                if self.session().with_untracked(own) == now && CLOCK.get() == now {
                    self.news.set(tr!("clock-left", seconds = seconds));
                }
            });
        }
    }
}
