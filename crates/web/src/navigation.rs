//! Entries in the browser's history.

use upcard_client::address::Address;

use crate::browser;

/// Returns path and fragment of the address.
pub(crate) fn current() -> String {
    format!("{}{}", browser::path(), browser::fragment())
}

/// Adds an entry above the first screen. Only tables remain in the history: an entry other than a table is
/// replaced.
pub(crate) fn enter(place: &str) {
    let here = current();
    let table = matches!(
        Address::read(&browser::path(), &browser::fragment()),
        Address::Table(_) | Address::LocalMatch
    );
    if browser::is_above_home() && !table {
        browser::replace_history_above_home(place);
    } else if !browser::is_above_home() || here != place {
        if here == place {
            browser::replace_history("/");
        }
        browser::push_history(place);
    }
}

/// Puts the first screen below the current entry, if it is not there yet.
pub(crate) fn ensure_home_below() {
    if !browser::is_above_home() {
        let here = current();
        browser::replace_history("/");
        browser::push_history(&here);
    }
}
