//! The files that the program comes in, and how far each is.

use leptos::prelude::*;

/// The files that the program comes in, beside the first and those that nothing is drawn by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bundle {
    /// Where one starts. Until it is there, what stands in the page itself is shown.
    Home,
    /// What a guest needs who comes by a link: the line, the place before the match, news of people.
    Room,
    /// The table in a match: seats, felt, prompt and hand.
    Felt,
    /// Choosing a game, the panels of a turn, the sheets, the best bots.
    Table,
    /// House rules with the reader of games' files, and looking back at matches.
    Library,
}

impl Bundle {
    /// All of them, those first that are needed sooner.
    pub(crate) const ALL: [Bundle; 5] =
        [Bundle::Home, Bundle::Room, Bundle::Felt, Bundle::Table, Bundle::Library];
}

/// How far each of them is.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bundles([RwSignal<Second>; 5]);

impl Bundles {
    /// How far this one is. Only [`crate::later`] carries it on.
    pub(crate) fn of(self, bundle: Bundle) -> RwSignal<Second> {
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

/// How far something is that comes later: a bundle, or the texts of rule sheets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Second {
    /// Nobody has asked for it.
    #[default]
    Unasked,
    /// It is on its way.
    Coming,
    /// It is there.
    There,
    /// It could not be had.
    Failed,
    /// It is not to be had any more: the server has another version of the page by now.
    Old,
}
