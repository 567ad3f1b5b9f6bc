//! The program's bundles (code splitting) and their loading state.

use leptos::prelude::*;

/// Bundles other than the first file and those that draw nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bundle {
    /// The first screen. Until it is loaded, the static page is shown.
    Home,
    /// For a guest with a link: server connection, lobby, news about people.
    Room,
    /// The table during a match: seats, felt, prompt and hand.
    Felt,
    /// Choosing a game, turn panels, sheets, the best bots.
    Table,
    /// House rules with the game file parser, and replays.
    Library,
}

impl Bundle {
    /// All bundles, in the order in which they are needed.
    pub(crate) const ALL: [Bundle; 5] =
        [Bundle::Home, Bundle::Room, Bundle::Felt, Bundle::Table, Bundle::Library];
}

#[derive(Clone, Copy, Default)]
pub(crate) struct BundleStates([RwSignal<LoadState>; 5]);

impl BundleStates {
    /// Returns a bundle's loading state. After start-up only [`crate::lazy`] changes it.
    pub(crate) fn state(self, bundle: Bundle) -> RwSignal<LoadState> {
        let [home, room, felt, table, library] = self.0;
        match bundle {
            Bundle::Home => home,
            Bundle::Room => room,
            Bundle::Felt => felt,
            Bundle::Table => table,
            Bundle::Library => library,
        }
    }
}

/// Loading state of a bundle or of the rule sheet texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum LoadState {
    #[default]
    NotRequested,
    Loading,
    Loaded,
    Failed,
    /// No longer available: the server has another version of the page.
    Outdated,
}
