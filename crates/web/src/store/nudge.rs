//! A soft nudge after thirty idle seconds in which one is asked: a mark before the question, the tab's title,
//! and a tone where tones are on. What is asked, and what it costs, stays where it is.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
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
}
