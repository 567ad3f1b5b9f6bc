//! What the parts of the page may look at: each looks anew when it has changed, and changes nothing.

use leptos::prelude::*;
use upcard_client::Controller;

use crate::text::Page;

/// A part of the state.
#[derive(Clone, Copy)]
pub(crate) struct Seen<T: 'static>(RwSignal<T>);

impl<T: Send + Sync + 'static> Seen<T> {
    pub(super) fn of(signal: RwSignal<T>) -> Seen<T> {
        Seen(signal)
    }

    pub(crate) fn with<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.0.with(look)
    }

    /// Looks at it as it is now.
    pub(crate) fn with_untracked<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.0.with_untracked(look)
    }

    /// Looks anew when it has changed.
    pub(crate) fn track(self) {
        self.0.track();
    }
}

impl<T: Clone + Send + Sync + 'static> Seen<T> {
    pub(crate) fn get(self) -> T {
        self.0.get()
    }

    /// It as it is now.
    pub(crate) fn get_untracked(self) -> T {
        self.0.get_untracked()
    }
}

/// The match, as its controller knows it.
pub(super) type Play = StoredValue<Controller<Page>>;

/// A part of what the controller of the match knows.
#[derive(Clone, Copy)]
pub(crate) struct Look<T: 'static> {
    pub(super) play: Play,
    /// Is set when the part has changed.
    pub(super) changed: RwSignal<()>,
    pub(super) part: fn(&Controller<Page>) -> &T,
}

impl<T: 'static> Look<T> {
    pub(crate) fn with<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.changed.track();
        self.with_untracked(look)
    }

    /// Looks at it as it is now.
    pub(crate) fn with_untracked<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.play.with_value(|play| look((self.part)(play)))
    }
}

impl<T: Clone + 'static> Look<T> {
    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }

    /// It as it is now.
    pub(crate) fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }
}
