//! Read-only reactive views of the state for components.

use leptos::prelude::*;
use upcard_client::Controller;

use crate::text::Page;

/// A part of the page's state.
#[derive(Clone, Copy)]
pub(crate) struct StateView<T: 'static>(RwSignal<T>);

impl<T: Send + Sync + 'static> StateView<T> {
    pub(super) fn of(signal: RwSignal<T>) -> StateView<T> {
        StateView(signal)
    }

    pub(crate) fn with<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.0.with(look)
    }

    pub(crate) fn with_untracked<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.0.with_untracked(look)
    }

    pub(crate) fn track(self) {
        self.0.track();
    }
}

impl<T: Clone + Send + Sync + 'static> StateView<T> {
    pub(crate) fn get(self) -> T {
        self.0.get()
    }

    pub(crate) fn get_untracked(self) -> T {
        self.0.get_untracked()
    }
}

/// The match's controller.
pub(super) type StoredController = StoredValue<Controller<Page>>;

/// A part of the match controller's state.
#[derive(Clone, Copy)]
pub(crate) struct ControllerView<T: 'static> {
    pub(super) controller: StoredController,
    /// Notified when the part changes.
    pub(super) changed: RwSignal<()>,
    pub(super) part: fn(&Controller<Page>) -> &T,
}

impl<T: 'static> ControllerView<T> {
    pub(crate) fn with<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.changed.track();
        self.with_untracked(look)
    }

    pub(crate) fn with_untracked<R>(self, look: impl FnOnce(&T) -> R) -> R {
        self.controller.with_value(|controller| look((self.part)(controller)))
    }
}

impl<T: Clone + 'static> ControllerView<T> {
    pub(crate) fn get(self) -> T {
        self.with(T::clone)
    }

    pub(crate) fn get_untracked(self) -> T {
        self.with_untracked(T::clone)
    }
}
