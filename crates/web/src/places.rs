//! Places in the browser's history.

use upcard_client::address::Address;

use crate::browser;

/// The place that the address names.
pub(crate) fn here() -> String {
    format!("{}{}", browser::path(), browser::hash())
}

/// Adds a place above the first screen. Tables alone are places to come back to: one that is gone to from
/// anywhere else takes that place.
pub(crate) fn enter(place: &str) {
    let here = here();
    let table = matches!(
        Address::read(&browser::path(), &browser::hash()),
        Address::Table(_) | Address::Alone
    );
    if browser::is_above_home() && !table {
        browser::replace_place_above_home(place);
    } else if !browser::is_above_home() || here != place {
        if here == place {
            browser::replace_place("/");
        }
        browser::push_place(place);
    }
}

/// Puts the first screen beneath the present place, where it is not there yet.
pub(crate) fn above_home() {
    if !browser::is_above_home() {
        let here = here();
        browser::replace_place("/");
        browser::push_place(&here);
    }
}
