//! A link that was opened at a server's table by somebody who has stayed there: it is kept until they go to it, or do
//! not want it any more.

use upcard_client::address::Address;

use crate::browser;

/// The key of its fragment.
const KEY: &str = "upcard.link";

/// The fragment of the one that is kept; none where none is.
pub(crate) fn get() -> Option<String> {
    let leads = |fragment: &String| Address::read("/", fragment).is_looked_at();
    browser::stored(KEY).filter(leads)
}

/// Keeps one, in place of another.
pub(crate) fn keep(fragment: &str) {
    browser::store(KEY, fragment);
}

/// None is kept any more.
pub(crate) fn forget() {
    browser::forget(KEY);
}
