//! Places in the browser's history.

use upcard_client::address::NEW;

use crate::browser;

/// The place that the address names.
pub(crate) fn here() -> String {
    format!("{}{}", browser::path(), browser::hash())
}

/// Adds a place above the first screen. Choosing a game is no place to come back to: a table that
/// was made there takes its place.
pub(crate) fn enter(place: &str) {
    let here = here();
    if browser::is_above_home() && here == NEW {
        browser::replace_place_above_home(place);
    } else if !browser::is_above_home() || here != place {
        if here == place {
            browser::replace_place("/");
        }
        browser::push_place(place);
    }
}
