//! Tables visited with this browser.

use upcard_client::{Visit, Visits};

use crate::browser;

const KEY: &str = "upcard.visits";

pub(crate) fn all() -> Visits {
    browser::stored(KEY).map(|text| Visits::read(&text)).unwrap_or_default()
}

pub(crate) fn note(visit: Visit) {
    let mut visits = all();
    visits.note(visit);
    browser::store(KEY, &visits.text());
}

/// Removes a table that no longer exists.
pub(crate) fn forget(id: &str) {
    let mut visits = all();
    visits.forget(id);
    browser::store(KEY, &visits.text());
}
