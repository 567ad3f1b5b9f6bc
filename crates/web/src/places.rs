//! Entries in the browser's history.

use upcard_client::address::Address;

use crate::browser;

/// Returns path and fragment of the address.
pub(crate) fn here() -> String {
    format!("{}{}", browser::path(), browser::hash())
}

/// Adds an entry above the first screen. Only tables remain in the history: an entry other than a table is
/// replaced.
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

/// Puts the first screen below the current entry, if it is not there yet.
pub(crate) fn above_home() {
    if !browser::is_above_home() {
        let here = here();
        browser::replace_place("/");
        browser::push_place(&here);
    }
}
