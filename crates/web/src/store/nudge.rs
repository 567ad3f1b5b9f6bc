//! A soft nudge after thirty idle seconds in which one is asked: a mark before the question, the tab's title,
//! and a tone where tones are on. What is asked, and what it costs, stays where it is. And where the time for a
//! decision runs out, a word when its last seconds begin.

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
    /// Is the next look at the clock on its way?
    static WAITS: Cell<bool> = const { Cell::new(false) };
    /// The time for the own decision that is watched.
    static CLOCK: Cell<Option<Window>> = const { Cell::new(None) };
}

/// Listens to what the person does, for good.
pub(crate) fn install(app: App) {
    let touched = move || {
        IDLE.with(|idle| idle.borrow_mut().touched(browser::now()));
        show(app);
        app.watch_idling();
    };
    browser::listen("pointerdown", move |_: web_sys::Event| touched());
    // A screen reader presses a button without a pointer and without a key.
    browser::listen("click", move |_: web_sys::Event| touched());
    browser::listen("keydown", move |_: web_sys::Event| touched());
}

fn show(app: App) {
    let nudged = IDLE.with(|idle| idle.borrow().is_nudged());
    if app.nudged.get_untracked() != nudged {
        app.nudged.set(nudged);
        let name = tr!("app-name");
        let id = if app.session().with_untracked(Session::own_turn) {
            "nudge-turn"
        } else {
            "nudge-asked"
        };
        let title = if nudged { tr!(id, name = name) } else { name };
        browser::document().set_title(&title);
    }
}

impl App {
    /// Notes whether the person is asked, and looks at the clock again when a nudge could be due.
    pub(crate) fn watch_idling(self) {
        let asked = self.screen.get_untracked() == Screen::Table && self.needed();
        IDLE.with(|idle| idle.borrow_mut().asked(asked, browser::now()));
        show(self);
        if asked && !WAITS.replace(true) {
            browser::later(NUDGE_AFTER as u32 / 6, move || {
                WAITS.set(false);
                if IDLE.with(|idle| idle.borrow_mut().nudge(browser::now())) {
                    show(self);
                    if self.settings.with_untracked(|settings| settings.sound) {
                        sound::play(Sound::Turn);
                    }
                }
                self.watch_idling();
            });
        }
    }

    /// Says when the last seconds of the own decision begin; once, whatever else comes meanwhile.
    pub(crate) fn watch_clock(self) {
        let own = |s: &Session| s.window.filter(|window| s.runs_for_me(*window));
        let now = self.session().with_untracked(own);
        if CLOCK.replace(now) == now {
            return;
        }
        for (wait, seconds) in now.into_iter().flat_map(warnings) {
            // Browsers wait no longer than for some weeks.
            let Ok(wait) = i32::try_from(wait) else { continue };
            browser::later(wait.unsigned_abs(), move || {
                if self.session().with_untracked(own) == now && CLOCK.get() == now {
                    self.news.set(tr!("clock-left", seconds = seconds));
                }
            });
        }
    }
}
