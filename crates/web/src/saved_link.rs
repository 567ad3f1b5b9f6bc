//! Saved link: opened at a server's table by someone who stayed there; kept until it is followed or dismissed.

use upcard_client::address::Address;

use crate::browser;

/// Storage key for its fragment.
const KEY: &str = "upcard.link";

/// Returns the saved link's fragment, if any.
pub(crate) fn load() -> Option<String> {
    let leads = |fragment: &String| Address::read("/", fragment).is_overlay();
    browser::stored(KEY).filter(leads)
}

/// Saves a link, replacing any other.
pub(crate) fn save(fragment: &str) {
    browser::store(KEY, fragment);
}

pub(crate) fn delete() {
    browser::remove_stored(KEY);
}
