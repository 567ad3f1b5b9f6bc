//! Read-only reactive views of the state for components.

use leptos::prelude::*;
use upcard_client::Controller;

use crate::text::Page;

/// A part of the page's state.
#[derive(Clone, Copy)]
pub(crate) struct Seen<T: 'static>(RwSignal<T>);

impl<T: Send + Sync + 'static> Seen<T> {
    pub(super) fn of(signal: RwSignal<T>) -> Seen<T> {
        Seen(signal)
    }

    pub(crate) fn with<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.0.with(look)
    }

    /// Reads it without tracking.
    pub(crate) fn with_untracked<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.0.with_untracked(look)
    }

    /// Tracks its changes.
    pub(crate) fn track(self) {
        self.0.track();
    }
}

impl<T: Clone + Send + Sync + 'static> Seen<T> {
    pub(crate) fn get(self) -> T {
        self.0.get()
    }

    /// Returns a copy without tracking.
    pub(crate) fn get_untracked(self) -> T {
        self.0.get_untracked()
    }
}

/// The match's controller.
pub(super) type Play = StoredValue<Controller<Page>>;

/// A part of the match controller's state.
#[derive(Clone, Copy)]
pub(crate) struct Look<T: 'static> {
    pub(super) play: Play,
    /// Notified when the part changes.
    pub(super) changed: RwSignal<()>,
    pub(super) part: fn(&Controller<Page>) -> &T,
}

impl<T: 'static> Look<T> {
    pub(crate) fn with<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.changed.track();
        self.with_untracked(look)
    }

    /// Reads it without tracking.
    pub(crate) fn with_untracked<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.play.with_value(|play| look((self.part)(play)))
    }
}

impl<T: Clone + 'static> Look<T> {
    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }

    /// Returns a copy without tracking.
    pub(crate) fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }
}
